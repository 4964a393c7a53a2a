import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { Site } from '@waypost/contract/api/sites';
import { beforeEach, expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { Search } from './search.ts';
import {
  type FoundInvitation,
  searchableArchive,
  searchableFleets,
  searchableInvitations,
  searchableMonitors,
  searchableSites,
} from './searchables.ts';

const ann = { sub: 'ann', name: 'Ann' };

const monitor = (n: number, name: string | null, more: Partial<BoardMonitor> = {}) =>
  ({
    id: id(n),
    name,
    status: 'active',
    vehicle_name: null,
    vin: null,
    stops: [],
    ...more,
  }) as unknown as BoardMonitor;
const invitation = (n: number, more: Partial<FoundInvitation>): FoundInvitation => ({
  key: id(n),
  fleet_ref: `F-${n}`,
  fleet_name: null,
  fleet_email: null,
  fleet_regulatory_id: null,
  status: 'active',
  expires_at: null,
  viewed_at: null,
  shared_at: null,
  shared_how: null,
  ...more,
});

let now: number;
let monitors: Map<string, BoardMonitor>;
let ended: BoardMonitor[];
let sites: Site[];
let search: Search;
beforeEach(() => {
  now = 0;
  monitors = new Map([
    [id(1), monitor(1, 'BOL-77', { stops: [{ name: 'Dallas yard' }] as BoardMonitor['stops'] })],
    [id(2), monitor(2, null, { vehicle_name: 'Unit 9' })],
  ]);
  ended = [monitor(3, 'BOL-12', { status: 'completed' })];
  sites = [{ id: id(5), name: 'Dallas cross-dock', note: 'scheduler 4' } as Site];
  search = new Search();
  search.register(
    searchableMonitors({
      positions: () => [...monitors.keys()].map((one) => ({ id: one })),
      get: (one) => monitors.get(one) ?? null,
      ended: {
        list: async ({ words = [] }) =>
          ended
            .filter(({ name }) => words.every((word) => name?.includes(word)))
            .map((item) => ({ item, position: { id: item.id, at: 0 } })),
      },
    }),
  );
  search.register(searchableSites({ list: () => sites }, () => now));
  search.register(
    searchableInvitations(
      async () => [
        invitation(7, { fleet_name: 'Lone Star Freight', fleet_email: 'ops@xn--mller-kva.example' }),
      ],
      () => now,
    ),
  );
  search.register(
    searchableFleets(
      () => [
        { fleet_ref: 'F-7', fleet_id: id(70) },
        { fleet_ref: 'F-7', fleet_id: id(70) },
        { fleet_ref: null, fleet_id: id(71) },
      ],
      (fleet_ref) => (fleet_ref === 'F-7' ? 'Lone Star Freight' : null),
      async () => [
        { fleet_id: id(70), name: 'Maria Ortiz', phone: '(806) 555-0142', email: null },
        { fleet_id: id(72), name: 'Sam Boyd', phone: null, email: 'sam@panhandle.example' },
      ],
      () => (fleet_id) => (fleet_id === id(72) ? 'Panhandle' : null),
      () => now,
    ),
  );
});
const find = async (q: string) =>
  (await search.find({ q, size: 20 }, ann)).items.map(({ kind, id: one, field }) => [kind, one, field]);

it.each([
  ['bol-77', [['monitor', id(1), 'name']]],
  ['unit 9', [['monitor', id(2), 'vehicle_name']]],
  ['BOL-12', [['monitor', id(3), 'name']]],
  ['scheduler 4', [['site', id(5), 'note']]],
  ['ops@müller.example', [['invitation', id(7), 'fleet_email']]],
  ['ops@xn--mller-kva.example', [['invitation', id(7), 'fleet_email']]],
  [id(71), [['fleet', id(71), 'fleet_id']]],
  ['maria', [['fleet', id(70), 'contacts.name']]],
  ['806-555-0142', [['fleet', id(70), 'contacts.phone']]],
  ['sam@panhandle.example', [['fleet', id(72), 'contacts.email']]],
])('%s', async (q, items) => {
  expect(await find(q)).toEqual(items);
});

it('finds several kinds by one word, in order of kind', async () => {
  expect(await find('dallas')).toEqual([
    ['monitor', id(1), 'stops.name'],
    ['site', id(5), 'name'],
  ]);
  expect(await find('lone star freight')).toEqual([
    ['fleet', id(70), 'fleet_name'],
    ['invitation', id(7), 'fleet_name'],
  ]);
});

it('describes the stage of an invitation as its page does', async () => {
  const { items } = await search.find({ q: 'ops@xn--mller-kva.example', size: 20 }, ann);
  expect(items.map(({ subtitle }) => subtitle)).toEqual(['F-7, Not shared yet']);
});

it('describes the status of a monitor in the words of its page, and an unknown one as received', async () => {
  monitors.set(id(4), monitor(4, 'BOL-88', { status: 'half_done' }));
  const found = async (q: string) => (await search.find({ q, size: 20 }, ann)).items[0]?.subtitle;
  expect(await found('BOL-12')).toMatch(/^Completed\b/);
  expect(await found('BOL-88')).toMatch(/^Unknown: half_done\b/);
});

it('finds archived loads, ranked last and marked as archived', async () => {
  const row = {
    load_id: id(9),
    load_ref: 'LD-9',
    vehicle_name: 'Unit 9',
    fleet_name: 'Lone Star Freight',
    fleet_ref: null,
    origin: 'Dallas, TX',
    destination: null,
  };
  search.register(searchableArchive(async () => [row]));
  expect(await find('ld 9')).toEqual([['archived_load', id(9), 'load_ref']]);
  expect((await find('dallas')).map(([kind]) => kind)).toEqual(['monitor', 'site', 'archived_load']);
  const { items } = await search.find({ q: 'LD-9', size: 20 }, ann);
  expect(items).toMatchObject([{ title: 'LD-9', subtitle: 'In the archive, Lone Star Freight, Unit 9' }]);
});

it('finds a monitor by its new name immediately, and a new site within two seconds', async () => {
  await find('x');
  monitors.set(id(1), monitor(1, 'BOL-78'));
  sites.push({ id: id(6), name: 'Amarillo yard', note: null } as Site);
  expect(await find('bol 78')).toEqual([['monitor', id(1), 'name']]);
  now += 2_000;
  expect(await find('amarillo')).toEqual([['site', id(6), 'name']]);
});
