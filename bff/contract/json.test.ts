import { expect, test } from 'vitest';
import { parseJsonKeepingBigIntegers as parse } from './json.ts';
import { fc } from './testing/property.ts';

test('an H3 index above 2^53 is kept as text, where JSON.parse corrupts it', () => {
  const text = '{"h3_index_11":626740321835323391}';
  expect(String((JSON.parse(text) as { h3_index_11: number }).h3_index_11)).not.toBe('626740321835323391');
  expect(parse(text)).toEqual({ h3_index_11: '626740321835323391' });
});

test.each([
  ['largest exact integer', '9007199254740991', 9007199254740991],
  ['one more', '9007199254740992', '9007199254740992'],
  ['smallest exact integer', '-9007199254740991', -9007199254740991],
  ['one less', '-9007199254740992', '-9007199254740992'],
  ['a long fraction is no integer', '0.12345678901234567890', Number('0.12345678901234567890')],
  ['an exponent is no integer text', '1e30', 1e30],
  ['zero', '0', 0],
])('%s', (_, text, expected) => {
  expect(parse(text)).toBe(expected);
});

test('digits inside strings and keys are not changed', () => {
  const text = '{"626740321835323391":"a \\" 626740321835323391, \\\\"}';
  expect(parse(text)).toEqual({ '626740321835323391': 'a " 626740321835323391, \\' });
});

test.each([
  '{626740321835323391: 1}',
  '[0626740321835323391]',
  '"626740321835323391',
  '[1 626740321835323391]',
])('malformed text is refused: %s', (text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});

test('every big integer keeps all its digits, anywhere in a document', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }),
      fc.boolean(),
      fc.string(),
      (n, negative, s) => {
        const digits = `${negative ? '-' : ''}${n}`;
        const text = `{"s":${JSON.stringify(s)},"a":[${digits},{"n":${digits}}],"t":${JSON.stringify(digits)}}`;
        expect(parse(text)).toEqual({ s, a: [digits, { n: digits }], t: digits });
      },
    ),
  );
});

test('a document without big integers is parsed like JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{16}/.test(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('safe integers next to big ones stay numbers', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      expect(parse(`[${n},9007199254740993]`)).toEqual([n === 0 ? 0 : n, '9007199254740993']);
    }),
  );
});
