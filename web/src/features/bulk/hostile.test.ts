/** Messy and hostile files of other systems: the outcome of every row. */
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../ui/files.ts';
import { type BulkDraft, DEFAULT_SETTINGS, readFile } from './draft.ts';
import { RowValidator, similarRows, splitByLimits, splitIntoJobs } from './rows.ts';

function draftOf(csv: string): BulkDraft {
  const read = readFile('invitation', csv, 'a.csv', DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const validated = (csv: string) => new RowValidator().validate(draftOf(csv));
const problems = (csv: string) =>
  validated(csv).map(({ body, issues }) => [body.fleet_ref, ...issues.map(({ message }) => message)]);

describe('a file of 5 MB, with 40 columns and 2,000 rows', () => {
  const others = Array.from({ length: 36 }, (_, n) => `Extra ${n}`);
  const filler = others.map((_, n) => `"${'x'.repeat(62)} é, ""${n}"""`).join(',');
  /** Every tenth row has the same kind of fault. */
  const row = (n: number) => {
    const [ref, email, country] = [`F-${n}`, `ops${n}@mesa.example`, 'United States'];
    if (n % 10 === 3) return ['', 'Mesa', email, country, ''];
    if (n % 10 === 5) return [`F-${n - 1}`, 'Mesa', email, country, ''];
    if (n % 10 === 7) return [ref, 'Mesa', email, country, '0'];
    return [` ${ref}\u00a0`, `=HYPERLINK("https://${n}.example")`.replaceAll('"', '""'), email, country, ''];
  };
  const csv = [
    ['Carrier ref', 'Company', 'E-mail', 'Country', 'Hours', ...others].join(','),
    ...Array.from(
      { length: 2_000 },
      (_, n) =>
        `${row(n)
          .map((one) => `"${one}"`)
          .join(',')},${filler}`,
    ),
  ].join('\r\n');
  const bytes = new TextEncoder().encode(csv);

  it('is read completely, with an outcome per row', () => {
    expect(bytes.length).toBeGreaterThan(5_000_000);
    const rows = validated(decodeText(bytes));
    expect(rows).toHaveLength(2_000);
    for (const [n, { body, issues }] of rows.entries()) {
      const problem =
        n % 10 === 3
          ? 'must not be empty'
          : n % 10 === 5
            ? `duplicates row ${n}`
            : n % 10 === 7
              ? 'must be at least 1 hour'
              : undefined;
      expect(issues[0]?.message).toBe(problem);
      if (problem !== undefined) continue;
      expect(body).toMatchObject({
        fleet_ref: `F-${n}`,
        fleet_name: `=HYPERLINK("https://${n}.example")`,
        fleet_country_code: 'USA',
      });
    }
  });
});

describe('references', () => {
  it('are duplicates when they differ by invisible characters, and similar when they differ by capitals, punctuation and inner spaces', () => {
    const csv = [
      'ref',
      'UXB-002',
      ' UXB-002 ',
      'UXB-002\u00a0',
      '\u200bUXB-002',
      'uxb-002',
      'UXB 002',
      'UXB\u200b-002',
    ];
    const rows = validated(csv.join('\n'));
    expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
      undefined,
      'duplicates row 1',
      'duplicates row 1',
      'duplicates row 1',
      undefined,
      undefined,
      undefined,
    ]);
    expect([...similarRows(rows).keys()]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('keep formulas, become one line and contain no broken characters', () => {
    expect(problems('ref\n=1+1\n"\'@SUM(1)"\n"two\u2028lines\n"\nhalf\ud800\n-5')).toEqual([
      ['=1+1'],
      ['@SUM(1)'],
      ['two lines'],
      ['half\ufffd'],
      ['-5'],
    ]);
  });
});

it('a row that swallowed many lines after a lost quote is not sent, however long', () => {
  const swallowed = `"${'F-2,x\n'.repeat(700_000)}"`;
  const rows = validated(`ref,name\nF-1,Mesa\nF-2,${swallowed}\n,${swallowed}`);
  expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
    undefined,
    expect.stringContaining('a closing quote may be missing'),
    expect.stringContaining('a closing quote may be missing'),
  ]);
  expect(splitIntoJobs(rows).map((part) => part.map(({ row }) => row.id))).toEqual([[1]]);
  expect(splitByLimits(rows, ({ body }) => body)).toHaveLength(3);
});

it('a row in which a quote left open has swallowed others is not sent, and says which lines', () => {
  const csv =
    'fleet_ref,name,email\nSWX-1,"Open name,a@x.com\nSWX-2,Bee,b@x.com\nSWX-3,Cee "the fleet",c@x.com\nSWX-4,Dee,d@x.com\nSWX-5,"De\nep",\n';
  const name =
    'has a line break: the quote opened on line 2 closes on line 4, so lines 3 and 4 are inside this row; remove the line break, or the quote on line 2';
  expect(problems(csv)).toEqual([
    ['SWX-1', name],
    ['SWX-4'],
    ['SWX-5', expect.stringContaining('opened on line 6 closes on line 7, so line 7 is inside this row')],
  ]);
  expect(validated(csv)[0]?.issues).toEqual([{ path: 'fleet_name', message: name }]);
});

it('columns of the same name are distinguished, and cells beyond the header are kept', () => {
  const { columns, rows } = draftOf('Name,Name,Ref\nMesa,Ridge,F-1,more\n');
  expect(columns).toMatchObject([
    { head: 'Name', field: 'fleet_name' },
    { head: 'Name', field: null },
    { head: 'Ref', field: 'fleet_ref' },
    { head: '', field: null },
  ]);
  expect(rows[0]?.cells).toEqual(['Mesa', 'Ridge', 'F-1', 'more']);
});
