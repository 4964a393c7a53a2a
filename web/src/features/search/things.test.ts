import { SEARCH_KINDS } from '@waypost/contract/api/search';
import { describe, expect, it } from 'vitest';
import { groupsOf, matchingCommands } from './rows.ts';
import { addressOf, foundBy, recentThings, rememberThing, type Thing } from './things.ts';

const at = (href: string) => new URL(href, 'https://waypost.example');
const thing = (change: Partial<Thing> = {}): Thing => ({
  kind: 'load',
  id: 'a',
  title: 'LD-1',
  subtitle: null,
  load_id: 'a',
  match: 'exact',
  ...change,
});

describe('where a thing opens', () => {
  it.each([
    ['load', '/?load=a'],
    ['vehicle', '/?load=a'],
    ['monitor', '/monitors/a'],
    ['invitation', '/invitations?invitation=a'],
    ['fleet', '/agreements?q=a'],
    ['site', '/sites?site=a'],
  ] as const)('a %s at %s', (kind, href) => {
    expect(addressOf(thing({ kind }), at('/monitors?show=active'))).toBe(href);
  });
  it('keeps the filters of the board on the board', () => {
    expect(addressOf(thing(), at('/?tab=all&health=stale,check&view=more'))).toBe(
      '/?tab=all&health=stale,check&load=a',
    );
  });
  it('a vehicle that carries no watched load is looked for in the list', () => {
    expect(addressOf(thing({ kind: 'vehicle', load_id: null, title: 'Unit 7' }), at('/'))).toBe(
      '/?tab=all&q=Unit+7',
    );
  });
  it('every kind has a place', () => {
    for (const kind of SEARCH_KINDS) expect(addressOf(thing({ kind }), at('/'))).toMatch(/^\/[^/]/);
  });
});

describe('by what it was found', () => {
  it('is shown where its lines do not show it, in plain words', () => {
    expect(foundBy(thing({ field: 'vin', value: '1F' }))).toBe('VIN 1F');
    expect(foundBy(thing({ field: 'load_ref', value: 'LD-1' }))).toBeNull();
    expect(foundBy(thing({ field: 'vin', value: '1F', subtitle: '1F, TX' }))).toBeNull();
  });
});

describe('the order', () => {
  const Icon = (() => null) as never;
  const commands = [
    { id: 'x', group: 'actions', label: 'New monitor', Icon },
    { id: 'y', group: 'pages', label: 'Monitors', Icon },
  ] as const;
  const names = (items: Thing[], q = 'mon') =>
    groupsOf(q, { items: items as never }, matchingCommands(commands, q), []).map(({ name }) => name);

  it('is things first when one begins with what was typed, kinds by their best', () => {
    expect(names([thing({ kind: 'site', match: 'prefix' }), thing({ match: 'word' })])).toEqual([
      'Sites',
      'Loads',
      'Actions',
      'Pages',
    ]);
  });
  it('is pages and actions first when things only hold it somewhere', () => {
    expect(names([thing({ match: 'part' })])).toEqual(['Pages', 'Actions', 'Loads']);
  });
  it('counts rows through all groups', () => {
    const groups = groupsOf('mon', { items: [thing() as never] }, matchingCommands(commands, 'mon'), []);
    expect(groups.map(({ from }) => from)).toEqual([0, 1, 2]);
  });
});

describe('commands', () => {
  const Icon = (() => null) as never;
  const one = { id: 'x', group: 'actions', label: 'New monitor', also: 'create geofence', Icon } as const;
  it.each([
    ['mon', 1],
    ['new mon', 1],
    ['geo', 1],
    ['onitor', 0],
    ['', 1],
  ])('are found by the beginnings of their words: "%s"', (q, count) => {
    expect(matchingCommands([one], q)).toHaveLength(count);
  });
});

describe('what was opened last', () => {
  const storage = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
  };
  it('stands newest first, each once, no more than a few, and is of one person', () => {
    const kept = storage();
    for (let n = 0; n < 12; n++) rememberThing('dana', thing({ id: String(n % 10) }), kept);
    expect(recentThings('dana', kept).map(({ id }) => id)).toEqual(['1', '0', '9', '8', '7', '6', '5', '4']);
    expect(recentThings('eli', kept)).toEqual([]);
  });
  it('is nothing where nothing can be read', () => {
    expect(recentThings('dana', { getItem: () => '{', setItem: () => undefined })).toEqual([]);
    expect(recentThings('dana', null)).toEqual([]);
  });
});
