import { endpoint } from '@waypost/contract/endpoint';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { Routes } from './routes.ts';

const row = (name: string, method: 'GET' | 'POST' | 'DELETE', path: string) =>
  endpoint({ name, section: 'test', method, path, success: [200], errors: [404] });
const routes = new Routes([
  row('one', 'GET', '/things/{thing_id}'),
  row('drop', 'DELETE', '/things/{thing_id}'),
  row('fresh', 'GET', '/things/freshness'),
  row('cancel', 'POST', '/things/{thing_id}/cancel'),
]);

describe('the routes', () => {
  it('match the endpoint and its path parameters', () => {
    expect(routes.match('POST', '/things/a%20b/cancel')).toMatchObject({
      found: 'endpoint',
      endpoint: { name: 'cancel' },
      params: { thing_id: 'a b' },
    });
  });

  it('prefer a path without parameters', () => {
    expect(routes.match('GET', '/things/freshness')).toMatchObject({ endpoint: { name: 'fresh' } });
    expect(routes.match('DELETE', '/things/freshness')).toMatchObject({ endpoint: { name: 'drop' } });
  });

  it('return the methods of a known path', () => {
    expect(routes.match('POST', '/things/1')).toEqual({ found: 'other_methods', allow: 'DELETE, GET' });
  });

  it.each(['/things', '/things/1/', '/things/1/cancel/now', '/thingsX1', '/'])(
    'match nothing at %s',
    (path) => {
      expect(routes.match('GET', path)).toEqual({ found: 'nothing' });
    },
  );

  it('match every endpoint of the interface at its own path', () => {
    const all = Object.values(serviceEndpoints());
    const table = new Routes(all);
    for (const { method, path, name } of all) {
      const match = table.match(method, path.replaceAll(/\{\w+\}/g, '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60'));
      expect(match.found === 'endpoint' && match.endpoint.name).toBe(name);
    }
  });
});
