import { describe, expect, it } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

function setup(max?: number) {
  const clock = { now: 1_000 };
  return { clock, cache: new TtlCache<string>(100, () => clock.now, max) };
}

describe('a value with a time to live', () => {
  it('is kept for its time to live and no longer, also when the clock is set back', () => {
    const { clock, cache } = setup();
    cache.set('a', 'row');
    clock.now += 99;
    expect(cache.get('a')).toBe('row');
    clock.now += 1;
    expect(cache.get('a')).toBeUndefined();
    expect(cache.getStale('a')).toBe('row');
    cache.set('b', 'row');
    clock.now -= 1;
    expect(cache.get('b')).toBeUndefined();
  });

  it('is deleted immediately, and a read that began before does not restore it', async () => {
    const { cache } = setup();
    const { generation } = cache;
    cache.delete('a');
    cache.set('a', 'a row that was read before it was deleted', generation);
    expect(cache.get('a')).toBeUndefined();
    const { promise, resolve } = Promise.withResolvers<string>();
    const loaded = cache.fetch('a', () => promise);
    cache.delete('a');
    resolve('old');
    await loaded;
    expect(cache.get('a')).toBeUndefined();
  });

  it('is loaded once for concurrent callers, and again after a failure', async () => {
    const { cache } = setup();
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('not now');
      return `load ${loads}`;
    };
    const failed = await Promise.allSettled([cache.fetch('a', load), cache.fetch('a', load)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(loads).toBe(1);
    expect(await cache.fetch('a', load)).toBe('load 2');
    expect(await cache.fetch('a', load)).toBe('load 2');
  });

  it('is limited in number: the oldest is removed first', () => {
    const { cache } = setup(3);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['b', 'c', 'd']);
  });
});
