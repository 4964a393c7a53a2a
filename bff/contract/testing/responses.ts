/** Checks that apply to every response schema, shared by the tests of all resources. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';

type Row = Record<string, unknown>;

export interface ResponseExamples {
  /** All fields of the schema set. */
  readonly full: Row;
  /** Only the required fields. */
  readonly minimal: Row;
  /** Required fields that may be null. */
  readonly nullable?: readonly string[];
  /** Fields with an open enum: an unknown value must pass. */
  readonly enums?: readonly string[];
  /** The operator may have renamed a field, so unknown fields are kept until it is read. */
  readonly open?: boolean;
}

export function describeResponse(name: string, schema: z.ZodType, examples: ResponseExamples): void {
  const { full, minimal, nullable = [], enums = [], open = false } = examples;
  const promised = Object.keys(minimal);
  describe(name, () => {
    test('a full example passes unchanged', () => {
      expect(schema.parse(full)).toEqual(full);
    });
    test('a minimal example is enough', () => {
      expect(schema.parse(minimal)).toEqual(minimal);
    });
    test(`an unknown field is accepted and ${open ? 'kept' : 'dropped'}`, () => {
      const unknown = { added_next_year: { access_token: [1] } };
      expect(schema.parse({ ...full, ...unknown })).toEqual({ ...full, ...(open ? unknown : {}) });
    });
    for (const field of enums)
      test(`${field}: an unknown value passes`, () => {
        expect(schema.parse({ ...full, [field]: 'added_next_year' })).toHaveProperty(
          field,
          'added_next_year',
        );
      });
    for (const field of Object.keys(full)) {
      const mayBeNull = !promised.includes(field) || nullable.includes(field);
      test(`${field}: null is ${mayBeNull ? 'accepted' : 'rejected'}`, () => {
        expect(schema.safeParse({ ...full, [field]: null }).success).toBe(mayBeNull);
      });
      test(`${field}: missing is ${promised.includes(field) ? 'rejected' : 'accepted'}`, () => {
        const { [field]: _, ...rest } = full;
        expect(schema.safeParse(rest).success).toBe(!promised.includes(field));
      });
    }
  });
}

/** Dotted paths at which a body or query fails validation; empty when it passes. */
export function failures(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

/** First validation message. */
export function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** The nth of a sequence of fixed, distinct UUIDs. */
export function id(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
