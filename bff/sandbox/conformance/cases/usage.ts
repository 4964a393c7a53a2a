import assert from 'node:assert/strict';
import type { Overview } from '@waypost/contract/overview';
import { type Case, topic } from '../case.ts';
import { type Context, instant, type Row, required } from '../context.ts';
import { all, fieldCases } from '../fields.ts';
import { personToken } from '../people.ts';
import { UNKNOWN_ID } from './journey.ts';

const usage = topic('usage');
const overviewTopic = topic('overview');

const rows = (context: Context) => context.cached('usage rows', () => context.items('listUsage'));
const list = (context: Context, query: Row) => context.items('listUsage', query);
const COUNTS = ['fleets', 'vehicles', 'drivers', 'trailers'] as const;

/** As documented; the cases check it. */
const overview = async (context: Context, query: Row = {}) =>
  (await context.client.call('getDeprecatedOverview', { query })) as Overview;

export const usageCases: readonly Case[] = [
  ...fieldCases('usage', 'usage row', 'reading', rows, [
    ...all('uuid', { always: true }, 'id', 'partner_id'),
    ...all('date', { always: true }, 'usage_month'),
    ...all('string', { always: true }, 'entity_type'),
    ...all('uuid', { always: true }, 'entity_id'),
    ...all('date-time in UTC', {}, 'first_call_in_month', 'latest_call_in_month'),
    ...all('integer', { always: true }, 'rest_api_count', 'webhook_count'),
    ...all('date-time in UTC', {}, 'created_at', 'updated_at'),
    ...all('boolean', {}, 'is_active'),
  ]),
  usage.reads(
    'calls lie in their month',
    'first_call_in_month and latest_call_in_month lie in usage_month, in this order',
    async (context) => {
      for (const { usage_month, first_call_in_month, latest_call_in_month } of await rows(context)) {
        assert.equal(first_call_in_month?.slice(0, 7), usage_month?.slice(0, 7));
        assert.equal(latest_call_in_month?.slice(0, 7), usage_month?.slice(0, 7));
        assert.ok(instant(first_call_in_month) <= instant(latest_call_in_month));
      }
    },
  ),
  usage.reads('one row per entity and month', 'Rows are per entity and month', async (context) => {
    const keys = (await rows(context)).map((row) => `${row.usage_month} ${row.entity_type} ${row.entity_id}`);
    assert.equal(new Set(keys).size, keys.length);
  }),

  usage.reads('scoped to the partner', 'Scoped to the authenticated partner', async (context) => {
    const [agreement] = await context.items('listAgreements', { size: 1 });
    for (const { partner_id } of await rows(context)) assert.equal(partner_id, agreement?.partner_id);
  }),
  usage.reads('year', 'Filter: calendar year', async (context) => {
    const year = Number(required('a usage row', (await rows(context))[0]).usage_month?.slice(0, 4));
    const found = await list(context, { year });
    assert.ok(found.length > 0 && found.every((row) => row.usage_month?.startsWith(`${year}-`)));
    assert.deepEqual(await list(context, { year: 2001 }), []);
  }),
  usage.reads('month', 'Filter: calendar month', async (context) => {
    const month = required('a usage row', (await rows(context))[0]).usage_month?.slice(5, 7);
    const found = await list(context, { month: Number(month) });
    assert.ok(found.length > 0 && found.every((row) => row.usage_month?.slice(5, 7) === month));
  }),
  usage.reads('entity type', 'Filter: entity type (string such as vehicle or driver)', async (context) => {
    for (const entity_type of ['vehicle', 'driver']) {
      const found = await list(context, { entity_type });
      assert.ok(found.length > 0 && found.every((row) => row.entity_type === entity_type));
    }
    assert.deepEqual(await list(context, { entity_type: 'nothing' }), []);
  }),
  usage.reads(
    'partner_id is ignored',
    'partner_id: administrators only, ignored when a partner calls',
    async (context) => {
      const asked = await list(context, { partner_id: UNKNOWN_ID, size: 3, entity_type: 'vehicle' });
      const usual = await list(context, { size: 3, entity_type: 'vehicle' });
      assert.deepEqual(
        asked.map(({ id }) => id),
        usual.map(({ id }) => id),
      );
    },
  ),
  usage.reads('partner_id is a uuid', 'partner_id: uuid', async (context) => {
    await context.client.expectInvalid('listUsage', { query: { partner_id: 'me' } }, 'partner_id');
  }),
  usage.controls(
    'administrators',
    'Administrators of the service may query across partners',
    async (context) => {
      const authorization = `Bearer ${await personToken(context.client.target, 'openid organization', 'admin')}`;
      const options = { query: { partner_id: UNKNOWN_ID }, authorization };
      assert.deepEqual((await context.client.call('listUsage', options)).items, []);
    },
  ),
  usage.controls('calls are counted', 'The usage rows count calls (rest_api_count)', async (context) => {
    const { id } = await context.vehicle();
    const load = await context.load(
      'its load',
      ({ vehicle_assignment }) => vehicle_assignment?.vehicle.id === id,
    );
    const month = new Date(await context.now());
    const query = { entity_type: 'vehicle', year: month.getUTCFullYear(), month: month.getUTCMonth() + 1 };
    const count = async () =>
      (await list(context, query)).find(({ entity_id }) => entity_id === id)?.rest_api_count ?? 0;
    const before = await count();
    await context.client.call('getLoadTracking', { params: { load_id: load.load_id } });
    assert.ok((await count()) > before);
  }),

  ...COUNTS.map((name) =>
    overviewTopic.reads(`overview: ${name}`, `\`${name}\` is an integer`, async (context) => {
      const value = (await overview(context))[name];
      assert.ok(Number.isInteger(value) && value >= 0);
      if (context.controlled) assert.ok(value > 0);
    }),
  ),
  overviewTopic.reads('overview: four', 'Object of four integers', async (context) => {
    assert.deepEqual(Object.keys(await overview(context)).toSorted(), COUNTS.toSorted());
  }),
  overviewTopic.reads('fleet_ids', 'fleet_ids: counts those fleets only', async (context) => {
    const { fleet_id } = required('a connection', (await context.items('listConnections'))[0]);
    assert.equal((await overview(context, { fleet_ids: [fleet_id] })).fleets, 1);
    assert.equal((await overview(context, { fleet_ids: [UNKNOWN_ID] })).fleets, 0);
  }),
  overviewTopic.reads('fleet_refs', 'fleet_refs: counts those fleets only', async (context) => {
    const found = await context.items('listConnections');
    const refs = [...new Set(found.map(({ fleet_ref }) => fleet_ref))].slice(0, 2);
    assert.equal((await overview(context, { fleet_refs: refs })).fleets, refs.length);
  }),
  overviewTopic.reads(
    'connection_id',
    'connection_id: counts what comes over that connection',
    async (context) => {
      const { id } = required('a connection', (await context.items('listConnections'))[0]);
      assert.equal((await overview(context, { connection_id: id })).fleets, 1);
      assert.equal((await overview(context, { connection_id: UNKNOWN_ID })).fleets, 0);
    },
  ),
  ...(['fleet_ids', 'connection_id'] as const).map((field) =>
    overviewTopic.reads(`${field} is a uuid`, `${field}: uuid`, async (context) => {
      await context.client.expectInvalid('getDeprecatedOverview', { query: { [field]: 'x' } }, field);
    }),
  ),
  overviewTopic.reads(
    'successor',
    'Deprecated in favour of the intelligence area: the successor (assumed shape) answers the same',
    async (context) => {
      assert.deepEqual(await context.client.call('getOverview'), await overview(context));
    },
  ),
  overviewTopic.controls(
    'counts what is shared',
    'Only what is shared at this moment is counted',
    async (context) => {
      const before = await overview(context);
      const found = await context.control.vehicles();
      const { fleet_ref } = required(
        'a shared vehicle',
        found.find(({ location_shared }) => location_shared),
      );
      await context.control.agreement(fleet_ref, { status: 'paused' });
      const after = await overview(context);
      assert.equal(after.fleets, before.fleets - 1);
      assert.ok(after.vehicles < before.vehicles);
    },
  ),
];
