// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useTabDrafts } from './use-tab-drafts.ts';

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
