/** What readers of one kind of records have in common: which reads the service offers, and how the last turn went. */
import { setImmediate } from 'node:timers/promises';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { invitationKey } from '../intents/ids.ts';
import {
  type InvitationRow,
  invitationsByKeys,
  recordInvitationReads,
  type OperationRow,
  openInvitations,
  pendingOperations,
} from '../store/onboarding.ts';
import { updateRow } from '../store/query.ts';
import { anyOf, type Capability, CapabilityProbe } from '../upstream/capability-probe.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { ServiceError } from '../upstream/errors.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { Uses } from '../wiring.ts';
import type { InvitationProjection } from './invitation-projection.ts';
import type { OperationProjection } from './operation-projection.ts';

export class RecordReader {
  protected readonly now: () => number;
  protected readonly lists: CapabilityProbe;
  protected readonly singles: CapabilityProbe;
  /** Why the last turn failed, one sentence. */
  problem: string | null = null;
  /** What of the last list could not be read. */
  unread: UnreadRows = NOTHING_UNREAD;

  constructor(now: () => number = Date.now) {
    this.now = now;
    this.lists = new CapabilityProbe({ kind: 'list', now });
    this.singles = new CapabilityProbe({ kind: 'record', now });
  }

  /** `yes` when there is any way to read them. */
  get offered(): Capability {
    return anyOf(this.lists, this.singles);
  }

  /** True when one can be read by its id: then a read that finds nothing says that it is gone. */
  get readsSingly(): boolean {
    return this.singles.state === 'yes';
  }

  /** One turn, whose failure is remembered. Throws it too. */
  protected async noteProblem(signal: AbortSignal, turn: () => Promise<void>): Promise<void> {
    try {
      await turn();
      this.problem = null;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}

// Reads invitations from the service, so that nothing is missed without events: the whole list where there is one, else those
// that may still change one by one. At the lowest priority but for a person who asks.
interface InvitationReaderOptions extends Uses<'db' | 'client' | 'endpoints' | 'now'> {
  readonly invitations: InvitationProjection;
}

/** Without a list, so many are read in one turn: those that were read longest ago. */
const INVITATIONS_ONE_BY_ONE = 50;
/** Of the list: others get their turn in between. */
const TAKEN_AT_ONCE = 100;

export class InvitationReader extends RecordReader {
  readonly #options: InvitationReaderOptions;

  constructor(options: InvitationReaderOptions) {
    super(options.now);
    this.#options = options;
  }

  /** One turn in the background. */
  async turn(signal: AbortSignal): Promise<void> {
    await this.noteProblem(signal, async () => {
      if (!(await this.#readList(signal))) await this.#readSome(signal);
    });
  }

  /** Reads one for a person. False when the service offers no way. */
  async readOne(row: InvitationRow, priority: Priority, token?: TokenSource): Promise<boolean> {
    const record = await this.record(row, priority, token);
    if (record === null) return false;
    await this.#take(record);
    return true;
  }

  /** The service's own record of one, with its secrets; null when the service offers no way to read it. */
  async record(
    row: InvitationRow,
    priority: Priority,
    token?: TokenSource,
  ): Promise<Readonly<Record<string, unknown>> | null> {
    const { client, endpoints, invitations } = this.#options;
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

  /** True when the service's own reads do not know it any more; false also where they cannot say. */
  async isGone(row: InvitationRow, token?: TokenSource): Promise<boolean> {
    try {
      const record = await this.record(row, 'person', token);
      return record === null && (this.readsSingly || this.lists.state === 'yes');
    } catch {
      return false;
    }
  }

  async #readList(signal: AbortSignal): Promise<boolean> {
    const { client, endpoints, db } = this.#options;
    const list = await this.lists.try(() =>
      readAll(client, endpoints.listInvitations, { priority: 'background', signal }),
    );
    if (list === null) return false;
    this.unread = addUnread(NOTHING_UNREAD, list.unread);
    for (let i = 0; i < list.items.length; i += TAKEN_AT_ONCE) {
      const some = list.items
        .slice(i, i + TAKEN_AT_ONCE)
        .map((record) => ({ record, key: invitationKey(String(record.id)) }));
      const keys = some.map(({ key }) => key);
      const stored = new Map((await invitationsByKeys(db, keys)).map((row) => [row.key, row]));
      for (const { record, key } of some) await this.#take(record, stored.get(key));
      await recordInvitationReads(db, keys, this.now());
      await setImmediate();
    }
    return true;
  }

  async #readSome(signal: AbortSignal): Promise<void> {
    for (const row of await openInvitations(this.#options.db, INVITATIONS_ONE_BY_ONE)) {
      if (signal.aborted) return;
      if (!this.singles.worthTrying) return;
      try {
        await this.readOne(row, 'background');
      } catch (error) {
        // One that the service does not let us read is no reason to stop; a service that is away is.
        if (!(error instanceof ServiceError) || !['refused', 'forbidden'].includes(error.kind)) throw error;
      }
    }
  }

  async #take(record: Readonly<Record<string, unknown>>, stored?: InvitationRow): Promise<void> {
    const { db, invitations } = this.#options;
    const changed = await invitations.take(db, record, { read_at: this.now(), stored });
    if (changed) invitations.publish(changed);
  }
}

/** Reads unfinished operations, and now and then the whole list, so that it works without events too. */
interface OperationReaderOptions extends Uses<'db' | 'client' | 'endpoints' | 'now'> {
  readonly operations: OperationProjection;
}

/** More than this, and the list is less work. */
const OPERATIONS_ONE_BY_ONE = 20;
const WHOLE_LIST_EVERY_MS = 5 * 60_000;

export class OperationReader extends RecordReader {
  readonly #options: OperationReaderOptions;
  #listedAt = 0;

  constructor(options: OperationReaderOptions) {
    super(options.now);
    this.#options = options;
  }

  async turn(signal: AbortSignal): Promise<void> {
    await this.noteProblem(signal, async () => {
      const pending = await pendingOperations(this.#options.db, OPERATIONS_ONE_BY_ONE + 1);
      const whole =
        this.now() - this.#listedAt > WHOLE_LIST_EVERY_MS || pending.length > OPERATIONS_ONE_BY_ONE;
      if (whole && (await this.#readList(signal))) return;
      for (const row of pending.slice(0, OPERATIONS_ONE_BY_ONE)) {
        if (signal.aborted || !this.singles.worthTrying) return;
        await this.readOne(row, 'background');
      }
    });
  }

  /** False when the service offers no way to read it. */
  async readOne(row: OperationRow, priority: Priority, token?: TokenSource): Promise<boolean> {
    const { client, endpoints, operations, db } = this.#options;
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
    const taken = await operations.take(db, record, { read_at: this.now() });
    if (taken) operations.publish(taken);
    else await updateRow(db, 'operation', { id: [row.id] }, { last_read_at: this.now() });
    return true;
  }

  async #readList(signal: AbortSignal): Promise<boolean> {
    const { client, endpoints, operations, db } = this.#options;
    const list = await this.lists.try(() =>
      readAll(client, endpoints.listOperations, { priority: 'background', signal }),
    );
    if (list === null) return false;
    this.unread = addUnread(NOTHING_UNREAD, list.unread);
    this.#listedAt = this.now();
    for (const record of list.items) {
      const taken = await operations.take(db, record, { read_at: this.now() });
      if (taken) operations.publish(taken);
    }
    return true;
  }
}
