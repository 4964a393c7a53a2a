import assert from 'node:assert/strict';
import type { FuelTransaction } from '@waypost/contract/fuel';
import { type Case, topic } from '../case.ts';
import { type Context, instant, type Row, required } from '../context.ts';
import { all, type Field, fieldCases, TYPES } from '../fields.ts';
import { DAY, iso, UNKNOWN_ID } from './journey.ts';

const { reads, controls } = topic('fuel');

/** Most rows that a check of all rows may fetch. */
const MAX_ROWS = 300;

/** The longest window before now whose rows fit on one page. */
const widestWindow = (context: Context): Promise<Row> =>
  context.cached('a window of fuel transactions', async () => {
    const now = await context.now();
    for (let days = 45; ; days /= 2) {
      const window = { from_datetime: iso(now - days * DAY), to_datetime: iso(now) };
      const query = { ...window, size: MAX_ROWS };
      const { next_page } = await context.client.call('listFuelTransactions', { query });
      if (!next_page) return window;
    }
  });
const rows = (context: Context): Promise<readonly FuelTransaction[]> =>
  context.cached('fuel rows', async () => context.items('listFuelTransactions', await widestWindow(context)));
const rawRows = (context: Context): Promise<readonly FuelTransaction[]> =>
  context.cached('raw fuel rows', async () =>
    context.items('listFuelTransactions', { ...(await widestWindow(context)), include_source_data: true }),
  );
const list = async (context: Context, query: Row) =>
  context.items('listFuelTransactions', { ...(await widestWindow(context)), ...query });

const FIELDS: readonly Field[] = [
  ...all('uuid', { always: true }, 'id', 'fleet_id', 'connection_id'),
  ...all('uuid', {}, 'tsp_id', 'execution_id', 'schedule_id', 'vehicle_id', 'driver_id'),
  ...all('uuid', { nullable: true }, 'co_driver_id'),
  ...all('date-time in UTC', {}, 'created_at', 'updated_at'),
  ...all('date-time in UTC', { nullable: true, rare: true }, 'deleted_at'),
  ...all('date-time in UTC', { always: true }, 'occurred_at'),
  ...all('string', {}, 'source_name', 'source_id', 'source_data_hash', 'fleet_ref', 'tsp_slug'),
  ...all(
    'string',
    {},
    'source_driver_id',
    'source_vehicle_id',
    'source_co_driver_id',
    'fuel_vendor',
    'currency',
  ),
  ...all('object', {}, 'extras', 'inferred_address'),
  ...all('GeoJSON Point', {}, 'location'),
  ...all('big integer', {}, 'h3_index_11'),
  ...all('number', {}, 'odometer'),
  ...all('string', {}, 'odometer_unit', 'transaction_jurisdiction', 'fuel_type'),
  ...all('number', {}, 'fuel_volume'),
  ...all('decimal text', {}, 'total_cost'),
];

/** Filters by a field's value: filter, field of the row. */
const FILTERS = [
  ['fleet_ids', 'fleet_id'],
  ['fleet_refs', 'fleet_ref'],
  ['connection_id', 'connection_id'],
  ['driver_ids', 'driver_id'],
  ['source_driver_ids', 'source_driver_id'],
  ['vehicle_ids', 'vehicle_id'],
] as const;
/** Filters that accept several values. */
const REPEATED = FILTERS.filter(([filter]) => filter !== 'connection_id');

const SORTABLE = [
  'occurred_at',
  'created_at',
  'fuel_volume',
  'fuel_vendor',
  'odometer',
  'id',
  'fleet_ref',
] as const;

const times = (found: readonly FuelTransaction[]) => found.map(({ occurred_at }) => instant(occurred_at));

export const fuelCases: readonly Case[] = [
  ...fieldCases('fuel', 'fuel transaction', 'reading', rows, FIELDS),
  reads(
    'source_data left out',
    'source_data is included only when raw provider data is requested',
    async (context) => {
      required('a fuel transaction', (await rows(context))[0]);
      for (const { source_data } of await rows(context)) assert.equal(source_data ?? null, null);
    },
  ),
  reads(
    'source_data included',
    'source_data (object) is included when raw provider data is requested',
    async (context) => {
      const found = await rawRows(context);
      required('a fuel transaction', found[0]);
      for (const { source_data } of found) assert.ok(TYPES.object(source_data));
    },
  ),
  reads('h3_index_11 on the wire', 'h3_index_11 is an integer (above 2^53, not a text)', async (context) => {
    const { text } = await context.client.expectSuccess('listFuelTransactions', {
      query: { ...(await widestWindow(context)), size: 5 },
    });
    assert.match(text, /"h3_index_11": ?\d{16,}[,}]/);
  }),
  reads('location', 'location: coordinates are a longitude/latitude pair', async (context) => {
    for (const { location } of await rows(context)) {
      const [longitude = 0, latitude = 0] = location?.coordinates ?? [];
      assert.ok(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
    }
  }),

  reads(
    'default window',
    'from_datetime: default now minus 1 day; to_datetime: default now',
    async (context) => {
      const now = await context.now();
      const found = times(await context.items('listFuelTransactions'));
      assert.ok(found.every((time) => time >= now - DAY - 60_000 && time < now + 60_000));
    },
  ),
  reads('from_datetime is included', 'from_datetime: occurred_at >= value', async (context) => {
    const { id, occurred_at } = required('a fuel transaction', (await rows(context))[3]);
    const found = await list(context, { from_datetime: occurred_at });
    assert.ok(found.some((row) => row.id === id));
    assert.ok(times(found).every((time) => time >= instant(occurred_at)));
  }),
  reads('to_datetime is excluded', 'to_datetime: occurred_at < value', async (context) => {
    const { id, occurred_at } = required('a fuel transaction', (await rows(context))[3]);
    const found = await list(context, { to_datetime: occurred_at });
    assert.ok(found.every((row) => row.id !== id));
    assert.ok(times(found).every((time) => time < instant(occurred_at)));
  }),
  ...(['from_datetime', 'to_datetime'] as const).map((field) =>
    reads(
      `${field} is a date-time`,
      `${field}: date-time UTC; any other text is rejected`,
      async (context) => {
        for (const value of ['yesterday', '2026-01-01', ''])
          await context.client.expectInvalid('listFuelTransactions', { query: { [field]: value } }, field);
      },
    ),
  ),
  ...FILTERS.map(([filter, field]) =>
    reads(
      `filter ${filter}`,
      `\`${filter}\` limits to rows with that ${field}: all of them and no other`,
      async (context) => {
        const value = required(`a ${field}`, (await rows(context)).find((row) => row[field])?.[field]);
        const found = await list(context, { [filter]: [value] });
        assert.deepEqual(
          found.map(({ id }) => id),
          (await list(context, {})).filter((row) => row[field] === value).map(({ id }) => id),
        );
      },
    ),
  ),
  ...REPEATED.map(([filter, field]) =>
    reads(`filter ${filter} repeated`, `\`${filter}\`: repeat the parameter per value`, async (context) => {
      const values = [...new Set((await rows(context)).map((row) => row[field]))].slice(0, 2);
      required(`two values of ${field}`, values[1]);
      const found = await list(context, { [filter]: values });
      assert.deepEqual(new Set(found.map((row) => row[field])), new Set(values));
    }),
  ),
  ...FILTERS.filter(([, field]) => field.endsWith('_id') && field !== 'source_driver_id').map(([filter]) =>
    reads(
      `filter ${filter} is a uuid`,
      `\`${filter}\`: uuid; any other text is rejected`,
      async (context) => {
        await context.client.expectInvalid('listFuelTransactions', { query: { [filter]: 'x' } }, filter);
      },
    ),
  ),
  reads('filter of nobody', 'A filter that nothing fits answers an empty page', async (context) => {
    assert.deepEqual(await list(context, { vehicle_ids: [UNKNOWN_ID] }), []);
  }),
  reads('filters together', 'Filters limit together', async (context) => {
    const [row] = await rows(context);
    const { vehicle_id } = required('a fuel transaction', row);
    const found = await list(context, { vehicle_ids: [vehicle_id], driver_ids: [UNKNOWN_ID] });
    assert.deepEqual(found, []);
  }),
  reads('default order', 'sort_by: default ordering is by occurred_at', async (context) => {
    const found = times(await rows(context));
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
    );
  }),
  reads('default direction', 'sort_order: default asc when sort_by is given', async (context) => {
    const ids = async (query: Row) => (await list(context, query)).map(({ id }) => id);
    assert.deepEqual(
      await ids({ sort_by: 'odometer' }),
      await ids({ sort_by: 'odometer', sort_order: 'asc' }),
    );
  }),
  ...SORTABLE.flatMap((sort_by) =>
    (['asc', 'desc'] as const).map((sort_order) =>
      reads(
        `sort_by ${sort_by} ${sort_order}`,
        `sort_by \`${sort_by}\`, sort_order \`${sort_order}\``,
        async (context) => {
          const values = (await list(context, { sort_by, sort_order })).map((row) => row[sort_by] ?? null);
          const given = values.filter((value) => value !== null);
          const inOrder = given.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          assert.deepEqual(given, sort_order === 'asc' ? inOrder : inOrder.toReversed());
        },
      ),
    ),
  ),
  reads('sort_by of no field', 'sort_by: field to sort by; any other word is rejected', async (context) => {
    await context.client.expectInvalid('listFuelTransactions', { query: { sort_by: 'colour' } }, 'sort_by');
  }),
  reads('sort_order of another word', 'sort_order: enum asc, desc', async (context) => {
    for (const sort_order of ['ASC', 'up', ''])
      await context.client.expectInvalid('listFuelTransactions', { query: { sort_order } }, 'sort_order');
  }),
  reads(
    'raw data is a boolean',
    'A boolean to include raw provider data: any other word is rejected',
    async (context) => {
      await context.client.expectInvalid(
        'listFuelTransactions',
        { query: { include_source_data: '1' } },
        'include_source_data',
      );
    },
  ),
  reads(
    'unknown parameter',
    'A query parameter that the table does not have is rejected',
    async (context) => {
      await context.client.expectInvalid('listFuelTransactions', { query: { colour: 'red' } }, 'colour');
    },
  ),
  controls(
    'only what is shared',
    'Only fleets that share fuel_transaction at this moment are listed',
    async (context) => {
      const [row] = await rows(context);
      const { fleet_ref } = required('a fuel transaction', row);
      await context.control.agreement(fleet_ref ?? '', { scopes: { vehicle: 'read' } });
      assert.deepEqual(await list(context, { fleet_refs: [fleet_ref] }), []);
    },
  ),
];
