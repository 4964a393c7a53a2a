/**
 * The contract parses responses leniently so that clients accept new fields, but the sandbox must not send undocumented fields:
 * this checks its responses for fields that the schema does not name.
 */
import { z } from 'zod';

/** Shared empty result, so that scanning long lists allocates nothing. */
const NONE: readonly string[] = [];

/** The fields that a schema names, without its value checks. Null: none. */
type Shape =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, z.core.$ZodType> }
  | { readonly kind: 'array'; readonly element: z.core.$ZodType }
  | { readonly kind: 'union'; readonly options: readonly z.core.$ZodType[] }
  | null;

/** Cached per schema, because inspecting a schema takes longer than scanning a record. */
const shapes = new WeakMap<z.core.$ZodType, { readonly shape: Shape }>();

function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known.shape;
  const shape = inspectSchema(schema);
  shapes.set(schema, { shape });
  return shape;
}

function inspectSchema(schema: z.core.$ZodType): Shape {
  if (schema instanceof z.ZodObject)
    return { kind: 'object', fields: new Map(Object.entries<z.core.$ZodType>(schema.shape)) };
  if (schema instanceof z.ZodArray) return { kind: 'array', element: schema.element };
  if (schema instanceof z.ZodUnion) return { kind: 'union', options: schema.options };
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return shapeOf(schema.def.innerType);
  return null;
}

/** Paths of fields in `value` that `schema` does not name. */
export function unknownFields(schema: z.core.$ZodType, value: unknown): readonly string[] {
  if (value === null || typeof value !== 'object') return NONE;
  const shape = shapeOf(schema);
  switch (shape?.kind) {
    case 'object':
      return inObject(shape.fields, value);
    case 'array':
      return Array.isArray(value) ? inArray(shape.element, value) : NONE;
    case 'union': {
      // For a union, the option that names most of the fields applies.
      const responses = shape.options.map((option) => unknownFields(option, value));
      return responses.sort((a, b) => a.length - b.length)[0] ?? NONE;
    }
    default:
      return NONE;
  }
}

function inObject(fields: ReadonlyMap<string, z.core.$ZodType>, value: object): readonly string[] {
  let found = NONE;
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const known = fields.get(key);
    if (!known) {
      if (inner !== undefined) found = [...found, key];
      // Skip plain values, which cannot contain unknown fields.
    } else if (inner !== null && typeof inner === 'object') {
      const deeper = unknownFields(known, inner);
      if (deeper.length > 0) found = [...found, ...deeper.map((path) => below(key, path))];
    }
  }
  return found;
}

function inArray(element: z.core.$ZodType, value: readonly unknown[]): readonly string[] {
  let found = NONE;
  for (const [i, item] of value.entries()) {
    const deeper = unknownFields(element, item);
    if (deeper.length > 0) found = [...found, ...deeper.map((path) => below(`[${i}]`, path))];
  }
  return found;
}

/** `items` and `[0].x` give `items[0].x`. */
function below(key: string, path: string): string {
  return path.startsWith('[') ? key + path : `${key}.${path}`;
}
