// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePersistedDraft } from './use-persisted-draft.ts';

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
