/** Reads unfinished operations, and now and then the whole list, so that it works without events too. */

import { addUnread, NOTHING_UNREAD } from '@waypost/contract/unread';
import type { Uses } from '../dependencies.ts';
import { type OperationRow, pendingOperations } from '../store/operations.ts';
import { updateRow } from '../store/query.ts';
import type { TokenSource } from '../upstream/client-credentials.ts';
import { readAll } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { OperationProjection } from './operation-projection.ts';
import { RecordReader } from './record-reader.ts';

export interface OperationReaderOptions extends Uses<'db' | 'client' | 'endpoints' | 'now'> {
  readonly operations: OperationProjection;
}

/** More than this, and the list is less work. */
const ONE_BY_ONE = 20;
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
      const pending = await pendingOperations(this.#options.db, ONE_BY_ONE + 1);
      const whole = this.now() - this.#listedAt > WHOLE_LIST_EVERY_MS || pending.length > ONE_BY_ONE;
      if (whole && (await this.#readList(signal))) return;
      for (const row of pending.slice(0, ONE_BY_ONE)) {
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
