/** Files as they come from other systems, hostile ones too: what becomes of every row, as the page reads it. */
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../ui/files.ts';
import { type BulkDraft, readFile, USUAL } from './draft.ts';
import { inParts, Judge, jobParts, similarRows } from './rows.ts';

function draftOf(csv: string): BulkDraft {
  const read = readFile('invitation', csv, 'a.csv', USUAL);
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const judged = (csv: string) => new Judge().judge(draftOf(csv));
const said = (csv: string) =>
  judged(csv).map(({ body, issues }) => [body.fleet_ref, ...issues.map(({ message }) => message)]);

describe('a file of 5 MB, with 40 columns and 2,000 rows', () => {
  const others = Array.from({ length: 36 }, (_, n) => `Extra ${n}`);
  const filler = others.map((_, n) => `"${'x'.repeat(62)} é, ""${n}"""`).join(',');
  /** Each tenth row has its own fault. */
  const row = (n: number) => {
    const [ref, email, country] = [`F-${n}`, `ops${n}@mesa.example`, 'United States'];
    if (n % 10 === 3) return [ref, 'Mesa', 'nobody', country];
    if (n % 10 === 5) return [`F-${n - 1}`, 'Mesa', email, country];
    if (n % 10 === 7) return [ref, 'Mesa', email, 'Atlantis'];
    return [` ${ref}\u00a0`, `=HYPERLINK("https://${n}.example")`.replaceAll('"', '""'), email, country];
  };
  const csv = [
    ['Carrier ref', 'Company', 'E-mail', 'Country', ...others].join(','),
    ...Array.from(
      { length: 2_000 },
      (_, n) =>
        `${row(n)
          .map((one) => `"${one}"`)
          .join(',')},${filler}`,
    ),
  ].join('\r\n');
  const bytes = new TextEncoder().encode(csv);

  it('is read whole, and each row has its own outcome', () => {
    expect(bytes.length).toBeGreaterThan(5_000_000);
    const rows = judged(decodeText(bytes));
    expect(rows).toHaveLength(2_000);
    for (const [n, { body, issues }] of rows.entries()) {
      const problem =
        n % 10 === 3
          ? 'must be an e-mail address'
          : n % 10 === 5
            ? `duplicates row ${n}`
            : n % 10 === 7
              ? 'must be a country name or code, not “Atlantis”'
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
  it('that differ by what is not seen are one; by capitals, signs and spaces inside they look alike', () => {
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
    const rows = judged(csv.join('\n'));
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

  it('keep a formula as it was written, stand on one line, and hold no half of a letter', () => {
    expect(said('ref\n=1+1\n"\'@SUM(1)"\n"two\nlines"\nhalf\ud800\n-5')).toEqual([
      ['=1+1'],
      ['@SUM(1)'],
      ['two lines'],
      ['half\ufffd'],
      ['-5'],
    ]);
  });
});

it('a row that a lost quote made out of many stays here, however long it is', () => {
  const swallowed = `"${'F-2,x\n'.repeat(700_000)}"`;
  const rows = judged(`ref,name\nF-1,Mesa\nF-2,${swallowed}\n,${swallowed}`);
  expect(rows.map(({ issues }) => issues[0]?.message)).toEqual([
    undefined,
    expect.stringContaining('a closing quote may be missing'),
    expect.stringContaining('a closing quote may be missing'),
  ]);
  expect(jobParts(rows).map((part) => part.map(({ row }) => row.id))).toEqual([[1]]);
  expect(inParts(rows, ({ body }) => body)).toHaveLength(3);
});

it('columns of the same name are distinguished, and cells beyond the head are kept', () => {
  const { columns, rows } = draftOf('Name,Name,Ref\nMesa,Ridge,F-1,more\n');
  expect(columns).toEqual([
    { head: 'Name', field: 'fleet_name' },
    { head: 'Name', field: null },
    { head: 'Ref', field: 'fleet_ref' },
    { head: '', field: null },
  ]);
  expect(rows[0]?.cells).toEqual(['Mesa', 'Ridge', 'F-1', 'more']);
});
