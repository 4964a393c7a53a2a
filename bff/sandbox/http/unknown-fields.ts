/**
 * The contract parses answers leniently, so that clients survive new fields (section 9). The sandbox must not be a
 * service with fields that nobody has read about: it looks through its own answers for fields the schema does not name.
 */
import { z } from 'zod';

/** Paths of fields in `value` that `schema` does not name. */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  if (value === null || value === undefined) return [];
  if (schema instanceof z.ZodObject) {
    if (typeof value !== 'object') return [];
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    const found: string[] = [];
    for (const [key, inner] of Object.entries(value)) {
      const known = shape[key];
      const here = () => (path === '' ? key : `${path}.${key}`);
      // Long lists are mostly plain values, in which nothing can be unknown.
      if (known && (inner === null || typeof inner !== 'object')) continue;
      if (known) found.push(...unknownFields(known, inner, here()));
      else if (inner !== undefined) found.push(here());
    }
    return found;
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, i) => unknownFields(schema.element, item, `${path}[${i}]`))
      : [];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unknownFields(schema.def.innerType, value, path);
  if (schema instanceof z.ZodUnion) {
    // Of several shapes the one that names most of the value's fields is meant.
    const answers = schema.options.map((option: z.core.$ZodType) => unknownFields(option, value, path));
    return answers.sort((a: string[], b: string[]) => a.length - b.length)[0] ?? [];
  }
  return [];
}
