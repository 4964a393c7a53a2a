import { describe, expect, it } from 'vitest';
import { problemsCsv, problemsOf } from '../../live/import-file.ts';
import { parseCsv } from '../../ui/csv.ts';
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
  const { good, bad, lines } = read(
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
  expect(bad[2] && problemsOf(bad[2], lines)).toBe(
    'name must not be empty; phone must not be empty unless there is an email; phone left out: “soon” is not a phone number; email left out: “bo at x” is not an email address',
  );
});

it('does not import a row in which a quote left open has swallowed others', () => {
  const { good, bad } = read(
    'fleet,name,phone,contact 2,phone 2\nCARRIER-1,"Joe,1\nCARRIER-1,Al,2\nCARRIER-1,Bo "B",3,Ed,4\nCARRIER-1,Cy,806 555 0142,"Di\nDo",5\n',
  );
  expect(good).toEqual([]);
  expect(new Set(bad.map(({ line, problems }) => `${line} ${problems[0]}`))).toEqual(
    new Set([
      '2 name has a line break: the quote opened on line 2 closes on line 4, so lines 3 and 4 are inside this row; remove the line break, or the quote on line 2',
      '5 name has a line break: the quote opened on line 5 closes on line 6, so line 6 is inside this row; remove the line break, or the quote on line 5',
    ]),
  );
  expect(readContacts('fleet,name,phone\nCARRIER-1,"Joe,1\n', FLEETS, null)).toMatchObject({
    ok: false,
    reason: 'A quote opened on line 2 of the file is never closed',
  });
});

describe('an email or phone', () => {
  const readCells = (phone: string, email: string) => {
    const file = read(`name,phone,email\nJoe,${phone},"${email.replaceAll('"', '""')}"\n`, IRON);
    const [good] = file.good;
    return [good?.contact.phone, good?.contact.email, ...(file.lines?.get(2)?.warnings ?? [])];
  };
  it('is taken as mail programs write it, the first of several with a warning', () => {
    expect(readCells('', '"Lee, Ann" <ann@x.example>')).toEqual([null, 'ann@x.example']);
    expect(readCells('806 555 0142 #12', '')).toEqual(['806 555 0142 x12', null]);
    expect(readCells('806 555 0142 / 806 555 0143', 'a@x.example; b@x.example')).toEqual([
      '806 555 0142',
      'a@x.example',
      'phone of “806 555 0142 / 806 555 0143” only 806 555 0142 is used',
      'email of “a@x.example; b@x.example” only a@x.example is used',
    ]);
  });
  it.each([
    ['806 555 0142', '#N/A', 'email left out: “#N/A” is an error of the spreadsheet'],
    ['#VALUE!', 'a@x.example', 'phone left out: “#VALUE!” is an error of the spreadsheet'],
    ['call first', 'a@x.example', 'phone left out: “call first” is not a phone number'],
    ['8.06556E+9', 'a@x.example', 'phone left out: “8.06556E+9” was rounded by the spreadsheet'],
    [
      '806 555 0142 ext. 123456789',
      'a@x.example',
      expect.stringMatching(/^phone left out: “806 555 0142 ext. 123456789” /),
    ],
  ])('is left out where it is none, and the contact stays: %s, %s', (phone, email, warning) => {
    const usable = (text: string) => (/^(806 555 0142|a@x.example)$/.test(text) ? text : null);
    expect(readCells(phone, email)).toEqual([usable(phone), usable(email), warning]);
  });
  it('gives way to the next column with one', () => {
    const { good } = read('name,Phone,Cell\nJoe,call first,806 555 0142\n', IRON);
    expect(good).toMatchObject([{ contact: { phone: '806 555 0142' } }]);
  });
});

it('leaves out a role that is too long', () => {
  const role = 'Night dispatch and claims '.repeat(3);
  const { good, lines } = read(`name,role,phone\nJoe,${role},806 555 0142\n`, IRON);
  expect(good).toMatchObject([{ contact: { role: null } }]);
  expect(lines?.get(2)?.warnings[0]).toContain('must be at most 60 characters');
});

it('writes the rows that are not imported with their reason, so that they can be imported again', () => {
  const file = read(
    'Carrier,Contact,Notes,Phone\nNobody,"Lee, Ann",x,call first\nCARRIER-1,Joe,y,806 555 0142\n',
  );
  const text = problemsCsv(file);
  expect(parseCsv(text).map(({ cells }) => cells)).toEqual([
    ['Carrier', 'Contact', 'Notes', 'Phone', 'problems'],
    [
      'Nobody',
      'Lee, Ann',
      'x',
      'call first',
      'no fleet found for “Nobody”; phone must not be empty unless there is an email; phone left out: “call first” is not a phone number',
    ],
  ]);
  const fixed = text.replace('Nobody', 'CARRIER-1').replace('call first', '806 555 0142');
  expect(read(fixed)).toMatchObject({ good: [{ contact: { name: 'Ann Lee' } }], bad: [] });
});

it.each([
  ...[['Trucking co', 'fleet'] as const, ['Trucking company', 'fleet'] as const],
  ...['Motor carrier', 'Hauler', 'Vendor name', 'Carrier on file'].map((one) => [one, 'fleet'] as const),
  ...['Carrier #', 'Fleet Ref', 'MC/DOT', 'USDOT #', 'Our vendor no.', 'Customer Code'].map(
    (one) => [one, 'fleet_reference'] as const,
  ),
  ...['First Name', 'Contact first name'].map((one) => [one, 'first_name'] as const),
  ...['Last Name', 'Surname', 'Contact Last'].map((one) => [one, 'last_name'] as const),
  ...['Contact person', 'Ops Contact', 'Contact name', 'POC', 'Rep', 'Dispatcher', 'Carrier contact'].map(
    (one) => [one, 'name'] as const,
  ),
  ...['Phone #', 'Contact phone', 'Tel.', 'Direct line'].map((one) => [one, 'phone'] as const),
  ...['Email(s)', 'Dispatch e-mail', 'Contact email'].map((one) => [one, 'email'] as const),
  ...['Job title', 'Dept.'].map((one) => [one, 'role'] as const),
  ...['Contact type', 'Fax', 'Carrier city'].map((one) => [one, null] as const),
])('knows %s as %s', (head, column) => {
  const { columns } = readContacts(`${head},Call first\nx,y\n`, FLEETS, null);
  expect(columns?.[0]?.column).toBe(column);
});

it('reads an email beside a name as the email', () => {
  expect(
    read('Contact person,Phone\n"Vance, Rita <rita@x.example>",806 555 0142\n', IRON).good,
  ).toMatchObject([{ contact: { name: 'Rita Vance', email: 'rita@x.example' } }]);
});

it('joins a first and a last name where the row has no whole one', () => {
  const { good } = read(
    'Company;Last Name;First Name;Contact;Email\nCARRIER-1;Peña;José;;a@x.example\nCARRIER-1;Peña;José;Pepe;b@x.example\nCARRIER-1;Ray;;;c@x.example',
  );
  expect(good.map(({ contact }) => contact.name)).toEqual(['José Peña', 'Pepe', 'Ray']);
});

it.each(['IRONWOOD TRANSPORT LLC', 'Ironwood Transport, Inc.', 'Iron-Wood Transport Co.'])(
  'finds the fleet by its name with a legal form: %s',
  (name) => {
    expect(read(`Carrier,Contact,Phone\n"${name}",Joe,806 555 0142\n`)).toMatchObject({
      good: [{ fleet: IRON }],
      bad: [],
    });
  },
);

it('takes the fleet of the reference, or else that of the name, but not two', () => {
  const { good, bad } = read(
    [
      'Carrier Name,MC/DOT,Contact,Phone',
      'Twin,CARRIER-1,Joe,806 555 0142',
      'Ironwood Express,CARRIER-1,Al,806 555 0142',
      'Ironwood Transport,MC-300000,Bo,806 555 0142',
      'Nobody,MC-300000,Cy,806 555 0142',
      'Ironwood Transport,CARRIER-2,Di,806 555 0142',
    ].join('\n'),
  );
  expect(good.map(({ fleet, contact }) => [contact.name, fleet.fleet_id])).toEqual([
    ['Joe', id(1)],
    ['Al', id(1)],
    ['Bo', id(1)],
  ]);
  expect(bad.map(({ problems }) => problems[0])).toEqual([
    'no fleet found for “MC-300000” or “Nobody”',
    '“CARRIER-2” and “Ironwood Transport” are different fleets',
  ]);
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

it.each([
  'Carrier Master: contacts,,,\n',
  'Phone list\n\nprinted 2026-11-20,,\n',
  'Carrier setup list,,Printed 11/27/26\n\n',
])('skips a title above the column names: %j', (title) => {
  expect(read(`${title}Carrier,Contact,Cell phone\nCARRIER-1,Joe,806 555 0142\n`)).toMatchObject({
    good: [{ line: title.split('\n').length + 1, contact: { name: 'Joe', phone: '806 555 0142' } }],
    bad: [],
  });
});

it('takes the line that a person names as that of the column names', () => {
  const text = 'Name,Phone\nOps contacts,\nWho,Number\nJoe,806 555 0142\n';
  expect(read(text, IRON)).toMatchObject({ head_line: 1 });
  const chosen = { head_line: 3, columns: { 0: 'name', 1: 'phone' } };
  expect(readContacts(text, FLEETS, IRON, chosen)).toMatchObject({
    good: [{ line: 4, contact: { name: 'Joe', phone: '806 555 0142' } }],
    bad: [],
  });
});

it('reads a file without column names as a person chooses', () => {
  const text = 'CARRIER-1,Joe,806 555 0142\nCARRIER-2,Al,806 555 0143\n';
  expect(readContacts(text, FLEETS, null, { head_line: 0 })).toMatchObject({
    reason: 'Choose the columns of fleet and name',
  });
  const chosen = { head_line: 0, columns: { 0: 'fleet', 1: 'name', 2: 'phone' } };
  expect(readContacts(text, FLEETS, null, chosen)).toMatchObject({
    good: [
      { line: 1, contact: { name: 'Joe' } },
      { line: 2, contact: { name: 'Al' } },
    ],
  });
});

it.each(['Main contact', 'Primary Contact'])(
  'takes marks below %s as whom to call first, and names as names',
  (head) => {
    const marks = read(`Full name,Phone,${head}\nJoe,806 555 0142,X\nAl,806 555 0143,\n`, IRON);
    expect(marks.good.map(({ contact }) => [contact.name, contact.is_primary])).toEqual([
      ['Joe', true],
      ['Al', false],
    ]);
    expect(read(`${head},Phone\nJoe,806 555 0142\n`, IRON)).toMatchObject({
      good: [{ contact: { name: 'Joe' } }],
    });
  },
);

it('is not misled by a row that has names of columns in its cells', () => {
  const { head_line } = read('Name,Kind,Contact by\nJoe,Dispatch contact,Phone\nAl,Rep,Email\n', IRON);
  expect(head_line).toBe(1);
});

it('says which columns it does not use, and reads them as a person chooses, even the required ones', () => {
  const text = 'Who,Phone,Fax phone,Pager\nJoe,806 555 0142,806 555 0143,806 555 0144\n';
  const without = readContacts(text, FLEETS, IRON);
  expect(without).toMatchObject({ ok: false, reason: expect.stringContaining('name is missing') });
  expect(without.columns?.flatMap(({ head, column }) => (column === null ? [head] : []))).toEqual([
    'Who',
    'Fax phone',
    'Pager',
  ]);
  const chosen = readContacts(text, FLEETS, IRON, { columns: { 0: 'name', 1: '', 3: 'phone' } });
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

describe('columns of two people', () => {
  const people = (text: string) => {
    const { good, columns, bad } = read(text);
    expect(bad).toEqual([]);
    return {
      people: good.map(({ contact: { name, role, phone, email } }) => [name, role, phone, email]),
      others: columns?.flatMap(({ head, is_others }) => (is_others ? [head] : [])),
    };
  };
  it('stay together, as a second contact with that role', () => {
    const heads =
      'Carrier,Dispatch Contact,Dispatch Phone,Dispatch Email,Safety Contact,Safety Phone,Safety Email';
    const { people: found } = people(
      [
        heads,
        'CARRIER-1,Gil Hart,,gil@x.example,Pam Reed,850-555-0103,pam@x.example',
        'CARRIER-2,Pete Sands,319-555-0170,,,,',
        'CARRIER-2,Al Poe,319-555-0172,,Ida Cho,,ida@x.example',
      ].join('\n'),
    );
    expect(found).toEqual([
      ['Gil Hart', null, null, 'gil@x.example'],
      ['Pam Reed', 'Safety', '850-555-0103', 'pam@x.example'],
      ['Pete Sands', null, '319-555-0170', null],
      ['Al Poe', null, '319-555-0172', null],
      ['Ida Cho', 'Safety', null, 'ida@x.example'],
    ]);
  });
  it.each([
    ['Contact,Phone,Email,Contact 2,Contact 2 Phone,Contact 2 Email', null],
    ['Contact 1,Phone 1,Email 1,Contact 2,Phone 2,Email 2', null],
    ['Contact,Phone,Email,Owner,Owner Cell,Owner Email', 'Owner'],
    ['Ops Contact,Ops Phone,Ops Email,Safety Contact,Safety Phone,Safety Email', 'Safety'],
    ['Contact,Phone,Email,Dispatcher,Dispatch Phone,Dispatch Email', 'Dispatch'],
  ])('%s', (heads, role) => {
    const { people: found } = people(`Carrier,${heads}\nCARRIER-1,Al,,al@x.example,Bo,806 555 0143,\n`);
    expect(found).toEqual([
      ['Al', null, null, 'al@x.example'],
      ['Bo', role, '806 555 0143', null],
    ]);
  });
  it('are not used for the first, and it is said, where the second has no name', () => {
    expect(
      people('Carrier,Contact,Phone,Email,Safety Email\nCARRIER-1,Al,806 555 0142,,pam@x.example\n'),
    ).toEqual({ people: [['Al', null, '806 555 0142', null]], others: ['Safety Email'] });
  });
  it('are those that a person chooses', () => {
    const text = 'Carrier,Contact,Phone,Owner,Owner Cell\nCARRIER-1,Al,,Bo,806 555 0143\n';
    expect(readContacts(text, FLEETS, null, { columns: { 3: '', 4: 'phone' } })).toMatchObject({
      good: [{ contact: { name: 'Al', phone: '806 555 0143' } }],
    });
  });
  it('without a name in one row warn, and are nobody else’s', () => {
    const { good, lines } = read(
      'Carrier,Contact,Phone,Owner,Owner Cell\nCARRIER-1,Al,806 555 0142,,806 555 0143\n',
    );
    expect(good).toMatchObject([{ contact: { name: 'Al', phone: '806 555 0142' } }]);
    expect(lines?.get(2)?.warnings).toEqual(['owner contact left out: name must not be empty']);
  });
});

it.each([
  ['Office Phone,Ext,Cell', '402 555 0150,31,402 555 0151', '402 555 0150 x31'],
  ['Office Phone,Ext,Cell', ',31,402 555 0151', '402 555 0151'],
  ['Contact Phone,Phone Ext,Mobile', '970 555 0190,114,970 555 0191', '970 555 0190 x114'],
  ['Contact Phone,Phone Ext,Mobile', ',114,970 555 0191', '970 555 0191'],
  ['Contact Phone,Cell', '970 555 0190,', '970 555 0190'],
  ['Phone,Ext,Cell Phone', ',12,319 555 0175', '319 555 0175'],
  ['Phone,Ext,Mobile Phone', '319 555 0170,12,319 555 0175', '319 555 0170 x12'],
  ['Main Phone,Ext.,Cell Phone', '970 555 0190,114,970 555 0191', '970 555 0190 x114'],
  ['Office Phone,Ext,Cell', '402 555 0150,31,', '402 555 0150 x31'],
  ['Office Phone,Ext,Cell', '402 555 0150 x7,31,#N/A', '402 555 0150 x7'],
  ['Direct Line,After Hours', '#N/A,402 555 0150', '402 555 0150'],
  ['Main Phone,Direct', '402 555 0150,402 555 0151', '402 555 0150'],
  ['Cell,Phone,Extension', '402 555 0150,402 555 0151,31', '402 555 0150'],
  ['Phone,Extension', '402 555 0150,ext. 31', '402 555 0150 x31'],
  ['After Hours Contact,After Hours Phone', 'Bo,402 555 0150', null],
])(
  'uses the first phone with its extension, another where there is none, and one of after hours last: %s, %s',
  (heads, cells, phone) => {
    const { good } = read(`Name,Email,${heads}\nJoe,joe@x.example,${cells}\n`, IRON);
    expect(good[0]?.contact).toMatchObject({ name: 'Joe', phone });
  },
);

it.each([
  ['"Ochoa, Luis"', 'Luis Ochoa'],
  ['"Moss, Rita, Jr."', 'Rita Moss Jr.'],
  ['"Rita Moss, Jr."', 'Rita Moss Jr.'],
  ['"Rita Moss, Owner"', 'Rita Moss, Owner'],
])('writes a first name before the last: %s', (cell, name) => {
  expect(read(`name,phone\n${cell},806 555 0142\n`, IRON).good).toMatchObject([{ contact: { name } }]);
});

it('warns of each row that takes the first call from another contact', () => {
  const existing = [
    { fleet_id: id(1), name: 'Priya Whitaker', phone: '1', email: null, is_primary: true },
    { fleet_id: id(1), name: 'Joe Poe', phone: '2', email: null, is_primary: false },
  ];
  const warningsOf = (rows: string) => {
    const file = readContacts(`name,phone,primary\n${rows}\n`, FLEETS, IRON, {}, existing);
    return file.ok && file.good.map(({ line }) => file.lines?.get(line)?.warnings);
  };
  const isolates = /[\u2066-\u2069]/g;
  const texts = JSON.stringify(warningsOf('Pat Primary,806 555 0142,yes\nAl,806 555 0143,yes'));
  expect(JSON.parse(texts.replace(isolates, ''))).toEqual([
    ['Pat Primary, call first (instead of Priya Whitaker)'],
    ['Al, call first (instead of Pat Primary)'],
  ]);
  expect(warningsOf('Priya Whitaker,806 555 0142,yes\nJoe Poe,806 555 0143,')).toEqual([[], []]);
});

describe('a contact whom the fleet has', () => {
  const known = (name: string, phone: string | null, email: string | null, fleet_id = id(1)) => ({
    fleet_id,
    name,
    phone,
    email,
    is_primary: false,
  });
  const JOE = known('Joe Poe', '+1 (806) 555-0142', 'joe@x.example');
  const names = (rows: string, existing: (typeof JOE)[]) => {
    const file = readContacts(`name,phone,email\n${rows}\n`, FLEETS, IRON, {}, existing);
    return file.ok
      ? file.good.map(({ line, contact }) => [contact.name, ...(file.lines?.get(line)?.warnings ?? [])])
      : [];
  };
  it('with the same email, or the same phone and no other email, is not created again', () => {
    expect(names('Joseph,,JOE@x.example', [JOE])).toEqual([
      ['Joe Poe', '“Joseph” is Joe Poe, who has the same email'],
    ]);
    expect(names('Joseph,806-555-0142,', [JOE])).toEqual([
      ['Joe Poe', '“Joseph” is Joe Poe, who has the same phone'],
    ]);
  });
  it.each([
    ['has another email', 'Bo,806 555 0142,bo@x.example', [JOE]],
    ['is of another fleet', 'Bo,,joe@x.example', [{ ...JOE, fleet_id: id(2) }]],
    ['is known by this name', 'Bo,806 555 0142,', [JOE, known('bo', null, 'bo@x.example')]],
    ['could be either of two', 'Bo,806 555 0142,', [JOE, known('Al', '806 555 0142', null)]],
  ])('stays another who %s', (_, row, existing) => {
    expect(names(row, existing)).toEqual([['Bo']]);
  });
  it('is one row only', () => {
    const rows = 'Joseph,806 555 0142,\nJoey,806 555 0142,\n';
    expect(names(rows, [JOE]).map(([name]) => name)).toEqual(['Joe Poe', 'Joey']);
    expect(names(`${rows}Joe Poe,,joe@x.example`, [JOE]).map(([name]) => name)).toEqual([
      'Joseph',
      'Joey',
      'Joe Poe',
    ]);
  });
});

it.each(['Total carriers: 9', 'Total: 9', 'End of report'])(
  'takes no row from the end of a list: %s',
  (end) => {
    const { good, bad } = read(`Carrier,Contact,Phone\nCARRIER-1,Joe,806 555 0142\n,,\n${end},,\n`);
    expect([good.length, bad]).toEqual([1, []]);
  },
);

it('takes of two rows of one person that with more values', () => {
  const { good, bad } = read(
    'name,phone,email\nJoe,806 555 0142,joe@x\nJoe,806 555 0142,joe@x.example\nJoe,,joe@x.example\n',
    IRON,
  );
  expect(good).toMatchObject([{ line: 3, contact: { email: 'joe@x.example' } }]);
  expect(bad.map(({ line, problems }) => [line, ...problems])).toEqual([
    [2, 'this person is already on line 3'],
    [4, 'this person is already on line 3'],
  ]);
});
