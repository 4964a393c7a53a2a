/**
 * Records that never change once they are made, such as a purchase of last month. However many pages they are on, they are checked
 * against the contract once and written once. Whoever fixes a record promises to make another one rather than change it.
 */
import type { z } from 'zod';

/** What is known of a record is kept in the record: a table beside thousands of them would keep the garbage collector busy. */
const KNOWN = Symbol('fixed');

interface Known {
  /** The schema that has passed it. */
  passedBy: z.core.$ZodType | null;
  /** Its JSON. */
  bytes: Buffer | null;
}

interface Fixed {
  [KNOWN]?: Known;
}

type Fields = Readonly<Record<string, unknown>>;

export function fix<T extends object>(record: T): T {
  (record as Fixed)[KNOWN] = { passedBy: null, bytes: null };
  return record;
}

/**
 * What may be kept in place of a fixed record: a few of its fields, for whoever reads answers, and its JSON. The whole records of
 * many pages would fill the memory.
 */
export interface Summary {
  /** Null until the record has been passed and written. */
  get(): Fields | null;
}

export function summaryOf(record: object, fields: Fields): Summary {
  const known = knownOf(record);
  const summary: Fields & Fixed = { ...fields, ...(known ? { [KNOWN]: known } : {}) };
  return { get: () => (known?.passedBy && known.bytes ? summary : null) };
}

/** Records of a page that this schema has not passed yet. */
export function unpassed(schema: z.core.$ZodType, items: readonly unknown[]): unknown[] {
  return items.filter((item) => knownOf(item)?.passedBy !== schema);
}

/** Call it when the schema has passed all of them. */
export function pass(schema: z.core.$ZodType, items: readonly unknown[]): void {
  for (const item of items) {
    const known = knownOf(item);
    if (known) known.passedBy = schema;
  }
}

/** JSON of a record; of a fixed one it is kept. */
export function bytesOf(item: unknown, write: (value: unknown) => string): Buffer {
  const known = knownOf(item);
  if (!known) return Buffer.from(write(item));
  known.bytes ??= Buffer.from(write(item));
  return known.bytes;
}

export function isFixed(item: unknown): boolean {
  return knownOf(item) !== undefined;
}

function knownOf(item: unknown): Known | undefined {
  return item !== null && typeof item === 'object' ? (item as Fixed)[KNOWN] : undefined;
}
