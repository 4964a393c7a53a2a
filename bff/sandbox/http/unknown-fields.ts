/**
 * The contract parses answers leniently, so that clients survive new fields (section 9). The sandbox must not be a
 * service with fields that nobody has read about: it looks through its own answers for fields the schema does not name.
 */
import { z } from 'zod';

/** Shared by all that have none: long lists are looked through without making anything. */
const NONE: readonly string[] = [];

/** Paths of fields in `value` that `schema` does not name. */
export function unknownFields(schema: z.core.$ZodType, value: unknown): readonly string[] {
  if (value === null || value === undefined) return NONE;
  if (schema instanceof z.ZodObject) return typeof value === 'object' ? inObject(schema, value) : NONE;
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? inArray(schema, value) : NONE;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unknownFields(schema.def.innerType, value);
  if (schema instanceof z.ZodUnion) {
    // Of several shapes the one that names most of the value's fields is meant.
    const answers = schema.options.map((option: z.core.$ZodType) => unknownFields(option, value));
    return answers.sort((a: readonly string[], b: readonly string[]) => a.length - b.length)[0] ?? NONE;
  }
  return NONE;
}

function inObject(schema: z.ZodObject, value: object): readonly string[] {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  let found = NONE;
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const known = shape[key];
    if (!known) {
      if (inner !== undefined) found = [...found, key];
      // Long lists are mostly plain values, in which nothing can be unknown.
    } else if (inner !== null && typeof inner === 'object') {
      const deeper = unknownFields(known, inner);
      if (deeper.length > 0) found = [...found, ...deeper.map((path) => below(key, path))];
    }
  }
  return found;
}

function inArray(schema: z.ZodArray, value: readonly unknown[]): readonly string[] {
  let found = NONE;
  for (const [i, item] of value.entries()) {
    const deeper = unknownFields(schema.element, item);
    if (deeper.length > 0) found = [...found, ...deeper.map((path) => below(`[${i}]`, path))];
  }
  return found;
}

/** `items` and `[0].x` make `items[0].x`. */
function below(key: string, path: string): string {
  return path.startsWith('[') ? key + path : `${key}.${path}`;
}
