// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type DraftStorage, DraftStore, usePersistedDraft, useTabDrafts } from './draft-store.ts';

describe('a draft of this computer', () => {
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

  function draw(begun: string, stored = false) {
    const { result, rerender, unmount } = renderHook(
      ({ value }) => usePersistedDraft({ drafts, name: 'blank', value, changed: value !== begun, stored }),
      { initialProps: { value: begun } },
    );
    return { result, change: (value: string) => rerender({ value }), unmount };
  }
  const wait = () => act(() => vi.advanceTimersByTime(300));
  const written = () => drafts.write.mock.calls;

  describe('what is made on a page', () => {
    it('is kept soon after a change, once for many letters', () => {
      const { result, change } = draw('');
      expect(result.current.keeping).toBe('fresh');
      change('a');
      change('ab');
      expect(written()).toEqual([]);
      wait();
      expect(written()).toEqual([['blank', 'ab']]);
      expect(result.current.keeping).toBe('kept');
    });

    it('is not kept while it is as it began', () => {
      const { unmount } = draw('a', true);
      wait();
      unmount();
      expect(written()).toEqual([]);
    });

    it.each(['unmounted', 'hidden'])('is kept at once when the page is %s', (how) => {
      const { change, unmount } = draw('');
      change('a');
      if (how === 'unmounted') unmount();
      else window.dispatchEvent(new Event('pagehide'));
      expect(written()).toEqual([['blank', 'a']]);
    });

    it('says so when this browser keeps nothing', () => {
      drafts.write.mockReturnValue(false);
      const { result, change } = draw('');
      change('a');
      wait();
      expect(result.current.keeping).toBe('lost');
    });

    it('is gone when it is discarded, and stays gone when it has come to its end', () => {
      const { result, change, unmount } = draw('', true);
      act(() => result.current.forget());
      expect(result.current.keeping).toBe('fresh');
      act(() => result.current.end());
      change('a');
      act(() => result.current.write('b'));
      wait();
      unmount();
      expect(drafts.remove.mock.calls).toEqual([['blank'], ['blank']]);
      expect(written()).toEqual([]);
    });
  });
});

describe('drafts by tab', () => {
  const KEY = 'things';
  const schema = z.object({ name: z.string() });
  const draw = () => renderHook(() => useTabDrafts(KEY, schema)).result;

  afterEach(() => {
    cleanup();
    sessionStorage.clear();
  });

  describe('drafts of a tab', () => {
    it('come back after a reload, each under its id, until they are forgotten', () => {
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

    it.each(['{', '[]', '{"a":{"name":7}}'])('are none when they cannot be read: %s', (text) => {
      sessionStorage.setItem(KEY, text);
      expect(draw().current[0]).toEqual({});
    });
  });
});

describe('the store of drafts', () => {
  const schema = z.object({ text: z.string() });
  let kept = new Map<string, string>();
  let now = 0;
  const storage: DraftStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
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
    kept = new Map();
    now = 0;
  });

  it('keeps a draft for its person and name', () => {
    expect(drafts().write('a', { text: 'half' })).toBe(true);
    expect(drafts().read('a')).toEqual({ text: 'half' });
    expect(drafts().read('b')).toBeNull();
    expect(drafts('kim').read('a')).toBeNull();
    drafts().remove('a');
    expect(drafts().read('a')).toBeNull();
  });

  it('takes what has another shape for nothing', () => {
    drafts().write('a', { text: 'half' });
    const [key] = kept.keys();
    for (const text of ['no json', '{}', '{"saved_at":0,"value":{"text":7}}']) {
      kept.set(String(key), text);
      expect(drafts().read('a')).toBeNull();
    }
  });

  it('lets go of what is a month old, and of nothing of others', () => {
    drafts().write('old', { text: '1' });
    drafts('kim').write('old', { text: '2' });
    now = 31 * 86_400_000;
    drafts().write('new', { text: '3' });
    drafts().sweep();
    expect(drafts().read('old')).toBeNull();
    expect(drafts().read('new')).toEqual({ text: '3' });
    expect([...kept.keys()].some((key) => key.includes('kim/old'))).toBe(true);
  });

  it('returns nothing that is a month old, and since when the rest is kept', () => {
    now = 5;
    drafts().write('a', { text: 'half' });
    expect(drafts().entry('a')).toEqual({ saved_at: 5, value: { text: 'half' } });
    now += 31 * 86_400_000;
    expect(drafts().read('a')).toBeNull();
  });

  it('gives back no older state of what it could not keep', () => {
    drafts().write('a', { text: 'old' });
    expect(drafts('dana', full).write('a', { text: 'new' })).toBe(false);
    expect(drafts().read('a')).toBeNull();
  });

  it('says when nothing is kept', () => {
    expect(drafts('dana', null).write('a', { text: 'half' })).toBe(false);
    expect(drafts('dana', full).write('a', { text: 'half' })).toBe(false);
  });
});
