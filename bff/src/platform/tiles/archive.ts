/** A file of map tiles (PMTiles version 3) provided by the operator. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { tileSchema } from '@waypost/contract/tile-schema';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Problem } from '../http/problems.ts';
import { archiveContents } from './contents.ts';

export interface TileArchive {
  readonly path: string;
  readonly size: number;
  /** Modification time of the file, ms since 1970. */
  readonly written_at: number;
  /** Changes with the contents; part of its URL, so that browsers may cache what they have read. */
  readonly version: string;
  /** Name of its schema, which is a supported one. */
  readonly schema: string;
  /** Its streets were made up for the demonstration. */
  readonly simulated: boolean;
}

const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
const MVT = 1;
const TILE_TYPES = ['tiles of an unknown kind', 'vector tiles', 'PNG', 'JPEG', 'WebP', 'AVIF'];
const COMPRESSIONS = ['an unknown method', 'none', 'gzip', 'brotli', 'zstd'];
/** Compressions that a browser can read: none and gzip. */
const READABLE_COMPRESSIONS = new Set([1, 2]);
const MAX_HASHED_BYTES = 1024 * 1024;

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
    const readBytes = (offset: number, length: number) => {
      const bytes = Buffer.alloc(length);
      if (readSync(file, bytes, 0, length, offset) < length) throw new Error('a part that ends too early');
      return bytes;
    };
    const { layers, simulated } = archiveContents(readBytes, header);
    const schema = tileSchema(layers);
    if (!schema.supported)
      return {
        problem: `uses the schema ${schema.name}; only Protomaps is supported (bff/src/platform/tiles/README.md)`,
      };
    const { size, mtimeMs } = stat;
    // Header, root directory and metadata, which contain the lengths of all parts. Not the time: a file that is put back is the same.
    const parts = readBytes(0, Math.min(size, Number(header.readBigUInt64LE(40)), MAX_HASHED_BYTES));
    const hash = createHash('sha256').update(parts).update(header).update(`${size}`);
    return {
      path,
      size,
      written_at: mtimeMs,
      version: hash.digest('hex').slice(0, 16),
      schema: schema.name,
      simulated,
    };
  } catch (error) {
    return { problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
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

/** Maximum size of a range. A tile is far smaller, and a longer range is truncated. */
const MAX_RANGE_BYTES = 2 * 1024 * 1024;

function archivePath({ version }: TileArchive): string {
  return `/map-tiles/${version}.pmtiles`;
}

/** URL of the archive for the page. */
export function tilesUrl(tiles: TileArchive | URL | null): string | null {
  if (tiles === null) return null;
  return tiles instanceof URL ? tiles.href : archivePath(tiles);
}

/**
 * Responds with 200 to a request without a range, with 206 to one range, and with 416 to several and to one outside of the file.
 * While the file cannot be read, requests fail with 503; each one tries again. A file that is put back is served again.
 */
export function tileArchive(
  tiles: TileArchive | URL | null,
  log: Pick<Logger, 'info' | 'warn'>,
): RequestHandler {
  if (tiles === null || tiles instanceof URL) return (_request, _response, next) => next();
  const path = archivePath(tiles);
  const opener = new ArchiveOpener(tiles, log);
  return async (request, response, next) => {
    if (request.path !== path) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const file = await opener.open();
    const { size, version } = tiles;
    const range = rangeOf(request.headers.range, size);
    response.set({
      'Content-Type': 'application/vnd.pmtiles',
      'Accept-Ranges': 'bytes',
      // Tiles are compressed already, and a byte range must not be transformed.
      'Cache-Control': 'public, max-age=31536000, immutable, no-transform',
      ETag: `"${version}"`,
    });
    if (range === null) {
      await file.close();
      response.removeHeader('Cache-Control');
      response.status(416).set('Content-Range', `bytes */${size}`).end();
      return;
    }
    const { from, to } = range;
    response.set('Content-Length', String(to - from + 1));
    if (request.headers.range !== undefined)
      response.status(206).set('Content-Range', `bytes ${from}-${to}/${size}`);
    if (request.method === 'HEAD') {
      await file.close();
      response.end();
      return;
    }
    const content = file.createReadStream({ start: from, end: to });
    content.once('error', (error) => opener.failed(error.message));
    // A browser that disconnects before the end is no error.
    await pipeline(content, response).catch(() => undefined);
  };
}

/** Opens the archive's file for each request, and logs when it goes away and when it is back. */
class ArchiveOpener {
  readonly #archive: TileArchive;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  /** Modification times of the file that are known to be of the archive, and of another file. */
  readonly #same = new Set<number>();
  readonly #other = new Set<number>();
  #problem: string | null = null;

  constructor(archive: TileArchive, log: Pick<Logger, 'info' | 'warn'>) {
    this.#archive = archive;
    this.#log = log;
    this.#same.add(archive.written_at);
  }

  /** @throws Problem 503 */
  async open(): Promise<FileHandle> {
    const file = await open(this.#archive.path, 'r').catch((error: unknown) =>
      this.#refuse(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`),
    );
    const stat = await file.stat();
    if (!this.#isArchive(stat.size, stat.mtimeMs)) {
      await file.close();
      this.#refuse('was replaced; restart the server to use the new file');
    }
    if (this.#problem !== null) this.#log.info(`MAP_TILES: "${this.#archive.path}" can be read again`);
    this.#problem = null;
    return file;
  }

  failed(reason: string): void {
    if (reason === this.#problem) return;
    this.#problem = reason;
    this.#log.warn(
      `MAP_TILES: "${this.#archive.path}" ${reason}. Maps show no streets until the file is back`,
    );
  }

  #refuse(reason: string): never {
    this.failed(reason);
    throw new Problem(503, 'internal', 'The street map cannot be read', { detail: 'It is tried again' });
  }

  #isArchive(size: number, written_at: number): boolean {
    if (size !== this.#archive.size || this.#other.has(written_at)) return false;
    if (this.#same.has(written_at)) return true;
    const found = openArchive(this.#archive.path);
    const same = 'version' in found && found.version === this.#archive.version;
    (same ? this.#same : this.#other).add(written_at);
    return same;
  }
}

/** First and last byte; the whole file without a range. Null unless it is exactly one range inside of the file. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | null {
  if (header === undefined) return { from: 0, to: size - 1 };
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header);
  const [first, last] = [match?.[1], match?.[2]];
  if (first === undefined || last === undefined || first + last === '') return null;
  // Without a first byte, the number counts from the end.
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const asked = first === '' || last === '' ? size - 1 : Number(last);
  if (from >= size || asked < from) return null;
  return { from, to: Math.min(asked, size - 1, from + MAX_RANGE_BYTES - 1) };
}
