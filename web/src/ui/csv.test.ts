import { withoutFormulaGuard } from '@waypost/contract/csv';
import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { csvText, parseCsv, parseCsvFile } from './csv.ts';

describe('csvText', () => {
  it('quotes cells, ends rows per RFC 4180, and starts with a byte order mark', () => {
    expect(
      csvText(
        ['a', 'b'],
        [
          ['x, y', 'say "so"'],
          ['two\nlines', null],
        ],
      ),
    ).toBe('\uFEFFa,b\r\n"x, y","say ""so"""\r\n"two\nlines",\r\n');
  });
  it('escapes texts that spreadsheets would run as formulas, but not numbers', () => {
    expect(csvText(['t'], [['=1+1'], ['+1'], ['@x'], ['-x'], [-5], [0.5]])).toBe(
      "\uFEFFt\r\n'=1+1\r\n'+1\r\n'@x\r\n'-x\r\n-5\r\n0.5\r\n",
    );
  });
});

const OTHER_SYSTEMS = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ',',
        ';',
        '\t',
        '|',
        '"',
        "'",
        '\r',
        '\n',
        ' ',
        '=',
        '+',
        '-',
        '@',
        '=cmd|',
        '-5',
        '-96.8',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

it.each([',', ';', '\t', '|'])('no text becomes a formula where the separator is %j', (separator) => {
  // A negative number may be followed by our own separator, which another locale does not see as one.
  const isFormula = (text: string) =>
    /^\s*[=+\-@]/.test(text) && !/^\s*-\d+(\.\d+)?\s*([,;|"\s]|$)/.test(text);
  fc.assert(
    fc.property(fc.array(fc.tuple(OTHER_SYSTEMS, OTHER_SYSTEMS), { minLength: 1, maxLength: 4 }), (rows) => {
      const file = csvText(['ref', 'note'], rows).replace('\uFEFF', '');
      const found = parseCsv(`sep=${separator}\r\n${file}`).flatMap((row) => row.cells.filter(isFormula));
      expect(found).toEqual([]);
    }),
  );
});

it('escapes a formula behind the separator of another locale, leaves coordinates and negative amounts, and reads both back', () => {
  const texts = ['PO 4711;=cmd|x', 'Dallas\t@SUM(A1)', '35.2, -101.8', '-5.20', 'a;-5'];
  const [, ...rows] = parseCsv(
    csvText(
      ['note'],
      texts.map((text) => [text]),
    ),
  );
  const read = rows.map((row) => row.cells.join());
  expect(read).toEqual(["PO 4711;'=cmd|x", "Dallas\t'@SUM(A1)", '35.2, -101.8', '-5.20', 'a;-5']);
  expect(read.map(withoutFormulaGuard)).toEqual(texts);
});

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

describe('parseCsv', () => {
  it('parses quotes, doubled quotes, and line breaks within quotes', () => {
    expect(cells('a,"b, c","say ""hi""","two\r\nlines"\r\nd,,e,')).toEqual([
      ['a', 'b, c', 'say "hi"', 'two\r\nlines'],
      ['d', '', 'e', ''],
    ]);
  });
  it.each([';', '\t', ',', '|'])('detects the separator %j', (separator) => {
    expect(cells(['name', 'note'].join(separator))).toEqual([['name', 'note']]);
  });
  it('returns line numbers, also after multi-line cells and empty lines', () => {
    expect(parseCsv('a\n"b\nb"\n\nc\r\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });
  it('returns the line of an unclosed quote', () => {
    expect(parseCsvFile('a,b\n1,"x\n2,y\n').unclosed_quote).toBe(2);
    expect(parseCsvFile('a,b\n1,"x\ny"\n').unclosed_quote).toBeNull();
    expect(parseCsvFile('a,b\n1,5" pipe\n').unclosed_quote).toBeNull();
  });
  it('detects the separator after empty lines, quoted line breaks and a `sep=` line', () => {
    const row = ['A-1', 'Mesa, Inc.'];
    expect(cells('\r\n\r\nref;name\r\nA-1;Mesa, Inc.')).toEqual([['ref', 'name'], row]);
    expect(cells('"Carrier,\r\nref";name\nA-1;Mesa, Inc.').at(-1)).toEqual(row);
    expect(parseCsv('sep=;\r\nA-1;Mesa, Inc.')).toEqual([{ line: 2, number: 1, cells: row }]);
  });
  it('returns no rows for an empty file', () => {
    expect(cells('\uFEFF\r\n')).toEqual([]);
  });
  it('parses the output of csvText', () => {
    // Signs of formulas are excluded, because csvText escapes them.
    const text = fc
      .string({ minLength: 1 })
      .filter((value) => !/[=+\-@\t\r]/.test(value) && value.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        expect(cells(csvText(['a', 'b'], rows)).slice(1)).toEqual(rows);
      }),
    );
  });
});
