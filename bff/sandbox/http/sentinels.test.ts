import type { ErrorStatus } from '@waypost/contract/endpoint';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { errorBodies } from '@waypost/contract/errors';
import { failedCases } from '@waypost/contract/testing/cases';
import { describe, expect, it } from 'vitest';
import { callApi } from '../testing.ts';
import { useSandbox } from '../use-sandbox.ts';
import { sentinelIn } from './sentinels.ts';

const sandbox = useSandbox({ loads: 8, rate_limit: 100_000 }, { shared: true });

describe('a sentinel value for a status', () => {
  it.each(Object.values(serviceEndpoints()))(
    'makes $name return each status that it declares',
    async (endpoint) => {
      const answersIn = async (status: ErrorStatus) => {
        const id = `00000000-0000-0000-0000-000000000${status}`;
        const path = endpoint.path.replaceAll(/\{\w+\}/g, id);
        const asks = 'body' in endpoint ? { some: [{ name: `sandbox:${status}` }] } : undefined;
        const query = path === endpoint.path && !asks ? `?cursor=sandbox:${status}` : '';
        const response = await sandbox.call(endpoint.method, path + query, asks);
        expect(response.status).toBe(status);
        errorBodies[status].parse(await response.json());
      };
      expect(await failedCases(endpoint.errors, String, answersIn)).toEqual([]);
    },
  );

  it('is an ordinary value where the status is not declared', async () => {
    const stops = [
      { latitude: 1, longitude: 2 },
      { latitude: 3, longitude: 4 },
    ];
    const post = (load_ref: string) => sandbox.call('POST', '/v2/visibility/loads', { load_ref, stops });
    expect((await post('sandbox:501')).status).toBe(201);
    expect((await post('sandbox:200')).status).toBe(201);
    expect((await post('sandbox:409')).status).toBe(409);
    expect((await post('about sandbox:409')).status).toBe(201);
  });

  it('has no effect without a token', async () => {
    const response = await callApi(sandbox.info, 'nobody', 'GET', '/v2/orgs/usage?cursor=sandbox:500');
    expect(response.status).toBe(401);
  });

  it('is found at any depth of the documented body, and nowhere else', () => {
    expect(sentinelIn({ a: [{ b: 'sandbox:404' }] })).toBe(404);
    expect(sentinelIn({ 'sandbox:404': 1, b: null, c: 404 })).toBeNull();
    expect(sentinelIn('00000000-0000-4000-8000-000000000404')).toBeNull();
  });
});
