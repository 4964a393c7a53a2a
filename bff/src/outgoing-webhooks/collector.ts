/**
 * Makes events for outgoing webhooks out of what happened, on the leading server: from the sequence of what happened to exceptions
 * and the versions of monitors. How far it has come is stored together with the events, so that nothing is lost or doubled by a restart.
 */

import { randomUUID } from 'node:crypto';
import type { Board } from '../board/board.ts';
import type { Uses } from '../dependencies.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import type { Monitors } from '../monitors/monitors.ts';
import { type MonitorRow, monitorsSince } from '../store/monitors.ts';
import {
  addOutgoingEvents,
  lockOutgoingCursor,
  type NewOutgoingEvent,
  type OutgoingWebhookRow,
  readOutgoingCursor,
  writeOutgoingCursor,
} from '../store/outgoing-webhooks.ts';
import { rowsIn, rowsOf } from '../store/query.ts';
import type { Triage } from '../triage/triage.ts';
import { exceptionHappening, type Happening, stopHappenings } from './records.ts';

export interface OutgoingCollectorOptions extends Uses<'db' | 'log' | 'isLeader' | 'now'> {
  readonly board: Pick<Board, 'get'>;
  readonly triage: Pick<Triage, 'eventsSince'>;
  readonly monitors: Pick<Monitors, 'find' | 'peek' | 'catchUp'>;
  /** Called when there is something to send. */
  readonly onCollected: () => void;
}

const EVERY_MS = 1_000;
const AT_ONCE = 500;

export class OutgoingCollector extends BackgroundWorker {
  readonly #options: OutgoingCollectorOptions;
  readonly #now: () => number;

  constructor(options: OutgoingCollectorOptions) {
    super({
      log: options.log,
      task: 'collect events for outgoing webhooks',
      retryMs: EVERY_MS,
      run: async () => ((await this.collect()) ? 0 : EVERY_MS),
    });
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** One turn. True when there is more. */
  async collect(): Promise<boolean> {
    const { db, triage, isLeader, onCollected } = this.#options;
    if (!isLeader()) return false;
    const webhooks = await rowsOf(db, 'outgoing_webhook', { off_at: null });
    if (webhooks.length === 0) return false;
    const cursor = await readOutgoingCursor(db);
    if (cursor === null) return false;
    const events = await triage.eventsSince(cursor.exceptions, AT_ONCE);
    const changed = await monitorsSince(db, cursor.monitors);
    if (events.length === 0 && changed.length === 0) return false;

    const ids = new Set(events.flatMap(({ exception_id }) => exception_id ?? []));
    const exceptions = new Map((await rowsIn(db, 'exception', 'id', [...ids])).map((row) => [row.id, row]));
    const happenings = events.flatMap((event) => {
      const exception = exceptions.get(event.exception_id ?? '');
      return (exception && exceptionHappening(event, exception, this.#load(event.load_id))) ?? [];
    });
    happenings.push(...(await this.#atStops(changed)));
    const wanted = happenings.flatMap((one) => this.#wanted(one, webhooks));
    const next = {
      exceptions: events.at(-1)?.seq ?? cursor.exceptions,
      monitors: changed.at(-1)?.version ?? cursor.monitors,
    };
    const added = await db.transaction().execute(async (trx) => {
      if (!(await lockOutgoingCursor(trx, cursor))) return [];
      const deliveries = await addOutgoingEvents(trx, wanted, randomUUID);
      await writeOutgoingCursor(trx, next);
      return deliveries;
    });
    if (added.length > 0) onCollected();
    return events.length === AT_ONCE;
  }

  async #atStops(rows: readonly MonitorRow[]): Promise<Happening[]> {
    const { monitors } = this.#options;
    // What is in the store is shown a moment later, or not before the next change when that has failed.
    if (rows.some(({ id, version }) => (monitors.peek(id)?.row.version ?? version) < version))
      await monitors.catchUp();
    const found: Happening[] = [];
    for (const { id } of rows) {
      const monitor = await monitors.find(id);
      if (monitor) found.push(...stopHappenings(monitor, (load_id) => this.#load(load_id)));
    }
    return found;
  }

  #wanted(happening: Happening, webhooks: readonly OutgoingWebhookRow[]): NewOutgoingEvent[] {
    const webhook_ids = webhooks
      .filter(
        ({ events, active_since }) =>
          happening.occurred_at >= active_since &&
          (JSON.parse(events) as string[]).includes(happening.event_name),
      )
      .map(({ id }) => id);
    if (webhook_ids.length === 0) return [];
    const { record, ...event } = happening;
    return [
      {
        ...event,
        id: randomUUID(),
        created_at: this.#now(),
        record: JSON.stringify(record),
        webhook_ids,
      },
    ];
  }

  #load(load_id: string) {
    return this.#options.board.get(load_id)?.item;
  }
}
