/** Mostly valid random input. */
import { fc } from '@waypost/contract/testing/property';

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;
export type Row = Record<string, unknown>;

export const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);
const JUNK = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('', ' ', '0', 'null', '-1', '1e400', '\u0000', '2026-13-45T99:99:99Z', '../..', '{}'),
  fc.array(text, { maxLength: 3 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
);

/** Usually a valid value, and once in `times` any value. */
export const mostly = (good: fc.Arbitrary<unknown>, times = 25): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: times, arbitrary: good }, { weight: 1, arbitrary: JUNK });

/** An object of these fields: about every third has an invalid one; a few have an unknown or a missing field. */
export function record(fields: Fields, requiredKeys: string[] = []): fc.Arbitrary<Row> {
  const times = 3 * Object.keys(fields).length;
  const good = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, mostly(field, times)]),
  );
  const complete = fc.record(good, { requiredKeys }) as fc.Arbitrary<Row>;
  return fc.oneof(
    { weight: 30, arbitrary: complete },
    { weight: 1, arbitrary: complete.map((given) => ({ ...given, surplus: 1 })) },
    { weight: 1, arbitrary: fc.record(good, { requiredKeys: [] }) as fc.Arbitrary<Row> },
  );
}

/** Usually a few values, sometimes about as many as a filter allows (100). */
export const listOf = (good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 40, arbitrary: fc.array(good, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(good, { minLength: 99, maxLength: 102 }) },
  );

const UNKNOWN_ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';

/** One of these ids, which may be added later, or an unknown one. */
export const oneOf = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat().map((n) => ids[n % ids.length] ?? UNKNOWN_ID) },
    { weight: 1, arbitrary: fc.uuid() },
  );

/** An id in a path; sometimes any text. */
export const inPath = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: oneOf(ids) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
  );

export const paging = {
  cursor: fc.oneof({ weight: 1, arbitrary: text }, { weight: 8, arbitrary: fc.constant(undefined) }),
  size: fc.oneof(
    { weight: 10, arbitrary: fc.integer({ min: 1, max: 20 }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 1000, 1001, 1.5) },
  ),
};

/** A date-time relative to now in days, with one of several offsets. */
export const days = (now: number, from: number, to: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: from * 1440, max: to * 1440 }), fc.constantFrom(0, 0, 0, 330, -480))
    .map(([minutes, offset]) => {
      const wall = now + minutes * 60_000;
      if (offset === 0) return new Date(wall).toISOString();
      const two = (n: number) => String(n).padStart(2, '0');
      const sign = offset < 0 ? '-' : '+';
      const local = new Date(wall + offset * 60_000).toISOString().slice(0, -1);
      return `${local}${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
    });
