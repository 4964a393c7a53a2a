import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { csvText, parseCsv, parseCsvFile } from './csv.ts';

describe('a table as CSV', () => {
  it('quotes what would break a row, ends rows as RFC 4180 has it, and says that it is UTF-8', () => {
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
  it('never lets a text become a formula of a spreadsheet, and leaves numbers alone', () => {
    expect(csvText(['t'], [['=1+1'], ['+1'], ['@x'], ['-x'], [-5], [0.5]])).toBe(
      "\uFEFFt\r\n'=1+1\r\n'+1\r\n'@x\r\n'-x\r\n-5\r\n0.5\r\n",
    );
  });
});

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

describe('parseCsv', () => {
  it('reads quotes, doubled quotes, and line ends inside of them', () => {
    expect(cells('a,"b, c","say ""hi""","two\r\nlines"\r\nd,,e,')).toEqual([
      ['a', 'b, c', 'say "hi"', 'two\r\nlines'],
      ['d', '', 'e', ''],
    ]);
  });
  it.each([';', '\t', ',', '|'])('reads cells that are parted by %j', (separator) => {
    expect(cells(['name', 'note'].join(separator))).toEqual([['name', 'note']]);
  });
  it('counts lines of the file, also after a cell of two lines and an empty line', () => {
    expect(parseCsv('a\n"b\nb"\n\nc\r\n').map(({ line }) => line)).toEqual([1, 2, 5]);
  });
  it('says where a quote begins that is never closed', () => {
    expect(parseCsvFile('a,b\n1,"x\n2,y\n').unclosed_quote).toBe(2);
    expect(parseCsvFile('a,b\n1,"x\ny"\n').unclosed_quote).toBeNull();
    expect(parseCsvFile('a,b\n1,5" pipe\n').unclosed_quote).toBeNull();
  });
  it("finds what parts the cells behind empty lines, quoted line ends and a spreadsheet's own first line", () => {
    const row = ['A-1', 'Mesa, Inc.'];
    expect(cells('\r\n\r\nref;name\r\nA-1;Mesa, Inc.')).toEqual([['ref', 'name'], row]);
    expect(cells('"Carrier,\r\nref";name\nA-1;Mesa, Inc.').at(-1)).toEqual(row);
    expect(parseCsv('sep=;\r\nA-1;Mesa, Inc.')).toEqual([{ line: 2, cells: row }]);
  });
  it('is nothing for an empty file', () => {
    expect(cells('\uFEFF\r\n')).toEqual([]);
  });
  it('reads back whatever we write', () => {
    // What a spreadsheet would run is written with a mark before it.
    const text = fc.string({ minLength: 1 }).filter((one) => !/^[=+\-@\t\r]/.test(one) && one.trim() !== '');
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        expect(cells(csvText(['a', 'b'], rows)).slice(1)).toEqual(rows);
      }),
    );
  });
});
