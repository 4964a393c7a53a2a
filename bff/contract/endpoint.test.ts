import { describe, expect, expectTypeOf, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { endpoint, type ResponseOf, requestPath, VERSION_PREFIX } from './endpoint.ts';
import { ENDPOINT_GROUPS, type ServiceEndpoints, serviceEndpoints } from './endpoints.ts';
import type { LoadTracking } from './loads.ts';
import { fc } from './testing/property.ts';
import { id } from './testing/responses.ts';

const thing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/v2/things/{thing_id}/parts/{part_id}',
  queryNames: { size: 'page_size' },
  success: [200],
  errors: [],
});

describe('request path and query', () => {
  const params = { thing_id: 'a', part_id: 'b' };
  test('repeats lists, applies renamed parameters, omits undefined and null', () => {
    const query = { ids: ['1', '2'], size: 3, on: false, none: undefined, nothing: null, empty: [] };
    expect(requestPath(thing, { params, query })).toBe(
      '/v2/things/a/parts/b?ids=1&ids=2&page_size=3&on=false',
    );
    expect(requestPath(thing, { params })).toBe('/v2/things/a/parts/b');
  });
  test('rejects a missing or empty path parameter', () => {
    expect(() => requestPath(thing, { params: { thing_id: 'a' } })).toThrow(
      'getThing: path parameter part_id',
    );
    expect(() => requestPath(thing, { params: { thing_id: '', part_id: 'b' } })).toThrow(
      'thing_id is missing',
    );
  });
  test.each(['.', '..'])('rejects %j, which would resolve to another path', (thing_id) => {
    expect(() => requestPath(thing, { params: { thing_id, part_id: 'b' } })).toThrow(
      `thing_id must not be ${thing_id}`,
    );
  });
  test('ignores inherited properties', () => {
    const descriptor = { ...thing, path: '/v2/{constructor}' };
    expect(() => requestPath(descriptor, { params: {} })).toThrow('constructor is missing');
    expect(requestPath(thing, { params, query: { toString: 'x' } })).toContain('?toString=x');
  });
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  test('a path parameter cannot change the path', () => {
    fc.assert(
      fc.property(text, text, (thing_id, part_id) => {
        fc.pre(!['.', '..'].includes(thing_id) && !['.', '..'].includes(part_id));
        const parts = requestPath(thing, { params: { thing_id, part_id } }).split('/');
        expect(parts).toHaveLength(6);
        expect([decodeURIComponent(parts[3] ?? ''), decodeURIComponent(parts[5] ?? '')]).toEqual([
          thing_id,
          part_id,
        ]);
      }),
    );
  });
  test('every query value is encoded losslessly', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text, { minLength: 1 })), (query) => {
        const tail = requestPath({ ...thing, queryNames: {} }, { params, query }).split('?')[1];
        const pairs = (tail ?? '').split('&').filter(Boolean);
        const read = pairs.map((pair) => pair.split('=').map(decodeURIComponent));
        expect(read).toEqual(
          Object.entries(query).flatMap(([name, all]) => all.map((value) => [name, value])),
        );
      }),
    );
  });
});

const all = Object.entries(serviceEndpoints());

describe.each(all)('%s', (name, descriptor) => {
  test('has the name it is registered under and the version prefix', () => {
    expect(descriptor.name).toBe(name);
    expect(descriptor.path.startsWith(VERSION_PREFIX)).toBe(true);
  });
  test('describes exactly the parameters in its path', () => {
    const inPath = [...descriptor.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect('params' in descriptor ? Object.keys(descriptor.params.shape) : []).toEqual(inPath);
  });
  test('renames only existing parameters', () => {
    const query = 'query' in descriptor ? Object.keys(descriptor.query.shape) : [];
    const renamed = 'queryNames' in descriptor ? Object.keys(descriptor.queryNames) : [];
    expect(renamed.filter((parameter) => !query.includes(parameter))).toEqual([]);
  });
  test('declares its errors, including 401 and 429, and only success statuses as success', () => {
    expect(descriptor.errors).toEqual(expect.arrayContaining([400, 401, 403, 404, 405, 409, 422, 429, 500]));
    for (const status of descriptor.success) expect(status >= 200 && status < 300).toBe(true);
    expect(descriptor.success.length).toBeGreaterThan(0);
  });
});

// Number, method and path, and whether the endpoint declares 501.
test.each([
  ['getLoadTracking', 'GET', '/v2/visibility/loads/{load_id}/tracking', true],
  ['createMonitor', 'POST', '/v2/notifications/geofence-monitors', false],
  ['createUser', 'POST', '/v2/telematics/users', true],
  ['updateAgreement', 'PATCH', '/v2/orgs/share-agreements/{share_agreement_id}', false],
  ['deleteAgreement', 'DELETE', '/v2/orgs/share-agreements/{share_agreement_id}', false],
  ['listFuelTransactions', 'GET', '/v2/telematics/fuel-transactions', true],
  ['listUsage', 'GET', '/v2/orgs/usage', false],
  ['getDeprecatedOverview', 'GET', '/v2/telematics/analytics/overview', true],
  ['deleteTmsInvitation', 'DELETE', '/v2/orgs/tms-invitations/{tms_invitation_id}', false],
] as const)('%s is as the interface shows it', (name, method, path, declares501) => {
  const descriptor = serviceEndpoints()[name];
  expect(descriptor).toMatchObject({ method, path });
  expect((descriptor.errors as readonly number[]).includes(501)).toBe(declares501);
});

test('no two groups have an endpoint of the same name', () => {
  const grouped = Object.values(ENDPOINT_GROUPS).flatMap((endpointsOf) =>
    Object.keys(endpointsOf(ASSUMPTIONS)),
  );
  expect(grouped.toSorted()).toEqual(Object.keys(serviceEndpoints()).toSorted());
});

test('exactly the endpoints that the interface marks provisional are provisional', () => {
  const provisional = all.filter(([, descriptor]) => 'provisional' in descriptor && descriptor.provisional);
  expect(provisional.map(([name]) => name)).toEqual([
    'getLoadTracking',
    'createUser',
    'listFuelTransactions',
  ]);
});

test('every assumed path is used, and an override reaches its endpoint', () => {
  const defaults = new Set(all.map(([, descriptor]) => descriptor.path as string));
  for (const [key, path] of Object.entries(ASSUMPTIONS.paths)) {
    expect(defaults.has(path), key).toBe(true);
    const moved = path.replace('/v2/', '/v2/moved/');
    const table = serviceEndpoints(withOverrides({ paths: { [key]: moved } }));
    expect(
      Object.values(table).some((descriptor) => descriptor.path === moved),
      key,
    ).toBe(true);
  }
});

test('an override of a parameter name reaches the query', () => {
  const a = withOverrides({ query: { pagination: { cursor: 'after' }, usage: { year: 'calendar_year' } } });
  const address = requestPath(serviceEndpoints(a).listUsage, { query: { year: 2026, cursor: 'x y' } });
  expect(address).toBe('/v2/orgs/usage?calendar_year=2026&after=x%20y');
});

test('the load id is inserted into the path', () => {
  const { getLoadTracking } = serviceEndpoints();
  expect(requestPath(getLoadTracking, { params: { load_id: id(1) } })).toBe(
    `/v2/visibility/loads/${id(1)}/tracking`,
  );
});

test('types: a response has the type of its schema, or none', () => {
  expectTypeOf<ResponseOf<ServiceEndpoints['getLoadTracking']>>().toEqualTypeOf<LoadTracking>();
  expectTypeOf<ServiceEndpoints['deleteAgreement']>().not.toHaveProperty('response');
});
