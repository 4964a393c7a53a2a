/** Each limit at its boundary: the last accepted value and the first rejected one. */
import assert from 'node:assert/strict';
import { type Case, topic } from '../case.ts';
import type { Name } from '../client.ts';
import type { Context, Row } from '../context.ts';
import { invite } from './invitations.ts';
import { DAY, iso, journey, UNKNOWN_ID, watch } from './journey.ts';
import { createUser, writableConnection } from './operations.ts';

const { reads, writes } = topic('limits');

const LISTS = [
  ...(['listFuelTransactions', 'listUsage', 'listAgreements', 'listInvitations', 'listConnections'] as const),
  ...(['listOperations', 'listMonitors', 'listTmsInvitations', 'listVehicleLocations'] as const),
] as const satisfies readonly Name[];
const FILTER_LISTS: readonly (readonly [Name, string])[] = [
  ...(['fleet_ids', 'fleet_refs', 'driver_ids', 'source_driver_ids', 'vehicle_ids'] as const).map(
    (filter) => ['listFuelTransactions', filter] as const,
  ),
  ['getDeprecatedOverview', 'fleet_ids'],
  ['getDeprecatedOverview', 'fleet_refs'],
];
const URLS = ['fleet_website', 'success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;
/** An address of this many characters. */
const addressOf = (length: number) => 'https://a.example/'.padEnd(length, 'x');

const window = (from: number, to: number) => ({ from_datetime: iso(from), to_datetime: iso(to) });

const monitorAccepts = (name: string, limit: string, change: (now: number) => Row) =>
  writes(name, limit, async (context) => void (await watch(context, change(await context.now()))));
const monitorRejects = (name: string, limit: string, field: string, change: (now: number) => Row) =>
  writes(name, limit, async (context) => {
    const body = await journey(context, change(await context.now()));
    await context.client.expectInvalid('createMonitor', { body }, field);
  });
const invitationAccepts = (name: string, limit: string, body: Row) =>
  writes(name, limit, async (context) => {
    const response = await invite(context, body);
    for (const [field, value] of Object.entries(body)) assert.deepEqual(response[field], value);
  });
const invitationRejects = (name: string, limit: string, field: string, value: unknown) =>
  writes(name, limit, async (context) => {
    const body = { fleet_ref: context.unique('FLEET'), [field]: value };
    await context.client.expectInvalid('createInvitation', { body }, field);
  });
const userRejects = async (context: Context, field: string, value: unknown) => {
  const connection_id = await writableConnection(context);
  return context.client.expectInvalid('createUser', { body: { connection_id, [field]: value } }, field);
};

/** VINs that are rejected, each for one reason. */
const BAD_VINS = {
  '16 characters': '1FUJGLDR5CLBP883',
  '18 characters': '1FUJGLDR5CLBP88345',
  'the letter I': '1FUJGLDR5CLBP883I',
  'the letter O': '1FUJGLDR5CLBP883O',
  'the letter Q': '1FUJGLDR5CLBP883Q',
  'a lowercase letter': '1fujgldr5clbp8834',
  'a hyphen': '1FUJGLDR5-LBP8834',
} as const;

export const limitCases: readonly Case[] = [
  reads('token lifetime', 'Access token lifetime: 3600 seconds in the described flow', async ({ client }) => {
    assert.equal(((await client.postToken()).body as Row).expires_in, 3600);
  }),
  ...FILTER_LISTS.flatMap(([name, filter]) => {
    const values = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        filter.endsWith('_ids') && filter !== 'source_driver_ids' ? UNKNOWN_ID : `nobody-${i}`,
      );
    return [
      reads(`${name} ${filter}: 100`, `${filter}: 100 values are accepted`, async ({ client }) => {
        await client.expectSuccess(name, { query: { [filter]: values(100) } });
      }),
      reads(`${name} ${filter}: 101`, `${filter}: max 100 values: 101 are rejected`, async ({ client }) => {
        await client.expectInvalid(name, { query: { [filter]: values(101) } }, filter);
      }),
    ];
  }),
  ...LISTS.flatMap((name) => [
    reads(`${name} page size 1`, `Page size: 1 is accepted and respected (${name})`, async ({ client }) => {
      const { items } = await client.call(name, { query: { size: 1 } });
      assert.ok(items.length <= 1);
    }),
    reads(`${name} page size 1000`, `Page size: 1000 is accepted (${name})`, async ({ client }) => {
      const { items } = await client.call(name, { query: { size: 1000 } });
      assert.ok(items.length <= 1000);
    }),
    reads(
      `${name} page size beyond`,
      `Page size: 0, 1001, fractions and words are rejected (${name})`,
      async ({ client }) => {
        for (const size of [0, -1, 1001, 1.5, 'all'])
          await client.expectInvalid(name, { query: { size } }, 'size');
      },
    ),
  ]),
  reads('fuel: 45 days', 'Fuel transaction time range: 45 days are accepted', async (context) => {
    const now = await context.now();
    const query = { ...window(now - 45 * DAY, now), size: 1 };
    await context.client.expectSuccess('listFuelTransactions', { query });
  }),
  reads(
    'fuel: over 45 days',
    'Fuel transaction time range: a millisecond more than 45 days is rejected',
    async (context) => {
      const now = await context.now();
      await context.client.expectInvalid(
        'listFuelTransactions',
        { query: window(now - 45 * DAY - 1, now) },
        'to_datetime',
      );
    },
  ),
  reads(
    'fuel: over 45 days to the default end',
    'Fuel transaction time range: 46 days to the default of to_datetime are rejected',
    async (context) => {
      const from_datetime = iso((await context.now()) - 46 * DAY);
      await context.client.expectInvalid(
        'listFuelTransactions',
        { query: { from_datetime } },
        'from_datetime',
      );
    },
  ),
  reads(
    'fuel: over 45 days from the default beginning',
    'Fuel transaction time range: 46 days from the default of from_datetime are rejected',
    async (context) => {
      const to_datetime = iso((await context.now()) + 46 * DAY);
      await context.client.expectInvalid('listFuelTransactions', { query: { to_datetime } }, 'to_datetime');
    },
  ),
  writes(
    'monitor: default window',
    'Geofence monitor default window: 3 days after starts_at',
    async (context) => {
      const starts_at = iso((await context.now()) + 5 * DAY);
      const { expires_at } = await watch(context, { starts_at });
      assert.equal(Date.parse(expires_at ?? ''), Date.parse(starts_at) + 3 * DAY);
    },
  ),
  writes(
    'monitor: 14 days',
    'Geofence monitor maximum window: 14 days after starts_at are accepted',
    async (context) => {
      const now = await context.now();
      const expires_at = iso(now + 14 * DAY);
      assert.equal((await watch(context, { starts_at: iso(now), expires_at })).expires_at, expires_at);
    },
  ),
  monitorRejects(
    'monitor: over 14 days',
    'Geofence monitor maximum window: a millisecond more is rejected',
    'expires_at',
    (now) => ({
      starts_at: iso(now),
      expires_at: iso(now + 14 * DAY + 1),
    }),
  ),
  monitorRejects(
    'monitor: ends before it starts',
    'expires_at is measured from starts_at: not before it',
    'expires_at',
    (now) => ({
      starts_at: iso(now + DAY),
      expires_at: iso(now + DAY - 1),
    }),
  ),
  monitorAccepts(
    'monitor: 14 days in another zone',
    'Geofence monitor windows are measured as instants, whatever the offsets',
    (now) => ({
      starts_at: iso(now),
      expires_at: iso(now + 14 * DAY).replace('Z', '+00:00'),
    }),
  ),
  monitorAccepts('monitor: name of 255', 'Geofence monitor name: 255 characters are accepted', () => ({
    name: 'x'.repeat(255),
  })),
  monitorRejects(
    'monitor: name of 256',
    'Geofence monitor name: 256 characters are rejected',
    'name',
    () => ({
      name: 'x'.repeat(256),
    }),
  ),
  writes('partner_ref of 255', 'partner_ref: 255 characters are accepted', async (context) => {
    const partner_ref = 'x'.repeat(255);
    assert.equal((await createUser(context, { partner_ref })).partner_ref, partner_ref);
  }),
  writes('partner_ref of 256', 'partner_ref: 256 characters are rejected', async (context) => {
    await userRejects(context, 'partner_ref', 'x'.repeat(256));
  }),
  writes(
    'VIN of every letter',
    'VIN on a monitor: every letter but I, O, Q and every digit is accepted',
    async (context) => {
      for (const vin of ['ABCDEFGHJKLMNPRST', 'UVWXYZ01234567890']) {
        const body = await journey(context, { vehicle_id: undefined, vin });
        assert.equal((await context.client.send('createMonitor', { body })).status, 404);
      }
    },
  ),
  ...Object.entries(BAD_VINS).map(([reason, vin]) =>
    monitorRejects(`VIN with ${reason}`, `VIN on a monitor: ${reason}: rejected`, 'vin', () => ({
      vehicle_id: undefined,
      vin,
    })),
  ),
  invitationAccepts('invitation of 1 hour', 'Invitation validity: 1 hour is accepted', {
    expires_in_hours: 1,
  }),
  invitationAccepts('invitation of 672 hours', 'Invitation validity: 672 hours are accepted', {
    expires_in_hours: 672,
  }),
  invitationRejects(
    'invitation of 0 hours',
    'Invitation validity: 0 hours are rejected',
    'expires_in_hours',
    0,
  ),
  invitationRejects(
    'invitation of 673 hours',
    'Invitation validity: 673 hours are rejected',
    'expires_in_hours',
    673,
  ),
  ...URLS.flatMap((field) => [
    invitationAccepts(`${field} of 2083`, `Invitation URL fields: 2083 characters are accepted (${field})`, {
      [field]: addressOf(2083),
    }),
    invitationRejects(
      `${field} of 2084`,
      `Invitation URL fields: 2084 characters are rejected (${field})`,
      field,
      addressOf(2084),
    ),
    invitationRejects(
      `${field} of 0`,
      `Invitation URL fields: an empty one is rejected (${field})`,
      field,
      '',
    ),
  ]),
  ...['USA', 'A_1'].map((value) =>
    invitationAccepts(
      `fleet_country_code ${value}`,
      'Country code fields: exactly three word characters are accepted',
      {
        fleet_country_code: value,
      },
    ),
  ),
  ...['US', 'USAA', 'U A', ''].map((value) =>
    invitationRejects(
      `fleet_country_code "${value}"`,
      'Country code fields: exactly three word characters: others are rejected',
      ...(['fleet_country_code', value] as const),
    ),
  ),
  ...[1, 1024].map((length) =>
    writes(`password of ${length}`, `User password: ${length} characters are accepted`, async (context) => {
      await createUser(context, { password: 'p'.repeat(length) });
    }),
  ),
  ...[0, 1025].map((length) =>
    writes(`password of ${length}`, `User password: ${length} characters are rejected`, async (context) => {
      await userRejects(context, 'password', 'p'.repeat(length));
    }),
  ),
  ...(['year', 'month'] as const).flatMap((field) => {
    const [least, most] = field === 'year' ? [2000, 2100] : [1, 12];
    return [
      ...[least, most].map((value) =>
        reads(
          `usage ${field} ${value}`,
          `Usage filter ${field}: ${value} is accepted`,
          async ({ client }) => {
            await client.expectSuccess('listUsage', { query: { [field]: value, size: 1 } });
          },
        ),
      ),
      ...[least - 1, most + 1].map((value) =>
        reads(
          `usage ${field} ${value}`,
          `Usage filter ${field}: ${value} is rejected`,
          async ({ client }) => {
            await client.expectInvalid('listUsage', { query: { [field]: value } }, field);
          },
        ),
      ),
    ];
  }),
];
