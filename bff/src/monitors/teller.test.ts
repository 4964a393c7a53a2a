import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Teller } from './teller.ts';

let sent: string[][];
let size: number;
let listeners: boolean;
const make = () =>
  new Teller({
    json: (id) => (id === 'gone' ? undefined : JSON.stringify({ id, pad: 'x'.repeat(size) })),
    send: (data) => {
      const { items } = JSON.parse(data) as { items: { id: string }[] };
      sent.push(items.map((item) => item.id));
    },
    heard: () => listeners,
  });

beforeEach(() => {
  vi.useFakeTimers();
  [sent, size, listeners] = [[], 10, true];
});
afterEach(() => {
  vi.useRealTimers();
});

it('gathers what changes together, each once, and leaves out what is gone', () => {
  const teller = make();
  for (const id of ['a', 'b', 'a', 'gone']) teller.changed(id);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['a', 'b']]);
});

it('sends no more at a time than a slow reader bears, and the rest after it', () => {
  size = 300 * 1024;
  const teller = make();
  for (const id of ['a', 'b', 'c']) teller.changed(id);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['a', 'b']]);
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['a', 'b'], ['c']]);
});

it('lets what only moved wait, unless it changes meanwhile', () => {
  const teller = make();
  teller.moved('a');
  teller.moved('b');
  teller.changed('b');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['b']]);
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([['b'], ['a']]);
});

it('keeps nothing for nobody', () => {
  listeners = false;
  const teller = make();
  teller.changed('a');
  vi.advanceTimersByTime(100);
  listeners = true;
  teller.changed('b');
  vi.advanceTimersByTime(100);
  expect(sent).toEqual([['b']]);
});

it('says nothing more after it was stopped', () => {
  const teller = make();
  teller.changed('a');
  teller.stop();
  teller.changed('b');
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual([]);
});
