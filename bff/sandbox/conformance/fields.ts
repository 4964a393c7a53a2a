/** Cases about fields: presence, type and nullability of each field of a record according to the interface's tables. */
import assert from 'node:assert/strict';
import { type Case, type Need, Skip, type Topic } from './case.ts';
import type { Context, Row } from './context.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/;

const isPlain = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPair = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);

/** Checks of the types named in the tables. */
export const TYPES = {
  uuid: (value: unknown) => typeof value === 'string' && UUID.test(value),
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  /** Beyond 2^53 it is parsed as a string: see the contract's json.ts. */
  'big integer': (value: unknown) =>
    Number.isInteger(value) || (typeof value === 'string' && /^\d+$/.test(value)),
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  'date-time in UTC': (value: unknown) => typeof value === 'string' && UTC.test(value),
  date: (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  object: isPlain,
  array: (value: unknown) => Array.isArray(value),
  'array of strings': (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'decimal text': (value: unknown) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  'GeoJSON Point': (value: unknown) => isPlain(value) && value.type === 'Point' && isPair(value.coordinates),
} as const;
export type Type = keyof typeof TYPES;

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly always?: boolean;
  /** Present, but may be null. */
  readonly nullable?: boolean;
  /** The sandbox may have no record with a value. */
  readonly rare?: boolean;
  readonly alwaysNull?: boolean;
}

const describeField = ({ name, type, always, nullable, alwaysNull }: Field, record: string) => {
  if (alwaysNull) return `\`${name}\` of a ${record} is always present and currently always null`;
  const presence = always ? 'is always present: ' : nullable ? 'is null or ' : 'is ';
  const kind = /^[aeiou]/.test(type) && type !== 'uuid' ? `an ${type}` : `a ${type}`;
  return `\`${name}\` of a ${record} ${presence}${kind}${always && nullable ? ' or null' : ''}`;
};

/** Rejects if the field differs from its row in the table in any of the records. */
export function assertField(field: Field, records: readonly Row[], mustBeFilled: boolean): void {
  const { name, type, always, nullable, rare, alwaysNull } = field;
  for (const record of records) {
    if (always) assert.ok(Object.hasOwn(record, name), `${name} is missing in ${JSON.stringify(record)}`);
    const value = record[name];
    if (alwaysNull) {
      assert.equal(value, null, name);
      continue;
    }
    if (value === undefined) continue;
    // Where the table promises neither "always" nor "or null", null means "no value".
    if (value === null) assert.ok(nullable || !always, `${name} is null in ${JSON.stringify(record)}`);
    else assert.ok(TYPES[type](value), `${name} is ${JSON.stringify(value)}, no ${type}`);
  }
  if (mustBeFilled && !rare && !alwaysNull)
    assert.ok(
      records.some((record) => record[name] !== null && record[name] !== undefined),
      `${name} is filled in none of ${records.length} records`,
    );
}

/** One case for each field. */
export function fieldCases(
  topic: Topic,
  record: string,
  needs: Need,
  records: (context: Context) => Promise<readonly Row[]>,
  fields: readonly Field[],
): Case[] {
  return fields.map((field) => ({
    id: `${topic} ${record}: ${field.name}`,
    topic,
    statement: describeField(field, record),
    needs,
    async run(context) {
      const found = await records(context);
      if (found.length === 0) throw new Skip(`there is no ${record}`);
      assertField(field, found, context.controlled);
    },
  }));
}

/** Fields of the same type. */
export function all(type: Type, given: Omit<Field, 'name' | 'type'>, ...names: readonly string[]): Field[] {
  return names.map((name) => ({ name, type, ...given }));
}
