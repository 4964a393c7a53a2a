import { fc } from '@waypost/contract/testing/property';
import { describe, expect, it } from 'vitest';
import { id } from '../../testing/loads.ts';
import { parsePasted, withLoad, withoutLoads } from './parse-pasted.ts';

const none = () => null;
const read = (text: string, column: number | null = null) => parsePasted(text, () => column);
const textsOf = (text: string, column: number | null = null) =>
  read(text, column).loads.map((load) => load.text);

describe('pasted loads', () => {
  it.each([
    ['lines', `${id(1)}\nLD-2`],
    ['commas and spaces', `${id(1)}, LD-2;`],
    ['JSON', JSON.stringify({ load_ids: [id(1), 'LD-2'] })],
    ['a column with its head', `load_id\n"${id(1)}"\n"LD-2"\n`],
    ['addresses of the board', `https://waypost.example.com/?load=${id(1)}\nLD-2`],
    ['capitals', `${id(1).toUpperCase()} LD-2`],
    ['ids without dashes', `${id(1).replaceAll('-', '')} LD-2`],
  ])('are read from %s', (_how, text) => {
    expect(textsOf(text)).toEqual([id(1), 'LD-2']);
  });

  it('can be numbers with spaces', () => {
    expect(textsOf('PRO 77  12\n  4711 ')).toEqual(['PRO 77 12', '4711']);
  });

  it('are deduplicated, and duplicates are counted', () => {
    expect(read(`${id(1)} ${id(1)}\nLD-2\nLD-2`)).toMatchObject({ duplicates: 2, table: null });
  });

  it.each([
    ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f6', /31 of the 32/],
    ['3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5fzz', /“z”/],
    ['3f2c-9a526d1e-4c7b-9f0a-1b2c3d4e5f60', /dashes/],
    ['4.82131E+11', /spreadsheet/],
  ])('say why %s is not an id', (text, reason) => {
    expect(read(`${id(1)}\n${text}`).loads[1]).toMatchObject({
      line: 2,
      fault: expect.stringMatching(reason),
    });
  });

  it('are limited to a thousand at once', () => {
    const ids = (n: number) => Array.from({ length: n }, (_, at) => id(at)).join('\n');
    expect(read(ids(1000)).too_many).toBeNull();
    expect(read(ids(1001)).too_many).toBe(1001);
  });
});

describe('a pasted table', () => {
  const table = `Carrier,Load Number,City\n"Ironwood, Inc.",LD-1,Amarillo\nBluff,LD-2,Denver\nBluff,,Pueblo\n`;

  it('is read by the column whose header names the load, with line numbers as in the file', () => {
    expect(read(table)).toMatchObject({
      table: { heads: ['Carrier', 'Load Number', 'City'], column: 1 },
      loads: [
        { line: 2, text: 'LD-1' },
        { line: 3, text: 'LD-2' },
      ],
    });
  });

  it('is read by the column that a person has chosen', () => {
    expect(textsOf(table, 0)).toEqual(['Ironwood, Inc.', 'Bluff']);
    expect(textsOf('a;b\n1;2', 1)).toEqual(['2']);
  });

  it.each([
    [
      'quotes around a semicolon',
      '"Load #";"City; State"\r\n"LD;1";Reno\r\nLD-2;"say ""hi"" "',
      ['LD;1', 'LD-2'],
    ],
    [
      'tabs, a date and a header with a non-breaking space',
      'Load\u00A0Number\tPickup\nLD-1\t11/24/2026 9:00 AM',
      ['LD-1'],
    ],
    [
      'numbers that a spreadsheet keeps as text',
      'Load,City\n="00123",Reno\n"=""0045""",Elko',
      ['00123', '0045'],
    ],
    ['the formula escape of our own export', "load_ref,b\n'=A1,x\n'-5,y", ['=A1', '-5']],
    ['zero-width characters', 'Load,City\nLD-\u200B1,Reno\nLD-1,Reno', ['LD-1']],
  ])('is read with %s', (_what, text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  it.each(['\n', '\r\n', '\r'])('keeps the rows that are not done, with lines ended by %j', (end) => {
    const left = withoutLoads(['load_ref,b', 'LD-1,x', 'LD-2,y'].join(end), new Set(['LD-1']), none);
    expect(left).toBe('load_ref,b\nLD-2,y');
    expect(textsOf(['LD-1', 'LD-2'].join(end))).toEqual(['LD-1', 'LD-2']);
  });

  it('keeps its header and the rows that are not done', () => {
    expect(withoutLoads(table, new Set(['LD-1']), none)).toBe('Carrier,Load Number,City\nBluff,LD-2,Denver');
    expect(withoutLoads(table, new Set(['LD-1', 'LD-2']), none)).toBe('');
  });
});

describe('the remaining text', () => {
  it('is every text that was not done, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(id(1), 'LD-1', 'LD-2', 'nonsense')), (parts) => {
        const done = new Set([id(1), 'LD-1']);
        const left = withoutLoads(parts.join('\n'), done, none);
        expect(left).toBe(parts.filter((part) => !done.has(part)).join('\n'));
      }),
    );
  });

  it('includes what was typed since, and an empty last line', () => {
    expect(withoutLoads('LD-1, LD-2\nLD-3\n', new Set(['LD-1', 'LD-3']), none)).toBe('LD-2\n');
  });

  it('has the replacement in place of a load', () => {
    const text = 'LD-1\nLD-4213, LD-9';
    const [, second] = read(text).loads;
    expect(second && withLoad(text, second, 'LD-48213')).toBe('LD-1\nLD-48213, LD-9');
  });
});
