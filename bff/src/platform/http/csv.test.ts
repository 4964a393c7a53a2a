import { Writable } from 'node:stream';
import { csvLine } from '@waypost/contract/csv';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { sendCsv } from './csv.ts';

it.each([
  [['a', 1, null, undefined, true], 'a,1,,,true\r\n'],
  [['say "x"', 'a,b', 'two\nlines'], '"say ""x""","a,b","two\nlines"\r\n'],
  [['=1+1', '+A1', '@SUM', '-x', '-5.20'], "'=1+1,'+A1,'@SUM,'-x,-5.20\r\n"],
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

function responseOf(write: (text: string) => void | Promise<void>) {
  const headers: Record<string, string> = {};
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk, _encoding, done) => {
      Promise.resolve(write(String(chunk))).then(() => done(), done);
    },
  });
  const response = Object.assign(stream, {
    status: () => response,
    set: (more: Record<string, string>) => Object.assign(headers, more),
  });
  return { headers, response: response as unknown as Response };
}
async function* pieces(count: number, made: { pieces: number }, failAt = Number.POSITIVE_INFINITY) {
  for (let n = 0; n < count; n += 1) {
    if (n === failAt) throw new Error('the store is gone');
    made.pieces += 1;
    yield csvLine([n]);
  }
}
const table = { name: 'fuel', columns: ['n'], rows: 100, complete: true };

it('is only a few pieces ahead of a slow reader', async () => {
  const made = { pieces: 0 };
  let taken = 0;
  let furthest = 0;
  const { response, headers } = responseOf(async () => {
    taken += 1;
    await new Promise(setImmediate);
    furthest = Math.max(furthest, made.pieces - taken);
  });
  await sendCsv(response, { ...table, pieces: pieces(100, made) });
  expect(taken).toBe(101);
  expect(furthest).toBeLessThan(10);
  expect(headers).toMatchObject({ 'X-Row-Count': '100', 'X-Complete': 'true' });
});

it('aborts when a piece fails, so that a partial table does not pass for a complete one', async () => {
  const { response } = responseOf(() => undefined);
  const sent = sendCsv(response, { ...table, pieces: pieces(100, { pieces: 0 }, 3) });
  await expect(sent).rejects.toThrow('the store is gone');
  expect((response as unknown as Writable).destroyed).toBe(true);
});

it('marks a partial table in its name', async () => {
  const { response, headers } = responseOf(() => undefined);
  await sendCsv(response, { ...table, complete: false, pieces: pieces(1, { pieces: 0 }) });
  expect(headers['Content-Disposition']).toContain('fuel-partial.csv');
});
