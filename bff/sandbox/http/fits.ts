/**
 * A quick check of our own answers, in place of a whole parse: a page of 1,000 rows holds 30,000 values, and nearly all are right.
 * Each schema is worked out once into a function that makes nothing on its way. True means that the schema passes the value and
 * names all of its fields; false means only that a whole parse has to decide (see `checkAnswer`).
 */
import { z } from 'zod';

type Fits = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, Fits>();

export function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return fitsOf(schema)(value);
}

function fitsOf(schema: z.core.$ZodType): Fits {
  const made = known.get(schema);
  if (made) return made;
  const fresh = workOut(schema);
  known.set(schema, fresh);
  return fresh;
}

/** True when a schema asks for no more than its kind. */
function isPlain({ _zod }: z.core.$ZodType): boolean {
  const {
    checks = [],
    coerce = false,
    format,
  } = _zod.def as {
    readonly checks?: readonly unknown[];
    readonly coerce?: boolean;
    readonly format?: string;
  };
  return checks.length === 0 && !coerce && format === undefined;
}

function workOut(schema: z.core.$ZodType): Fits {
  if (schema instanceof z.ZodOptional) {
    const inner = fitsOf(schema.def.innerType);
    return (value) => value === undefined || inner(value);
  }
  if (schema instanceof z.ZodNullable) {
    const inner = fitsOf(schema.def.innerType);
    return (value) => value === null || inner(value);
  }
  if (isPlain(schema)) {
    if (schema instanceof z.ZodString) return (value) => typeof value === 'string';
    if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
    if (schema instanceof z.ZodNumber) return (value) => typeof value === 'number' && Number.isFinite(value);
    if (schema instanceof z.ZodObject) return objectFits(schema);
    if (schema instanceof z.ZodArray) {
      const element = fitsOf(schema.element);
      return (value) => Array.isArray(value) && value.every((one) => element(one));
    }
    if (schema instanceof z.ZodTuple && schema.def.rest === null) {
      const items = schema.def.items.map(fitsOf);
      return (value) =>
        Array.isArray(value) && value.length === items.length && items.every((item, i) => item(value[i]));
    }
    if (schema instanceof z.ZodUnion) {
      const options = schema.options.map(fitsOf);
      return (value) => options.some((option) => option(value));
    }
  }
  return textFits(schema) ?? parsed(schema);
}

function objectFits(schema: z.ZodObject): Fits {
  const fields = new Map(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [name, fitsOf(field)]),
  );
  const names = [...fields.keys()];
  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
    const given = value as Readonly<Record<string, unknown>>;
    let seen = 0;
    for (const name of Object.keys(given)) {
      const field = fields.get(name);
      if (!field?.(given[name])) return false;
      seen += 1;
    }
    return seen === names.length || names.every((name) => name in given || fields.get(name)?.(undefined));
  };
}

/** Text with a format or with rules that can be asked one by one; null when there is another kind of rule. */
function textFits(schema: z.core.$ZodType): Fits | null {
  const {
    type,
    coerce,
    checks = [],
  } = schema._zod.def as { type: string; coerce?: boolean; checks?: unknown[] };
  if (type !== 'string' || coerce) return null;
  const rules = [schema, ...(checks as z.core.$ZodCheck[])].map(ruleOf);
  if (rules.includes(null)) return null;
  return (value) => typeof value === 'string' && rules.every((rule) => rule?.(value));
}

function ruleOf({ _zod }: { readonly _zod: { readonly def: unknown } }): ((text: string) => boolean) | null {
  const { type, check, format, pattern, fn } = _zod.def as {
    readonly type?: string;
    readonly check?: string;
    readonly format?: string;
    readonly pattern?: RegExp;
    readonly fn?: (text: string) => unknown;
  };
  if (type === 'string' && format === undefined) return () => true;
  if (check === 'custom' && fn) return (text) => fn(text) === true;
  const isPattern =
    check === 'string_format' && (format === 'guid' || format === 'regex' || format === 'date');
  return isPattern && pattern && !pattern.global && !pattern.sticky ? (text) => pattern.test(text) : null;
}

/** Whatever else a schema asks: it is asked itself. Of objects only free ones, whose fields nobody names. */
function parsed(schema: z.core.$ZodType): Fits {
  const isFree = schema instanceof z.ZodRecord;
  return (value) =>
    z.safeParse(schema, value).success && (isFree || value === null || typeof value !== 'object');
}
