import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';

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
