import { describe, expect, test } from 'vitest';
import { add, decimalOfNumber, decimalText, divide, parseDecimal, ZERO } from './decimal.ts';
import { fc } from './testing/property.ts';

const of = (text: string) => {
  const decimal = parseDecimal(text);
  if (!decimal) throw new Error(`${text} is no decimal`);
  return decimal;
};
const money = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((cents) => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return { cents, text: `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
});

describe('text', () => {
  test.each([
    ['412.07', '412.07'],
    ['-0.05', '-0.05'],
    ['+3', '3'],
    ['1E+2', '100'],
    ['1.5e-3', '0.0015'],
    ['100000000000000000000.01', '100000000000000000000.01'],
    ['0.10', '0.10'],
  ])('%s is %s', (text, same) => {
    expect(decimalText(of(text))).toBe(same);
  });
  test.each(['', '.5', '1.', '1,5', '$5', 'NaN', 'Infinity', '1e9999', '0x10', ' 1'])(
    '%j is rejected',
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );
  test('is formatted as it was parsed', () => {
    fc.assert(
      fc.property(money, ({ text }) => {
        expect(decimalText(of(text))).toBe(text);
      }),
    );
  });
});

test('a number becomes the decimal that it was written as', () => {
  expect(decimalText(decimalOfNumber(118.2) ?? ZERO)).toBe('118.2');
  expect(decimalText(decimalOfNumber(1e21) ?? ZERO)).toBe('1000000000000000000000');
  expect(decimalText(decimalOfNumber(1e-7) ?? ZERO)).toBe('0.0000001');
  expect(decimalOfNumber(Number.NaN)).toBeNull();
});

test('floating-point noise is dropped', () => {
  expect(decimalText(decimalOfNumber(0.1 + 0.2) ?? ZERO)).toBe('0.3');
  expect(decimalText(decimalOfNumber(265.49999999999994) ?? ZERO)).toBe('265.5');
  expect(decimalText(decimalOfNumber(Number.MAX_SAFE_INTEGER) ?? ZERO)).toBe('9007199254740991');
});

describe('sums', () => {
  test('ten dimes make a dollar', () => {
    const sum = Array.from({ length: 10 }, () => of('0.1')).reduce(add);
    expect(decimalText(sum)).toBe('1.0');
  });
  test('are exact to the cent', () => {
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 50 }), (amounts) => {
        const sum = amounts.map(({ text }) => of(text)).reduce(add);
        expect([sum.units, sum.scale]).toEqual([amounts.reduce((all, { cents }) => all + cents, 0n), 2]);
      }),
    );
  });
  test('of different scales are exact', () => {
    expect(decimalText(add(of('1.005'), of('2')))).toBe('3.005');
  });
});

describe('quotients', () => {
  test.each([
    ['10', '4', 2, '2.50'],
    ['1', '3', 4, '0.3333'],
    ['2', '3', 4, '0.6667'],
    ['0.05', '1', 1, '0.1'],
    ['-0.05', '1', 1, '-0.1'],
    ['1', '-3', 2, '-0.33'],
    ['0', '5', 2, '0.00'],
    ['412.07', '118.2', 4, '3.4862'],
  ])('%s / %s at %i places is %s', (a, b, places, quotient) => {
    expect(decimalText(divide(of(a), of(b), places) ?? ZERO)).toBe(quotient);
  });
  test('division by zero returns null', () => {
    expect(divide(of('1'), of('0.00'), 2)).toBeNull();
  });
  test('are off by at most half of the last place', () => {
    fc.assert(
      fc.property(money, money, ({ cents: a, text: x }, { cents: b, text: y }) => {
        fc.pre(b !== 0n);
        const quotient = divide(of(x), of(y), 4)?.units ?? 0n;
        // |q / 10^4 - a / b| <= 1 / (2 * 10^4), without a division.
        const off = 2n * (quotient * b - a * 10_000n);
        expect(off < 0n ? -off : off).toBeLessThanOrEqual(b < 0n ? -b : b);
      }),
    );
  });
});
