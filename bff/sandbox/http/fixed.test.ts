import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bytesOf, fix, isFixed, pass, summaryOf, unpassed } from './fixed.ts';

const schema = z.object({ id: z.string() });

describe('fixed records', () => {
  it('need to be passed once, by each schema', () => {
    const [one, two] = [fix({ id: 'a' }), { id: 'b' }];
    expect(unpassed(schema, [one, two])).toEqual([one, two]);
    pass(schema, [one, two]);
    expect(unpassed(schema, [one, two, null, 7])).toEqual([two, null, 7]);
    expect(unpassed(z.object({ id: z.string() }), [one])).toEqual([one]);
  });

  it('are written once; others every time', () => {
    let written = 0;
    const write = (value: unknown) => {
      written += 1;
      return JSON.stringify(value);
    };
    const [one, two] = [fix({ id: 'ä' }), { id: 'b' }];
    for (const each of [one, one, two, two]) bytesOf(each, write);
    expect(written).toBe(3);
    expect(bytesOf(one, write).toString('utf8')).toBe('{"id":"ä"}');
    expect([one, two, null].map(isFixed)).toEqual([true, false, false]);
  });

  it('are replaced by a few of their fields, once they have been passed and written', () => {
    const record = fix({ id: 'a', more: 'b' });
    const { get } = summaryOf(record, { id: 'a' });
    expect(get()).toBeNull();
    pass(schema, [record]);
    expect(get()).toBeNull();
    bytesOf(record, JSON.stringify);
    const summary = get();
    expect(summary).toMatchObject({ id: 'a' });
    expect(unpassed(schema, [summary])).toEqual([]);
    expect(bytesOf(summary, () => 'never').toString('utf8')).toBe('{"id":"a","more":"b"}');
    expect(summaryOf({ id: 'c' }, { id: 'c' }).get()).toBeNull();
  });
});
