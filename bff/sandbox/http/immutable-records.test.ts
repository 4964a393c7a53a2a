import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  bytesOf,
  isImmutable,
  markImmutable,
  markValidated,
  summaryOf,
  unvalidatedItems,
} from './immutable-records.ts';

const schema = z.object({ id: z.string() });

describe('immutable records', () => {
  it('are validated once by each schema', () => {
    const [one, two] = [markImmutable({ id: 'a' }), { id: 'b' }];
    expect(unvalidatedItems(schema, [one, two])).toEqual([one, two]);
    markValidated(schema, [one, two]);
    expect(unvalidatedItems(schema, [one, two, null, 7])).toEqual([two, null, 7]);
    expect(unvalidatedItems(z.object({ id: z.string() }), [one])).toEqual([one]);
  });

  it('are serialized once; others every time', () => {
    let written = 0;
    const write = (value: unknown) => {
      written += 1;
      return JSON.stringify(value);
    };
    const [one, two] = [markImmutable({ id: 'ä' }), { id: 'b' }];
    for (const each of [one, one, two, two]) bytesOf(each, write);
    expect(written).toBe(3);
    expect(bytesOf(one, write).toString('utf8')).toBe('{"id":"ä"}');
    expect([one, two, null].map(isImmutable)).toEqual([true, false, false]);
  });

  it('are replaced by some of their fields once they are validated and serialized', () => {
    const record = markImmutable({ id: 'a', more: 'b' });
    const { get } = summaryOf(record, { id: 'a' });
    expect(get()).toBeNull();
    markValidated(schema, [record]);
    expect(get()).toBeNull();
    bytesOf(record, JSON.stringify);
    const summary = get();
    expect(summary).toMatchObject({ id: 'a' });
    expect(unvalidatedItems(schema, [summary])).toEqual([]);
    expect(bytesOf(summary, () => 'never').toString('utf8')).toBe('{"id":"a","more":"b"}');
    expect(summaryOf({ id: 'c' }, { id: 'c' }).get()).toBeNull();
  });
});
