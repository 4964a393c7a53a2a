/** Files as people keep them in a spreadsheet: what each column means, and what is left out with a warning. */
import { describe, expect, it } from 'vitest';
import { addColumn, type BulkDraft, DEFAULT_SETTINGS, readFile, setField, unsureColumns } from './draft.ts';
import { RowValidator, repeatedWarnings } from './rows.ts';
import { fieldIssue } from './words.ts';

function draftOf(csv: string, kind: 'invitation' | 'user' = 'invitation'): BulkDraft {
  const read = readFile(kind, csv, 'a.csv', DEFAULT_SETTINGS);
  if (!read.ok) throw new Error(read.reason);
  return read.draft;
}
const CONNECTION = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const rowsOf = (csv: string) => new RowValidator().validate(draftOf(csv));
const only = (csv: string) => {
  const [row] = rowsOf(csv);
  if (!row) throw new Error('no row');
  return { body: row.body, issues: row.issues.map(fieldIssue), warnings: row.warnings.map(fieldIssue) };
};

describe('emails and phones', () => {
  const emailIn = (cell: string) => {
    const { body, warnings } = only(`fleet_ref,email\nF-1,"${cell.replaceAll('"', '""')}"\n`);
    return [body.fleet_email, ...warnings];
  };
  it('are taken as mail programs write them, the first of several with a warning', () => {
    expect(emailIn('Ops <a@b.example>')).toEqual(['a@b.example']);
    expect(emailIn('"Smith, Ann" <a@b.example>')).toEqual(['a@b.example']);
    expect(emailIn('mailto:a@b.example')).toEqual([
      'a@b.example',
      'Email of “mailto:a@b.example” only a@b.example is used',
    ]);
    for (const text of [
      'a@b.example; c@d.example',
      'a@b.example / c@d.example',
      'Ann <a@b.example>, Bo <c@d.example>',
    ])
      expect(emailIn(text)).toEqual(['a@b.example', `Email of “${text}” only a@b.example is used`]);
    expect(emailIn('Ops <nobody>')).toEqual([
      undefined,
      'Email left out: “Ops <nobody>” is not an email address',
    ]);
  });
  it.each(['312-555-0200 / 312-555-0300', '312-555-0200;312-555-0300', '312-555-0200 or 312-555-0300'])(
    'take the first number of %s',
    (text) => {
      const { body, warnings } = only(`fleet_ref,phone\nF-1,${text.includes(';') ? `"${text}"` : text}\n`);
      expect([body.fleet_phone, ...warnings]).toEqual([
        '312-555-0200',
        `Phone of “${text}” only 312-555-0200 is used`,
      ]);
    },
  );
  it('know Canada by the letters of its carriers', () => {
    const codes = ['CDN', 'CAN', 'MEX'].map((text) => only(`fleet_ref,country\nF-1,${text}\n`));
    expect(codes.map(({ body, warnings }) => [body.fleet_country_code, ...warnings])).toEqual([
      ['CAN'],
      ['CAN'],
      ['MEX'],
    ]);
  });
});

describe('columns', () => {
  const meaningOf = (heads: string, kind: 'invitation' | 'user' = 'invitation') =>
    draftOf(`${heads}\n${heads.replaceAll(/[^,]/g, '')}x`, kind).columns.map(({ field, unsure }) =>
      unsure ? `${field}?` : field,
    );
  it('keep MC and USDOT numbers apart', () => {
    expect(meaningOf('Carrier,MC #,USDOT #')).toEqual([
      'fleet_name',
      'fleet_regulatory_id.MC',
      'fleet_regulatory_id.DOT',
    ]);
    expect(meaningOf('US DOT,Docket')).toEqual(['fleet_regulatory_id.DOT', 'fleet_regulatory_id.MC']);
  });
  it('need no check where only a word fits, but the cells can be nothing else', () => {
    const csv = 'Account,Dispatch e-mail,Main office phone\nV-1,ops@mesa.example,505 555 0117\n';
    expect(draftOf(csv).columns.map(({ unsure }) => unsure)).toEqual([true, false, false]);
  });
  it('are asked for where only a word fits, or where two columns mean the same', () => {
    expect(meaningOf('Account,Dispatch e-mail,Main office phone,Carrier label')).toEqual([
      'fleet_ref?',
      'fleet_email?',
      'fleet_phone?',
      'fleet_name?',
    ]);
    expect(meaningOf('fleet_ref,Email,Contact email')).toEqual(['fleet_ref', 'fleet_email?', null]);
    expect(meaningOf('Login,Cell phone,CDL nr', 'user')).toEqual([
      'username',
      'phone_number?',
      'license_number?',
    ]);
  });
  it('of carriers are known by "#", "No", "ID" and "code" as their reference, and by the legal name', () => {
    const of = (head: string) => meaningOf(`${head},Legal Name / DBA,USDOT #,MC #`);
    for (const head of ['Carrier #', 'Carrier No', 'Carrier No.', 'Carrier ID', 'Carrier code'])
      expect([head, ...of(head)]).toEqual([
        head,
        'fleet_ref',
        'fleet_name',
        'fleet_regulatory_id.DOT',
        'fleet_regulatory_id.MC',
      ]);
    expect(['Legal name', 'DBA', 'Carrier legal name'].flatMap((head) => meaningOf(head))).toEqual([
      'fleet_name',
      'fleet_name',
      'fleet_name',
    ]);
    expect(meaningOf('Carrier #,Reference,DBA,Legal name')).toEqual([null, 'fleet_ref', null, 'fleet_name']);
    expect(meaningOf('Reference,Carrier #')).toEqual(['fleet_ref', null]);
    expect(meaningOf('Carrier email,Carrier phone,Carrier MC #,Zip code')).toEqual([
      'fleet_email?',
      'fleet_phone?',
      'fleet_regulatory_id.MC?',
      null,
    ]);
  });
  it('of codes are never taken as a name, unless they say that they are', () => {
    const of = (heads: string, cells: string) =>
      draftOf(`${heads}\n${cells}`).columns.map(({ field, unsure }) => (unsure ? `${field}?` : field));
    expect(of('Carrier,Legal name', 'C5000,Mesa Haulage')).toEqual(['fleet_ref', 'fleet_name']);
    expect(of('Carrier,Phone', 'C5000,505 555 0117')).toEqual(['fleet_ref', 'fleet_phone']);
    expect(of('Ref,Company', 'F-1,C5000')).toEqual(['fleet_ref', null]);
    expect(of('Ref,Company', 'F-1,7 Oaks')).toEqual(['fleet_ref', 'fleet_name']);
    expect(of('Ref,Fleet name', 'F-1,C5000')).toEqual(['fleet_ref', 'fleet_name?']);
  });
  it('of whole names have the email of the row too, unless it has a column of its own', () => {
    const [own, other] = new RowValidator().validate(
      draftOf(
        `connection_id,Driver,Email\n${CONNECTION},Joe Smith <joe@x.com>,\n${CONNECTION},Joe Smith <joe@x.com>,js@x.com\n`,
        'user',
      ),
    );
    expect(own?.body).toMatchObject({ first_name: 'Joe', last_name: 'Smith', user_email: 'joe@x.com' });
    expect(other?.body.user_email).toBe('js@x.com');
    expect(other?.warnings.map(fieldIssue)).toContain('Full name has an email that is not used: joe@x.com');
  });
  it('need no check once another column has their field', () => {
    const draft = draftOf('Ref,Carrier label,Trade\nF-1,Mesa,Mesa Haulage');
    expect(unsureColumns(draft)).toEqual([1]);
    expect(unsureColumns(setField(draft, 2, 'fleet_name'))).toEqual([]);
    expect(unsureColumns(addColumn(draft, 'fleet_name'))).toEqual([]);
  });
  it('of users are known by the words of spreadsheets, and by what is below "Driver"', () => {
    expect(meaningOf('Emp ID,Last nm,First nm,Cell #,Lic #,CDL State,Carrier Nm,Role', 'user')).toEqual([
      'partner_ref',
      'last_name',
      'first_name',
      'phone_number',
      'license_number',
      'license_region',
      'connection_id',
      'user_designation',
    ]);
    for (const login of ['User Name', 'Username', 'Login'])
      for (const ref of ['Driver ID', 'Driver #', 'Employee ID'])
        for (const provider of ['ELD Provider', 'Provider', 'Telematics', 'ELD'])
          expect([
            login,
            ref,
            provider,
            ...meaningOf([login, provider, ref, 'Carrier #'].join(), 'user'),
          ]).toEqual([login, ref, provider, 'username', 'provider', 'partner_ref', 'connection_id']);
    expect(['Fleet reference', 'Carrier Ref'].flatMap((head) => meaningOf(head, 'user'))).toEqual([
      'connection_id',
      'connection_id',
    ]);
    expect(meaningOf('Reference,Employee ID', 'user')).toEqual(['partner_ref', 'employee_number']);
    expect(meaningOf('Emp badge,Driver last,Lic nr,CDL exp date,DL st.,Hauler on file', 'user')).toEqual([
      'employee_number?',
      'last_name?',
      'license_number?',
      'license_expiration?',
      'license_region?',
      'connection_id?',
    ]);
    const expires = (head: string) => meaningOf(`Login,${head}`, 'user')[1];
    expect(['Exp Date', 'Expires', 'Med card exp'].map(expires)).toEqual([
      'license_expiration?',
      'license_expiration?',
      null,
    ]);
    const driver = (cell: string) => draftOf(`Login,Driver\na,"${cell}"`, 'user').columns[1]?.field;
    expect([driver('Moss, Rita'), driver('yes'), driver('')]).toEqual([
      'full_name',
      'is_driver',
      'full_name',
    ]);
  });
  it('are found below a title, which is no row', () => {
    const draft = draftOf(
      'Carriers to invite 2026,,\n\nVendor,Carrier,Main Ph.\nV-1,Mesa Haulage,505 555 0117',
    );
    expect(draft.columns.map(({ field }) => field)).toEqual(['fleet_ref', 'fleet_name', 'fleet_phone']);
    expect(draft.rows.map(({ cells }) => cells[0])).toEqual(['V-1']);
    expect(draftOf('fleet_ref\nF-1\nF-2,name').rows).toHaveLength(2);
  });
  it('are found below a title of several cells, and above a row with such words', () => {
    const draft = draftOf(
      'Carrier Setup List,,,Printed 11/27/26\n\nCarrier Legal Name,MC #,Contact E-mail,Notes\nMesa Haulage,123456,,Carrier, phone',
    );
    expect(draft.columns.map(({ field }) => field).slice(0, 3)).toEqual([
      'fleet_name',
      'fleet_regulatory_id.MC',
      'fleet_email',
    ]);
    expect(draft.rows).toHaveLength(1);
  });
  it('are not taken for a header when a row has such words', () => {
    expect(draftOf('Red Carrier Company,x').has_head).toBe(false);
  });
});

it('a regulatory ID of zeros is none', () => {
  const { body, warnings } = only('ref,USDOT #\nF-1,0');
  expect(body).not.toHaveProperty('fleet_regulatory_id');
  expect(warnings).toHaveLength(1);
});

describe('a regulatory ID', () => {
  it.each([
    ['USDOT 1234567', '1234567', 'DOT'],
    ['1,234,567', '1234567', 'DOT'],
    ['1234567.0', '1234567', 'DOT'],
    ['0001234567', '1234567', 'DOT'],
  ])('%s is read', (cell, id, type) => {
    expect(only(`ref,USDOT #\nF-1,"${cell}"`)).toMatchObject({
      body: { fleet_regulatory_id: id, fleet_regulatory_id_type: type },
      issues: [],
      warnings: [],
    });
  });
  it('is the USDOT number, or the MC number where there is none', () => {
    const rows = rowsOf('ref,MC #,USDOT #\nA,MC-123456,7654321\nB,MC-123456,\nC,,\n');
    expect(rows.map(({ body }) => [body.fleet_regulatory_id, body.fleet_regulatory_id_type])).toEqual([
      ['7654321', 'DOT'],
      ['123456', 'MC'],
      [undefined, undefined],
    ]);
    expect(rows.map(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      ['MC number is not sent: an invitation has one number, and the USDOT number is'],
      [],
      [],
    ]);
  });
  it.each([
    ['ABC', 'USDOT number left out: “ABC” must be 1 to 8 digits'],
    ['2.20E+06', 'USDOT number left out: “2.20E+06” was rounded by the spreadsheet'],
    ['#N/A', 'USDOT number left out: “#N/A” is an error of the spreadsheet'],
    ['0', 'USDOT number left out: “0” is not a USDOT number'],
    ['000', 'USDOT number left out: “000” is not a USDOT number'],
    ['123456789', 'USDOT number left out: “123456789” must be 1 to 8 digits'],
  ])('%s is left out with a warning', (cell, warning) => {
    const { body, issues, warnings } = only(`ref,USDOT #\nF-1,${cell}`);
    expect([body.fleet_regulatory_id, issues, warnings]).toEqual([undefined, [], [warning]]);
  });
  it('is no MC number if it is zero', () => {
    const { warnings } = only('ref,MC #\nF-1,MC-0');
    expect(warnings).toEqual(['MC number left out: “MC-0” is not an MC number']);
  });
  it('is what its prefix says, whatever the name of the column says', () => {
    const rows = rowsOf('ref,DOT/MC\nA,DOT 123\nB,MC-456\nC,USDOT123\nD,MC# 99\nE,789');
    expect(rows.map(({ body }) => [body.fleet_regulatory_id_type, body.fleet_regulatory_id])).toEqual([
      ['DOT', '123'],
      ['MC', '456'],
      ['DOT', '123'],
      ['MC', '99'],
      ['DOT', '789'],
    ]);
    expect(rows.map(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      [],
      ['USDOT number “MC-456” is read as an MC number'],
      [],
      ['USDOT number “MC# 99” is read as an MC number; “99” has only 2 digits'],
      [],
    ]);
    const untyped = only('ref,Regulatory ID\nA,MC-456');
    expect([untyped.body.fleet_regulatory_id_type, untyped.body.fleet_regulatory_id]).toEqual(['MC', '456']);
    expect(untyped.warnings).toEqual(['Regulatory ID “MC-456” is read as an MC number']);
  });
  it('is kept when two columns are swapped, and one of two different numbers of a kind is said to be left out', () => {
    const [swapped, twice] = rowsOf('ref,USDOT #,MC #\nA,MC 123456,DOT 7654321\nB,MC 123456,MC 654321');
    expect([swapped?.body.fleet_regulatory_id_type, swapped?.body.fleet_regulatory_id]).toEqual([
      'DOT',
      '7654321',
    ]);
    expect(twice?.body.fleet_regulatory_id).toBe('123456');
    expect(twice?.warnings.map(fieldIssue)).toEqual([
      'USDOT number “MC 123456” is read as an MC number',
      'MC number left out: the row has another MC number',
    ]);
  });
  it.each([
    ['1', 'USDOT number “1” has only 1 digit'],
    ['12', 'USDOT number “12” has only 2 digits'],
  ])('of few digits, %s, is sent with a warning', (cell, warning) => {
    const { body, warnings } = only(`ref,USDOT #\nF-1,${cell}`);
    expect([body.fleet_regulatory_id, warnings]).toEqual([cell, [warning]]);
  });
  it('is checked too where its type has a column', () => {
    const { body, warnings } = only('ref,fleet_regulatory_id,ID type\nF-1,ABC,dot');
    expect(body.fleet_regulatory_id).toBe('ABC');
    expect(warnings).toEqual(['Regulatory ID “ABC” does not look like a USDOT number']);
    expect(only('ref,fleet_regulatory_id,ID type\nF-1,ABC,NSC').warnings).toEqual([]);
  });
  it('is the reference where no column is one', () => {
    const rows = rowsOf('Company,MC #,USDOT #\nMesa,,7654321\nRidge,123456,\nDelta,,\n');
    expect(rows.map(({ body }) => body.fleet_ref)).toEqual(['DOT-7654321', 'MC-123456', undefined]);
    expect(rows[2]?.issues.map(fieldIssue)).toEqual([
      '“MC #” or “USDOT #” must have a number: the reference is made from it',
    ]);
  });
  it('stays the reference of a row whose cell is empty in a column of references', () => {
    const rows = rowsOf('ref,Company,USDOT #\n,Mesa,7654321\nV-2,Ridge,7654322\n,Delta,\n');
    expect(rows.map(({ body }) => body.fleet_ref)).toEqual(['DOT-7654321', 'V-2', undefined]);
    expect(rows[2]?.issues.map(fieldIssue)).toEqual(['Fleet reference must not be empty']);
    expect(rows.map(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      ['Fleet reference is empty: it becomes the USDOT or MC number, such as DOT-1234567'],
      [],
      [],
    ]);
  });
});

it.each([
  'Total',
  'Grand total: 60',
  'Subtotal',
  'Generated by TMS on Nov 27',
  'Page 1 of 3',
  'End of report',
])('does not invite the last line of a list, %s', (cell) => {
  const rows = rowsOf(`Company,USDOT #,Email\nMesa,7654321,\n${cell},60,\n`);
  expect(rows.map(({ issues }) => issues.map(fieldIssue))).toEqual([
    [],
    [`“${cell}” looks like the end of a list, not a fleet: remove the row, or add an email or phone`],
  ]);
});

it.each([
  'Total Transport LLC,60,',
  'Totally Freight,60,',
  'Total,60,ops@total.example',
  'Page Trucking,60,',
])('invites a fleet whose name begins like one: %s', (line) =>
  expect(only(`Company,USDOT #,Email\n${line}\n`).issues).toEqual([]),
);

it('says once what most rows of a file warn of', () => {
  const line = (n: number) => `Mesa ${n},${700_000 + n},${2_200_000 + n},${n === 3 ? 'call first' : ''}`;
  const rows = rowsOf(
    `Company,MC #,USDOT #,Phone\n${[1, 2, 3, 4, 5, 6].map(line).join('\n')}\nRidge,,2299999,`,
  );
  expect(repeatedWarnings(rows)).toEqual([
    ['MC number is not sent: an invitation has one number, and the USDOT number is', 6],
  ]);
  expect(repeatedWarnings(rows.slice(0, 4))).toEqual([]);
});

it('leaves out a country that is none, and sends the row', () => {
  const { body, issues, warnings } = only('ref,Country\nF-1,Texas');
  expect([body.fleet_country_code, issues]).toEqual([undefined, []]);
  expect(warnings).toEqual(['Country left out: “Texas” is not a country']);
});

it('leaves out what is no phone number, and errors of the spreadsheet in any cell', () => {
  const { body, issues, warnings } = only('ref,Company,Phone\nF-1,#REF!,call first');
  expect([body.fleet_name, body.fleet_phone, issues]).toEqual([undefined, undefined, []]);
  expect(warnings).toEqual([
    'Fleet name left out: “#REF!” is an error of the spreadsheet',
    'Phone left out: “call first” is not a phone number',
  ]);
  expect(only('ref,Phone\nF-1,(505) 555-0117 ext. 12').body.fleet_phone).toBe('(505) 555-0117 ext. 12');
});

it.each(['no email', 'n/a', 'dispatch(at)mesa.example', 'a@b'])(
  'leaves out %s, which is no email address, and sends the row',
  (cell) => {
    const warning = `Email left out: “${cell}” is not an email address`;
    const invitation = only(`ref,Email\nF-1,${cell}`);
    expect(invitation).toMatchObject({ issues: [], warnings: [warning] });
    expect(invitation.body).not.toHaveProperty('fleet_email');
    const user = draftOf(`connection_id,username,email\n${CONNECTION},jdoe,${cell}`, 'user');
    const [row] = new RowValidator().validate(user);
    expect([row?.body.user_email, row?.issues, row?.warnings.map(fieldIssue)]).toEqual([
      undefined,
      [],
      [warning],
    ]);
  },
);

it.each([
  ['www.mesa.example', 'https://www.mesa.example', []],
  ['http://mesa.example/about', 'http://mesa.example/about', []],
  ['no site', undefined, ['Website left out: “no site” is not the address of a website']],
])('reads the website %s', (cell, website, warnings) => {
  const row = only(`ref,Website\nF-1,${cell}`);
  expect([row.body.fleet_website, row.issues, row.warnings]).toEqual([website, [], warnings]);
});

it('keeps the warnings of a row with a problem', () => {
  expect(only('ref,Email,Phone\n,no email,call first')).toMatchObject({
    issues: ['Fleet reference must not be empty'],
    warnings: [
      'Email left out: “no email” is not an email address',
      'Phone left out: “call first” is not a phone number',
    ],
  });
});

it.each([
  ['312-555-01422222', 'Phone “312-555-01422222” has 14 digits, too many'],
  ['555-0142', 'Phone “555-0142” has 7 digits, too few for a number with its area code'],
])('sends the phone %s with a warning', (cell, warning) => {
  const { body, warnings } = only(`ref,Phone\nF-1,${cell}`);
  expect([body.fleet_phone, warnings]).toEqual([cell, [warning]]);
});

it.each(['+52 55 1234 5678', '+49 30 123456', '(505) 555-0117', '1-505-555-0117 x4'])(
  'has no doubt about the phone %s',
  (cell) => expect(only(`ref,Phone\nF-1,"${cell}"`).warnings).toEqual([]),
);

it('leaves out a phone of more than 15 digits', () => {
  const { body, warnings } = only('ref,Phone\nF-1,+1 312 555 0142 222 22222');
  expect(body.fleet_phone).toBeUndefined();
  expect(warnings).toEqual(['Phone left out: “+1 312 555 0142 222 22222” is not a phone number']);
});

it('refuses a reference that the spreadsheet destroyed', () => {
  expect(only('ref\n2.20E+06').issues).toEqual(['Fleet reference “2.20E+06” was rounded by the spreadsheet']);
  expect(only('ref\n#N/A').issues).toEqual(['Fleet reference “#N/A” is an error of the spreadsheet']);
});

it('a row with more values than there are names says that a comma may have shifted it', () => {
  const shifted = only('ref,name,email\nF-1,Blue Mesa, Inc.,ops@mesa.example');
  expect(shifted.warnings.join('; ')).toMatch(
    /“ops@mesa.example” is below no column name: a comma inside another value may have shifted this row/,
  );
  expect(only('ref,name\nF-1,Blue Mesa').warnings).toEqual([]);
});

it('of both numbers in one cell the USDOT number is taken, in either order', () => {
  for (const cell of ['MC 445566 / DOT 3456789', 'USDOT 3456789; MC-445566']) {
    const { body, issues } = only(`ref\tMC / DOT\nF-1\t${cell}`.replaceAll('\t', '\u0009'));
    expect([body.fleet_regulatory_id, body.fleet_regulatory_id_type, issues]).toEqual(['3456789', 'DOT', []]);
  }
});

describe('a new user', () => {
  const usersOf = (csv: string) =>
    new RowValidator().validate({
      ...draftOf(csv, 'user'),
      defaults: { ...DEFAULT_SETTINGS, connection_id: CONNECTION },
    });

  it('whose whole name is in one column has it split, with a warning that says how', () => {
    const rows = usersOf(
      'Driver Name,Login\n"Moss, Rita",rmoss\nSam Lee,slee\nMaria Garcia Lopez,mgl\nCher,cher',
    );
    expect(rows.map(({ body }) => [body.first_name, body.last_name, body.full_name])).toEqual([
      ['Rita', 'Moss', undefined],
      ['Sam', 'Lee', undefined],
      ['Maria Garcia', 'Lopez', undefined],
      [undefined, undefined, undefined],
    ]);
    expect(rows.flatMap(({ issues }) => issues)).toEqual([]);
    expect(rows.map(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      ['Full name is split at the comma: last name before it, first name after it'],
      ['Full name is split at the space: first name, then last name'],
      ['Full name “Maria Garcia Lopez” is split: first name Maria Garcia, last name Lopez'],
      ['Full name left out: “Cher” is not a first and a last name'],
    ]);
  });

  it('without a username is known by the email: its second row is a duplicate', () => {
    const rows = usersOf(
      'Name,Email\nRita Moss,rita@moss.example\nR. Moss,RITA@moss.example\nSam Lee,sam@moss.example',
    );
    expect(rows.map(({ issues }) => issues.map(fieldIssue))).toEqual([[], ['Email duplicates row 1'], []]);
  });

  it('has the state of its license by its code, with a warning where it is none', () => {
    const rows = usersOf('Login,St\na,Texas\nb,on\nc,ZZ');
    expect(rows.map(({ body }) => body.license_region)).toEqual(['TX', 'ON', 'ZZ']);
    expect(rows.flatMap(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      'License region “ZZ” is no state or province',
    ]);
  });

  it('whose whole name is in the column of first names has it split at the comma', () => {
    const rows = usersOf('First name,Last name\n"Fox, Ed",\n"Fox, Ed",Fox\nMary Ann,');
    expect(rows.map(({ body }) => [body.first_name, body.last_name])).toEqual([
      ['Ed', 'Fox'],
      ['Fox, Ed', 'Fox'],
      ['Mary Ann', undefined],
    ]);
    expect(rows.map(({ warnings }) => warnings.map(fieldIssue))).toEqual([
      ['First name is split at the comma: last name before it, first name after it'],
      [],
      [],
    ]);
  });

  it('is created without what is neither yes nor no, with a warning', () => {
    const [row] = usersOf('Login,Active\na,maybe\nb,yes');
    expect([row?.body.is_active, row?.issues, row?.warnings.map(fieldIssue)]).toEqual([
      undefined,
      [],
      ['Is active left out: “maybe” is neither yes nor no'],
    ]);
  });

  it('keeps the first and last name of their own columns', () => {
    const [row] = usersOf('Name,First name\n"Moss, Rita",Margarita');
    expect([row?.body.first_name, row?.body.last_name]).toEqual(['Margarita', 'Moss']);
  });

  it.each([
    ['Driver Name,Login,Phone\n,,call first', 'nobody is named'],
    ['Driver Name,Login,Phone\ncall first,,', 'a name without anything else, where others have a login'],
    ['Driver Name,Login,Phone\nTotal,,', 'one word'],
    ['Login,Phone\nTotal: 60,', 'a total'],
  ])('%j is none: %s', (csv) => {
    expect(usersOf(csv).map(({ issues }) => issues.map(fieldIssue))).toEqual([
      ['The row names no user: remove it, or add a username or email'],
    ]);
  });

  it.each([
    'Login\njdoe',
    'Driver Name\nRita Moss',
    'Driver Name,Login,Phone\nRita Moss,,505 555 0117',
    'Email,Login\nrita@moss.example,',
  ])('%j is one', (csv) => {
    expect(usersOf(csv).map(({ issues }) => issues)).toEqual([[]]);
  });
});
