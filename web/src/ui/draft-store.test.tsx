// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type DraftStorage, DraftStore, usePersistedDraft, useTabDrafts } from './draft-store.ts';

describe('usePersistedDraft', () => {
  const drafts = { write: vi.fn(), remove: vi.fn(), sweep: vi.fn() };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    drafts.write.mockReturnValue(true);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.resetAllMocks();
  });

  function draw(initial: string, stored = false) {
    const { result, rerender, unmount } = renderHook(
      ({ value }) => usePersistedDraft({ drafts, name: 'blank', value, changed: value !== initial, stored }),
      { initialProps: { value: initial } },
    );
    return { result, change: (value: string) => rerender({ value }), unmount };
  }
  const wait = () => act(() => vi.advanceTimersByTime(300));
  const written = () => drafts.write.mock.calls;

  describe('a draft', () => {
    it('is saved shortly after a change, once for several keystrokes', () => {
      const { result, change } = draw('');
      expect(result.current.save_state).toBe('unchanged');
      change('a');
      change('ab');
      expect(written()).toEqual([]);
      wait();
      expect(written()).toEqual([['blank', 'ab']]);
      expect(result.current.save_state).toBe('saved');
    });

    it('is not saved while unchanged', () => {
      const { unmount } = draw('a', true);
      wait();
      unmount();
      expect(written()).toEqual([]);
    });

    it.each(['unmounted', 'hidden'])('is saved immediately when the page is %s', (how) => {
      const { change, unmount } = draw('');
      change('a');
      if (how === 'unmounted') unmount();
      else window.dispatchEvent(new Event('pagehide'));
      expect(written()).toEqual([['blank', 'a']]);
    });

    it('reports when the browser cannot save it', () => {
      drafts.write.mockReturnValue(false);
      const { result, change } = draw('');
      change('a');
      wait();
      expect(result.current.save_state).toBe('unavailable');
    });

    it('is deleted when discarded, and never saved again once completed', () => {
      const { result, change, unmount } = draw('', true);
      act(() => result.current.discard());
      expect(result.current.save_state).toBe('unchanged');
      act(() => result.current.complete());
      change('a');
      act(() => result.current.write('b'));
      wait();
      unmount();
      expect(drafts.remove.mock.calls).toEqual([['blank'], ['blank']]);
      expect(written()).toEqual([]);
    });
  });
});

describe('useTabDrafts', () => {
  const KEY = 'things';
  const schema = z.object({ name: z.string() });
  const draw = () => renderHook(() => useTabDrafts(KEY, schema)).result;

  afterEach(() => {
    cleanup();
    sessionStorage.clear();
  });

  describe('drafts', () => {
    it('are restored by id after a reload, until deleted', () => {
      const first = draw();
      act(() => {
        first.current[1]('a', { name: 'A' });
        first.current[1]('b', { name: 'B' });
      });
      const second = draw();
      expect(second.current[0]).toEqual({ a: { name: 'A' }, b: { name: 'B' } });
      act(() => second.current[1]('a', null));
      expect(draw().current[0]).toEqual({ b: { name: 'B' } });
    });

    it.each(['{', '[]', '{"a":{"name":7}}'])('are ignored when invalid: %s', (text) => {
      sessionStorage.setItem(KEY, text);
      expect(draw().current[0]).toEqual({});
    });
  });
});

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
  });

  it('stores a draft by person and name', () => {
    expect(drafts().write('a', { text: 'half' })).toBe(true);
    expect(drafts().read('a')).toEqual({ text: 'half' });
    expect(drafts().read('b')).toBeNull();
    expect(drafts('kim').read('a')).toBeNull();
    drafts().remove('a');
    expect(drafts().read('a')).toBeNull();
  });

  it('ignores values that do not match the schema', () => {
    drafts().write('a', { text: 'half' });
    const [key] = entries.keys();
    for (const text of ['no json', '{}', '{"saved_at":0,"value":{"text":7}}']) {
      entries.set(String(key), text);
      expect(drafts().read('a')).toBeNull();
    }
  });

  it("deletes month-old drafts, but not other people's", () => {
    drafts().write('old', { text: '1' });
    drafts('kim').write('old', { text: '2' });
    now = 31 * 86_400_000;
    drafts().write('new', { text: '3' });
    drafts().sweep();
    expect(drafts().read('old')).toBeNull();
    expect(drafts().read('new')).toEqual({ text: '3' });
    expect([...entries.keys()].some((key) => key.includes('kim/old'))).toBe(true);
  });

  it('returns the time of saving, and nothing older than a month', () => {
    now = 5;
    drafts().write('a', { text: 'half' });
    expect(drafts().entry('a')).toEqual({ saved_at: 5, value: { text: 'half' } });
    now += 31 * 86_400_000;
    expect(drafts().read('a')).toBeNull();
  });

  it('deletes the older state when a write fails', () => {
    drafts().write('a', { text: 'old' });
    expect(drafts('dana', full).write('a', { text: 'new' })).toBe(false);
    expect(drafts().read('a')).toBeNull();
  });

  it('reports failed writes', () => {
    expect(drafts('dana', null).write('a', { text: 'half' })).toBe(false);
    expect(drafts('dana', full).write('a', { text: 'half' })).toBe(false);
  });
});
