import { PRESENCE_SILENCE_MS } from '@waypost/contract/api/presence';
import { describe, expect, it, vi } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { type PagePresence, Presence } from './presence.ts';

function started() {
  let time = Date.parse('2026-11-20T10:00:00Z');
  const presence = new Presence({ now: () => time });
  const changed = vi.fn();
  presence.onChange.subscribe(changed);
  const pass = (ms: number) => {
    time += ms;
    presence.sweep();
  };
  return { presence, changed, pass };
}

const said = (change: Partial<PagePresence> = {}): PagePresence => ({
  sub: 'ann',
  name: 'Ann',
  id_hash: 'session 1',
  tab: id(1),
  load_id: id(10),
  calling: false,
  ...change,
});

describe('presence', () => {
  it('lists who has a load open, until the page leaves it', () => {
    const { presence } = started();
    presence.put(said());
    expect(presence.list()).toEqual([
      { sub: 'ann', name: 'Ann', load_id: id(10), calling: false, since: '2026-11-20T10:00:00.000Z' },
    ]);
    presence.put(said({ load_id: id(11) }));
    expect(presence.list()).toMatchObject([{ load_id: id(11) }]);
    presence.put(said({ load_id: null }));
    expect(presence.list()).toEqual([]);
  });

  it('ends after a silence, not while it is renewed, and a renewal is no change', () => {
    const { presence, changed, pass } = started();
    presence.put(said());
    pass(PRESENCE_SILENCE_MS - 1);
    presence.put(said());
    pass(PRESENCE_SILENCE_MS - 1);
    expect(presence.list()).toHaveLength(1);
    expect(changed).toHaveBeenCalledTimes(1);
    pass(1);
    expect(presence.list()).toEqual([]);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('ends with its session, on all of its pages', () => {
    const { presence } = started();
    presence.put(said());
    presence.put(said({ tab: id(2), load_id: id(11) }));
    presence.put(said({ sub: 'bob', name: 'Bob', id_hash: 'session 2' }));
    presence.endSession('session 1');
    expect(presence.list()).toMatchObject([{ name: 'Bob' }]);
  });

  it('has one item for each person and load: the page that is calling', () => {
    const { presence } = started();
    presence.put(said());
    presence.put(said({ tab: id(2), calling: true }));
    presence.put(said({ tab: id(3) }));
    expect(presence.list()).toMatchObject([{ name: 'Ann', calling: true }]);
    presence.put(said({ tab: id(2), load_id: null }));
    expect(presence.list()).toMatchObject([{ name: 'Ann', calling: false }]);
  });
});
