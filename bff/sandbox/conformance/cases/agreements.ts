import assert from 'node:assert/strict';
import { AGREEMENT_STATUSES, type Agreement } from '@waypost/contract/agreements';
import { PERMISSION_LEVELS, RESOURCE_NAMES } from '@waypost/contract/resources';
import { type Case, topic } from '../case.ts';
import { type Context, instant, required } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { DAY, iso, UNKNOWN_ID } from './journey.ts';

const { reads, controls } = topic('agreements');

const agreements = (context: Context) => context.items('listAgreements');

/** An agreement in effect whose fleet operates the live vehicle of a load. */
async function sharedLoad(context: Context) {
  const vehicles = await context.control.vehicles();
  const load = await context.load('a live declared load', (one) =>
    Boolean(one.tracking_health === 'live' && one.vehicle_assignment?.source === 'declared'),
  );
  const id = load.vehicle_assignment?.vehicle.id;
  const fleet_id = vehicles.find(({ vehicle_id }) => vehicle_id === id)?.fleet_id;
  const given = (await context.items('listAgreements', { fleet_id }))[0];
  return { agreement: required('its agreement', given), load_id: load.load_id };
}
const isVehicleVisible = async (context: Context, load_id: string) =>
  (await context.client.call('getLoadTracking', { params: { load_id } })).vehicle_assignment !== null;

const paramsOf = ({ id }: Agreement) => ({ share_agreement_id: id });
const update = (context: Context, agreement: Agreement, body: object): Promise<Agreement> =>
  context.client.call('updateAgreement', { params: paramsOf(agreement), body });
const reread = async (context: Context, { id, fleet_ref }: Agreement): Promise<Agreement> =>
  required(
    'the agreement',
    (await context.items('listAgreements', { fleet_ref })).find((each) => each.id === id),
  );
const withStatus = async (context: Context, status: string) =>
  required(
    `${status} agreement`,
    (await context.items('listAgreements', { share_agreement_status: status }))[0],
  );

export const agreementCases: readonly Case[] = [
  ...fieldCases('agreements', 'share agreement', 'reading', agreements, [
    ...all('uuid', { always: true }, 'id', 'fleet_id', 'partner_id'),
    ...all('string', {}, 'fleet_ref'),
    ...all('uuid', {}, 'invitation_id'),
    ...all('date-time in UTC', { always: true }, 'effective_date'),
    ...all('date-time in UTC', { always: true, nullable: true }, 'expiration_date'),
    ...all('object', { always: true }, 'scopes'),
    ...all('string', { always: true }, 'status'),
  ]),
  reads(
    'one partner',
    '`partner_id`: organization receiving access: the same one in every agreement',
    async (context) => {
      assert.equal(new Set((await agreements(context)).map(({ partner_id }) => partner_id)).size, 1);
    },
  ),
  reads('keys of scopes', 'Keys of scopes are resource names', async (context) => {
    const names: readonly string[] = RESOURCE_NAMES;
    for (const { scopes } of await agreements(context))
      for (const name of Object.keys(scopes ?? {})) assert.ok(names.includes(name), name);
  }),
  reads('values of scopes', 'Values of scopes are `read` or `read_write`', async (context) => {
    const levels: readonly string[] = PERMISSION_LEVELS;
    for (const { scopes } of await agreements(context))
      for (const level of Object.values(scopes ?? {})) assert.ok(levels.includes(level), level);
  }),
  reads('no end', '`expiration_date`: null means none', async (context) => {
    required(
      'an agreement without end',
      (await agreements(context)).find(({ expiration_date }) => expiration_date === null),
    );
  }),
  controls(
    'begins',
    'Access begins at effective_date even though status stays unchanged',
    async (context) => {
      const { agreement, load_id } = await sharedLoad(context);
      const begins = (await context.now()) + 3_600_000;
      await context.control.agreement(agreement.fleet_ref ?? '', { effective_date: iso(begins) });
      assert.equal(await isVehicleVisible(context, load_id), false);
      assert.equal((await reread(context, agreement)).status, 'active');
      await context.control.advance(3601);
      assert.equal(await isVehicleVisible(context, load_id), true);
      assert.equal((await reread(context, agreement)).status, 'active');
    },
  ),
  controls('ends', 'Access ends at expiration_date even though status stays unchanged', async (context) => {
    const { agreement, load_id } = await sharedLoad(context);
    await update(context, agreement, { expiration_date: iso((await context.now()) + 3_600_000) });
    assert.equal(await isVehicleVisible(context, load_id), true);
    await context.control.advance(3601);
    assert.equal(await isVehicleVisible(context, load_id), false);
    assert.equal((await reread(context, agreement)).status, 'active');
  }),
  controls(
    'expired is not set',
    'status `expired` is not set automatically when expiration_date passes',
    async (context) => {
      const { agreement } = await sharedLoad(context);
      await update(context, agreement, { expiration_date: iso((await context.now()) + DAY) });
      await context.control.advance(30 * 86_400);
      assert.equal((await reread(context, agreement)).status, 'active');
    },
  ),
  ...(['paused', 'cancelled', 'deleted', 'expired'] as const).map((status) =>
    controls(
      `no access when ${status}`,
      `A ${status} agreement shares nothing, whatever its dates`,
      async (context) => {
        const { agreement, load_id } = await sharedLoad(context);
        await context.control.agreement(agreement.fleet_ref ?? '', { status });
        assert.equal(await isVehicleVisible(context, load_id), false);
      },
    ),
  ),
  ...AGREEMENT_STATUSES.map((status) =>
    controls(`state ${status}`, `\`${status}\` is a state of share agreements`, async (context) => {
      const { agreement } = await sharedLoad(context);
      await context.control.agreement(agreement.fleet_ref ?? '', { status });
      const found = await context.items('listAgreements', { share_agreement_status: status });
      assert.ok(found.some(({ id }) => id === agreement.id));
      for (const each of found) assert.equal(each.status, status);
    }),
  ),
  reads(
    'no other state',
    'States: active, paused, cancelled, deleted, expired; a filter by any other word is rejected',
    async (context) => {
      const query = { share_agreement_status: 'ended' };
      await context.client.expectInvalid('listAgreements', { query }, 'share_agreement_status');
    },
  ),
  controls(
    'cancelling',
    'Cancelling (assumed) makes an agreement `cancelled`, and ends access at once',
    async (context) => {
      const { agreement, load_id } = await sharedLoad(context);
      context.control.dirty = true;
      const response = await context.client.call('cancelAgreement', { params: paramsOf(agreement) });
      assert.equal(response.status, 'cancelled');
      assert.equal(await isVehicleVisible(context, load_id), false);
    },
  ),

  controls('response', 'Response: the share agreement', async (context) => {
    const { agreement } = await sharedLoad(context);
    const response = await update(context, agreement, { expiration_date: iso((await context.now()) + DAY) });
    assert.deepEqual(Object.keys(response).sort(), Object.keys(agreement).sort());
    assert.deepEqual(response, await reread(context, agreement));
  }),
  controls(
    'all fields are optional',
    'All body fields are optional: an empty body changes nothing',
    async (context) => {
      const { agreement } = await sharedLoad(context);
      assert.deepEqual(await update(context, agreement, {}), agreement);
    },
  ),
  controls('effective_date', 'effective_date (date-time) is changed', async (context) => {
    const { agreement, load_id } = await sharedLoad(context);
    context.control.dirty = true;
    const effective_date = iso((await context.now()) + DAY);
    assert.equal(
      instant((await update(context, agreement, { effective_date })).effective_date),
      Date.parse(effective_date),
    );
    assert.equal(await isVehicleVisible(context, load_id), false);
  }),
  controls('effective_date null', 'effective_date cannot be set to null', async (context) => {
    const { agreement } = await sharedLoad(context);
    const options = { params: paramsOf(agreement), body: { effective_date: null } };
    await context.client.expectInvalid('updateAgreement', options, 'effective_date');
    assert.deepEqual(await reread(context, agreement), agreement);
  }),
  controls('effective_date omitted', 'effective_date: omit it to keep the current value', async (context) => {
    const { agreement } = await sharedLoad(context);
    context.control.dirty = true;
    const response = await update(context, agreement, { expiration_date: iso((await context.now()) + DAY) });
    assert.equal(response.effective_date, agreement.effective_date);
  }),
  controls('expiration_date null', 'expiration_date: null removes the expiry', async (context) => {
    const { agreement } = await sharedLoad(context);
    context.control.dirty = true;
    await update(context, agreement, { expiration_date: iso((await context.now()) + DAY) });
    assert.equal((await update(context, agreement, { expiration_date: null })).expiration_date, null);
  }),
  controls('expiration_date omitted', 'expiration_date: if omitted, it is unchanged', async (context) => {
    const { agreement } = await sharedLoad(context);
    context.control.dirty = true;
    const expiration_date = iso((await context.now()) + DAY);
    await update(context, agreement, { expiration_date });
    const response = await update(context, agreement, { effective_date: agreement.effective_date });
    assert.equal(instant(response.expiration_date), Date.parse(expiration_date));
  }),
  controls('other zones', 'Dates may have any offset; they are answered in UTC', async (context) => {
    const { agreement } = await sharedLoad(context);
    context.control.dirty = true;
    const response = await update(context, agreement, { expiration_date: '2040-01-02T03:04:05+02:00' });
    assert.match(response.expiration_date ?? '', /^2040-01-02T01:04:05(\.0+)?Z$/);
  }),
  ...(['effective_date', 'expiration_date'] as const).map((field) =>
    controls(
      `${field} is a date-time`,
      `${field}: date-time; any other text is rejected`,
      async (context) => {
        const { agreement } = await sharedLoad(context);
        for (const value of ['tomorrow', '2040-01-02', '2040-01-02T03:04:05', 7])
          await context.client.expectInvalid(
            'updateAgreement',
            { params: paramsOf(agreement), body: { [field]: value } },
            field,
          );
      },
    ),
  ),
  controls('other fields', 'Body fields are these two: another one is rejected', async (context) => {
    const { agreement } = await sharedLoad(context);
    await context.client.expectInvalid(
      'updateAgreement',
      { params: paramsOf(agreement), body: { status: 'paused' } },
      'status',
    );
  }),
  controls('unknown agreement', 'An agreement that is not known is a 404', async (context) => {
    await context.client.expectError('updateAgreement', 404, {
      params: { share_agreement_id: UNKNOWN_ID },
      body: {},
    });
  }),
  controls('share_agreement_id is a uuid', 'share_agreement_id: uuid', async (context) => {
    await context.client.expectInvalid(
      'updateAgreement',
      { params: { share_agreement_id: 'mine' }, body: {} },
      'share_agreement_id',
    );
  }),
  controls('cancelled cannot change', 'A change that the state forbids is a 409', async (context) => {
    const agreement = await withStatus(context, 'cancelled');
    await context.client.expectError('updateAgreement', 409, {
      params: paramsOf(agreement),
      body: { expiration_date: null },
    });
  }),

  controls('deletes', 'Deleting ends access at once; the agreement is `deleted`', async (context) => {
    const { agreement, load_id } = await sharedLoad(context);
    context.control.dirty = true;
    await context.client.expectSuccess('deleteAgreement', { params: paramsOf(agreement) });
    assert.equal((await reread(context, agreement)).status, 'deleted');
    assert.equal(await isVehicleVisible(context, load_id), false);
  }),
  controls('twice', 'Deleting it again is a 409', async (context) => {
    const { agreement } = await sharedLoad(context);
    context.control.dirty = true;
    await context.client.expectSuccess('deleteAgreement', { params: paramsOf(agreement) });
    await context.client.expectError('deleteAgreement', 409, { params: paramsOf(agreement) });
  }),
  controls(
    'delete an unknown agreement',
    'Deleting an agreement that is not known is a 404',
    async (context) => {
      await context.client.expectError('deleteAgreement', 404, {
        params: { share_agreement_id: UNKNOWN_ID },
      });
    },
  ),
];
