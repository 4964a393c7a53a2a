import { mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '@waypost/geo/network';
import { streetArchive } from '@waypost/sandbox/streets/streets';
import { buildHubs } from '@waypost/sandbox/world/sites';
import express from 'express';
import { pino } from 'pino';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTown } from '../../testing/town-tiles.ts';
import { errorHandler } from '../http/problems.ts';
import { openArchive, type TileArchive, tileArchive, tilesUrl } from './archive.ts';

const dir = mkdtempSync(join(tmpdir(), 'waypost-tiles-'));
const path = join(dir, 'town.pmtiles');
const log = pino({ enabled: false });
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
  app.use(tileArchive(archive, log));
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
    ['from the end', 'bytes=-500', content.length - 500, content.length],
    ['longer than the file from the end', `bytes=-${content.length + 5}`, 0, content.length],
  ])('answers a range %s with what there is', async (_name, range, from, to) => {
    const answer = await ask(range);
    expect(answer.status).toBe(206);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content.subarray(from, to));
  });

  it.each([
    ['outside', `bytes=${content.length}-`],
    ['backwards', 'bytes=20-10'],
    ['several', 'bytes=0-10,20-30'],
    ['overlapping', 'bytes=0-10,5-30'],
    ['very many', `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-${i + 1}`).join(',')}`],
    ['of no bytes from the end', 'bytes=-0'],
    ['without numbers', 'bytes=-'],
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

  it('is sent as a whole without a range, as to curl', async () => {
    const answer = await ask(null);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Range')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    const head = await ask(null, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'content-type': 'application/vnd.pmtiles',
    });
  });

  it('returns at most two megabytes of a range', async () => {
    const large = join(dir, 'large.pmtiles');
    writeFileSync(large, content);
    truncateSync(large, 5_000_000);
    const app = express();
    const other = opened(large);
    app.use(tileArchive(other, log));
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

  it('is rejected with the place of the damage', () => {
    const damaged = bad('damaged', (bytes) => bytes.fill(0, 127, 200));
    expect(damaged).toMatch(/^cannot be read: /);
  });
});

describe('the schema of an archive', () => {
  const written = (schema: Parameters<typeof writeTown>[2]) => {
    const file = join(dir, `${schema}.pmtiles`);
    writeTown(file, EVANSVILLE, schema);
    return openArchive(file);
  };

  it('is named at start: both versions of Protomaps can be drawn, also without declared layers', () => {
    expect(written('protomaps-4')).toMatchObject({ schema: 'Protomaps version 4' });
    expect(written('protomaps-2')).toMatchObject({ schema: 'Protomaps version 3 or older' });
  });

  it('is refused when our layers could not draw it', () => {
    expect(written('shortbread')).toEqual({
      problem: 'uses the schema Shortbread; only Protomaps is supported (bff/src/platform/tiles/README.md)',
    });
  });
});

describe("the demonstration's streets", () => {
  it('are an archive that the server opens, marked as simulated, unlike an archive of the operator', () => {
    const file = join(dir, 'demonstration.pmtiles');
    const hubs = buildHubs(1, 500, new Network(), 'believable').slice(0, 3);
    writeFileSync(
      file,
      streetArchive(hubs, () => true),
    );
    expect(openArchive(file)).toMatchObject({ schema: 'Protomaps version 4', simulated: true });
    expect(archive.simulated).toBe(false);
  });
});

describe('an archive that goes away while it is served', () => {
  it('fails with a reason in the log, once, and is served again when it is back', async () => {
    const file = join(dir, 'moved.pmtiles');
    writeFileSync(file, content);
    const before = opened(file);
    const lines: string[] = [];
    const app = express();
    const note = (line: string) => void lines.push(line);
    app.use(tileArchive(before, { info: note as never, warn: note as never }));
    app.use(errorHandler(log));
    const listening = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    const address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}${tilesUrl(before)}`;
    const status = async () => {
      const answer = await fetch(address, { headers: { Range: 'bytes=0-1' } });
      // An error must not be cached like a tile.
      if (answer.status !== 206) expect(answer.headers.get('Cache-Control')).not.toMatch(/immutable/);
      return answer.status;
    };
    expect(await status()).toBe(206);
    rmSync(file);
    expect([await status(), await status()]).toEqual([503, 503]);
    writeTown(file, { latitude: 45, longitude: -93 });
    expect(await status()).toBe(503);
    // Put back by a copy, which has another modification time.
    writeFileSync(file, content);
    utimesSync(file, 1, 1);
    expect(await status()).toBe(206);
    expect(lines).toEqual([
      expect.stringContaining('cannot be read: ENOENT. Maps show no streets until the file is back'),
      expect.stringContaining('was replaced; restart the server to use the new file'),
      expect.stringContaining('can be read again'),
    ]);
    await new Promise((resolve) => listening.close(resolve));
  });
});
