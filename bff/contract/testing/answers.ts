/** What must hold for every answer of the service, written once for the tests beside each resource. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';

type Row = Record<string, unknown>;

export interface AnswerExamples {
  /** Every field of the section filled. */
  readonly full: Row;
  /** Only what the text promises. Its fields are the required ones. */
  readonly minimal: Row;
  /** Fields the text promises that may be null all the same. */
  readonly nullable?: readonly string[];
  /** Fields that hold an enum: a value nobody knows must survive. */
  readonly enums?: readonly string[];
  /** True where the operator may have given a field another name, so that unknown ones stay until it is read. */
  readonly open?: boolean;
}

export function describeAnswer(name: string, schema: z.ZodType, examples: AnswerExamples): void {
  const { full, minimal, nullable = [], enums = [], open = false } = examples;
  const promised = Object.keys(minimal);
  describe(name, () => {
    test('a full example survives unchanged', () => {
      expect(schema.parse(full)).toEqual(full);
    });
    test('a minimal example is enough', () => {
      expect(schema.parse(minimal)).toEqual(minimal);
    });
    test(`a field that nobody knows is no reason to refuse, and ${open ? 'survives' : 'is left behind'}`, () => {
      const unknown = { added_next_year: { access_token: [1] } };
      expect(schema.parse({ ...full, ...unknown })).toEqual({ ...full, ...(open ? unknown : {}) });
    });
    for (const field of enums)
      test(`${field}: a value that nobody knows survives`, () => {
        expect(schema.parse({ ...full, [field]: 'added_next_year' })).toHaveProperty(
          field,
          'added_next_year',
        );
      });
    for (const field of Object.keys(full)) {
      const mayBeNull = !promised.includes(field) || nullable.includes(field);
      test(`${field}: null is ${mayBeNull ? 'understood' : 'refused'}`, () => {
        expect(schema.safeParse({ ...full, [field]: null }).success).toBe(mayBeNull);
      });
      test(`${field}: missing is ${promised.includes(field) ? 'refused' : 'understood'}`, () => {
        const { [field]: _, ...rest } = full;
        expect(schema.safeParse(rest).success).toBe(!promised.includes(field));
      });
    }
  });
}

/** Fields at which a body or query fails, as dotted paths; empty when it passes. */
export function failures(schema: z.ZodType, value: unknown): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

/** First message of a failure. */
export function messageOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

/** Some identifiers, each different, none random. */
export function id(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
