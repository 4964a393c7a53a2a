import type { BoardLoad } from '@waypost/contract/api/board';
import { factsOf } from '@waypost/triage/facts';
import { describe, expect, it } from 'vitest';
import { useServer } from '../testing/server.ts';
import { fillDemonstration } from './demonstration.ts';

const signal = new AbortController().signal;
const WORLD = { SANDBOX_WORLD: 'believable', SANDBOX_SPEED: '1', SANDBOX_LOADS: '500' };

describe('a new demonstration', async () => {
  const { url, line, signedIn } = await useServer({ sandbox: WORLD });
  const fill = () => fillDemonstration({ url, line, signal });
  const admin = await signedIn('admin');
  const read = async <T>(path: string) => (await admin.api(`${url}/api/${path}`)).json as { items: T[] };

  it('is filled once with contacts, sites, lists, owners, notes, snoozes, a handover and monitors', async () => {
    expect(await fill()).toBe(true);
    const loads = (await read<BoardLoad>('loads')).items;
    const triage = loads.flatMap(({ triage }) => triage ?? []);
    const owners = new Set(triage.flatMap(({ owner }) => owner?.name ?? []));
    expect(owners).toEqual(new Set(['Dana Ortiz', 'Ama Boateng', 'Noor Haddad']));
    expect(triage.filter(({ notes }) => notes > 0).length).toBeGreaterThanOrEqual(5);
    expect(triage.filter(({ snooze }) => snooze !== null).length).toBeGreaterThanOrEqual(3);
    expect(triage.filter(({ closed }) => closed !== null)).toHaveLength(1);
    const offered = (await read<{ offer: object | null }>('triage/handover')).items;
    expect(offered.filter(({ offer }) => offer !== null).length).toBeGreaterThanOrEqual(3);
    const sites = (await read<{ note: string | null }>('sites')).items;
    expect(sites).toHaveLength(30);
    expect(sites.every(({ note }) => note?.startsWith('Docks'))).toBe(true);
    expect((await read('contacts')).items.length).toBeGreaterThanOrEqual(30);
    const lists = (await read<{ name: string; loads: number }>('load-lists')).items;
    expect(lists).toHaveLength(3);
    expect(lists.every((list) => list.loads > 5)).toBe(true);
    const monitors = (await read<{ status: string }>('monitors')).items;
    expect(monitors.length).toBeGreaterThanOrEqual(18);
    expect(monitors.filter(({ status }) => status === 'cancelled')).toHaveLength(2);

    const activity = () => read<unknown>('activity?sessions=leave_out&size=500');
    const { length } = (await activity()).items;
    expect(await fill()).toBe(false);
    expect((await activity()).items).toHaveLength(length);
  }, 120_000);

  it('has 8 to 12 % of its loads in need of attention, of all kinds that need no waiting', async () => {
    const loads = (await read<BoardLoad>('loads')).items;
    const facts = loads.map((load) => factsOf(load, { now: Date.now(), outage: false }));
    const share = facts.filter(({ score }) => score.severity >= 10).length / loads.length;
    expect(loads).toHaveLength(500);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.13);
    const causes = new Set(facts.map(({ cause }) => cause));
    for (const cause of [
      'disagree',
      'same_truck',
      'unmatched',
      'none_sent',
      'read_failed',
      'read_refused',
      'monitor_waiting',
      'late_known',
    ])
      expect(causes).toContain(cause);
  });
});

describe('a database that a person has used', async () => {
  const { url, line, signedIn } = await useServer({ sandbox: { ...WORLD, SANDBOX_LOADS: '40' } });

  it('is not filled', async () => {
    const dispatcher = await signedIn();
    const site = { name: 'Ours', latitude: 35, longitude: -101, radius_meters: 300 };
    expect((await dispatcher.api(`${url}/api/sites`, { method: 'POST', body: site })).status).toBe(201);
    expect(await fillDemonstration({ url, line, signal })).toBe(false);
    expect((await dispatcher.api(`${url}/api/sites`)).json.items).toHaveLength(1);
    expect((await dispatcher.api(`${url}/api/contacts`)).json.items).toHaveLength(0);
  });
});
