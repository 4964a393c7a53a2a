/** Base class of readers: tracks which reads the service offers, and the last failure. */
import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { nextTurn } from '../../platform/lib/async.ts';
import { chunksOf } from '../../platform/lib/chunks.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import {
  type InvitationRow,
  invitationsByKeys,
  type OperationRow,
  openInvitations,
  pendingOperations,
  recordInvitationReads,
} from '../../platform/store/onboarding.ts';
import { updateRow } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import { invitationKey } from '../../service/intents/ids.ts';
import { anyOf, type Capability, CapabilityProbe } from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { readAll } from '../../service/upstream/pages.ts';
import type { Priority } from '../../service/upstream/request-scheduler.ts';
import type { TokenSource } from '../../service/upstream/token-source.ts';
import type { InvitationProjection } from './invitation-projection.ts';
import type { OperationProjection } from './operation-projection.ts';

interface ReaderOptions extends Uses<'db' | 'now'> {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
}

export class RecordReader<Options extends ReaderOptions = ReaderOptions> extends ServerPart<Options> {
  protected readonly lists = new CapabilityProbe({ kind: 'list', now: this.now });
  protected readonly singles = new CapabilityProbe({ kind: 'record', now: this.now });
  /** Why the last run failed, one sentence. */
  problem: string | null = null;
  /** Parts of the last list that could not be read. */
  unread: UnreadRows = NOTHING_UNREAD;

  /** `yes` when the records can be read in any way. */
  get offered(): Capability {
    return anyOf(this.lists, this.singles);
  }

  /** True when single records can be read: then a 404 means that the record is gone. */
  get canReadSingle(): boolean {
    return this.singles.state === 'yes';
  }

  /** Runs `work` and stores its failure, which is rethrown. */
  protected async trackProblem(signal: AbortSignal, runOnce: () => Promise<void>): Promise<void> {
    try {
      await runOnce();
      this.problem = null;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  /** The whole list; null when the service offers none. */
  protected async readAll(endpoint: Endpoint, signal: AbortSignal) {
    const { client } = this.options;
    const list = await this.lists.try(() => readAll(client, endpoint, { priority: 'background', signal }));
    if (list) this.unread = addUnread(NOTHING_UNREAD, list.unread);
    return list?.items ?? null;
  }
}

// Reads invitations from the service to work without events: the whole list where there is one, else unfinished invitations one by one.
// Background priority, except for a person's request.
interface InvitationReaderOptions extends ReaderOptions {
  readonly invitations: InvitationProjection;
}

/** Without a list, this many are read per run, least recently read first. */
const MAX_INVITATION_READS = 50;
const BATCH_SIZE = 100;

export class InvitationReader extends RecordReader<InvitationReaderOptions> {
  async runOnce(signal: AbortSignal): Promise<void> {
    await this.trackProblem(signal, async () => {
      if (!(await this.#readList(signal))) await this.#readSome(signal);
    });
  }

  /** Reads one for a person. False when the service offers no way. */
  async readOne(row: InvitationRow, priority: Priority, token?: TokenSource): Promise<boolean> {
    const record = await this.record(row, priority, token);
    if (record === null) return false;
    await this.#ingest(record);
    return true;
  }

  /** The service's unredacted record; null when the service offers no way to read it. */
  async record(
    row: InvitationRow,
    priority: Priority,
    token?: TokenSource,
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const { client, endpoints, invitations } = this.options;
    const invitation_id = invitations.idOf(row);
    const options = { priority, token };
    const single = await this.singles.try(async () => {
      const { data } = await client.call(endpoints.getInvitation, { params: { invitation_id }, ...options });
      return data;
    });
    if (single !== null) return single;
    const { fleet_ref } = row;
    if (fleet_ref === null) return null;
    const list = await this.lists.try(async () => {
      const { data } = await client.call(endpoints.listInvitations, { query: { fleet_ref }, ...options });
      return data.items;
    });
    return list?.find(({ id }) => id.toLowerCase() === invitation_id) ?? null;
  }

  /** True when the service's reads no longer find it; false also when they cannot tell. */
  async isGone(row: InvitationRow, token?: TokenSource): Promise<boolean> {
    try {
      const record = await this.record(row, 'person', token);
      return record === null && (this.canReadSingle || this.lists.state === 'yes');
    } catch {
      return false;
    }
  }

  async #readList(signal: AbortSignal): Promise<boolean> {
    const { endpoints, db } = this.options;
    const items = await this.readAll(endpoints.listInvitations, signal);
    if (items === null) return false;
    for (const some of chunksOf(items, BATCH_SIZE)) {
      const batch = some.map((record) => ({ record, key: invitationKey(String(record.id)) }));
      const keys = batch.map(({ key }) => key);
      const stored = new Map((await invitationsByKeys(db, keys)).map((row) => [row.key, row]));
      for (const { record, key } of batch) {
        await nextTurn();
        await this.#ingest(record, stored.get(key));
      }
      await recordInvitationReads(db, keys, this.now());
    }
    return true;
  }

  async #readSome(signal: AbortSignal): Promise<void> {
    for (const row of await openInvitations(this.options.db, MAX_INVITATION_READS)) {
      if (signal.aborted) return;
      if (!this.singles.worthTrying) return;
      try {
        await this.readOne(row, 'background');
      } catch (error) {
        // A single unreadable invitation is skipped; an outage stops the run.
        if (!(error instanceof ServiceError) || !['refused', 'forbidden'].includes(error.kind)) throw error;
      }
    }
  }

  async #ingest(record: Readonly<Record<string, unknown>>, stored?: InvitationRow): Promise<void> {
    const { db, invitations } = this.options;
    const changed = await invitations.ingest(db, record, { read_at: this.now(), stored });
    if (changed) invitations.publish(changed);
  }
}

/** Reads unfinished operations, and the whole list occasionally, to work without events. */
interface OperationReaderOptions extends ReaderOptions {
  readonly operations: OperationProjection;
}

/** With more unfinished operations than this, reading the list is cheaper. */
const MAX_OPERATION_READS = 20;
const LIST_INTERVAL_MS = 5 * 60_000;

export class OperationReader extends RecordReader<OperationReaderOptions> {
  #listedAt = Number.NEGATIVE_INFINITY;

  async runOnce(signal: AbortSignal): Promise<void> {
    await this.trackProblem(signal, async () => {
      const pending = await pendingOperations(this.options.db, MAX_OPERATION_READS + 1);
      const isListDue =
        this.monotonicNow() - this.#listedAt > LIST_INTERVAL_MS || pending.length > MAX_OPERATION_READS;
      if (isListDue && (await this.#readList(signal))) return;
      for (const row of pending.slice(0, MAX_OPERATION_READS)) {
        if (signal.aborted || !this.singles.worthTrying) return;
        await this.readOne(row, 'background');
      }
    });
  }

  /** False when the service offers no way to read it. */
  async readOne(row: OperationRow, priority: Priority, token?: TokenSource): Promise<boolean> {
    const { client, endpoints, db } = this.options;
    const { connection_id } = row;
    if (connection_id === null) return false;
    const record = await this.singles.try(async () => {
      const { data } = await client.call(endpoints.getOperation, {
        params: { connection_id, resource_operation_id: row.id },
        priority,
        token,
      });
      return data;
    });
    if (record === null) return false;
    if (!(await this.#ingest(record)))
      await updateRow(db, 'operation', { id: [row.id] }, { last_read_at: this.now() });
    return true;
  }

  async #readList(signal: AbortSignal): Promise<boolean> {
    const { endpoints } = this.options;
    const items = await this.readAll(endpoints.listOperations, signal);
    if (items === null) return false;
    this.#listedAt = this.monotonicNow();
    for (const record of items) await this.#ingest(record);
    return true;
  }

  /** False when it adds nothing. */
  async #ingest(record: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { db, operations } = this.options;
    const changed = await operations.ingest(db, record, { read_at: this.now() });
    if (changed) operations.publish(changed);
    return changed !== null;
  }
}
