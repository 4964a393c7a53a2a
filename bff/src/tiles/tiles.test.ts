import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTown } from '../testing/town-tiles.ts';
import { openArchive, type TileArchive, tileArchive, tilesUrl } from './archive.ts';

const dir = mkdtempSync(join(tmpdir(), 'waypost-tiles-'));
const path = join(dir, 'town.pmtiles');
const EVANSVILLE = { latitude: 37.97, longitude: -87.57 };
writeTown(path, EVANSVILLE);
const content = readFileSync(path);

function opened(file = path): TileArchive {
  const archive = openArchive(file);
  if ('problem' in archive) throw new Error(archive.problem);
  return archive;
}

let server: Server;
let url: string;
const archive = opened();
beforeAll(async () => {
  const app = express();
  app.use(tileArchive(archive));
  app.use((_request, response) => void response.status(404).end('nothing here'));
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${tilesUrl(archive)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const ask = (range: string | null, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: range === null ? {} : { Range: range } });

describe('an archive of tiles', () => {
  it('is read by the map library of the page', async () => {
    const tiles = new PMTiles(url);
    const header = await tiles.getHeader();
    expect(header).toMatchObject({ minZoom: 8, maxZoom: 14 });
    const tile = await tiles.getZxy(14, 4206, 6321);
    expect(tile?.data.byteLength).toBeGreaterThan(100);
    expect(await tiles.getZxy(14, 0, 0)).toBeUndefined();
  });

  it('is served in parts that browsers may cache forever, since its URL changes with it', async () => {
    const answer = await ask('bytes=0-126');
    expect(answer.status).toBe(206);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': `bytes 0-126/${content.length}`,
      'content-length': '127',
      'cache-control': 'public, max-age=31536000, immutable, no-transform',
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(0, 127));
    const changed = join(dir, 'changed.pmtiles');
    writeTown(changed, { latitude: 41.9, longitude: -87.6 });
    expect(opened(changed).version).not.toBe(archive.version);
  });

  it.each([
    ['to the end', 'bytes=100-', 100, content.length],
    ['beyond the end', `bytes=100-${content.length + 5}`, 100, content.length],
    ['of huge length', 'bytes=0-999999999999999', 0, content.length],
    [
      'of the last byte',
      `bytes=${content.length - 1}-${content.length - 1}`,
      content.length - 1,
      content.length,
    ],
  ])('answers a range %s with what there is', async (_name, range, from, to) => {
    const answer = await ask(range);
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(from, to));
  });

  it.each([
    ['none', null],
    ['outside', `bytes=${content.length}-`],
    ['backwards', 'bytes=20-10'],
    ['several', 'bytes=0-10,20-30'],
    ['overlapping', 'bytes=0-10,5-30'],
    ['very many', `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-${i + 1}`).join(',')}`],
    ['from the end', 'bytes=-500'],
    ['negative', 'bytes=-1--1'],
    ['of another unit', 'lines=0-1'],
    ['of too many figures', `bytes=${'9'.repeat(40)}-`],
  ])('refuses ranges: %s', async (_name, range) => {
    const answer = await ask(range);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('Content-Range')).toBe(`bytes */${content.length}`);
    expect(answer.headers.get('Cache-Control')).toBeNull();
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
  });

  it('returns at most two megabytes in one response', async () => {
    const large = join(dir, 'large.pmtiles');
    writeFileSync(large, content);
    truncateSync(large, 5_000_000);
    const app = express();
    const other = opened(large);
    app.use(tileArchive(other));
    const listening = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    const { port } = listening.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}${tilesUrl(other)}`, {
      headers: { Range: 'bytes=10-' },
    });
    expect(answer.headers.get('Content-Range')).toBe(`bytes 10-${10 + 2 * 1024 * 1024 - 1}/5000000`);
    await answer.body?.cancel();
    await new Promise((resolve) => listening.close(resolve));
  });

  it('gives no access to other files, and cannot be written', async () => {
    const base = url.slice(0, url.lastIndexOf('/'));
    for (const other of [`${base}/${'0'.repeat(16)}.pmtiles`, `${base}/../../etc/passwd`, `${url}/..%2Ftown`])
      expect((await fetch(other, { headers: { Range: 'bytes=0-10' } })).status).toBe(404);
    expect((await ask('bytes=0-10', { method: 'PUT' })).status).not.toBeLessThan(400);
  });
});

describe('an invalid file', () => {
  const bad = (name: string, make: (bytes: Buffer) => Buffer) => {
    const file = join(dir, name);
    writeFileSync(file, make(Buffer.from(content)));
    const found = openArchive(file);
    return 'problem' in found ? found.problem : null;
  };
  const set = (at: number, value: number) => (bytes: Buffer) => {
    bytes[at] = value;
    return bytes;
  };
  it('is rejected with the reason', () => {
    expect(openArchive(join(dir, 'nothing.pmtiles'))).toEqual({ problem: 'cannot be read: ENOENT' });
    expect(openArchive(dir)).toEqual({ problem: 'is not a file' });
    expect(bad('empty', () => Buffer.alloc(0))).toBe('is too short for a map archive (0 bytes)');
    expect(bad('text', () => Buffer.from('a'.repeat(500)))).toBe('is not a PMTiles archive');
    expect(bad('old', set(7, 2))).toBe('is PMTiles version 2; only version 3 is supported');
    expect(bad('pictures', set(99, 2))).toBe('holds PNG; only vector tiles are supported');
    expect(bad('zstd', set(98, 4))).toBe('is compressed by zstd; only gzip is supported');
    expect(bad('cut', (bytes) => bytes.subarray(0, 1000))).toBe(
      `was cut off: it has 1000 of ${content.length} bytes`,
    );
  });

  it('is no longer served after it was replaced', async () => {
    const file = join(dir, 'replaced.pmtiles');
    writeFileSync(file, content);
    const before = opened(file);
    const app = express();
    app.use(tileArchive(before));
    const listening = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    const address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}${tilesUrl(before)}`;
    const status = async () => (await fetch(address, { headers: { Range: 'bytes=0-1' } })).status;
    expect(await status()).toBe(206);
    writeTown(file, { latitude: 45, longitude: -93 });
    truncateSync(file, content.length + 1);
    // Express responds itself here; the application turns it into a problem with status 404.
    expect(await status()).not.toBe(206);
    await new Promise((resolve) => listening.close(resolve));
  });
});
