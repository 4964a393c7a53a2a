import { SEARCH_KINDS } from '@waypost/contract/api/search';
import { describe, expect, it } from 'vitest';
import { addressOf, matchedValue, recentHits, rememberHit, type SearchHit } from './hits.ts';
import { groupsOf, matchingCommands } from './rows.ts';

const at = (href: string) => new URL(href, 'https://waypost.example');
const hit = (change: Partial<SearchHit> = {}): SearchHit => ({
  kind: 'load',
  id: 'a',
  title: 'LD-1',
  subtitle: null,
  load_id: 'a',
  match: 'exact',
  ...change,
});

describe('the address of a search hit', () => {
  it.each([
    ['load', '/?load=a'],
    ['vehicle', '/?load=a'],
    ['monitor', '/monitors/a'],
    ['invitation', '/invitations?invitation=a'],
    ['fleet', '/agreements?q=a'],
    ['driver', '/drivers?operation=a'],
    ['site', '/sites?site=a'],
  ] as const)('a %s at %s', (kind, href) => {
    expect(addressOf(hit({ kind }), at('/monitors?show=active'))).toBe(href);
  });
  it('keeps the filters of the board when it is open', () => {
    expect(addressOf(hit(), at('/?tab=all&health=stale,check&view=more'))).toBe(
      '/?tab=all&health=stale,check&load=a',
    );
  });
  it('searches the list for a vehicle without a watched load', () => {
    expect(addressOf(hit({ kind: 'vehicle', load_id: null, title: 'Unit 7' }), at('/'))).toBe(
      '/?tab=all&q=Unit+7',
    );
  });
  it('exists for every kind', () => {
    for (const kind of SEARCH_KINDS) expect(addressOf(hit({ kind }), at('/'))).toMatch(/^\/[^/]/);
  });
});

describe('the matched value', () => {
  it('is shown in plain words unless title or subtitle already show it', () => {
    expect(matchedValue(hit({ field: 'vin', value: '1F' }))).toBe('VIN 1F');
    expect(matchedValue(hit({ field: 'fleet_email', value: 'ops@xn--mller-kva.de' }))).toBe(
      'email ops@müller.de',
    );
    expect(matchedValue(hit({ field: 'load_ref', value: 'LD-1' }))).toBeNull();
    expect(matchedValue(hit({ field: 'vin', value: '1F', subtitle: '1F, TX' }))).toBeNull();
  });
});

describe('the order of results', () => {
  const Icon = (() => null) as never;
  const commands = [
    { id: 'x', group: 'actions', label: 'New monitor', Icon },
    { id: 'y', group: 'pages', label: 'Monitors', Icon },
  ] as const;
  const names = (items: SearchHit[], q = 'mon') =>
    groupsOf(q, { items: items as never }, matchingCommands(commands, q), []).map(({ name }) => name);

  it('puts hits first when one starts with the query, with kinds ordered by best match', () => {
    expect(names([hit({ kind: 'site', match: 'prefix' }), hit({ match: 'word' })])).toEqual([
      'Sites',
      'Loads',
      'Actions',
      'Pages',
    ]);
  });
  it('puts pages and actions first when hits only contain the query', () => {
    expect(names([hit({ match: 'part' })])).toEqual(['Pages', 'Actions', 'Loads']);
  });
  it('numbers rows across all groups', () => {
    const groups = groupsOf('mon', { items: [hit() as never] }, matchingCommands(commands, 'mon'), []);
    expect(groups.map(({ from }) => from)).toEqual([0, 1, 2]);
  });
});

describe('commands', () => {
  const Icon = (() => null) as never;
  const command = {
    id: 'x',
    group: 'actions',
    label: 'New monitor',
    keywords: 'create geofence',
    Icon,
  } as const;
  it.each([
    ['mon', 1],
    ['new mon', 1],
    ['geo', 1],
    ['onitor', 0],
    ['', 1],
  ])('match by word prefix: "%s"', (q, count) => {
    expect(matchingCommands([command], q)).toHaveLength(count);
  });
});

describe('recently opened hits', () => {
  const storage = () => {
    const storage_items = new Map<string, string>();
    return {
      getItem: (key: string) => storage_items.get(key) ?? null,
      setItem: (key: string, value: string) => void storage_items.set(key, value),
    };
  };
  it('are newest first, without duplicates, limited in number, and separate per person', () => {
    const storage_items = storage();
    for (let n = 0; n < 12; n++) rememberHit('dana', hit({ id: String(n % 10) }), storage_items);
    expect(recentHits('dana', storage_items).map(({ id }) => id)).toEqual([
      '1',
      '0',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
    ]);
    expect(recentHits('eli', storage_items)).toEqual([]);
  });
  it('are empty when the storage cannot be read', () => {
    expect(recentHits('dana', { getItem: () => '{', setItem: () => undefined })).toEqual([]);
    expect(recentHits('dana', null)).toEqual([]);
  });
});
