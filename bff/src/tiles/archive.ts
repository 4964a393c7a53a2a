/** One file of map tiles (PMTiles version 3), as an operator has put it on the disk. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface TileArchive {
  /** Absolute. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** When the file was last written, milliseconds since 1970. */
  readonly written_at: number;
  /** Changes with the file; part of its address, so that browsers may keep what they have read. */
  readonly version: string;
}

const HEADER_BYTES = 127;
const MAGIC = 'PMTiles';
const VERSION = 3;
const MVT = 1;
const TILE_TYPES = ['tiles of an unknown kind', 'vector tiles', 'PNG', 'JPEG', 'WebP', 'AVIF'];
const COMPRESSIONS = ['an unknown method', 'none', 'gzip', 'brotli', 'zstd'];
/** What a browser reads without more code: none and gzip. */
const READABLE = new Set([1, 2]);

/** The archive at a path, checked by its first bytes; or what is wrong with it, as a part of a sentence. */
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
    if (!READABLE.has(compression))
      return `is compressed by ${COMPRESSIONS[compression] ?? COMPRESSIONS[0]}; only gzip is supported`;
  }
  // Offset and length of the root directory, the metadata, the leaf directories and the tiles.
  const ends = [8, 24, 40, 56].map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8));
  const end = Math.max(...ends.map(Number));
  if (end > size) return `was cut off: it has ${size} of ${end} bytes`;
  return null;
}
