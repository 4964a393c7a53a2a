import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BODY_LIMIT, decompressed, encodingOf, readBody } from './body.ts';

function incoming(headers: Record<string, string> = {}) {
  return Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;
}

describe('reading', () => {
  it('accepts exactly the limit', async () => {
    const request = incoming();
    request.end(Buffer.alloc(10));
    expect(await readBody(request, 10, 1000)).toHaveLength(10);
  });

  it('rejects one byte more, and stops reading', async () => {
    const request = incoming();
    request.write(Buffer.alloc(11));
    await expect(readBody(request, 10, 1000)).rejects.toMatchObject({ why: 'too_large' });
    expect(request.isPaused()).toBe(true);
  });

  it('rejects by the announced length before reading anything', async () => {
    await expect(readBody(incoming({ 'content-length': '11' }), 10, 1000)).rejects.toMatchObject({
      why: 'too_large',
    });
  });

  it('times out for a slow sender, and stops when the sender disconnects', async () => {
    await expect(readBody(incoming(), 10, 20)).rejects.toMatchObject({ why: 'late' });
    const disconnected = incoming();
    const reading = readBody(disconnected, 10, 1000);
    disconnected.destroy();
    await expect(reading).rejects.toMatchObject({ why: 'cut' });
  });
});

describe('decompression', () => {
  it('is exact at the limit and stops beyond it', async () => {
    expect(await decompressed(gzipSync(Buffer.alloc(BODY_LIMIT)), 'gzip')).toHaveLength(BODY_LIMIT);
    await expect(decompressed(gzipSync(Buffer.alloc(BODY_LIMIT + 1)), 'gzip')).rejects.toMatchObject({
      why: 'too_large',
    });
  });

  it('returns null for invalid gzip', async () => {
    expect(await decompressed(Buffer.from('{}'), 'gzip')).toBeNull();
    expect(await decompressed(Buffer.from('{}'), null)).toEqual(Buffer.from('{}'));
  });

  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
  ])('understands Content-Encoding %s', (header, encoding) => {
    expect(encodingOf(header)).toBe(encoding);
  });

  it.each(['br', 'deflate', 'gzip, gzip'])('rejects Content-Encoding %s', async (header) => {
    await expect(decompressed(Buffer.from('{}'), encodingOf(header))).rejects.toThrow('only gzip');
  });
});
