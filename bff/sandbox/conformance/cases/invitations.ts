/** Creating a fleet invitation, its fields, its refresh. */
import assert from 'node:assert/strict';
import { INVITATION_STATUSES, type Invitation, magicLinkOf } from '@waypost/contract/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { type Case, topic } from '../case.ts';
import { type Context, instant, type Row, required } from '../context.ts';
import { all, fieldCases } from '../fields.ts';

const { writes, controls } = topic('invitations');

const HOUR = 3_600_000;
export const invite = (context: Context, body: Row = {}): Promise<Invitation> =>
  context.client.call('createInvitation', { body: { fleet_ref: context.unique('FLEET'), ...body } });
export const readInvitation = (context: Context, { id }: Invitation): Promise<Invitation> =>
  context.client.call('getInvitation', { params: { invitation_id: id } });

const ALL_FIELDS = {
  fleet_name: 'Acme Ñ',
  fleet_email: 'fleet@example.com',
  fleet_regulatory_id: '1234567',
  fleet_regulatory_id_type: 'DOT',
  fleet_phone: '+1 555 0100',
  fleet_website: 'https://acme.example',
  fleet_country_code: 'USA',
  success_redirect_url: 'https://partner.example/yes',
  failure_redirect_url: 'https://partner.example/no',
  callback_url: 'https://partner.example/hook',
} as const;
const PREFILL = Object.keys(ALL_FIELDS).filter((field) => field.startsWith('fleet_'));
const URLS = ['fleet_website', 'success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;
const TEXTS = Object.keys(ALL_FIELDS);

const createdInvitations = (context: Context) =>
  context.cached('invitations', async () => [
    await invite(context, { ...ALL_FIELDS, limit_tsps: ['axleline'], permissions: { vehicle: 'read' } }),
    await invite(context, { ...ALL_FIELDS, exclude_tsps: ['axleline'] }),
  ]);

const rejects = (name: string, statement: string, field: string, body: Row) =>
  writes(name, statement, async (context) => {
    const options = { body: { fleet_ref: context.unique('FLEET'), ...body } };
    await context.client.expectInvalid('createInvitation', options, field);
  });
const accepts = (
  name: string,
  statement: string,
  body: Row,
  check: (response: Invitation) => void = () => {},
) => writes(name, statement, async (context) => check(await invite(context, body)));

/** Creates an invitation and refreshes it. */
async function refreshed(context: Context, first: Row, second: Row) {
  const before = await invite(context, first);
  return { before, after: await invite(context, { fleet_ref: before.fleet_ref, ...second }) };
}

export const invitationCases: readonly Case[] = [
  rejects('fleet_ref is required', '`fleet_ref`: string, required', 'fleet_ref', { fleet_ref: undefined }),
  rejects('fleet_ref null', '`fleet_ref` is a string, not null', 'fleet_ref', { fleet_ref: null }),
  accepts('only fleet_ref', 'Nothing but `fleet_ref` is required', {}),
  ...TEXTS.flatMap((field) => [
    accepts(`${field} is echoed`, `\`${field}\` is accepted and echoed back`, { ...ALL_FIELDS }, (response) =>
      assert.equal(response[field], ALL_FIELDS[field as keyof typeof ALL_FIELDS]),
    ),
    accepts(`${field} may be null`, `\`${field}\` may be null`, { [field]: null }, (response) =>
      assert.equal(response[field] ?? null, null),
    ),
    rejects(`${field} is a string`, `\`${field}\` is a string: a number is rejected`, field, { [field]: 7 }),
  ]),
  rejects('fleet_email is an e-mail', '`fleet_email`: e-mail', 'fleet_email', { fleet_email: 'acme' }),
  ...URLS.map((field) =>
    rejects(`${field} is a URI`, `\`${field}\`: URI`, field, { [field]: 'not an address' }),
  ),
  rejects('callback_url is HTTPS', '`callback_url`: HTTPS webhook endpoint', 'callback_url', {
    callback_url: 'http://partner.example/hook',
  }),
  rejects(
    'regulatory id without type',
    '`fleet_regulatory_id_type` is required when a regulatory id is set',
    'fleet_regulatory_id_type',
    {
      fleet_regulatory_id: '123',
    },
  ),
  accepts('type without regulatory id', '`fleet_regulatory_id_type` alone is accepted', {
    fleet_regulatory_id_type: 'DOT',
  }),
  ...(['limit_tsps', 'exclude_tsps'] as const).flatMap((field) => [
    accepts(
      `${field} is echoed`,
      `\`${field}\`: array of strings, echoed`,
      { [field]: ['axleline', 'roadledger'] },
      (response) => assert.deepEqual(response[field], ['axleline', 'roadledger']),
    ),
    accepts(`${field} may be null`, `\`${field}\` may be null`, { [field]: null }),
    rejects(`${field} is an array of strings`, `\`${field}\`: array of strings`, field, { [field]: [7] }),
  ]),
  rejects('limit and exclude', 'limit_tsps cannot be combined with exclude_tsps', 'exclude_tsps', {
    limit_tsps: ['axleline'],
    exclude_tsps: ['roadledger'],
  }),
  accepts(
    'permissions',
    '`permissions`: resources the fleet must grant, with a permission level each',
    {
      permissions: { vehicle: 'read', user: 'read_write' },
    },
    ({ permissions }) => assert.deepEqual(permissions, { vehicle: 'read', user: 'read_write' }),
  ),
  rejects('permissions of no resource', '`permissions`: keys are resources', 'permissions', {
    permissions: { trucks: 'read' },
  }),
  rejects('permissions of no level', '`permissions`: levels are read or read_write', 'permissions', {
    permissions: { vehicle: 'write' },
  }),
  rejects(
    'permissions and write_permissions',
    'permissions cannot be combined with write_permissions',
    'write_permissions',
    {
      permissions: { vehicle: 'read' },
      write_permissions: ['user'],
    },
  ),
  ...RESOURCE_NAMES.map((resource) =>
    accepts(
      `write_permissions ${resource}`,
      `\`write_permissions\` may name \`${resource}\`: raised to read-write on top of read for all others`,
      { write_permissions: [resource] },
      ({ permissions }) => {
        for (const [name, level] of Object.entries(permissions ?? {}))
          assert.equal(level, name === resource ? 'read_write' : 'read', name);
      },
    ),
  ),
  rejects(
    'write_permissions of no resource',
    '`write_permissions`: values are the resource names',
    'write_permissions',
    {
      write_permissions: ['trucks'],
    },
  ),
  accepts('expires_in_hours default', '`expires_in_hours`: default 72', {}, ({ expires_in_hours }) =>
    assert.equal(expires_in_hours, 72),
  ),
  accepts(
    'expires_at',
    '`expires_in_hours`: validity of the invitation link: expires_at is this many hours after created_at',
    {
      expires_in_hours: 5,
    },
    ({ created_at, expires_at }) => assert.equal(instant(expires_at) - instant(created_at), 5 * HOUR),
  ),
  rejects('expires_in_hours is an integer', '`expires_in_hours`: integer', 'expires_in_hours', {
    expires_in_hours: 1.5,
  }),
  ...PREFILL.flatMap((field) => {
    const alias = `partner_provided_${field}`;
    const type = field === 'fleet_regulatory_id' ? { fleet_regulatory_id_type: 'DOT' } : {};
    const value = ALL_FIELDS[field as keyof typeof ALL_FIELDS];
    return [
      accepts(
        `${alias} means ${field}`,
        `\`${alias}\`: deprecated alias of \`${field}\``,
        { [alias]: value, ...type },
        (response) => assert.deepEqual([response[field], response[alias]], [value, value]),
      ),
    ];
  }),
  rejects(
    'an alias has the same rules',
    'Deprecated aliases have the rules of their fields',
    'partner_provided_fleet_email',
    {
      partner_provided_fleet_email: 'acme',
    },
  ),
  rejects('unknown field', 'A field that the create body does not have is rejected', 'colour', {
    colour: 'red',
  }),

  ...fieldCases('invitations', 'invitation', 'writing', createdInvitations, [
    ...all('uuid', { always: true }, 'id'),
    ...all('date-time in UTC', { always: true }, 'created_at', 'expires_at'),
    ...all('integer', { always: true }, 'expires_in_hours'),
    ...all('string', { always: true }, 'status'),
    ...all('date-time in UTC', { always: true, nullable: true, rare: true }, 'accepted_at', 'declined_at'),
    ...all('string', { always: true, nullable: true, rare: true }, 'decline_reason'),
    ...all('uuid', { always: true, nullable: true, rare: true }, 'fleet_id'),
    ...all('uuid', { always: true }, 'partner_id'),
    ...all('string', { always: true, nullable: true }, 'partner_slug'),
    ...all('string', { always: true, nullable: true, rare: true }, 'pre_registration_access_token'),
    ...all('string', { always: true, nullable: true, rare: true }, 'pre_registration_refresh_token'),
    ...all('string', { always: true }, 'fleet_ref'),
    ...all('string', { always: true, nullable: true }, ...TEXTS),
    ...all('array of strings', { always: true, nullable: true }, 'limit_tsps', 'exclude_tsps'),
    ...all('object', { always: true, nullable: true }, 'permissions'),
    ...all(
      'string',
      { always: true, nullable: true },
      ...PREFILL.map((field) => `partner_provided_${field}`),
    ),
  ]),
  accepts('magic link', 'A magic link URL to share with the fleet (assumed name)', {}, (response) => {
    assert.match(required('a magic link', magicLinkOf(response)), /^https?:\/\//);
  }),
  accepts(
    'new ones are active',
    'A new invitation is `active`, nothing is set that acceptance or decline set',
    {},
    (response) =>
      assert.deepEqual(
        [
          response.status,
          response.accepted_at,
          response.declined_at,
          response.decline_reason,
          response.fleet_id,
        ],
        ['active', null, null, null, null],
      ),
  ),
  ...INVITATION_STATUSES.map((status) =>
    controls(`status ${status}`, `\`status\` may be \`${status}\``, async (context) => {
      const found = await context.items('listInvitations');
      required(
        `${status} invitation`,
        found.find((each) => each.status === status),
      );
    }),
  ),

  writes(
    'read again',
    "Response: the invitation's read model: reading it (assumed) returns the same",
    async (context) => {
      const response = await invite(context, ALL_FIELDS);
      assert.deepEqual(await readInvitation(context, response), response);
    },
  ),
  writes(
    'refreshed',
    'When an invitation already exists for the same fleet_ref, it is refreshed and returned',
    async (context) => {
      const { before, after } = await refreshed(context, {}, { expires_in_hours: 100 });
      assert.deepEqual([after.id, after.expires_in_hours], [before.id, 100]);
      assert.equal((await context.items('listInvitations', { fleet_ref: before.fleet_ref })).length, 1);
    },
  ),
  writes('another fleet_ref', 'Another fleet_ref makes a new invitation', async (context) => {
    assert.notEqual((await invite(context)).id, (await invite(context)).id);
  }),
  ...(['limit_tsps', 'exclude_tsps'] as const).flatMap((field) => [
    writes(
      `refresh keeps ${field}`,
      `On refresh, ${field} changes only when sent: omitting keeps it`,
      async (context) => {
        const { after } = await refreshed(context, { [field]: ['axleline'] }, {});
        assert.deepEqual(after[field], ['axleline']);
      },
    ),
    writes(`refresh changes ${field}`, `On refresh, ${field} changes when sent`, async (context) => {
      const { after } = await refreshed(context, { [field]: ['axleline'] }, { [field]: ['roadledger'] });
      assert.deepEqual(after[field], ['roadledger']);
    }),
    writes(
      `refresh clears ${field}`,
      `On refresh, an empty ${field} clears the restriction`,
      async (context) => {
        const { after } = await refreshed(context, { [field]: ['axleline'] }, { [field]: [] });
        assert.ok(after[field] === null || after[field]?.length === 0);
      },
    ),
  ]),
  controls('refresh renews validity', 'A refresh renews the validity of the link', async (context) => {
    const before = await invite(context);
    await context.control.advance(3600);
    const after = await invite(context, { fleet_ref: before.fleet_ref });
    assert.ok(instant(after.expires_at) - instant(before.expires_at) >= HOUR);
  }),
];
