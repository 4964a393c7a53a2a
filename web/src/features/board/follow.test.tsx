// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DWELL_MS, type FollowInput, nextLoad, ROTATION_SIZE, useFollow } from './follow.ts';

const input = (ids: readonly string[], ...fresh: string[]): FollowInput => ({
  ids,
  fresh: new Set(fresh),
  unplaced: new Set(),
});

describe('the next load', () => {
  it('is the next worst, wrapping around after the last', () => {
    const here = input(['a', 'b', 'c']);
    expect([null, 'a', 'b', 'c'].map((at) => nextLoad(here, at))).toEqual(['a', 'b', 'c', 'a']);
    expect(nextLoad(here, 'a', -1)).toBe('c');
  });
  it('is a new arrival, wherever it is in the list', () => {
    const many = Array.from({ length: 100 }, (_, n) => `load ${n}`);
    expect(nextLoad(input(many, 'load 90'), 'load 3')).toBe('load 90');
    expect(nextLoad(input(many), 'load 90')).toBe('load 0');
    expect(nextLoad(input(many), many[ROTATION_SIZE - 1] as string)).toBe('load 0');
  });
  it('is not one without a position, unless that is new or there is no other', () => {
    const here = { ...input(['a', 'b', 'c']), unplaced: new Set(['a', 'b']) };
    expect([null, 'b', 'c'].map((at) => nextLoad(here, at))).toEqual(['c', 'c', 'c']);
    expect(nextLoad({ ...here, fresh: new Set(['b']) }, 'c')).toBe('b');
    expect(nextLoad({ ...here, unplaced: new Set(['a', 'b', 'c']) }, 'a')).toBe('b');
  });
  it('is null when nothing needs attention', () => {
    expect(nextLoad(input([]), 'a')).toBeNull();
  });
});

describe('following', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const follow = (first: FollowInput) => {
    const shown: string[] = [];
    const hook = renderHook((at: FollowInput) => useFollow(at, (id) => shown.push(id)), {
      initialProps: first,
    });
    const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    return { shown, advance, ...hook };
  };

  it('shows each load for a while, then starts over', async () => {
    const { shown, advance } = follow(input(['a', 'b']));
    await advance(DWELL_MS - 1);
    expect(shown).toEqual(['a']);
    await advance(1);
    await advance(DWELL_MS);
    expect(shown).toEqual(['a', 'b', 'a']);
  });
  it('switches at once to a new arrival, and away from a load that no longer needs attention', async () => {
    const { shown, advance, rerender } = follow(input(['a', 'b']));
    await advance(0);
    rerender(input(['a', 'b', 'z'], 'z'));
    await advance(0);
    expect(shown).toEqual(['a', 'z']);
    rerender(input(['a', 'b']));
    await advance(0);
    expect(shown).toEqual(['a', 'z', 'a']);
  });
  it('stays on the load while paused, even when something arrives', async () => {
    const { shown, advance, rerender, result } = follow(input(['a', 'b']));
    await advance(0);
    act(() => result.current.pause(true));
    rerender(input(['a', 'b', 'z'], 'z'));
    await advance(10 * DWELL_MS);
    expect(shown).toEqual(['a']);
    act(() => result.current.forward());
    expect(shown).toEqual(['a', 'z']);
  });
});
