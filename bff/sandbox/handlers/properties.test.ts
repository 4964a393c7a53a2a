/**
 * Random bodies and queries at every endpoint of the office: never a 500, never a status or a field that the interface does not
 * declare; what the contract's schema takes is not answered with 422, and what it refuses is a 422 that names the field.
 */
import type { Endpoint } from '@waypost/contract/endpoint';
import { addressOf } from '@waypost/contract/endpoint';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { errorBodies } from '@waypost/contract/errors';
import { HOS_RULESET_CODES } from '@waypost/contract/hos-rulesets';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, clientToken, type RunningSandbox, startSandbox } from '../testing.ts';

const RUNS = 250;
const endpoints = serviceEndpoints();

let sandbox: RunningSandbox;
let token: string;
let ids: Record<'fleet' | 'connection' | 'agreement' | 'invitation' | 'vehicle', string[]>;
beforeAll(async () => {
  sandbox = await startSandbox({ loads: 300, rate_limit: 1_000_000 });
  token = await clientToken(sandbox.info);
  const answer = await ask(sandbox.info, token, 'GET', endpoints.listConnections.path);
  const { items } = (await answer.json()) as { items: { id: string }[] };
  ids = {
    fleet: sandbox.world.fleets.map(({ fleet_id }) => fleet_id),
    connection: items.map(({ id }) => id),
    agreement: sandbox.world.fleets.map(({ agreement }) => agreement.id),
    invitation: sandbox.world.fleets.map(({ agreement }) => agreement.invitation_id ?? ''),
    vehicle: sandbox.world.vehicles.all.map(({ record }) => record.id),
  };
});
afterAll(() => sandbox.close());

const known = (what: keyof typeof ids) => fc.nat().map((n) => ids[what][n % ids[what].length] ?? '');
const someId = (what: keyof typeof ids) =>
  fc.oneof({ weight: 3, arbitrary: known(what) }, { weight: 1, arbitrary: fc.uuid() });
const text = fc.string({ maxLength: 300 });
const junk = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.object(),
);
/** Mostly a good value, sometimes any. */
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: junk });
const url = fc.webUrl({ validSchemes: ['https'] });
const dateTime = fc
  .date({ min: new Date('2026-10-10'), max: new Date('2026-11-22'), noInvalidDate: true })
  .map((date) => date.toISOString());
const level = fc.constantFrom('read', 'read_write');
const resource = fc.constantFrom(...RESOURCE_NAMES);
const record = (fields: Record<string, fc.Arbitrary<unknown>>, required: string[] = []) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, good]) => [name, mostly(good)])), {
    requiredKeys: required,
  }) as fc.Arbitrary<Record<string, unknown>>;
const extra = (body: fc.Arbitrary<Record<string, unknown>>) =>
  fc.oneof(
    { weight: 9, arbitrary: body },
    { weight: 1, arbitrary: body.map((given) => ({ ...given, surplus: 1 })) },
  );

const paging = { cursor: text, size: fc.integer({ min: 1, max: 1000 }) };
const listOf = (good: fc.Arbitrary<unknown>, maxLength = 101) => fc.array(good, { maxLength, minLength: 1 });
const fleets = { fleet_ids: listOf(someId('fleet')), fleet_refs: listOf(text) };

interface Wish {
  readonly endpoint: Endpoint;
  readonly params?: fc.Arbitrary<Readonly<Record<string, string>>>;
  readonly query?: fc.Arbitrary<Record<string, unknown>>;
  readonly body?: fc.Arbitrary<unknown>;
}
const wishes: Wish[] = [
  {
    endpoint: endpoints.listAgreements,
    query: record({
      fleet_id: someId('fleet'),
      fleet_ref: text,
      share_agreement_status: fc.constantFrom('active', 'paused', 'cancelled', 'deleted', 'expired'),
      ...paging,
    }),
  },
  {
    endpoint: endpoints.updateAgreement,
    params: fc.record({ share_agreement_id: someId('agreement') }),
    body: extra(record({ effective_date: dateTime, expiration_date: fc.option(dateTime) })),
  },
  { endpoint: endpoints.cancelAgreement, params: fc.record({ share_agreement_id: fc.uuid() }) },
  {
    endpoint: endpoints.deleteAgreement,
    params: fc.record({ share_agreement_id: fc.oneof(fc.uuid(), text) }),
  },
  { endpoint: endpoints.listConnections, query: record({ tsp_id: fc.uuid(), ...fleets, ...paging }) },
  { endpoint: endpoints.deleteConnection, params: fc.record({ connection_id: fc.oneof(fc.uuid(), text) }) },
  { endpoint: endpoints.listDataFreshness, query: record(fleets) },
  { endpoint: endpoints.getOverview, query: record({ ...fleets, connection_id: someId('connection') }) },
  {
    endpoint: endpoints.getDeprecatedOverview,
    query: record({ ...fleets, connection_id: someId('connection') }),
  },
  {
    endpoint: endpoints.createInvitation,
    body: extra(
      record(
        {
          fleet_ref: fc.string({ minLength: 1, maxLength: 12 }),
          fleet_name: fc.option(text),
          fleet_email: fc.option(fc.constant('a@example.com')),
          fleet_regulatory_id: fc.option(text),
          fleet_regulatory_id_type: fc.option(text),
          fleet_phone: fc.option(text),
          fleet_website: fc.option(url),
          fleet_country_code: fc.option(fc.constantFrom('USA', 'CAN', 'US', 'usa_')),
          success_redirect_url: fc.option(url),
          failure_redirect_url: fc.option(url),
          callback_url: fc.option(url),
          limit_tsps: fc.option(listOf(text, 3)),
          exclude_tsps: fc.option(listOf(text, 3)),
          permissions: fc.option(fc.dictionary(resource, level)),
          write_permissions: fc.option(fc.array(resource)),
          expires_in_hours: fc.integer({ min: -1, max: 700 }),
          partner_provided_fleet_name: fc.option(text),
          partner_provided_fleet_regulatory_id: fc.option(text),
        },
        ['fleet_ref'],
      ),
    ),
  },
  { endpoint: endpoints.listInvitations, query: record({ fleet_ref: text, ...paging }) },
  {
    endpoint: endpoints.getInvitation,
    params: fc.record({ invitation_id: fc.oneof(someId('invitation'), text) }),
  },
  {
    endpoint: endpoints.deleteInvitation,
    params: fc.record({ invitation_id: fc.oneof(someId('invitation'), text) }),
  },
  { endpoint: endpoints.listTmsInvitations, query: record(paging) },
  {
    endpoint: endpoints.deleteTmsInvitation,
    params: fc.record({ tms_invitation_id: fc.oneof(fc.uuid(), text) }),
  },
  {
    endpoint: endpoints.createUser,
    query: record({ is_sync: fc.boolean() }),
    body: extra(
      record(
        {
          connection_id: someId('connection'),
          partner_ref: fc.string({ maxLength: 255 }),
          username: text,
          is_active: fc.boolean(),
          status: fc.constantFrom('ACTIVE', 'INACTIVE'),
          is_driver: fc.boolean(),
          user_email: fc.constant('a@example.com'),
          first_name: text,
          password: fc.string({ minLength: 1, maxLength: 1100 }),
          phone_country_code: fc.constantFrom('+1', '+52'),
          country_code: fc.constantFrom('USA', 'CAN'),
          license_expiration: fc.constantFrom('2029-02-28', '2029-02-30'),
          notes: text,
          hos_ruleset_code: fc.constantFrom(...HOS_RULESET_CODES),
          default_time_zone: fc.constantFrom(...TIME_ZONES),
          hos_tracking_config: fc.record(
            {
              compliance_classification: fc.constantFrom('exempt', 'non_exempt'),
              tracking_method: fc.constantFrom('manual', 'automatic'),
            },
            { requiredKeys: [] },
          ),
        },
        ['connection_id'],
      ),
    ),
  },
  {
    endpoint: endpoints.listOperations,
    query: record({
      connection_id: someId('connection'),
      resource,
      status: fc.constantFrom('pending', 'success', 'failed', 'done'),
      ...paging,
    }),
  },
  {
    endpoint: endpoints.getOperation,
    params: fc.record({
      connection_id: someId('connection'),
      resource_operation_id: fc.oneof(fc.uuid(), text),
    }),
  },
  {
    endpoint: endpoints.listFuelTransactions,
    query: record({
      ...fleets,
      connection_id: someId('connection'),
      from_datetime: dateTime,
      to_datetime: dateTime,
      driver_ids: listOf(fc.uuid()),
      source_driver_ids: listOf(text),
      vehicle_ids: listOf(someId('vehicle')),
      sort_by: fc.constantFrom('total_cost', 'occurred_at', 'location', 'nothing'),
      sort_order: fc.constantFrom('asc', 'desc', 'up'),
      include_source_data: fc.boolean(),
      ...paging,
      size: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    endpoint: endpoints.listUsage,
    query: record({
      year: fc.integer({ min: 1998, max: 2102 }),
      month: fc.integer({ min: 0, max: 13 }),
      entity_type: fc.constantFrom('vehicle', 'driver'),
      partner_id: fc.uuid(),
      ...paging,
    }),
  },
];

/** A query holds text only. */
function inText(query: Record<string, unknown>): Record<string, unknown> {
  const one = (value: unknown) =>
    value !== null && typeof value === 'object' ? JSON.stringify(value) : (value ?? undefined);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(one) : one(value)]),
  );
}

/** What stands in a query as text: one value as itself, several as a list, as a server reads them. */
function asSent(query: Record<string, unknown>): Record<string, unknown> {
  const sent = new URLSearchParams(
    addressOf({ ...endpoints.listUsage, queryNames: {} }, { query }).split('?')[1] ?? '',
  );
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

/** First parts of the paths at which the contract's schema refuses an input. */
function refused(schema: Endpoint['body'], input: unknown): string[] {
  return (schema?.safeParse(input).error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys
      : [String(issue.path[0] ?? '')],
  );
}

describe('random input', () => {
  it.each(wishes.map((wish) => [wish.endpoint.name, wish] as const))('%s', async (_, wish) => {
    const { endpoint } = wish;
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        wish.params ?? fc.constant<Readonly<Record<string, string>>>({}),
        wish.query ?? fc.constant({}),
        wish.body ?? fc.constant(undefined),
        async (params, drawn, body) => {
          const query = inText(drawn);
          const usable = Object.values(params).every((value) => value !== '' && !/^\.+$/.test(value));
          fc.pre(usable && !Object.values(params).some((value) => value.includes('/')));
          const path = addressOf(endpoint, { params, query });
          const answer = await ask(sandbox.info, token, endpoint.method, path, body);
          const { status } = answer;
          statuses.add(status);
          const read: unknown = status === 204 ? null : await answer.json();
          expect(sandbox.breaches).toEqual([]);
          expect([...endpoint.success, ...endpoint.errors]).toContain(status);
          expect(status).not.toBe(500);
          if (status >= 400) errorBodies[status as 422].parse(read);
          const wrong = [
            ...refused(endpoint.params, params),
            ...refused(endpoint.query, asSent(query)),
            ...(body === undefined ? [] : refused(endpoint.body, body)),
          ];
          if (status !== 422) {
            expect(wrong).toEqual([]);
            return;
          }
          const named = (read as { detail: { path: string }[] }).detail.map(
            ({ path: at }) => at.split('.')[0],
          );
          // Three things no schema can see: a cursor of ours, a field to sort by, a window whose other end is now.
          const own = ['cursor', 'sort_by', 'from_datetime', 'to_datetime'];
          if (wrong.length === 0) expect(own).toContain(named[0]);
          else expect(named.every((name) => wrong.includes(name ?? ''))).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
    // Half of the point is that something gets through.
    expect([...statuses].some((status) => status < 300 || status === 404)).toBe(true);
  });
});
