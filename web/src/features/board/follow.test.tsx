// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FollowWorld, nextSpot, ROUND, STAY_MS, useFollow } from './follow.ts';

const world = (ids: readonly string[], ...fresh: string[]): FollowWorld => ({ ids, fresh: new Set(fresh) });

describe('the next load in the spot', () => {
  it('is the next worst, and after the last the worst again', () => {
    const here = world(['a', 'b', 'c']);
    expect([null, 'a', 'b', 'c'].map((at) => nextSpot(here, at))).toEqual(['a', 'b', 'c', 'a']);
    expect(nextSpot(here, 'a', -1)).toBe('c');
  });
  it('is one that has just come, wherever it stands', () => {
    const many = Array.from({ length: 100 }, (_, n) => `load ${n}`);
    expect(nextSpot(world(many, 'load 90'), 'load 3')).toBe('load 90');
    expect(nextSpot(world(many), 'load 90')).toBe('load 0');
    expect(nextSpot(world(many), many[ROUND - 1] as string)).toBe('load 0');
  });
  it('is none when nothing needs attention', () => {
    expect(nextSpot(world([]), 'a')).toBeNull();
  });
});

describe('following', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const follow = (first: FollowWorld) => {
    const shown: string[] = [];
    const hook = renderHook((at: FollowWorld) => useFollow(at, (id) => shown.push(id)), {
      initialProps: first,
    });
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    return { shown, pass, ...hook };
  };

  it('stays with each for a while, and goes round', async () => {
    const { shown, pass } = follow(world(['a', 'b']));
    await pass(STAY_MS - 1);
    expect(shown).toEqual(['a']);
    await pass(1);
    await pass(STAY_MS);
    expect(shown).toEqual(['a', 'b', 'a']);
  });
  it('turns at once to what has just come, and away from what needs nothing any more', async () => {
    const { shown, pass, rerender } = follow(world(['a', 'b']));
    await pass(0);
    rerender(world(['a', 'b', 'z'], 'z'));
    await pass(0);
    expect(shown).toEqual(['a', 'z']);
    rerender(world(['a', 'b']));
    await pass(0);
    expect(shown).toEqual(['a', 'z', 'a']);
  });
  it('stays where somebody has paused it, also when something comes', async () => {
    const { shown, pass, rerender, result } = follow(world(['a', 'b']));
    await pass(0);
    act(() => result.current.pause(true));
    rerender(world(['a', 'b', 'z'], 'z'));
    await pass(10 * STAY_MS);
    expect(shown).toEqual(['a']);
    act(() => result.current.forward());
    expect(shown).toEqual(['a', 'z']);
  });
});
