import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { routeTree } from './pages.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';

interface Definition {
  readonly innerType?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
}

const TEXTS = [
  '1',
  '2026',
  'LD-48213',
  '2026-11-20',
  '2026-11',
  '2026-11-20T08:00:00Z',
  '018f3f3a-0000-7000-8000-000000000001',
  '39.1,-94.6,5',
  'live,stale',
  'critical,high',
  'sign_in',
  '-ref',
  '-total_cost',
  '/?tab=all',
];

/** Values that a page may write into the address for a field: those its schema lists, and texts of every kind. */
function valuesOf(schema: z.core.$ZodType): unknown[] {
  const { innerType, out, options = [], values = [], entries = {} } = schema._zod.def as Definition;
  return [
    ...values,
    ...Object.values(entries),
    ...options.flatMap(valuesOf),
    ...(innerType ? valuesOf(innerType) : []),
    ...(out ? valuesOf(out) : []),
  ];
}

const pages = Object.values(routeTree.children ?? {}).flatMap((route) => {
  const { path, validateSearch } = route.options as { path?: string; validateSearch?: z.ZodObject };
  return validateSearch ? [{ path, schema: validateSearch }] : [];
});

describe("the pages' search parameters", () => {
  it.each(pages)('of $path are read back from the address as they were written', ({ schema }) => {
    for (const [name, field] of Object.entries(schema.shape)) {
      const accepted = [...valuesOf(field), ...TEXTS].flatMap((value) => {
        const read = (schema.parse({ [name]: value }) as Record<string, unknown>)[name];
        return read === undefined ? [] : [read];
      });
      expect(accepted, `${name} accepts a value`).not.toEqual([]);
      for (const value of accepted)
        expect(schema.parse(parseSearch(stringifySearch({ [name]: value })))).toMatchObject({
          [name]: value,
        });
    }
  });
});
