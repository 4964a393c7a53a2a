import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type DraftStorage, DraftStore } from './draft-store.ts';

describe('DraftStore', () => {
  const schema = z.object({ text: z.string() });
  let entries = new Map<string, string>();
  let now = 0;
  const storage: DraftStorage = {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    key: (at) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
  const full: DraftStorage = {
    ...storage,
    length: 0,
    setItem: () => {
      throw new Error('full');
    },
  };
  const drafts = (person = 'dana', of: DraftStorage | null = storage) =>
    new DraftStore({ storage: of, kind: 'things', person, schema, now: () => now });

  beforeEach(() => {
    entries = new Map();
    now = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => vi.useRealTimers());

  it('stores a draft by person and name, with the time', () => {
    now = 5;
    expect(drafts().write('a', { text: 'half' })).toBe(true);
    expect([...drafts().all()]).toEqual([['a', { saved_at: 5, value: { text: 'half' } }]]);
    expect(drafts().read('b')).toBeNull();
    expect(drafts('kim').read('a')).toBeNull();
    drafts().remove('a');
    expect(drafts().read('a')).toBeNull();
  });

  it('stores what is typed shortly after, once for several keystrokes, or when the page is left', () => {
    const set = vi.spyOn(storage, 'setItem');
    const typed = drafts();
    typed.put('a', { text: 'h' });
    typed.put('a', { text: 'ha' });
    expect([typed.read('a'), typed.state('a')]).toEqual([{ text: 'ha' }, 'unchanged']);
    const before = typed.all();
    vi.advanceTimersByTime(300);
    expect(typed.all()).not.toBe(before);
    expect(set).toHaveBeenCalledOnce();
    expect([drafts().read('a'), typed.state('a')]).toEqual([{ text: 'ha' }, 'saved']);
    typed.put('a', { text: 'hal' });
    typed.flush();
    expect(drafts().read('a')).toEqual({ text: 'hal' });
  });

  it('does not store a draft that was removed meanwhile', () => {
    const typed = drafts();
    typed.put('a', { text: 'h' });
    typed.remove('a');
    typed.flush();
    expect(entries.size).toBe(0);
  });

  it('tells its listeners of each change', () => {
    const listener = vi.fn();
    const typed = drafts();
    const stop = typed.subscribe(listener);
    typed.put('a', { text: 'h' });
    typed.flush();
    typed.remove('a');
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    typed.write('a', { text: 'h' });
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it.each(['no json', '{}', '{"saved_at":0,"value":{"text":7}}'])('drops what it cannot read: %s', (text) => {
    drafts().write('a', { text: 'half' });
    for (const key of entries.keys()) entries.set(key, text);
    expect(drafts().read('a')).toBeNull();
    expect(entries.size).toBe(0);
  });

  it("deletes month-old drafts, but not other people's", () => {
    drafts().write('old', { text: '1' });
    drafts('kim').write('old', { text: '2' });
    now = 31 * 86_400_000;
    drafts().write('new', { text: '3' });
    expect([...drafts().all().keys()]).toEqual(['new']);
    expect([...entries.keys()].some((key) => key.includes('kim/old'))).toBe(true);
  });

  it('keeps a draft in memory that the browser cannot store, says so, and deletes the older one', () => {
    drafts().write('a', { text: 'old' });
    for (const blocked of [drafts('dana', full), drafts('dana', null)]) {
      expect(blocked.write('a', { text: 'new' })).toBe(false);
      expect([blocked.read('a'), blocked.state('a')]).toEqual([{ text: 'new' }, 'unavailable']);
    }
    expect(drafts().read('a')).toBeNull();
  });
});
