/** Polling in the background: where the service supports it, as often as needed, and without useless calls. */

import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import type { Monitor } from '@waypost/contract/monitors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Topic } from '../../platform/lib/async.ts';
import { type OpenDatabase, openDatabase } from '../../platform/store/open-database.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import type { Change } from '../board/board.ts';
import { factOfRecord } from './facts.ts';
import { MonitorPoller } from './monitor-poller.ts';
import { Monitors } from './monitors.ts';

const NOW = Date.parse('2026-11-20T08:00:00Z');
const MINUTE = 60_000;

let store: OpenDatabase;
let now: number;
let calls: string[];
let there: Monitor[];
let list: 'yes' | 'no';
let one: 'yes' | 'no';
let events: boolean;
let asked_as: string;

beforeEach(async () => {
  store = await openDatabase('sqlite::memory:');
  now = NOW;
  calls = [];
  there = [];
  [list, one, events] = ['yes', 'yes', false];
});
afterEach(() => store.close());

const iso = (ms: number) => new Date(ms).toISOString();
const monitor = (n: number, more: Partial<Monitor> = {}): Monitor => ({
  id: id(n),
  status: 'active',
  updated_at: iso(NOW),
  starts_at: iso(NOW),
  expires_at: iso(NOW + 1000 * MINUTE),
  ...more,
});
const notFound = () => new ServiceError('not_found', 'no', { status: 404 });

interface Asked {
  readonly params?: { geofence_monitor_id: string };
  readonly query?: { cursor?: string; status?: string };
  readonly priority: string;
}

async function answer(name: string, { params, query, priority }: Asked) {
  asked_as = priority;
  if (params) {
    calls.push(`one ${Number(params.geofence_monitor_id.slice(-12))}`);
    const found = there.find((other) => other.id === params.geofence_monitor_id);
    if (one === 'no' || !found) throw notFound();
    return { data: found };
  }
  calls.push(query?.cursor ? `${name} ${query.cursor}` : name);
  if (list === 'no') throw new ServiceError('refused', 'no', { status: 405 });
  const listed = there.filter((other) => query?.status === undefined || other.status === query.status);
  const from = Number(query?.cursor ?? 0);
  const next = from + 2 < listed.length ? String(from + 2) : null;
  return { data: { items: listed.slice(from, from + 2), next_page: next } };
}

async function reading() {
  const board = {
    get: () => null,
    has: () => false,
    ids: () => [],
    onChange: new Topic<Change>(),
    recordMonitor: () => undefined,
  };
  const monitors = await Monitors.open({
    assumptions: ASSUMPTIONS,
    db: store.db,
    board,
    site: () => undefined,
    siteAt: () => undefined,
    placeOf: () => null,
    broadcaster: { publish: () => undefined },
    onCommit: () => undefined,
    log: silentLog,
    now: () => now,
  });
  const call = ({ name }: { name: string }, asked: Asked) => answer(name, asked);
  const reader = new MonitorPoller({
    db: store.db,
    client: { call, broken: false } as never,
    endpoints: serviceEndpoints(),
    monitors,
    log: silentLog,
    receivesEvents: () => events,
    intervalMs: MINUTE,
    now: () => now,
  });
  await reader.open();
  const know = (...records: Monitor[]) =>
    monitors.addFacts(records.map((record) => ({ id: record.id, tag: null, state: factOfRecord(record) })));
  const runOnce = async (afterMs = 0) => {
    now += afterMs;
    calls = [];
    await reader.runOnce();
    return calls;
  };
  return { monitors, reader, know, runOnce };
}

describe('reading', () => {
  it('treats one refusal of a list that has worked as a fault, and only several as its end', async () => {
    const { reader, runOnce } = await reading();
    await runOnce();
    list = 'no';
    expect(await runOnce(10 * MINUTE)).toEqual(['listMonitors']);
    expect(reader.offered.list).toBe('yes');
    await runOnce(10 * MINUTE);
    await runOnce(10 * MINUTE);
    expect(reader.offered.list).toBe('no');
  });

  it('finds monitors created elsewhere, across all pages of the list', async () => {
    there = [1, 2, 3].map((n) => monitor(n));
    const { monitors, reader, runOnce } = await reading();
    expect(await runOnce()).toEqual(['listMonitors', 'listMonitors 2']);
    expect(monitors.size).toBe(3);
    expect(reader.offered.any).toBe('yes');
  });

  it('reads only those missing from the list, and then knows their end', async () => {
    const { monitors, know, runOnce } = await reading();
    await know(monitor(1), monitor(2));
    there = [
      monitor(1),
      monitor(2, { status: 'completed', completed_at: iso(NOW + 5), updated_at: iso(NOW + 5) }),
    ];
    expect(await runOnce()).toEqual(['listMonitors', 'one 2']);
    expect(monitors.get(id(2))?.status).toBe('completed');
    expect(await runOnce(2 * MINUTE)).toEqual(['listMonitors']);
  });

  it('is rare while events arrive, except for expired monitors', async () => {
    events = true;
    there = [monitor(1), monitor(2, { expires_at: iso(NOW + MINUTE) })];
    const { know, runOnce } = await reading();
    await know(...there);
    await runOnce();
    expect(await runOnce(3 * MINUTE)).toEqual(['one 2']);
    expect(await runOnce(20 * MINUTE)).toEqual(['listMonitors']);
  });

  it('reads expired monitors first, then long silent ones', async () => {
    list = 'no';
    const late = monitor(3, { expires_at: iso(NOW - MINUTE) });
    there = [monitor(1), monitor(2), late];
    const { know, runOnce } = await reading();
    await know(...there);
    expect(await runOnce()).toEqual(['listMonitors', 'one 3', 'one 1', 'one 2']);
  });

  it('is not retried for hours where the service has none, even after a restart', async () => {
    [list, one] = ['no', 'no'];
    const { reader, know, runOnce } = await reading();
    await know(monitor(1), monitor(2));
    expect(await runOnce()).toEqual(['listMonitors', 'one 1']);
    expect(reader.offered.any).toBe('no');
    expect(await runOnce(30 * MINUTE)).toEqual([]);
    const again = await reading();
    expect(await again.runOnce()).toEqual([]);
    expect(await again.runOnce(7 * 60 * MINUTE)).toEqual(['listMonitors', 'one 1']);
  });

  it('uses the list for everything where single reads are missing, at the allowed interval', async () => {
    one = 'no';
    there = [1, 2, 3, 4, 5].map((n) => monitor(n));
    const { monitors, know, runOnce } = await reading();
    await know(...there, monitor(9));
    expect(await runOnce()).toEqual(['listMonitors', 'listMonitors 2', 'listMonitors 4', 'one 9']);
    there[0] = monitor(1, { status: 'expired', updated_at: iso(NOW + MINUTE) });
    expect(await runOnce(2 * MINUTE)).toEqual(['listMonitors', 'listMonitors 2', 'listMonitors 4']);
    expect(monitors.get(id(1))?.status).toBe('expired');
    expect(await runOnce(1_000)).toEqual([]);
  });

  it('treats a 404 as a missing monitor where reading works', async () => {
    there = [monitor(1), monitor(2, { status: 'expired' })];
    const { reader, know, runOnce } = await reading();
    await know(monitor(1), monitor(2), monitor(9));
    expect(await runOnce()).toEqual(['listMonitors', 'one 2', 'one 9']);
    expect(reader.offered.one).toBe('yes');
    expect(await runOnce(10_000)).toEqual([]);
  });

  it('without changes only updates the read time', async () => {
    there = [monitor(1)];
    const { monitors, runOnce } = await reading();
    await runOnce();
    const before = monitors.get(id(1));
    await runOnce(2 * MINUTE);
    expect(monitors.get(id(1))).toEqual({ ...before, last_read_at: iso(NOW + 2 * MINUTE) });
  });

  it('for a person has priority, and names what the service does not know', async () => {
    there = [monitor(1)];
    one = 'no';
    const { reader, know } = await reading();
    await know(monitor(1), monitor(9));
    await expect(reader.readNow(id(1), undefined)).rejects.toMatchObject({ message: 'no' });
    expect(reader.offered.one).toBe('no');
    one = 'yes';
    await reader.readNow(id(1), undefined);
    expect(asked_as).toBe('person');
    await expect(reader.readNow(id(9), undefined)).rejects.toMatchObject({
      message: 'The tracking service does not know this monitor',
    });
  });

  it('in the background has the lowest priority', async () => {
    there = [monitor(1)];
    const { runOnce } = await reading();
    await runOnce();
    expect(asked_as).toBe('background');
  });
});
