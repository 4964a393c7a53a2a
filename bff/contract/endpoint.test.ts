import { describe, expect, expectTypeOf, test } from 'vitest';
import { ASSUMPTIONS, withOverrides } from './assumptions.ts';
import { addressOf, endpoint, type ResponseOf, VERSION_PREFIX } from './endpoint.ts';
import { ENDPOINT_GROUPS, type ServiceEndpoints, serviceEndpoints } from './endpoints.ts';
import type { LoadTracking } from './loads.ts';
import { id } from './testing/answers.ts';
import { fc } from './testing/property.ts';

const thing = endpoint({
  name: 'getThing',
  method: 'GET',
  path: '/v2/things/{thing_id}/parts/{part_id}',
  queryNames: { size: 'page_size' },
  success: [200],
  errors: [],
});

describe('address of a call', () => {
  const params = { thing_id: 'a', part_id: 'b' };
  test('repeats a list, renames what the operator renamed, leaves out nothing', () => {
    const query = { ids: ['1', '2'], size: 3, on: false, none: undefined, nothing: null, empty: [] };
    expect(addressOf(thing, { params, query })).toBe('/v2/things/a/parts/b?ids=1&ids=2&page_size=3&on=false');
    expect(addressOf(thing, { params })).toBe('/v2/things/a/parts/b');
  });
  test('refuses a missing or empty path parameter', () => {
    expect(() => addressOf(thing, { params: { thing_id: 'a' } })).toThrow('getThing: path parameter part_id');
    expect(() => addressOf(thing, { params: { thing_id: '', part_id: 'b' } })).toThrow('thing_id is missing');
  });
  test.each(['.', '..'])('refuses %j, which would be resolved into another path', (thing_id) => {
    expect(() => addressOf(thing, { params: { thing_id, part_id: 'b' } })).toThrow(
      `thing_id must not be ${thing_id}`,
    );
  });
  test('takes only what was given for a value, not what every object inherits', () => {
    const descriptor = { ...thing, path: '/v2/{constructor}' };
    expect(() => addressOf(descriptor, { params: {} })).toThrow('constructor is missing');
    expect(addressOf(thing, { params, query: { toString: 'x' } })).toContain('?toString=x');
  });
  const text = fc.string({ unit: 'grapheme', minLength: 1 });
  test('no path parameter can leave its place', () => {
    fc.assert(
      fc.property(text, text, (thing_id, part_id) => {
        fc.pre(!['.', '..'].includes(thing_id) && !['.', '..'].includes(part_id));
        const parts = addressOf(thing, { params: { thing_id, part_id } }).split('/');
        expect(parts).toHaveLength(6);
        expect([decodeURIComponent(parts[3] ?? ''), decodeURIComponent(parts[5] ?? '')]).toEqual([
          thing_id,
          part_id,
        ]);
      }),
    );
  });
  test('every value of a query comes out as it went in', () => {
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text, { minLength: 1 })), (query) => {
        const tail = addressOf({ ...thing, queryNames: {} }, { params, query }).split('?')[1];
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
  test('is named as it is registered and carries the version', () => {
    expect(descriptor.name).toBe(name);
    expect(descriptor.path.startsWith(VERSION_PREFIX)).toBe(true);
  });
  test('describes exactly the parameters in its path', () => {
    const inPath = [...descriptor.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect('params' in descriptor ? Object.keys(descriptor.params.shape) : []).toEqual(inPath);
  });
  test('renames only parameters that it has', () => {
    const query = 'query' in descriptor ? Object.keys(descriptor.query.shape) : [];
    const renamed = 'queryNames' in descriptor ? Object.keys(descriptor.queryNames) : [];
    expect(renamed.filter((parameter) => !query.includes(parameter))).toEqual([]);
  });
  test('declares its errors, 401 and 429 among them, and only a success as success', () => {
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

test('exactly the endpoints that the interface calls provisional are so', () => {
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

test('an override of a parameter name reaches the address', () => {
  const a = withOverrides({ query: { pagination: { cursor: 'after' }, usage: { year: 'calendar_year' } } });
  const address = addressOf(serviceEndpoints(a).listUsage, { query: { year: 2026, cursor: 'x y' } });
  expect(address).toBe('/v2/orgs/usage?calendar_year=2026&after=x%20y');
});

test('a load id goes into its place', () => {
  const { getLoadTracking } = serviceEndpoints();
  expect(addressOf(getLoadTracking, { params: { load_id: id(1) } })).toBe(
    `/v2/visibility/loads/${id(1)}/tracking`,
  );
});

test('types: an answer has the type of its schema, or none', () => {
  expectTypeOf<ResponseOf<ServiceEndpoints['getLoadTracking']>>().toEqualTypeOf<LoadTracking>();
  expectTypeOf<ServiceEndpoints['deleteAgreement']>().not.toHaveProperty('response');
});
