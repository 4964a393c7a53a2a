import { serviceEndpoints } from '@waypost/contract/endpoints';
import { fuelTransaction } from '@waypost/contract/fuel';
import { fc, runs } from '@waypost/contract/testing/property';
import { usageRow } from '@waypost/contract/usage';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fits } from './fits.ts';
import { unknownFields } from './unknown-fields.ts';

const ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const TIME = '2026-11-20T12:00:00.000Z';

describe('a quick check', () => {
  it('passes what is right', () => {
    expect(fits(usageRow, { id: ID, created_at: TIME, is_active: null, rest_api_count: 3 })).toBe(true);
    const location = { type: 'Point', coordinates: [-101.8, 35.2] };
    expect(
      fits(fuelTransaction, { id: ID, location, h3_index_11: 631_243_922_056_054_783n, extras: { a: 1 } }),
    ).toBe(true);
  });

  it.each([
    [{}],
    [{ id: 'x' }],
    [{ id: ID, created_at: 'yesterday' }],
    [{ id: ID, rest_api_count: 0.5 }],
    [{ id: ID, colour: 'red' }],
    [null],
    [[]],
  ])('does not pass %j', (row) => expect(fits(usageRow, row)).toBe(false));

  it('checks inside lists, tuples and shapes of which one is meant', () => {
    const schema = z.object({
      list: z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.number() })])),
      pair: z.tuple([z.number(), z.number()]).optional(),
    });
    expect(fits(schema, { list: [{ a: 'x' }, { b: 1 }], pair: [1, 2] })).toBe(true);
    expect(fits(schema, { list: [{ a: 'x', b: 1 }] })).toBe(false);
    expect(fits(schema, { list: [], pair: [1, 2, 3] })).toBe(false);
    expect(fits(schema, { list: [], pair: [1, Number.NaN] })).toBe(false);
  });

  it.each([
    [z.guid(), ID, 'x'],
    [z.string().regex(/^a/), 'abc', 'b'],
    [z.string().max(2), 'ab', 'abc'],
    [z.string().refine((text) => text !== 'no'), 'yes', 'no'],
    [z.iso.date(), '2026-11-20', '2026-11-31'],
    [z.enum(['a', 'b']), 'a', 'c'],
    [z.record(z.string(), z.number()), { a: 1 }, { a: 'x' }],
    [z.number().int(), 3, 3.5],
    [z.preprocess((value) => String(value), z.string().regex(/^\d+$/)), 12n, true],
  ])('asks each kind of rule (%#)', (schema: z.ZodType, right, wrong) => {
    expect([fits(schema, right), fits(schema, wrong)]).toEqual([true, false]);
  });

  it('never passes what a whole parse refuses or whose fields are not all named', () => {
    const schemas = Object.values(serviceEndpoints()).flatMap((endpoint) =>
      'response' in endpoint ? [endpoint.response as z.ZodType] : [],
    );
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(
          null,
          undefined,
          ID,
          TIME,
          'active',
          'Point',
          '12.5',
          '2026-11-01',
          0,
          1,
          0.5,
          true,
        ),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            'id',
            'items',
            'total',
            'next_page',
            'previous_page',
            'current_page',
            'location',
            'type',
          ),
          tie('value'),
        ),
      ),
    })).value;
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, (schema, given) => {
        fc.pre(fits(schema, given));
        expect(schema.safeParse(given).success).toBe(true);
        expect(unknownFields(schema, given)).toEqual([]);
      }),
      { numRuns: runs(30), maxSkipsPerRun: 1000 },
    );
  });
});
