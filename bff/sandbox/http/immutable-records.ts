/**
 * Records that never change, such as past purchases. They are validated and serialized once, regardless of how many pages contain
 * them. A record marked immutable must be replaced rather than changed.
 */
import type { z } from 'zod';

/** The cache is stored in the record, because a map of thousands of records would burden the garbage collector. */
const CACHE = Symbol('cache');

interface RecordCache {
  /** The schema that validated it. */
  validatedBy: z.core.$ZodType | null;
  /** Its JSON. */
  bytes: Buffer | null;
}

interface ImmutableRecord {
  [CACHE]?: RecordCache;
}

type Fields = Readonly<Record<string, unknown>>;

export function markImmutable<T extends object>(record: T): T {
  (record as ImmutableRecord)[CACHE] = { validatedBy: null, bytes: null };
  return record;
}

/**
 * Stand-in for an immutable record: a few fields and its JSON. Keeping the full records of many pages would use too much memory.
 */
export interface Summary {
  /** Null until the record was validated and serialized. */
  get(): Fields | null;
}

export function summaryOf(record: object, fields: Fields): Summary {
  const cache = cacheOf(record);
  const summary: Fields & ImmutableRecord = { ...fields, ...(cache ? { [CACHE]: cache } : {}) };
  return { get: () => (cache?.validatedBy && cache.bytes ? summary : null) };
}

/** Items of a page that this schema has not validated yet. */
export function unvalidatedItems(schema: z.core.$ZodType, items: readonly unknown[]): unknown[] {
  return items.filter((item) => cacheOf(item)?.validatedBy !== schema);
}

/** Call it after the schema has validated all items. */
export function markValidated(schema: z.core.$ZodType, items: readonly unknown[]): void {
  for (const item of items) {
    const cache = cacheOf(item);
    if (cache) cache.validatedBy = schema;
  }
}

/** JSON of a record, cached for immutable ones. */
export function bytesOf(item: unknown, write: (value: unknown) => string): Buffer {
  const cache = cacheOf(item);
  if (!cache) return Buffer.from(write(item));
  cache.bytes ??= Buffer.from(write(item));
  return cache.bytes;
}

export function isImmutable(item: unknown): boolean {
  return cacheOf(item) !== undefined;
}

function cacheOf(item: unknown): RecordCache | undefined {
  return item !== null && typeof item === 'object' ? (item as ImmutableRecord)[CACHE] : undefined;
}
