/**
 * From a command to a monitor (rule 25): what a person wrote down is stored under the intent's tag before the call, in one transaction with
 * the intent, so that whatever names the monitor later, an answer, a read, an event or a person, finds it again.
 */

import type { MonitorCommand } from '@waypost/contract/api/monitors';
import { type Monitor, monitor as monitorSchema } from '@waypost/contract/monitors';
import type { Board } from '../board/board.ts';
import type { Uses } from '../dependencies.ts';
import type { IntentListener } from '../intents/intents.ts';
import { resultOf } from '../intents/serialize.ts';
import type { Database } from '../store/database.ts';
import type { IntentRow } from '../store/intents.ts';
import { doneWithoutMonitor } from '../store/monitors.ts';
import { putRows } from '../store/query.ts';
import { factOfRecord } from './facts.ts';
import type { Monitors } from './monitors.ts';
import { NOTHING } from './reducer.ts';
import { type Fact, storeFacts } from './store-facts.ts';

export interface MonitorCreationListenerOptions extends Uses<'db' | 'box' | 'log' | 'now'> {
  readonly board: Pick<Board, 'get'>;
  readonly monitors: Pick<Monitors, 'apply' | 'take'>;
}

export class MonitorCreationListener implements IntentListener {
  readonly #options: MonitorCreationListenerOptions;
  readonly #now: () => number;

  constructor(options: MonitorCreationListenerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** At the start: monitors whose intent was done, but which the end of the process kept from being stored. */
  async open(): Promise<void> {
    const { db, box, monitors, log } = this.#options;
    const facts: Fact[] = [];
    for (const row of await doneWithoutMonitor(db)) {
      const answer = monitorSchema.safeParse(resultOf(box, row));
      if (answer.success) facts.push(this.#fact(row, answer.data));
      else if (row.result_id !== null) facts.push({ id: row.result_id, tag: row.tag, state: NOTHING });
    }
    if (facts.length === 0) return;
    await monitors.take(facts);
    log.info({ monitors: facts.length }, 'stored monitors whose creation was interrupted');
  }

  async begun(store: Database, row: IntentRow, body: unknown): Promise<void> {
    if (row.kind !== 'monitor') return;
    const command = body as MonitorCommand;
    const load_id = command.about?.load_id ?? null;
    const about = {
      tag: row.tag,
      intent_id: row.id,
      body: JSON.stringify(command),
      load_ref: load_id === null ? null : (this.#options.board.get(load_id)?.item.load_ref ?? null),
      created_by_name: row.created_by_name,
      created_at: row.created_at,
      monitor_id: null,
    };
    await putRows(store, 'monitor_about', ['tag'], [about]);
  }

  async done(store: Database, row: IntentRow, answer: unknown) {
    const parsed = row.kind === 'monitor' ? monitorSchema.safeParse(answer) : null;
    if (!parsed?.success) return undefined;
    const kept = await storeFacts(store, [this.#fact(row, parsed.data)], this.#now());
    return () => this.#options.monitors.apply(kept);
  }

  async named(row: IntentRow, id: string): Promise<void> {
    if (row.kind === 'monitor') await this.#options.monitors.take([{ id, tag: row.tag, state: NOTHING }]);
  }

  #fact(row: IntentRow, answer: Monitor): Fact {
    return { id: answer.id, tag: row.tag, state: factOfRecord(answer), read_at: this.#now() };
  }
}
