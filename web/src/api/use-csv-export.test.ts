import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { expect, it, vi } from 'vitest';
import { Http } from './http.ts';
import { readCsv } from './use-csv-export.ts';

const HEADERS = {
  'X-Row-Count': '3',
  'X-Complete': 'false',
  'Content-Disposition': 'attachment; filename="fuel-2026-10-01-2026-11-01-partial.csv"',
};
const PARAMS = { import_id: '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60' };

function httpReturning(chunks: readonly string[], broken = false) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const [next, ...rest] = chunks;
      chunks = rest;
      if (next !== undefined) controller.enqueue(encoder.encode(next));
      else if (broken) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
  const fetchMock = vi.fn(async () => new Response(body, { headers: HEADERS }));
  return new Http({ fetch: fetchMock as unknown as typeof fetch, online: () => true });
}

it('reads rows as they arrive, reports progress, and returns the file with its name and completeness', async () => {
  const events: unknown[] = [];
  const file = await readCsv(
    httpReturning(['id,cost\r\n1,', '2\r\n2,3\r\n', '3,4\r\n']),
    FUEL_ROUTES.fuelCsv,
    {
      params: PARAMS,
      onProgress: (progress) => events.push(progress),
    },
  );
  expect(events).toEqual([0, 0, 2, 3].map((rows) => ({ rows, total: 3 })));
  expect(file).toMatchObject({ name: 'fuel-2026-10-01-2026-11-01-partial.csv', rows: 3, complete: false });
  expect(await file.blob.text()).toBe('id,cost\r\n1,2\r\n2,3\r\n3,4\r\n');
});

it.each([
  ['the connection breaks', true],
  ['fewer rows arrive than announced', false],
])('throws instead of returning a partial file when %s', async (_, broken) => {
  const options = { params: PARAMS, onProgress: () => undefined };
  await expect(
    readCsv(httpReturning(['id,cost\r\n1,2\r\n'], broken), FUEL_ROUTES.fuelCsv, options),
  ).rejects.toMatchObject({ message: 'The download was cut off' });
});
