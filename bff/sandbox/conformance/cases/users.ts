/** Attributes of a user to be created, each at, within and beyond its rule. */
import assert from 'node:assert/strict';
import { HOS_RULESET_CODES } from '@waypost/contract/hos-rulesets';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import { type Case, topic } from '../case.ts';
import { createUser, writableConnection } from './operations.ts';

const { writes } = topic('users');

interface Rule {
  readonly field: string;
  /** Wording of the interface's table. */
  readonly statement: string;
  readonly accepted: readonly unknown[];
  readonly rejected: readonly unknown[];
}

const text = (field: string, statement: string): Rule => ({
  field,
  statement,
  accepted: ['x', 'Ünï 7'],
  rejected: [7, null],
});
const flag = (field: string, statement: string): Rule => ({
  field,
  statement,
  accepted: [true, false],
  rejected: ['true', 1],
});
const countryCode = (field: string, statement: string): Rule => ({
  field,
  statement,
  accepted: ['USA', 'MEX', 'C_1'],
  rejected: ['US', 'USAA', 'U-A', '', 840],
});

const RULES: readonly Rule[] = [
  { field: 'partner_ref', statement: 'string, optional, opaque', accepted: ['', 'HR/7 "ü"'], rejected: [7] },
  text('username', 'string; unique login'),
  flag('is_active', 'active flag: boolean'),
  {
    field: 'status',
    statement: 'status label: enum ACTIVE or INACTIVE',
    accepted: ['ACTIVE', 'INACTIVE'],
    rejected: ['active', 'PAUSED', ''],
  },
  flag('is_driver', 'driver flag: boolean'),
  text('user_designation', 'role: string'),
  { field: 'user_email', statement: 'e-mail address', accepted: ['a@example.com'], rejected: ['a', 'a@', 7] },
  text('first_name', 'given name: string'),
  text('last_name', 'family name: string'),
  text('phone_number', 'phone number: string'),
  countryCode('country_code', 'country code: exactly three word characters'),
  countryCode('license_country', 'license country: exactly three word characters'),
  text('license_region', 'license region: string'),
  text('license_number', 'license number: string'),
  {
    field: 'license_expiration',
    statement: 'license expiration: date, YYYY-MM-DD',
    accepted: ['2030-02-28', '2028-02-29'],
    rejected: ['2030-02-30', '02/28/2030', '2030-02-28T00:00:00Z', ''],
  },
  text('employee_number', 'employee identifier: string'),
  text('carrier_number', 'carrier identifier: string'),
  text('notes', 'notes: plain text'),
  text('hos_ruleset_name', 'hos_ruleset_name: string'),
  flag('allow_yard_move', 'yard move allowed: boolean'),
  flag('allow_personal_conveyance', 'personal conveyance allowed: boolean'),
  flag('allow_adverse_driving', 'adverse driving exemption: boolean'),
  text('dot_number', 'DOT identifier: string'),
  {
    field: 'phone_country_code',
    statement: 'phone country code: string in + format',
    accepted: ['+1', '+52'],
    rejected: ['1', '+', '+x'],
  },
  {
    field: 'hos_tracking_config',
    statement: 'HOS tracking config: classification exempt or non_exempt, method manual or automatic',
    accepted: [
      { compliance_classification: 'exempt' },
      { compliance_classification: 'non_exempt', tracking_method: 'manual' },
      { compliance_classification: 'non_exempt', tracking_method: 'automatic' },
    ],
    rejected: [{ compliance_classification: 'maybe' }, { tracking_method: 'auto' }, 'exempt'],
  },
];

/** Groups of ruleset codes as the interface lists them. */
const CODE_GROUPS: readonly (readonly [string, (code: string) => boolean])[] = [
  ['US_INT_PROP_60_7 with its suffixes', (code) => code.startsWith('US_INT_PROP_60_7')],
  ['US_INT_PROP_70_8 with its suffixes', (code) => code.startsWith('US_INT_PROP_70_8')],
  ['US_INT_OILTR_60_7 with its suffixes', (code) => code.startsWith('US_INT_OILTR_60_7')],
  ['US_INT_OILTR_70_8 with its suffixes', (code) => code.startsWith('US_INT_OILTR_70_8')],
  ['US_INT_OILWL_60_7 with its suffixes', (code) => code.startsWith('US_INT_OILWL_60_7')],
  ['US_INT_OILWL_70_8 with its suffixes', (code) => code.startsWith('US_INT_OILWL_70_8')],
  ['other US interstate', (code) => /^US_INT_(?!(PROP|OILTR|OILWL)_(60_7|70_8))/.test(code)],
  ['US intrastate', (code) => /^US_[A-Z]{2}_INTRA_/.test(code)],
  ['Canada', (code) => code.startsWith('CA_')],
];
/** Number of codes in each group, counted in the interface's text, not taken from the schema. */
const COUNTS = [12, 13, 8, 10, 8, 8, 14, 43, 18];

const zones = (region: string) => TIME_ZONES.filter((zone) => zone.startsWith(region));
const REGIONS = ['UTC', 'America/', 'Atlantic/', 'Europe/', 'Africa/', 'Asia/', 'Australia/', 'Pacific/'];

export const userCases: readonly Case[] = [
  writes('connection_id is required', 'Only connection_id is marked as required', async ({ client }) => {
    await client.expectInvalid('createUser', { body: { username: 'x' } }, 'connection_id');
  }),
  writes(
    'only connection_id',
    'Only connection_id is marked as required: nothing else is',
    async (context) => {
      await createUser(context);
    },
  ),
  writes('connection_id is a uuid', '`connection_id`: uuid', async ({ client }) => {
    await client.expectInvalid('createUser', { body: { connection_id: 'mine' } }, 'connection_id');
  }),
  writes('unknown attribute', 'An attribute that the table does not have is rejected', async (context) => {
    const connection_id = await writableConnection(context);
    await context.client.expectInvalid('createUser', { body: { connection_id, shoe_size: 43 } }, 'shoe_size');
  }),
  ...RULES.flatMap(({ field, statement, accepted, rejected }) => [
    writes(`${field} accepts`, `${statement}: accepted`, async (context) => {
      for (const value of accepted) {
        const sent = field === 'username' ? context.unique(String(value)) : value;
        const { payload, partner_ref } = await createUser(context, { [field]: sent });
        assert.deepEqual(field === 'partner_ref' ? partner_ref : payload?.[field], sent);
      }
    }),
    writes(`${field} rejects`, `${statement}: anything else is a 422 that names it`, async (context) => {
      const connection_id = await writableConnection(context);
      for (const value of rejected)
        await context.client.expectInvalid('createUser', { body: { connection_id, [field]: value } }, field);
    }),
  ]),
  writes(
    'password is not echoed',
    '`password`: never echoed in clear, neither in the payload nor in an error',
    async (context) => {
      const password = context.unique('Pass');
      const connection_id = await writableConnection(context);
      const created = await context.client.send('createUser', { body: { connection_id, password } });
      assert.equal(created.status, 202);
      const rejected = await context.client.send('createUser', {
        body: { connection_id, password: [password] },
      });
      assert.equal(rejected.status, 422);
      for (const { text } of [created, rejected]) assert.ok(!text.includes(password));
    },
  ),
  ...CODE_GROUPS.map(([name, holds], i) =>
    writes(
      `HOS ruleset code: ${name}`,
      `HOS ruleset code: every value of ${name} is accepted`,
      async (context) => {
        const codes = HOS_RULESET_CODES.filter(holds);
        assert.equal(codes.length, COUNTS[i]);
        for (const hos_ruleset_code of codes) await createUser(context, { hos_ruleset_code });
      },
    ),
  ),
  writes(
    'HOS ruleset code: another one',
    'HOS ruleset code: a value that is not listed is rejected',
    async (context) => {
      const connection_id = await writableConnection(context);
      for (const hos_ruleset_code of ['US_INT_OILTR_60_7_NORST', 'us_int_prop_70_8', '', 'US_INT_PROP_70_8 '])
        await context.client.expectInvalid(
          'createUser',
          { body: { connection_id, hos_ruleset_code } },
          'hos_ruleset_code',
        );
    },
  ),
  ...REGIONS.map((region) =>
    writes(
      `time zone: ${region}`,
      `time zone: every listed value of ${region} is accepted`,
      async (context) => {
        assert.ok(zones(region).length > 0);
        for (const default_time_zone of zones(region)) await createUser(context, { default_time_zone });
      },
    ),
  ),
  writes(
    'time zone: another one',
    'time zone: an IANA zone that is not listed, or no zone at all, is rejected',
    async (context) => {
      const connection_id = await writableConnection(context);
      for (const default_time_zone of ['Antarctica/Troll', 'America/chicago', 'CST', ''])
        await context.client.expectInvalid(
          'createUser',
          { body: { connection_id, default_time_zone } },
          'default_time_zone',
        );
    },
  ),
];
