import { describe, expect, it, vi } from 'vitest';
import { RowPages } from './use-rows.ts';

const settle = () => new Promise((then) => setTimeout(then));

function pages(over: { max_pages?: number; fail?: () => boolean } = {}) {
  const read = vi.fn(async (offset: number, size: number, signal: AbortSignal) => {
    await Promise.resolve();
    if (over.fail?.()) throw new Error('no');
    signal.throwIfAborted();
    return { items: Array.from({ length: size }, (_, at) => offset + at), total: 100_000 };
  });
  const onError = vi.fn();
  const row_pages = new RowPages<number>({ size: 100, max_pages: over.max_pages ?? 3, read, onError });
  const offsets = () => read.mock.calls.map(([offset]) => offset);
  return { row_pages, read, onError, offsets };
}

describe('rows by pages', () => {
  it('reads viewed pages once and notifies listeners', async () => {
    const { row_pages, offsets } = pages();
    const listener = vi.fn();
    row_pages.subscribe(listener);
    row_pages.load(90, 130);
    row_pages.load(95, 135);
    await settle();
    expect(offsets()).toEqual([0, 100]);
    expect([row_pages.row(95), row_pages.row(130), row_pages.row(250), row_pages.total]).toEqual([
      95,
      130,
      undefined,
      100_000,
    ]);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('keeps only the most recently viewed pages', async () => {
    const { row_pages, offsets } = pages();
    for (let first = 0; first < 5000; first += 100) {
      row_pages.load(first, first + 50);
      await settle();
    }
    expect(row_pages.page_count).toBe(3);
    row_pages.load(4800, 4850);
    expect(offsets()).toHaveLength(50);
    row_pages.load(0, 50);
    expect(offsets()).toHaveLength(51);
  });

  it('never drops visible pages', async () => {
    const { row_pages } = pages({ max_pages: 1 });
    row_pages.load(0, 399);
    await settle();
    expect([0, 100, 200, 300].map((row) => row_pages.row(row))).toEqual([0, 100, 200, 300]);
  });

  it('aborts requests for pages out of view', async () => {
    const { row_pages, read } = pages();
    row_pages.load(0, 50);
    row_pages.load(90_000, 90_050);
    expect(read.mock.calls[0]?.[2].aborted).toBe(true);
    await settle();
    expect([row_pages.row(0), row_pages.row(90_000)]).toEqual([undefined, 90_000]);
  });

  it('reports a failure once and retries only on request', async () => {
    let fails = true;
    const { row_pages, onError, offsets } = pages({ fail: () => fails });
    row_pages.load(0, 50);
    await settle();
    row_pages.load(0, 50);
    await settle();
    expect([onError.mock.calls.length, offsets()]).toEqual([1, [0]]);
    fails = false;
    row_pages.retry();
    row_pages.load(0, 50);
    await settle();
    expect(row_pages.row(7)).toBe(7);
  });
});
