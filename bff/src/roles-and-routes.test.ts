/**
 * Who reaches which route: every role, nobody, and an API key of each right, on every described route. Each request carries a body that
 * cannot be parsed: a refusal comes before anything looks at it, and an admitted request changes nothing.
 */
import { API_KEY_RIGHTS } from '@waypost/contract/api/api-keys';
import type { ApiRoute } from '@waypost/contract/api/route';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { RIGHTS, type Right, ROLES } from '@waypost/contract/api/session';
import { WALL_RESPONSES } from '@waypost/contract/api/wall-load';
import { beforeAll, describe, expect, it } from 'vitest';
import { proxyRoutes } from './service/upstream/proxy.ts';
import { useServer } from './testing/server.ts';

const UNLIMITED = {
  TRUSTED_PROXIES: '1',
  REQUESTS_PER_MINUTE: '1000000',
  PERSON_CALLS_PER_MINUTE: '1000000',
};
const { url, server, signedIn } = await useServer({ env: UNLIMITED });
const routes: readonly ApiRoute[] = [
  ...Object.values(API_ROUTES),
  ...proxyRoutes(server.services.upstream.endpoints),
];
const addressOf = ({ method, path }: ApiRoute) => `${method} ${path}`;
const machineRoutes = new Map(
  routes.filter(({ caller }) => caller === 'machine').map((route) => [addressOf(route), route]),
);

interface Answer {
  readonly status: number;
  readonly message: string;
}

async function call({ method, path }: ApiRoute, headers: Record<string, string>): Promise<Answer> {
  const aborter = new AbortController();
  const response = await fetch(url + path.replace(/\{\w+\}/g, 'x'), {
    method,
    headers: { 'X-CSRF': '1', 'Content-Type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{"cut off": [' }),
    signal: aborter.signal,
    redirect: 'manual',
  });
  const { status } = response;
  // Streams do not end by themselves.
  const text = status >= 400 ? await response.text() : '';
  aborter.abort();
  return { status, message: text === '' ? '' : (JSON.parse(text) as { message: string }).message };
}

/** Calls all routes; returns those with another answer than expected, which is best none. */
async function differing(
  headers: Record<string, string>,
  expectedOf: (route: ApiRoute) => 'admitted' | readonly number[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const route of routes) {
    const { status, message } = await call(route, headers);
    const expected = expectedOf(route);
    const is_right =
      expected === 'admitted'
        ? ![401, 403, 405, 500].includes(status) && !message.startsWith('Nothing found at')
        : expected.includes(status);
    if (!is_right) wrong.push(`${addressOf(route)}: ${status} ${message}, expected ${String(expected)}`);
    // An admitted request reaches the body, which is then refused.
    if (expected === 'admitted' && route.method !== 'GET' && status !== 400)
      wrong.push(`${addressOf(route)}: ${status} ${message}, expected 400 for the body`);
  }
  return wrong;
}

const isOf = (roles: readonly string[], right: Right) =>
  (RIGHTS[right] as readonly string[]).some((role) => roles.includes(role));

it('are open to everybody only where listed here', () => {
  expect(routes.filter(({ right }) => right === null).map(addressOf)).toEqual([
    'GET /bff/session',
    'GET /bff/config',
    'POST /bff/logout',
    'POST /bff/wall',
    'GET /bff/shared-load',
    'GET /api/openapi.json',
    'GET /machine/openapi.json',
  ]);
});

describe('every route', () => {
  const keys = new Map<Right, string>();

  beforeAll(async () => {
    const admin = await signedIn('admin');
    for (const right of API_KEY_RIGHTS) {
      const body = { name: `Key to ${right}`, rights: [right], expires_at: null };
      const { json } = await admin.api(`${url}/api/api-keys`, { method: 'POST', body });
      keys.set(right, json.secret as string);
    }
  });

  it('refuses a caller without session and key, whatever the body', async () => {
    expect(await differing({}, ({ right }) => (right === null ? 'admitted' : [401]))).toEqual([]);
  });

  it.each(ROLES)(
    'admits the role %s exactly where its rights allow it, and refuses it before the body',
    async (role) => {
      const browser = await signedIn(role);
      const cookie = `__Host-waypost=${browser.cookie(url, '__Host-waypost')?.value}`;
      const wrong = await differing({ Cookie: cookie }, ({ right, caller }) => {
        if (right === null) return 'admitted';
        if (caller === 'machine') return [401];
        return isOf([role], right) ? 'admitted' : [403];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('admits a wall screen to what the wall board shows, and to nothing else', async () => {
    const admin = await signedIn('admin');
    const body = { name: 'Dock' };
    const { json } = await admin.api(`${url}/api/wall-screens`, { method: 'POST', body });
    const admitted: (readonly [string, string])[] = [];
    const wrong = await differing({ Cookie: `__Host-waypost=${json.secret}` }, (route) => {
      if (route.right === null) return 'admitted';
      if (route.caller === 'machine') return [401];
      if (route.right !== 'read_wall') return [403];
      const address = addressOf(route);
      admitted.push([address, address in WALL_RESPONSES ? 'less than people' : 'the same']);
      return 'admitted';
    });
    expect(wrong).toEqual([]);
    expect(admitted).toEqual([
      ['GET /api/loads', 'less than people'],
      // By event: `STREAM_EVENTS`.
      ['GET /api/events', 'the same'],
      ['GET /api/preferences', 'the same'],
    ]);
  });

  it.each(API_KEY_RIGHTS)(
    'admits an API key to %s exactly where it allows it, and refuses it before the body',
    async (own) => {
      const wrong = await differing(
        { Authorization: `Bearer ${keys.get(own)}`, 'X-Forwarded-For': '203.0.113.5' },
        (route) => {
          // The paths that machines may also call under /api.
          const machine = machineRoutes.get(
            addressOf(route).replace(/\/api(?=\/(posted-)?(loads|exceptions))/, '/machine/v1'),
          );
          // Every key may read.
          if (machine && machine.right !== null)
            return machine.right === 'read' || machine.right === own ? 'admitted' : [403];
          return route.right === null ? 'admitted' : [401, 404, 405];
        },
      );
      expect(wrong).toEqual([]);
    },
  );
});
