import { expect, test } from 'vitest';
import { fc } from './testing/property.ts';
import { VIN_LENGTH, vin, vinCheckDigitOk } from './vin.ts';

const ALPHABET = [...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'];
const anyVin = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 })
  .map((c) => c.join(''));
const withCheck = (value: string, check: string) => value.slice(0, 8) + check + value.slice(9);

test.each(['1M8GDM9AXKP042788', '1HGCM82633A004352', '11111111111111111', '5GZCZ43D13S812715'])(
  '%s has a valid check digit',
  (value) => {
    expect(vin.safeParse(value).success).toBe(true);
    expect(vinCheckDigitOk(value)).toBe(true);
  },
);

test('a typing error in a VIN is detected', () => {
  expect(vinCheckDigitOk('1M8GDM9AXKP042789')).toBe(false);
  expect(vinCheckDigitOk('1M8GDM9A1KP042788')).toBe(false);
});

test.each([
  ['16 characters', '1M8GDM9AXKP04278'],
  ['18 characters', '1M8GDM9AXKP0427888'],
  ['letter I', '1M8GDM9AXKPI42788'],
  ['letter O', '1M8GDM9AXKPO42788'],
  ['letter Q', '1M8GDM9AXKPQ42788'],
  ['lower case', '1m8gdm9axkp042788'],
  ['a blank', '1M8GDM9AXKP 42788'],
  ['nothing', ''],
])('refused: %s', (_, value) => {
  expect(vin.safeParse(value).success).toBe(false);
  expect(vinCheckDigitOk(value)).toBe(false);
});

test('exactly one of the eleven check digits is valid for a VIN', () => {
  fc.assert(
    fc.property(anyVin, (value) => {
      expect(value).toHaveLength(VIN_LENGTH);
      const fitting = [...'0123456789X'].filter((check) => vinCheckDigitOk(withCheck(value, check)));
      expect(fitting).toHaveLength(1);
    }),
  );
});

test('one wrong digit anywhere else is always detected', () => {
  fc.assert(
    fc.property(
      anyVin,
      fc.integer({ min: 0, max: 16 }),
      fc.integer({ min: 1, max: 9 }),
      (value, at, shift) => {
        fc.pre(at !== 8 && /\d/.test(value.charAt(at)));
        const check = [...'0123456789X'].find((digit) => vinCheckDigitOk(withCheck(value, digit))) ?? '';
        const good = withCheck(value, check);
        const other = String((Number(good.charAt(at)) + shift) % 10);
        expect(vinCheckDigitOk(good.slice(0, at) + other + good.slice(at + 1))).toBe(false);
      },
    ),
  );
});

test('a check character that is neither a digit nor X is never valid', () => {
  fc.assert(
    fc.property(anyVin, fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWYZ'), (value, letter) => {
      expect(vinCheckDigitOk(withCheck(value, letter))).toBe(false);
    }),
  );
});
