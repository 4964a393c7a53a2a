import { describe, expect, it, vi } from 'vitest';
import { RowPages } from './use-rows.ts';

const settle = () => new Promise((then) => setTimeout(then));

function pages(over: { keep?: number; fail?: () => boolean } = {}) {
  const read = vi.fn(async (offset: number, size: number, signal: AbortSignal) => {
    await Promise.resolve();
    if (over.fail?.()) throw new Error('no');
    signal.throwIfAborted();
    return { items: Array.from({ length: size }, (_, at) => offset + at), total: 100_000 };
  });
  const onError = vi.fn();
  const made = new RowPages<number>({ size: 100, keep: over.keep ?? 3, read, onError });
  const offsets = () => read.mock.calls.map(([offset]) => offset);
  return { made, read, onError, offsets };
}

describe('rows by pages', () => {
  it('reads the pages that are viewed, each once, and reports them', async () => {
    const { made, offsets } = pages();
    const listener = vi.fn();
    made.subscribe(listener);
    made.want(90, 130);
    made.want(95, 135);
    await settle();
    expect(offsets()).toEqual([0, 100]);
    expect([made.row(95), made.row(130), made.row(250), made.total]).toEqual([95, 130, undefined, 100_000]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('keeps only some pages, those that were viewed last, however far somebody scrolls', async () => {
    const { made, offsets } = pages();
    for (let first = 0; first < 5000; first += 100) {
      made.want(first, first + 50);
      await settle();
    }
    expect(made.kept).toBe(3);
    made.want(4800, 4850);
    expect(offsets()).toHaveLength(50);
    made.want(0, 50);
    expect(offsets()).toHaveLength(51);
  });

  it('never drops what is on the screen', async () => {
    const { made } = pages({ keep: 1 });
    made.want(0, 399);
    await settle();
    expect([0, 100, 200, 300].map((row) => made.row(row))).toEqual([0, 100, 200, 300]);
  });

  it('calls off what nobody looks at any more', async () => {
    const { made, read } = pages();
    made.want(0, 50);
    made.want(90_000, 90_050);
    expect(read.mock.calls[0]?.[2].aborted).toBe(true);
    await settle();
    expect([made.row(0), made.row(90_000)]).toEqual([undefined, 90_000]);
  });

  it('reports a failure once, and retries only on request', async () => {
    let fails = true;
    const { made, onError, offsets } = pages({ fail: () => fails });
    made.want(0, 50);
    await settle();
    made.want(0, 50);
    await settle();
    expect([onError.mock.calls.length, offsets()]).toEqual([1, [0]]);
    fails = false;
    made.retry();
    made.want(0, 50);
    await settle();
    expect(made.row(7)).toBe(7);
  });
});
