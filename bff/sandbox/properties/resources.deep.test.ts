/** Random input at every endpoint of a partner's resources. */
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { HOS_RULESET_CODES } from '@waypost/contract/hos-rulesets';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { fc } from '@waypost/contract/testing/property';
import { TIME_ZONES } from '@waypost/contract/time-zones';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { callApi, clientToken, type RunningSandbox, startSandbox } from '../testing.ts';
import { checkResponses, expectBothKinds, type InputSpec } from './check-responses.ts';
import { call } from './in-process.ts';
import { days, inPath, listOf, oneOf, paging, record, text } from './inputs.ts';

const LONG = 300_000;
const endpoints = serviceEndpoints();
let sandbox: RunningSandbox;
let token: string;
const ids: Record<
  'fleet' | 'connection' | 'agreement' | 'invitation' | 'vehicle' | 'operation' | 'ref',
  string[]
> = {
  fleet: [],
  connection: [],
  agreement: [],
  invitation: [],
  vehicle: [],
  operation: [],
  ref: [],
};
beforeAll(async () => {
  sandbox = await startSandbox({ loads: 100, rate_limit: 1e9, fuel_rows: 2000, usage_rows: 1000 });
  token = await clientToken(sandbox.info);
  const listed = async (path: string) => {
    const response = await callApi(sandbox.info, token, 'GET', path);
    return ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  const { fleets, vehicles } = sandbox.world;
  ids.connection.push(...(await listed(endpoints.listConnections.path)));
  ids.operation.push(...(await listed(endpoints.listOperations.path)));
  ids.fleet.push(...fleets.map(({ fleet_id }) => fleet_id));
  ids.ref.push(...fleets.map(({ fleet_ref }) => fleet_ref));
  ids.agreement.push(...fleets.map(({ agreement }) => agreement.id));
  ids.invitation.push(...fleets.map(({ agreement }) => agreement.invitation_id ?? ''));
  ids.vehicle.push(...vehicles.all.map(({ record: { id } }) => id));
});
afterAll(() => sandbox.close());
beforeEach(() =>
  call(sandbox.app, { method: 'POST', path: '/_sandbox/reset', headers: JSON_BODY, body: '{}' }),
);
const JSON_BODY = { 'content-type': 'application/json' };

const some = (what: keyof typeof ids) => oneOf(ids[what]);
const someRef = fc.oneof(
  text,
  fc.nat().map((n) => ids.ref[n % ids.ref.length]),
);
const fleets = { fleet_ids: listOf(some('fleet')), fleet_refs: listOf(someRef) };
const resource = fc.constantFrom(...RESOURCE_NAMES);
const level = fc.constantFrom('read', 'read_write');
const url = fc.oneof(
  { weight: 60, arbitrary: fc.webUrl({ validSchemes: ['https'] }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('http://x.example/', 'ftp://x', '', `https://x.example/${'a'.repeat(2100)}`),
  },
);
const time = days(Date.now(), -40, 2);
const never = fc.constant(undefined);
const rarely = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 7, arbitrary: never }, { weight: 1, arbitrary: value });

const invitation = record(
  {
    fleet_ref: fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), someRef),
    fleet_name: fc.option(text),
    fleet_email: fc.option(fc.constantFrom('a@example.com', 'b.c+d@x.example')),
    fleet_regulatory_id: rarely(text),
    fleet_regulatory_id_type: fc.option(text),
    fleet_phone: fc.option(text),
    fleet_website: fc.option(url),
    fleet_country_code: fc.option(fc.constantFrom('USA', 'CAN', 'mex', 'a_1', 'AND', 'ZAF', 'US')),
    success_redirect_url: fc.option(url),
    failure_redirect_url: fc.option(url),
    callback_url: fc.option(url),
    limit_tsps: rarely(fc.array(text, { maxLength: 3 })),
    exclude_tsps: rarely(fc.array(text, { maxLength: 3 })),
    permissions: rarely(fc.dictionary(fc.oneof({ weight: 30, arbitrary: resource }, text), level)),
    write_permissions: rarely(fc.array(resource)),
    expires_in_hours: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 1, max: 672 }) },
      fc.constantFrom(0, 673, 1.5),
    ),
    partner_provided_fleet_name: rarely(fc.option(text)),
    partner_provided_fleet_regulatory_id: rarely(fc.option(text)),
    partner_provided_fleet_country_code: rarely(fc.constantFrom('MEX', 'USA', 'mexico')),
  },
  ['fleet_ref'],
);

const user = record(
  {
    connection_id: some('connection'),
    partner_ref: fc.oneof({ weight: 9, arbitrary: text }, fc.string({ minLength: 254, maxLength: 257 })),
    username: text,
    is_active: fc.boolean(),
    status: fc.constantFrom('ACTIVE', 'INACTIVE'),
    is_driver: fc.boolean(),
    user_designation: text,
    user_email: fc.constantFrom('a@example.com', 'b.c+d@x.example'),
    first_name: text,
    last_name: text,
    password: fc.oneof(
      { weight: 9, arbitrary: fc.string({ minLength: 1 }) },
      fc.constantFrom('', 'x'.repeat(1024), 'x'.repeat(1025)),
    ),
    phone_number: text,
    phone_country_code: fc.constantFrom('+1', '+52'),
    country_code: fc.constantFrom('USA', 'CAN'),
    license_country: fc.constantFrom('USA', 'CAN'),
    license_expiration: fc.constantFrom('2029-02-28', '2028-02-29', '2029-02-30'),
    notes: text,
    hos_ruleset_code: fc.constantFrom(...HOS_RULESET_CODES),
    hos_ruleset_name: text,
    allow_yard_move: fc.boolean(),
    default_time_zone: fc.constantFrom(...TIME_ZONES),
    hos_tracking_config: record({
      compliance_classification: fc.constantFrom('exempt', 'non_exempt'),
      tracking_method: fc.constantFrom('manual', 'automatic'),
    }),
  },
  ['connection_id'],
);

const CURSOR = ['cursor'];
export const OFFICE: readonly (() => InputSpec)[] = [
  () => ({
    endpoint: endpoints.listAgreements,
    query: record({
      fleet_id: some('fleet'),
      fleet_ref: someRef,
      share_agreement_status: fc.constantFrom('active', 'paused', 'cancelled', 'deleted', 'expired'),
      ...paging,
    }),
    own: CURSOR,
  }),
  () => ({
    endpoint: endpoints.updateAgreement,
    params: fc.record({ share_agreement_id: inPath(ids.agreement) }),
    body: record({ effective_date: time, expiration_date: fc.option(time) }),
  }),
  () => ({
    endpoint: endpoints.cancelAgreement,
    params: fc.record({ share_agreement_id: inPath(ids.agreement.slice(0, 2)) }),
  }),
  () => ({
    endpoint: endpoints.deleteAgreement,
    params: fc.record({ share_agreement_id: inPath(ids.agreement.slice(1, 3)) }),
  }),
  () => ({
    endpoint: endpoints.listConnections,
    query: record({ tsp_id: fc.uuid(), ...fleets, ...paging }),
    own: CURSOR,
  }),
  () => ({ endpoint: endpoints.listDataFreshness, query: record(fleets) }),
  ...([endpoints.getOverview, endpoints.getDeprecatedOverview] as const).map((endpoint) => () => ({
    endpoint,
    query: record({ ...fleets, connection_id: some('connection') }),
  })),
  () => ({ endpoint: endpoints.createInvitation, body: invitation }),
  () => ({
    endpoint: endpoints.listInvitations,
    query: record({ fleet_ref: someRef, ...paging }),
    own: CURSOR,
  }),
  () => ({ endpoint: endpoints.getInvitation, params: fc.record({ invitation_id: inPath(ids.invitation) }) }),
  () => ({
    endpoint: endpoints.deleteInvitation,
    params: fc.record({ invitation_id: inPath(ids.invitation) }),
  }),
  () => ({ endpoint: endpoints.listTmsInvitations, query: record(paging), own: CURSOR }),
  () => ({
    endpoint: endpoints.deleteTmsInvitation,
    params: fc.record({ tms_invitation_id: inPath(ids.fleet) }),
  }),
  () => ({ endpoint: endpoints.createUser, query: record({ is_sync: fc.boolean() }), body: user }),
  () => ({
    endpoint: endpoints.listOperations,
    query: record({
      connection_id: some('connection'),
      resource,
      status: fc.constantFrom('pending', 'success', 'failed', 'done'),
      ...paging,
    }),
    own: CURSOR,
  }),
  () => ({
    endpoint: endpoints.getOperation,
    params: fc.record({
      connection_id: inPath(ids.connection),
      resource_operation_id: inPath(ids.operation),
    }),
  }),
  () => ({
    endpoint: endpoints.listFuelTransactions,
    query: record({
      ...fleets,
      connection_id: some('connection'),
      from_datetime: time,
      to_datetime: time,
      driver_ids: listOf(fc.uuid()),
      source_driver_ids: listOf(text),
      vehicle_ids: listOf(some('vehicle')),
      sort_by: fc.constantFrom('total_cost', 'occurred_at', 'location', 'nothing', 'toString'),
      sort_order: fc.constantFrom('asc', 'desc', 'up'),
      include_source_data: fc.boolean(),
      ...paging,
    }),
    // The other end of the window may be now.
    own: ['cursor', 'sort_by', 'from_datetime', 'to_datetime'],
  }),
  () => ({
    endpoint: endpoints.listUsage,
    query: record({
      year: fc.integer({ min: 1999, max: 2101 }),
      month: fc.integer({ min: 0, max: 13 }),
      entity_type: fc.constantFrom('vehicle', 'driver'),
      partner_id: fc.uuid(),
      ...paging,
    }),
    own: CURSOR,
  }),
  () => ({
    endpoint: endpoints.deleteConnection,
    params: fc.record({ connection_id: inPath(ids.connection.slice(0, 3)) }),
  }),
];

describe('random input at resource endpoints', () => {
  it.each(OFFICE.map((create) => [create().endpoint.name, create] as const))(
    '%s',
    async (name, create) => {
      const seen = await checkResponses(sandbox, token, create());
      expectBothKinds(seen, { mostlyMissing: /^(delete|cancel|getOperation)/.test(name) });
    },
    LONG,
  );
});
