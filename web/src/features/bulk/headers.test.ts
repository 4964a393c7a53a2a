/** Column names as brokers write them, each with a cell below it. */
import { expect, it } from 'vitest';
import { guessFields } from './fields.ts';

const fieldsOf = (kind: 'invitation' | 'user', head: string, cell: string) =>
  guessFields(kind, [head], [[cell]]).map(({ field, unsure }) => (unsure ? `${field}?` : field))[0];

it.each([
  ...['Trucking co', 'Trucking Co.', 'Trucking company', 'Motor carrier', 'Motor Carrier Name', 'Hauler'],
  ...[
    'Hauler name',
    'Carrier',
    'Carrier Nm',
    'Vendor',
    'Vendor Name',
    'Trucker',
    'Transporter',
    'Truck line',
  ],
  ...['Transport company', 'Business Name'],
])('the fleet of an invitation is below %s', (head) => {
  expect(fieldsOf('invitation', head, 'Mesa Haulage')).toBe('fleet_name');
});

it.each([
  ['Vendor', 'V-1042', 'fleet_ref'],
  ['Hauler', 'H77', 'fleet_ref'],
  ['Hauler #', '77', 'fleet_ref'],
  ['Trucking co. code', 'MESA1', 'fleet_ref'],
  ['Motor carrier #', '123456', 'fleet_regulatory_id.MC'],
  ['Ops Contact', 'Ops 1 <ops@mesa.example>', 'fleet_email'],
  ['Contact', 'ops@mesa.example', 'fleet_email'],
  ['Dispatch', '505 555 0117', 'fleet_phone'],
  ['After hours contact', '(505) 555-0117', 'fleet_phone'],
  ['Email(s)', 'ops@mesa.example; a@mesa.example', 'fleet_email'],
  ['Direct', '505 555 0117', 'fleet_phone'],
  ['Ops Contact', 'Rita Moss', null],
  ['Contact type', 'Email', null],
  ['Fax phone', '505 555 0117', null],
])('%s with %s of an invitation is %s', (head, cell, field) => {
  expect(fieldsOf('invitation', head, cell)).toBe(field);
});

it.each([
  ['User Login', 'jdoe', 'username'],
  ['Login', 'jdoe', 'username'],
  ['Login ID', 'jdoe', 'username'],
  ['Driver login', 'jdoe', 'username'],
  ['ELD username', 'jdoe', 'username'],
  ['App user name', 'jdoe', 'username'],
  ['Trucking co', 'Mesa Haulage', 'connection_id'],
  ['Trucking company', 'Mesa Haulage', 'connection_id'],
  ['Motor carrier', 'Mesa Haulage', 'connection_id'],
  ['Hauler', 'Mesa Haulage', 'connection_id'],
  ['Hauler #', '77', 'connection_id'],
  ['Employer', 'Mesa Haulage', 'connection_id'],
  ['Company', 'Mesa Haulage', 'connection_id'],
  ['Device vendor', 'Milemarker', 'provider'],
  ['ELD vendor', 'Milemarker', 'provider'],
  ['GPS provider', 'Milemarker', 'provider'],
  ['Contact person', 'Rita Moss', 'full_name'],
  ['Contact name', 'Moss, Rita <rita@mesa.example>', 'full_name'],
  ['E-mail Addr.', 'rita@mesa.example', 'user_email'],
  ['Cell #', '505 555 0117', 'phone_number'],
  ['User type', 'Driver', null],
  ['Home Terminal Time Zone', 'Central', 'default_time_zone'],
  ['Home terminal timezone', 'MT', 'default_time_zone'],
  ['Terminal TZ', 'CST', 'default_time_zone'],
  ['Zone', 'Eastern', 'default_time_zone'],
  ['Zone', 'Zone 3', 'default_time_zone?'],
  ['HOS Cycle', '70/8', 'hos_ruleset_code'],
  ['HOS Rule', 'US 70 hour/8 day', 'hos_ruleset_code'],
  ['HOS Ruleset', '60/7', 'hos_ruleset_code'],
  ['Cycle', '70 hr / 8 days', 'hos_ruleset_code'],
  ['Cycle', 'weekly', 'hos_ruleset_code?'],
])('%s with %s of a user is %s', (head, cell, field) => {
  expect(fieldsOf('user', head, cell)).toBe(field);
});

it.each(['First Name/Last Name', 'First & Last Name', 'Name (First Last)', 'First/Last'])(
  'both names of a user are below %s',
  (head) => {
    expect(fieldsOf('user', head, 'Marcus Bell')).toBe('full_name');
  },
);

it('first names of two words each are whole names, if no column has last names; people are asked', () => {
  const guessed = (heads: string[], ...rows: string[][]) => guessFields('user', heads, rows)[0];
  const whole = { field: 'full_name', unsure: true };
  expect(guessed(['First name'], ['Marcus Bell'], [''], ['Ed Poe'])).toEqual(whole);
  expect(guessed(['First name'], ['Marcus Bell'], ['Ed'])?.field).toBe('first_name');
  expect(guessed(['First name', 'Last name'], ['Mary Ann', 'Bell'])?.field).toBe('first_name');
});
