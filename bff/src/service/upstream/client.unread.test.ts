/** One invalid value hides nothing else, and a response about another record is rejected. */
import { describe, expect, it } from 'vitest';
import { id, tracking } from '../../testing/tracking.ts';
import { useUpstreamClient } from '../../testing/upstream-client.ts';

const over = useUpstreamClient();
const { endpoints } = over;
const call = { priority: 'person' } as const;
const readLoad = () => over.client.call(endpoints.getLoadTracking, { params: { load_id: id(1) }, ...call });
const stop = (n: number) => ({
  id: id(100 + n),
  sequence: n,
  stop_type: 'intermediate',
  name: `Stop ${n}`,
  estimated_arrival_at: null,
  estimated_departure_at: null,
  arrived_at: null,
  departed_at: null,
});

it('one odd count of the overview hides no other, and a count above 2^53 is exact', async () => {
  over.upstream.answer((response) =>
    response.writeHead(200).end('{"fleets":9007199254740993,"vehicles":"many","drivers":1.5,"trailers":3}'),
  );
  const { data } = await over.client.call(endpoints.getOverview, call);
  expect(data).toEqual({ fleets: '9007199254740993', vehicles: null, drivers: null, trailers: 3 });
});

it('responses that are too large are not read to their end, and are an outage when there are no others', async () => {
  over.upstream.answer((response) => response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024, ' ')));
  const message = 'The tracking service sent a response larger than 1 MB, which Waypost does not read';
  for (let n = 1; n <= 4; n += 1) {
    const read = over.client.call(endpoints.getLoadTracking, { params: { load_id: id(n) }, ...call });
    await expect(read).rejects.toMatchObject({ kind: 'unexpected_answer', message });
  }
  expect(over.client.health.get()).toMatchObject({ state: 'down', message });
  over.answers({ items: [{ id: id(1), note: 'x'.repeat(2 * 1024 * 1024) }], next_page: null });
  expect((await over.client.call(endpoints.listFuelTransactions, call)).data.items).toHaveLength(1);
});

describe('lists', () => {
  it('a fuel row whose total_cost is "1,234.50" stays without the cost, which is reported as unread', async () => {
    const items = [
      { id: id(1), total_cost: '12.50', fuel_volume: 3 },
      { id: id(2), total_cost: '1,234.50', fuel_volume: 4 },
    ];
    over.answers({ items, next_page: null });
    const { data, unread } = await over.client.call(endpoints.listFuelTransactions, call);
    expect(data.items).toMatchObject([{ total_cost: '12.50' }, { total_cost: null, fuel_volume: 4 }]);
    expect(unread).toEqual([
      {
        id: id(2),
        used: true,
        values: [{ path: 'total_cost', reason: expect.any(String), raw: '"1,234.50"' }],
      },
    ]);
  });

  it.each([
    [
      'invitation',
      'listInvitations',
      { id: 'broken', magic_link: 'https://x/secret-link', status: 'active' },
    ],
    ['connection', 'listConnections', { id: 5, credentials: { user: 'u' }, access_token: 'secret-link' }],
    ['agreement', 'listAgreements', 'secret is no object'],
    ['operation', 'listOperations', { payload: { password: 'secret-link' } }],
    ['monitor', 'listMonitors', null],
    ['usage row', 'listUsage', { id: null, token: 'secret-link' }],
  ] as const)(
    'one malformed %s hides no other, is counted, and is kept without secrets',
    async (_, name, bad) => {
      over.answers({ items: [{ id: id(1) }, bad, { id: id(2) }], total: 3 });
      const { data, unread } = await over.client.call(endpoints[name], call);
      expect((data.items as { id: string }[]).map((one) => one.id)).toEqual([id(1), id(2)]);
      expect(unread).toMatchObject([{ used: false, values: [{ path: '' }] }]);
      expect(JSON.stringify(unread)).not.toMatch(/secret-link/);
    },
  );

  it('a count above 2^53 and a total above it hide no row', async () => {
    over.upstream.answer((response) =>
      response.end(
        `{"items":[{"id":"${id(1)}","rest_api_count":9007199254740993,"webhook_count":2}],"total":99999999999999999999}`,
      ),
    );
    const { data, unread } = await over.client.call(endpoints.listUsage, call);
    expect(data.items).toMatchObject([{ rest_api_count: null, webhook_count: 2 }]);
    expect(unread).toMatchObject([{ values: [{ path: 'rest_api_count', raw: '"9007199254740993"' }] }]);
  });

  it('a plain array is parsed item by item too', async () => {
    over.answers([{ connection_id: id(1), resource: 'vehicle' }, 7]);
    const { data, unread } = await over.client.call(endpoints.listDataFreshness, call);
    expect([data.length, unread.length]).toEqual([1, 1]);
  });

  it('something other than a list is rejected', async () => {
    over.answers({ rows: [] });
    await expect(over.client.call(endpoints.listUsage, call)).rejects.toMatchObject({
      kind: 'unexpected_answer',
    });
  });
});

describe('a load', () => {
  const vehicle = { id: id(9), vin: 'V' };
  const load = { ...tracking(), stops: [stop(0), stop(1), stop(2)] };

  it('a minor field of another type hides no position: model_year "2024" is 2024', async () => {
    const assignment = { source: 'declared', agreement: null, vehicle: { ...vehicle, model_year: '2024' } };
    over.answers({ ...load, vehicle_assignment: assignment });
    const { data, unread } = await readLoad();
    expect(data.last_position).toMatchObject({ latitude: 35.19 });
    expect(data.vehicle_assignment?.vehicle.model_year).toBe(2024);
    expect(unread).toEqual([]);
  });

  it('a minor field that cannot be converted is null, and its value is reported as unread', async () => {
    const assignment = {
      source: 'declared',
      agreement: 'agree',
      vehicle: { ...vehicle, model_year: 'new', vin: { value: 'V' } },
    };
    over.answers({ ...load, vehicle_assignment: assignment });
    const { data, unread } = await readLoad();
    expect(data.vehicle_assignment?.vehicle).toMatchObject({ id: id(9), model_year: null, vin: null });
    expect(unread[0]?.values.map(({ path, raw }) => [path, raw])).toEqual([
      ['vehicle_assignment.vehicle.model_year', '"new"'],
      ['vehicle_assignment.vehicle.vin', '{"value":"V"}'],
    ]);
  });

  it('a stop without a name hides nothing, and an invalid stop is left out and counted', async () => {
    const { name: _, ...nameless } = stop(1);
    over.answers({ ...load, stops: [stop(0), 'lunch', nameless, { id: 'x' }, stop(2)] });
    const { data, unread } = await readLoad();
    expect(data.stops.map(({ sequence, name }) => [sequence, name])).toEqual([
      [0, 'Stop 0'],
      [1, null],
      [2, 'Stop 2'],
    ]);
    expect(unread[0]?.values.map(({ raw }) => raw)).toEqual(
      expect.arrayContaining(['"lunch"', '{"id":"x"}']),
    );
  });

  it('half a position counts as none, and is reported as unread', async () => {
    over.answers({ ...load, last_position: { ...load.last_position, latitude: 'north' } });
    const { data, unread } = await readLoad();
    expect(data.last_position).toBeNull();
    expect(unread[0]?.values).toMatchObject([
      { path: 'last_position', raw: expect.stringContaining('north') },
    ]);
  });

  it('a non-text enum value is not rejected, and never read as good news', async () => {
    over.answers({
      ...load,
      tracking_health: { value: 'live' },
      vehicle_assignment: { source: null, agreement: 5, vehicle },
    });
    const { data } = await readLoad();
    expect(data).toMatchObject({
      tracking_health: 'unknown',
      vehicle_assignment: { source: 'unknown', agreement: '5' },
    });
  });

  it('a vehicle without an id is rejected: "no truck" would be wrong', async () => {
    over.answers({
      ...load,
      vehicle_assignment: { source: 'declared', agreement: 'agree', vehicle: { vin: 'V' } },
    });
    await expect(readLoad()).rejects.toMatchObject({ kind: 'unexpected_answer' });
  });

  it('endless nesting is rejected or dropped, and breaks nothing', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const text = JSON.stringify({ ...load, load_ref: 'DEEP', later: 'DEEP' }).replaceAll('"DEEP"', deep);
    over.upstream.answer((response) => response.end(text));
    await expect(readLoad()).rejects.toMatchObject({ kind: 'unexpected_answer' });
  });

  it('an unknown field is dropped at any depth', async () => {
    over.answers({
      ...load,
      access_token: 'secret-1',
      vehicle_assignment: {
        source: 'declared',
        agreement: null,
        vehicle: { ...vehicle, session: { access_token: 'secret-2' } },
      },
    });
    expect(JSON.stringify((await readLoad()).data)).not.toContain('secret-');
  });
});

describe('a response about another record is rejected', () => {
  const cases = [
    ['getLoadTracking', { load_id: id(1) }, { ...tracking({ load: 2 }) }],
    ['getInvitation', { invitation_id: id(1) }, { id: id(2) }],
    ['getOperation', { connection_id: id(7), resource_operation_id: id(1) }, { id: id(2) }],
    ['getMonitor', { geofence_monitor_id: id(1) }, { id: id(2) }],
    ['cancelMonitor', { geofence_monitor_id: id(1) }, { id: id(2) }],
    ['updateAgreement', { share_agreement_id: id(1) }, { id: id(2) }],
    ['cancelAgreement', { share_agreement_id: id(1) }, { id: id(2) }],
  ] as const;
  it.each(cases)('%s', async (name, params, body) => {
    over.answers(body);
    await expect(over.client.call(endpoints[name], { params, ...call })).rejects.toMatchObject({
      kind: 'unexpected_answer',
      message: expect.stringContaining('a different'),
    });
  });

  it('but differences in case are accepted', async () => {
    const load_id = '3F2C9A52-6D1E-4C7B-9F0A-1B2C3D4E5F60';
    over.answers({ ...tracking(), load_id: load_id.toLowerCase() });
    const { status } = await over.client.call(endpoints.getLoadTracking, { params: { load_id }, ...call });
    expect(status).toBe(200);
  });
});

describe('the meaning of a refusal', () => {
  const remove = () =>
    over.client.call(endpoints.deleteInvitation, { params: { invitation_id: id(1) }, ...call });
  const gone = { code: 404, message: 'Not Found', detail: null };

  it('a record that a colleague has removed is gone, if the endpoint has worked before', async () => {
    over.answers({ id: id(1) });
    await over.client.call(endpoints.getInvitation, { params: { invitation_id: id(1) }, ...call });
    over.answers(gone, 404);
    await expect(remove()).rejects.toMatchObject({
      kind: 'not_found',
      assumption: null,
      message: expect.stringContaining('already'),
    });
  });

  it('a 404 in another format, from an endpoint that has never worked, is about the endpoint', async () => {
    over.answers('<html>', 404);
    await expect(remove()).rejects.toMatchObject({
      kind: 'not_found',
      assumption: 'paths.invitation',
      message: expect.stringContaining('SERVICE_ASSUMPTIONS'),
    });
  });

  it("a 404 in the service's format, from an endpoint that has never worked, may be about either", async () => {
    over.answers(gone, 404);
    await expect(remove()).rejects.toMatchObject({
      assumption: 'paths.invitation',
      message: expect.stringMatching(/already.*SERVICE_ASSUMPTIONS/),
    });
  });

  it('a 404 of a list is about the endpoint, whatever its format', async () => {
    over.answers(gone, 404);
    await expect(over.client.call(endpoints.listInvitations, call)).rejects.toMatchObject({
      assumption: 'paths.invitations',
    });
  });

  it.each([
    [
      'createUser',
      { body: { connection_id: id(1), user_email: 'a@b.co' } },
      'body.user_email',
      'user_attributes.user_email',
    ],
    [
      'listFuelTransactions',
      { query: { include_source_data: true } },
      'query.include_source_data',
      'query.fuel_transactions.include_source_data',
    ],
    ['listUsage', { query: { year: 2026 } }, 'year', 'query.usage.year'],
    ['listConnections', { query: { size: 5 } }, 'query.size', 'query.pagination.size'],
  ] as const)('a 422 of %s on a name that we assumed says which', async (name, values, path, assumption) => {
    const issue = {
      path,
      input: '',
      message: 'Extra inputs are not permitted',
      error_type: 'extra_forbidden',
    };
    over.answers({ code: 422, message: 'Invalid Request Body', detail: [issue] }, 422);
    await expect(over.client.call(endpoints[name], { ...values, ...call })).rejects.toMatchObject({
      kind: 'refused',
      assumption,
      message: expect.stringContaining(assumption),
    });
  });

  it('a 422 about an invalid value blames no assumption', async () => {
    const issue = {
      path: 'body.user_email',
      input: 'x',
      message: 'is no address',
      error_type: 'value_error',
    };
    over.answers({ code: 422, message: 'Invalid Request Body', detail: [issue] }, 422);
    const created = over.client.call(endpoints.createUser, { body: { connection_id: id(1) }, ...call });
    await expect(created).rejects.toMatchObject({ kind: 'refused', assumption: null });
  });
});
