// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from './queries.tsx';
import { useRowPages } from './row-pages.ts';

const TOTAL = 100_000;
const settle = () => act(() => new Promise((then) => setTimeout(then, 130)));

/** Shows the row at the beginning of what is in view. */
function open({ fails = (): boolean => false, unanswered = -1 } = {}) {
  const read = vi.fn(async ({ offset, size }: { offset: number; size: number }, signal: AbortSignal) => {
    await new Promise((then) => offset !== unanswered && setTimeout(then, 20));
    if (fails()) throw new Error('no');
    signal.throwIfAborted();
    return { items: Array.from({ length: size }, (_, at) => `row ${offset + at}`), total: TOTAL };
  });
  const pages = { current: null as ReturnType<typeof useRowPages<Awaited<ReturnType<typeof read>>>> | null };
  let from = 0;
  function Part() {
    pages.current = useRowPages({ keyOf: (page) => ['of this test', page], read });
    return <p>{String(pages.current.row(from) ?? (pages.current.error ? 'failed' : 'loading'))}</p>;
  }
  render(
    <WithQueries client={makeQueryClient(0)}>
      <Part />
    </WithQueries>,
  );
  const scrollTo = (first: number) => {
    from = first;
    act(() => void pages.current?.onVisibleRange(first, first + 10));
  };
  return { read, pages, scrollTo, offsets: () => read.mock.calls.map(([{ offset }]) => offset) };
}

it('reads pages once as they come near the view, and none beyond the last', async () => {
  const { scrollTo, offsets, pages } = open();
  await settle();
  expect([offsets(), pages.current?.first?.total]).toEqual([[0], TOTAL]);
  scrollTo(50);
  await settle();
  scrollTo(55);
  await settle();
  expect([offsets(), pages.current?.row(130)]).toEqual([[0, 100], 'row 130']);
  scrollTo(TOTAL - 31);
  await settle();
  expect(offsets()).toEqual([0, 100, TOTAL - 100]);
  expect(screen.getByText(`row ${TOTAL - 31}`)).toBeTruthy();
});

it('aborts the requests for what is scrolled past', async () => {
  const { scrollTo, read } = open({ unanswered: 50_000 });
  await settle();
  scrollTo(50_045);
  await settle();
  scrollTo(90_045);
  await settle();
  expect(read.mock.calls.map(([{ offset }, signal]) => [offset, signal.aborted])).toEqual([
    [0, false],
    [50_000, true],
    [90_000, false],
  ]);
});

it('reports a failure once and retries on request', async () => {
  let fails = true;
  const { offsets, pages } = open({ fails: () => fails });
  await settle();
  expect(screen.getByText('failed')).toBeTruthy();
  await settle();
  expect(offsets()).toEqual([0]);
  fails = false;
  act(() => pages.current?.retry());
  await settle();
  expect(screen.getByText('row 0')).toBeTruthy();
});
