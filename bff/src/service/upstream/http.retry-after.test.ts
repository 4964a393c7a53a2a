import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { retryAfterSeconds } from './http.ts';

const NOW = Date.parse('2026-11-22T10:00:00Z');
const BOUND = 3_600;
const at = (seconds: number) => new Date(NOW + seconds * 1000).toUTCString();
const wait = (headers: Record<string, string | string[] | undefined>, text = '') =>
  retryAfterSeconds({ headers, text }, { now: NOW, maxSeconds: BOUND });
const detail = (retry_after_seconds: unknown) =>
  JSON.stringify({ code: 429, message: 'Too Many Requests', detail: { retry_after_seconds, message: '' } });

describe('the announced wait', () => {
  it.each<[string, Record<string, string | string[]>, string, number | null]>([
    ['seconds in the header', { 'retry-after': '7' }, '', 7],
    ['zero', { 'retry-after': '0' }, '', 0],
    ['a fraction of a second', { 'retry-after': ' 1.5 ' }, '', 1.5],
    ['a header that stands twice', { 'retry-after': ['3', '9'] }, '', 9],
    ['seconds in the body alone', {}, detail(7), 7],
    ['seconds in the body as text', {}, detail('7'), 7],
    ['seconds at the top of the body', {}, '{"retry_after_seconds": 7}', 7],
    ['a longer header', { 'retry-after': '9' }, detail(7), 9],
    ['a longer body', { 'retry-after': '7' }, detail(9), 9],
    ['a body that is no JSON', { 'retry-after': '7' }, '<html>', 7],
    ['nothing', {}, detail(null), null],
    ['a text that says no time', { 'retry-after': 'soon' }, '', null],
    ['a negative number', { 'retry-after': '-5' }, detail(-5), null],
    ['a date', { 'retry-after': at(30) }, '', 30],
    ['a date of another form', { 'retry-after': 'Sunday, 22-Nov-26 10:00:30 GMT' }, '', 30],
    ['a date without a zone', { 'retry-after': 'Sun Nov 22 10:00:30 2026' }, '', 30],
    ['a date as in the body of our interface', { 'retry-after': '2026-11-22T10:00:30.000Z' }, '', 30],
    ['a date that is over', { 'retry-after': at(-30) }, '', 0],
    [
      'a date by a clock that is an hour ahead of ours',
      { 'retry-after': at(3_630), date: at(3_600) },
      '',
      30,
    ],
    ['a date by a clock that is behind ours', { 'retry-after': at(-570), date: at(-600) }, '', 30],
    ['a date beside an answer without a proper Date', { 'retry-after': at(30), date: 'today' }, '', 30],
    ['milliseconds in place of seconds', { 'retry-after': '60000' }, '', BOUND],
    ['thirty days', { 'retry-after': '2592000' }, '', BOUND],
    ['a date in a year', { 'retry-after': at(365 * 86_400) }, '', BOUND],
    ['an epoch in seconds', { 'retry-after': '1795000000' }, '', BOUND],
    ['an epoch in milliseconds', { 'retry-after': '1795000000000' }, '', BOUND],
    ['an epoch in microseconds', {}, detail(1_795_000_000_000_000), BOUND],
    [
      'more than a number can be',
      { 'retry-after': '9'.repeat(400) },
      '{"retry_after_seconds": 1e999}',
      BOUND,
    ],
    ['an epoch beside a number of seconds', { 'retry-after': '1795000000' }, detail(10), 10],
  ])('%s', (_, headers, text, seconds) => {
    expect(wait(headers, text)).toBe(seconds);
  });

  it('is within its bounds for any headers and body', () => {
    const dateLike = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
    const numberLike = fc.oneof(fc.double(), fc.bigInt(), fc.integer()).map(String);
    const header = fc.oneof(fc.string({ unit: 'binary' }), numberLike, dateLike);
    const body = fc.oneof(fc.string(), fc.json(), fc.jsonValue().map(detail), numberLike.map(detail));
    fc.assert(
      fc.property(header, fc.option(header), body, (retryAfter, date, text) => {
        const seconds = wait({ 'retry-after': retryAfter, ...(date === null ? {} : { date }) }, text);
        if (seconds === null) return;
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(BOUND);
      }),
    );
  });
});
