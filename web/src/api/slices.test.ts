import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it, vi } from 'vitest';
import { readSlices, textOf } from './slices.ts';

async function* inChunks(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  let at = 0;
  for (let n = 0; at < text.length; n += 1) {
    const size = Math.max(1, sizes[n % Math.max(1, sizes.length)] ?? text.length);
    yield text.slice(at, at + size);
    at += size;
  }
}
const byLine = (items: readonly unknown[], rest: object) =>
  `${JSON.stringify(rest).slice(0, -1)},"items":[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]}`;
const rest = { version: 7, status: { state: 'ok' } };

async function read(chunks: AsyncIterable<string>) {
  const items: unknown[] = [];
  const heads: unknown[] = [];
  await readSlices(chunks, {
    onHead: (head) => heads.push(items.length === 0 ? head : 'too late'),
    onItems: (some) => items.push(...some),
  });
  return { items, heads };
}

describe('readSlices', () => {
  it('yields every item once and in order, and the other fields, wherever the chunks are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ load_id: fc.string(), note: fc.string() }), { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        async (items, sizes) => {
          expect(await read(inChunks(byLine(items, rest), sizes))).toEqual({ items, heads: [rest] });
        },
      ),
    );
  });

  it('reads a response that is not split into lines', async () => {
    const text = JSON.stringify({ items: [{ a: 1 }, { a: 2 }], ...rest });
    expect(await read(inChunks(text, [10]))).toEqual({ items: [{ a: 1 }, { a: 2 }], heads: [rest] });
  });

  it('reads an empty list in the format of the server', async () => {
    expect(await read(inChunks('{"version":7,"items":[\n\n]}', [3]))).toEqual({
      items: [],
      heads: [{ version: 7 }],
    });
  });

  it('throws for a truncated response', async () => {
    const text = byLine([{ a: 1 }, { a: 2 }], rest);
    await expect(read(inChunks(text.slice(0, 50), [5]))).rejects.toThrow(SyntaxError);
    await expect(read(inChunks(text.slice(0, -3), [5]))).rejects.toThrow(SyntaxError);
  });

  it('yields to other tasks after each time slice, and stops when aborted', async () => {
    let time = 0;
    const stop = new AbortController();
    const pause = vi.fn(async () => {
      if (pause.mock.calls.length === 3) stop.abort();
    });
    const items = Array.from({ length: 100 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
    const reading = readSlices(inChunks(byLine(items, rest), [150]), {
      onHead: () => undefined,
      onItems: () => {
        time += 5;
      },
      now: () => time,
      pause,
      signal: stop.signal,
    });
    await expect(reading).rejects.toThrow(/abort/i);
    expect(pause).toHaveBeenCalledTimes(3);
  });

  it('decodes characters that span two chunks', async () => {
    const bytes = new TextEncoder().encode('{"version":1,"items":[\n{"name":"Québec"}\n]}');
    const body = new ReadableStream<Uint8Array>({
      start: (to) => {
        for (const byte of bytes) to.enqueue(new Uint8Array([byte]));
        to.close();
      },
    });
    expect(await read(textOf(new Response(body)))).toEqual({
      items: [{ name: 'Québec' }],
      heads: [{ version: 1 }],
    });
  });
});
