/** Reads what a PMTiles archive says about itself, and its layers from one of its tiles if it declares none. */
import { gunzipSync } from 'node:zlib';
import { declaredLayers, type TileLayer } from '@waypost/contract/tile-schema';

/** Throws at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Buffer;

interface ArchiveContents {
  readonly layers: readonly TileLayer[];
  /** Its streets were made up for the demonstration (bff/sandbox/streets). */
  readonly simulated: boolean;
}

/** Larger than any real directory, metadata or tile; protects from archives that expand without end. */
const MAX_BYTES = 64 * 1024 * 1024;
const GZIP = 2;
/** Levels of directories that the format allows. */
const MAX_DEPTH = 4;

/**
 * Always reads a tile as well, so that a damaged archive is noticed at start.
 * @throws Error when the directory, the metadata or the tile cannot be read
 */
export function archiveContents(read: ReadBytes, header: Buffer): ArchiveContents {
  const number = (at: number) => Number(header.readBigUInt64LE(at));
  const unpack = (bytes: Buffer, compression: number | undefined) =>
    compression === GZIP ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
  const part = (offset: number, length: number, compression: number | undefined) => {
    if (length > MAX_BYTES) throw new Error(`a part of ${length} bytes`);
    return unpack(read(offset, length), compression);
  };
  const directory = (offset: number, length: number) => entriesOf(part(offset, length, header[97]));
  const metadata: unknown = JSON.parse(part(number(24), number(32), header[97]).toString('utf8'));

  let entries = directory(number(8), number(16));
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const leaves = entries.filter(({ run_length }) => run_length === 0);
    // A leaf in the middle: a deep zoom in the middle of the region.
    const leaf = leaves[Math.floor(leaves.length / 2)];
    if (!leaf) break;
    entries = directory(number(40) + leaf.offset, leaf.length);
  }
  // The largest tile has the most layers.
  const largest = entries.reduce<Entry | null>(
    (best, entry) => (best === null || entry.length > best.length ? entry : best),
    null,
  );
  const in_tile = largest ? tileLayers(part(number(56) + largest.offset, largest.length, header[98])) : [];
  const declared = declaredLayers(metadata);
  return {
    layers: declared.length > 0 ? declared : in_tile,
    simulated: typeof metadata === 'object' && metadata !== null && 'simulated' in metadata,
  };
}

interface Entry {
  /** From the start of the leaf directories or of the tiles. */
  offset: number;
  length: number;
  /** 0: a leaf directory. */
  run_length: number;
}

function entriesOf(bytes: Buffer): Entry[] {
  const reader = new VarintReader(bytes);
  const count = reader.next();
  if (count > bytes.length) throw new Error('a damaged directory');
  const entries = Array.from({ length: count }, (): Entry => ({ offset: 0, length: 0, run_length: 0 }));
  // Ids of the tiles, as differences.
  for (let i = 0; i < count; i++) reader.next();
  for (const entry of entries) entry.run_length = reader.next();
  for (const entry of entries) entry.length = reader.next();
  entries.forEach((entry, i) => {
    const value = reader.next();
    const previous = entries[i - 1];
    // 0: right after the previous entry.
    entry.offset = value === 0 && previous ? previous.offset + previous.length : value - 1;
  });
  return entries;
}

/** Layers of a Mapbox vector tile, with the attributes of their features. */
function tileLayers(tile: Buffer): TileLayer[] {
  return fieldsOf(tile).flatMap(([number, layer]) => {
    if (number !== 3) return [];
    const parts = fieldsOf(layer);
    const id = parts.find(([part]) => part === 1)?.[1].toString('utf8') ?? '';
    return [{ id, fields: parts.flatMap(([part, key]) => (part === 3 ? [key.toString('utf8')] : [])) }];
  });
}

/** Fields of a Protocol Buffers message that have a length; others are skipped. */
function fieldsOf(message: Buffer): [number: number, content: Buffer][] {
  const reader = new VarintReader(message);
  const fields: [number, Buffer][] = [];
  while (!reader.ended) {
    const key = reader.next();
    const type = key & 7;
    if (type === 2) fields.push([key >>> 3, reader.bytes(reader.next())]);
    else if (type === 0) reader.next();
    else if (type === 1 || type === 5) reader.bytes(type === 1 ? 8 : 4);
    else throw new Error('a damaged tile');
  }
  return fields;
}

class VarintReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new Error('a part that ends too early');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  bytes(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error('a part that ends too early');
    const content = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return content;
  }
}
