/** Serves the archive of map tiles by ranges: a browser reads the directory and the tiles that it needs, never the whole file. */
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { Problem } from '../http/problems.ts';
import type { TileArchive } from './archive.ts';

/** Largest part of the file in one answer. A tile is far smaller, and a longer range is answered with its beginning. */
const LONGEST_RANGE = 2 * 1024 * 1024;

/** Where browsers read an archive. */
export function archivePath({ version }: TileArchive): string {
  return `/map-tiles/${version}.pmtiles`;
}

/** What the page is given as the address of the archive. */
export function tilesUrl(tiles: TileArchive | URL | null): string | null {
  if (tiles === null) return null;
  return tiles instanceof URL ? tiles.href : archivePath(tiles);
}

/** Answers 206 to one range of bytes, 416 to several, to none, or to one outside of the file. */
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
      // Compressed already, tile by tile; and a range of bytes must stay one.
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
    // A browser that leaves before the end is no fault.
    await pipeline(file.createReadStream({ start: from, end: to }), response).catch(() => undefined);
  };
}

/** First and last byte. Null when it is not exactly one range inside of the file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
  const match = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const from = Number(match[1]);
  const asked = match[2] === '' ? size - 1 : Number(match[2]);
  if (from >= size || asked < from) return null;
  return { from, to: Math.min(asked, size - 1, from + LONGEST_RANGE - 1) };
}
