/** A file of map tiles (PMTiles version 3) provided by the operator. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { Problem } from '../http/problems.ts';

export interface TileArchive {
  readonly path: string;
  readonly size: number;
  /** Modification time of the file, ms since 1970. */
  readonly written_at: number;
  /** Changes with the file; part of its URL, so that browsers may cache what they have read. */
  readonly version: string;
}

const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
const MVT = 1;
const TILE_TYPES = ['tiles of an unknown kind', 'vector tiles', 'PNG', 'JPEG', 'WebP', 'AVIF'];
const COMPRESSIONS = ['an unknown method', 'none', 'gzip', 'brotli', 'zstd'];
/** Compressions that a browser can read: none and gzip. */
const READABLE_COMPRESSIONS = new Set([1, 2]);

/** The archive at a path, checked by its header; or what is wrong with it, as part of a sentence. */
export function openArchive(path: string): TileArchive | { readonly problem: string } {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    return { problem: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}` };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { problem: 'is not a file' };
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(file, header, 0, HEADER_BYTES, 0);
    if (read < HEADER_BYTES) return { problem: `is too short for a map archive (${stat.size} bytes)` };
    const problem = problemOf(header, stat.size);
    if (problem !== null) return { problem };
    const { size, mtimeMs } = stat;
    const hash = createHash('sha256').update(header).update(`${size} ${mtimeMs}`);
    return { path, size, written_at: mtimeMs, version: hash.digest('hex').slice(0, 16) };
  } finally {
    closeSync(file);
  }
}

function problemOf(header: Buffer, size: number): string | null {
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'is not a PMTiles archive';
  const version = header[7];
  if (version !== VERSION) return `is PMTiles version ${version}; only version ${VERSION} is supported`;
  const tile_type = header[99] ?? 0;
  if (tile_type !== MVT)
    return `holds ${TILE_TYPES[tile_type] ?? TILE_TYPES[0]}; only vector tiles are supported`;
  for (const at of [97, 98]) {
    const compression = header[at] ?? 0;
    if (!READABLE_COMPRESSIONS.has(compression))
      return `is compressed by ${COMPRESSIONS[compression] ?? COMPRESSIONS[0]}; only gzip is supported`;
  }
  // Offset and length of the root directory, the metadata, the leaf directories and the tiles.
  const ends = [8, 24, 40, 56].map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8));
  const end = Math.max(...ends.map(Number));
  if (end > size) return `was cut off: it has ${size} of ${end} bytes`;
  return null;
}

// Serves the archive by byte ranges: a browser reads the directory and the needed tiles, never the whole file.

/** Maximum size of a response. A tile is far smaller, and a longer range is truncated. */
const MAX_RANGE_BYTES = 2 * 1024 * 1024;

function archivePath({ version }: TileArchive): string {
  return `/map-tiles/${version}.pmtiles`;
}

/** URL of the archive for the page. */
export function tilesUrl(tiles: TileArchive | URL | null): string | null {
  if (tiles === null) return null;
  return tiles instanceof URL ? tiles.href : archivePath(tiles);
}

/** Responds with 206 to one byte range, and with 416 to several, none, or one outside of the file. */
export function tileArchive(tiles: TileArchive | URL | null): RequestHandler {
  const archive = tiles instanceof URL ? null : tiles;
  const path = archive && archivePath(archive);
  return async (request, response, next) => {
    if (archive === null || request.path !== path) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const file = await open(archive.path, 'r').catch(() => null);
    const stat = await file?.stat();
    if (!file || stat?.size !== archive.size || stat.mtimeMs !== archive.written_at) {
      await file?.close();
      throw Problem.notFound('The map archive was replaced after the server started');
    }
    const range = rangeOf(request.headers.range, archive.size);
    response.set({
      'Content-Type': 'application/vnd.pmtiles',
      'Accept-Ranges': 'bytes',
      // Tiles are compressed already, and a byte range must not be transformed.
      'Cache-Control': 'public, max-age=31536000, immutable, no-transform',
      ETag: `"${archive.version}"`,
    });
    if (range === null) {
      await file.close();
      response.removeHeader('Cache-Control');
      response.status(416).set('Content-Range', `bytes */${archive.size}`).end();
      return;
    }
    const { from, to } = range;
    response.status(206).set({
      'Content-Range': `bytes ${from}-${to}/${archive.size}`,
      'Content-Length': String(to - from + 1),
    });
    if (request.method === 'HEAD') {
      await file.close();
      response.end();
      return;
    }
    // A browser that disconnects before the end is no error.
    await pipeline(file.createReadStream({ start: from, end: to }), response).catch(() => undefined);
  };
}

/** First and last byte. Null unless it is exactly one range inside of the file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const from = Number(match[1]);
  const asked = match[2] === '' ? size - 1 : Number(match[2]);
  if (from >= size || asked < from) return null;
  return { from, to: Math.min(asked, size - 1, from + MAX_RANGE_BYTES - 1) };
}
