/** Stored facts on both databases: the same rows however facts arrive. */

import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { MonitorEventRecord } from '@waypost/contract/events';
import { expect, it } from 'vitest';
import type { Database } from '../../platform/store/database.ts';
import { eventsOfMonitor, monitorById } from '../../platform/store/monitors.ts';
import { putRows } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { id } from '../../testing/tracking.ts';
import { factOfRecord } from './facts.ts';
import { factIn } from './monitor-events.ts';
import type { MonitorState } from './reducer.ts';
import { type Fact, storeFacts } from './store-facts.ts';

const TAG = 'wp-0123456789ab';
const at = (minute: number) => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`;

/** A received event; `event_id` null: the service sends none. */
function event(
  name: string,
  record: Partial<MonitorEventRecord>,
  { event_id = name as string | null, delivery = 1 } = {},
): Fact {
  const full = { id: id(1), ...record } as MonitorEventRecord;
  const envelope = { id: event_id, event_name: `geofence_monitor.${name}`, data: [full] };
  return factIn(
    {
      event_id,
      envelope,
      event_name: envelope.event_name,
      received_at: 1_000 + delivery,
      delivery_id: id(500 + delivery),
    },
    full,
    0,
    ASSUMPTIONS,
  );
}
const arrived = (options = {}) =>
  event('stop_arrived', { occurred_at: at(5), updated_at: at(5), stop: { sequence: 0 } }, options);

describeOnBothDatabases('kept facts', (fresh) => {
  const open = async () => (await (await fresh()).open()).db;
  const add = (db: Database, ...facts: Fact[]) =>
    inTransaction(db, (store) => storeFacts(store, facts, 2_000));
  const stateOf = async (db: Database) =>
    JSON.parse((await monitorById(db, id(1)))?.state ?? 'null') as MonitorState | null;

  it('an event received three times is counted once, and changes nothing the second time', async () => {
    const db = await open();
    const first = await add(db, arrived());
    expect(first.rows).toHaveLength(1);
    expect((await add(db, arrived({ delivery: 2 }))).rows).toEqual([]);
    await add(db, arrived({ delivery: 3 }));
    expect(await monitorById(db, id(1))).toMatchObject({ events: 1, last_event_at: Date.parse(at(5)) });
    expect(await eventsOfMonitor(db, id(1))).toHaveLength(1);
  });

  it('an event without an id is recognized by its content', async () => {
    const db = await open();
    await add(db, arrived({ event_id: null }));
    await add(db, arrived({ event_id: null, delivery: 2 }));
    expect(await eventsOfMonitor(db, id(1))).toEqual([expect.objectContaining({ event_id: null })]);
  });

  it('an event before or after the creation response leads to the same state', async () => {
    const states: unknown[] = [];
    for (const order of [0, 1]) {
      const db = await open();
      const answer: Fact = {
        id: id(1),
        tag: TAG,
        state: factOfRecord({ id: id(1), status: 'active', updated_at: at(1), stops: [{ sequence: 0 }] }),
        read_at: 900,
      };
      const facts = [answer, arrived()];
      for (const fact of order === 0 ? facts : facts.reverse()) await add(db, fact);
      const row = await monitorById(db, id(1));
      states.push({ ...row, state: await stateOf(db), version: 0 });
    }
    expect(states[1]).toEqual(states[0]);
  });

  it('a record without an id is stored, and assigned to its monitor once our tag is known', async () => {
    const db = await open();
    const lost = arrived();
    const kept = await add(db, { ...lost, id: null, tag: TAG });
    expect(kept).toMatchObject({ rows: [], unmatched: 1 });
    await add(db, { id: id(1), tag: TAG, state: factOfRecord({ id: id(1), status: 'active' }) });
    expect(await monitorById(db, id(1))).toMatchObject({ events: 1, tag: TAG });
    expect((await stateOf(db))?.stops['0']?.arrived).toEqual({ own: Date.parse(at(5)) });
    // Once known, the next one is assigned immediately.
    const later = event('stop_departed', { occurred_at: at(9), stop: { sequence: 0 } });
    expect(await add(db, { ...later, id: null, tag: TAG })).toMatchObject({ ids: [id(1)], unmatched: 0 });
  });

  it('a record that identifies nothing is stored without harm', async () => {
    const db = await open();
    expect(await add(db, { ...arrived(), id: null, tag: null })).toMatchObject({ rows: [], unmatched: 1 });
  });

  it('what a person entered is found by the first fact that carries its tag', async () => {
    const db = await open();
    await putRows(
      db,
      'monitor_about',
      ['tag'],
      [
        {
          tag: TAG,
          intent_id: id(3),
          body: '{}',
          load_ref: 'LD-1',
          created_by_name: 'Ann',
          created_at: 1,
          monitor_id: null,
        },
      ],
    );
    const kept = await add(db, { ...arrived(), tag: TAG });
    expect(kept.about).toEqual([expect.objectContaining({ tag: TAG, monitor_id: id(1), load_ref: 'LD-1' })]);
  });

  it('concurrent facts are all stored in the end', async () => {
    const db = await open();
    const facts = Array.from({ length: 12 }, (_, n) =>
      event(
        'stop_arrived',
        { occurred_at: at(n), stop: { sequence: n } },
        { event_id: `e${n}`, delivery: n },
      ),
    );
    await Promise.all(facts.map((fact) => add(db, fact)));
    expect(Object.keys((await stateOf(db))?.stops ?? {})).toHaveLength(12);
    expect(await monitorById(db, id(1))).toMatchObject({ events: 12, version: 12 });
  });
});
