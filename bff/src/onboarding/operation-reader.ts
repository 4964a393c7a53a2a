/** Reads operations whose end nobody has told, and now and then the whole list, so that it works without events too. */
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { addUnread, NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import type { Database } from '../store/database.ts';
import { noteOperationReads, type OperationRow, pendingOperations } from '../store/operations.ts';
import { anyOf, type Capability, CapabilityProbe } from '../upstream/capability-probe.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { OperationProjection } from './operation-projection.ts';

export interface OperationReaderOptions {
  readonly db: Database;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly operations: OperationProjection;
  readonly now?: () => number;
}

/** More than this, and the list is less work. */
const ONE_BY_ONE = 20;
const WHOLE_LIST_EVERY_MS = 5 * 60_000;

export class OperationReader {
  readonly #options: OperationReaderOptions;
  readonly #now: () => number;
  readonly #lists: CapabilityProbe;
  readonly #singles: CapabilityProbe;
  #listedAt = 0;
  #problem: string | null = null;
  #unread: UnreadRows = NOTHING_UNREAD;

  constructor(options: OperationReaderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#lists = new CapabilityProbe({ kind: 'list', now: options.now });
    this.#singles = new CapabilityProbe({ kind: 'record', now: options.now });
  }

  get offered(): Capability {
    return anyOf(this.#lists, this.#singles);
  }

  /** True when one can be read by its id: then a read that finds nothing says that it is gone. */
  get readsSingly(): boolean {
    return this.#singles.state === 'yes';
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** What of the last list could not be read. */
  get unread(): UnreadRows {
    return this.#unread;
  }

  async turn(signal: AbortSignal): Promise<void> {
    try {
      const pending = await pendingOperations(this.#options.db, ONE_BY_ONE + 1);
      const whole = this.#now() - this.#listedAt > WHOLE_LIST_EVERY_MS || pending.length > ONE_BY_ONE;
      if (!(whole && (await this.#readList(signal)))) {
        for (const row of pending.slice(0, ONE_BY_ONE)) {
          if (signal.aborted || !this.#singles.worthTrying) break;
          await this.readOne(row, 'background');
        }
      }
      this.#problem = null;
    } catch (error) {
      if (!signal.aborted) this.#problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  /** False when the service offers no way to read it. */
  async readOne(row: OperationRow, priority: Priority, token?: TokenSource): Promise<boolean> {
    const { client, endpoints, operations, db } = this.#options;
    const { connection_id } = row;
    if (connection_id === null) return false;
    const record = await this.#singles.try(async () => {
      const { data } = await client.call(endpoints.getOperation, {
        params: { connection_id, resource_operation_id: row.id },
        priority,
        ...(token ? { token } : {}),
      });
      return data;
    });
    if (record === null) return false;
    const taken = await operations.take(db, record, { read_at: this.#now() });
    if (taken) operations.publish(taken);
    else await noteOperationReads(db, [row.id], this.#now());
    return true;
  }

  async #readList(signal: AbortSignal): Promise<boolean> {
    const { client, endpoints, operations, db } = this.#options;
    const list = await this.#lists.try(() =>
      readAll(client, endpoints.listOperations, { priority: 'background', signal }),
    );
    if (list === null) return false;
    this.#unread = addUnread(NOTHING_UNREAD, list.unread);
    this.#listedAt = this.#now();
    for (const record of list.items) {
      const taken = await operations.take(db, record, { read_at: this.#now() });
      if (taken) operations.publish(taken);
    }
    return true;
  }
}
