import { expect, it } from 'vitest';
import { readContacts } from './ImportContacts.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const IRON = { fleet_id: id(1), fleet_ref: 'CARRIER-1', name: 'Ironwood Transport' };
const FLEETS = [
  IRON,
  { fleet_id: id(2), fleet_ref: 'CARRIER-2', name: 'Twin' },
  { fleet_id: id(3), fleet_ref: null, name: 'twin' },
];
const read = (text: string, only: typeof IRON | null = null) => {
  const file = readContacts(text, FLEETS, only);
  if (!file.ok) throw new Error(file.reason);
  return file;
};

it.each(['CARRIER-1', 'ironwood  transport', id(1), ' carrier-1 '])('finds the fleet by %j', (fleet) => {
  const { good, bad } = read(`Fleet,Name,Phone\n"${fleet}",Joe,806 555 0142\n`);
  expect(bad).toEqual([]);
  expect(good).toMatchObject([{ line: 2, contact: { fleet_id: id(1), name: 'Joe', phone: '806 555 0142' } }]);
});

it('reports what is wrong with a row, and accepts the others', () => {
  const { good, bad } = read(
    [
      'carrier;contact name;role;telephone;e-mail;call first',
      'CARRIER-1;Joe;Dispatch;806 555 0142;;yes',
      'Nobody;Al;;806 555 0142;;',
      'twin;Bo;;806 555 0142;;',
      'CARRIER-2;;;soon;bo at x;',
      'CARRIER-1;JOE;;806 555 0143;;',
      'CARRIER-2;Cy;;;;',
    ].join('\n'),
  );
  expect(good).toMatchObject([{ contact: { name: 'Joe', role: 'Dispatch', is_primary: true } }]);
  expect(bad.map(({ line, problems }) => [line, problems[0]])).toEqual([
    [3, 'no fleet found for “Nobody”'],
    [4, '“twin” is the name of several fleets; use a reference'],
    [5, 'name must not be empty'],
    [6, 'this person is already on line 2'],
    [7, 'phone must not be empty unless there is an email'],
  ]);
  expect(bad[2]?.problems).toHaveLength(3);
});

it('needs no fleet column when all rows belong to one fleet', () => {
  expect(read('name,email\nJoe,joe@x.example\n', IRON).good).toMatchObject([
    { fleet: IRON, contact: { fleet_id: id(1), email: 'joe@x.example' } },
  ]);
});

it('does not use a fleet column then, and says so', () => {
  expect(read('Company,name,email\nNobody,Joe,joe@x.example\n', IRON)).toMatchObject({
    good: [{ fleet: IRON }],
    columns: [{ head: 'Company', column: null }, { column: 'name' }, { column: 'email' }],
  });
});

it('reads a phone number that an export has escaped for spreadsheets', () => {
  expect(read("name,phone\nJoe,'+1 806 555 0142\n", IRON).good).toMatchObject([
    { contact: { phone: '+1 806 555 0142' } },
  ]);
});

it.each(['Direct', 'Cell', 'Mobile', 'Direct line', 'Direct #', 'Cell phone', 'Tel.', 'Dispatch phone'])(
  'reads %s as a phone',
  (head) => {
    expect(read(`name,${head}\nJoe,806 555 0142\n`, IRON).good).toMatchObject([
      { contact: { phone: '806 555 0142' } },
    ]);
  },
);

it.each(['Carrier Master: contacts,,,\n', 'Phone list\n\nprinted 2026-11-20,,\n'])(
  'skips a title above the column names: %j',
  (title) => {
    expect(read(`${title}Carrier,Contact,Cell phone\nCARRIER-1,Joe,806 555 0142\n`)).toMatchObject({
      good: [{ line: title.split('\n').length + 1, contact: { name: 'Joe', phone: '806 555 0142' } }],
      bad: [],
    });
  },
);

it('says which columns it does not use, and reads them as a person chooses, even the required ones', () => {
  const text = 'Who,Phone,Fax phone,Pager\nJoe,806 555 0142,806 555 0143,806 555 0144\n';
  const without = readContacts(text, FLEETS, IRON);
  expect(without).toMatchObject({ ok: false, reason: expect.stringContaining('name is missing') });
  expect(without.columns?.flatMap(({ head, column }) => (column === null ? [head] : []))).toEqual([
    'Who',
    'Fax phone',
    'Pager',
  ]);
  const chosen = readContacts(text, FLEETS, IRON, { 0: 'name', 1: '', 3: 'phone' });
  expect(chosen).toMatchObject({ good: [{ contact: { name: 'Joe', phone: '806 555 0144' } }] });
  expect(chosen.columns?.map(({ column }) => column)).toEqual(['name', null, null, 'phone']);
});

it.each([
  ['', 'The file is empty'],
  ['name,phone\nJoe,1', 'fleet is missing'],
  ['a,b\n1,2', 'fleet and name are missing'],
  ['fleet,name\n', 'no rows'],
])('says why a file cannot be read: %j', (text, reason) => {
  expect(readContacts(text, FLEETS, null)).toMatchObject({
    ok: false,
    reason: expect.stringContaining(reason),
  });
});
