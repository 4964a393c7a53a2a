/** Error bodies, and the statuses that each endpoint declares. */
import assert from 'node:assert/strict';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { type Endpoint, type ErrorStatus, VERSION_PREFIX } from '@waypost/contract/endpoint';
import { ENDPOINT_GROUPS } from '@waypost/contract/endpoints';
import { ERROR_MESSAGES } from '@waypost/contract/errors';
import type { z } from 'zod';
import { type Case, topic } from '../case.ts';
import { assertErrorBody, type Name, type RequestOptions } from '../client.ts';
import type { Context, Row } from '../context.ts';
import { UNKNOWN_ID } from './journey.ts';

const { reads, writes, controls } = topic('errors');
const STATUSES = Object.keys(ERROR_MESSAGES).map(Number) as ErrorStatus[];

/** Input that makes the sandbox return a status: an identifier in the path, else a text in the body, else one in the query. */
function sentinel(endpoint: Endpoint, status: number): RequestOptions {
  const id = `00000000-0000-0000-0000-000000000${status}`;
  const text = `sandbox:${status}`;
  if (endpoint.params) {
    const params = Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, id]));
    return { params, ...(endpoint.body ? { body: {} } : {}) };
  }
  if (endpoint.body) return { body: { name: text } };
  const names = Object.keys((endpoint.query as z.ZodObject | undefined)?.shape ?? {});
  return { query: { [names.includes('fleet_refs') ? 'fleet_refs' : 'cursor']: text } };
}

/** Endpoints that the interface itself declares, with their topic. */
const DECLARED = Object.entries(ENDPOINT_GROUPS).flatMap(([group, endpointsOf]) =>
  Object.values<Endpoint>(endpointsOf(ASSUMPTIONS))
    .filter(({ assumed }) => assumed !== true)
    .map((endpoint) => ({
      endpoint: endpoint as Endpoint & { readonly name: Name },
      own: topic(group as keyof typeof ENDPOINT_GROUPS),
    })),
);

const declaredCases = DECLARED.flatMap(({ endpoint, own }) => {
  const { name, method, path, errors } = endpoint;
  const declared = errors.map((status) =>
    own.controls(
      `${name} ${status}`,
      `${method} ${path} declares ${status}, in the shape of the service's errors`,
      async ({ client }) => {
        const response = await client.expectError(name, status, sentinel(endpoint, status));
        assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/);
      },
    ),
  );
  const undeclared = STATUSES.filter((status) => !errors.includes(status)).map((status) =>
    own.controls(
      `${name} never ${status}`,
      `${method} ${path} does not declare ${status}`,
      async ({ client }) => {
        assert.notEqual((await client.send(name, sentinel(endpoint, status))).status, status);
      },
    ),
  );
  return [...declared, ...undeclared];
});

/** Valid path parameters of records that do not exist, and an empty body if the endpoint accepts one. */
function unknownRecord(endpoint: Endpoint): RequestOptions {
  const names = Object.keys(endpoint.params?.shape ?? {});
  return {
    params: Object.fromEntries(names.map((name) => [name, UNKNOWN_ID])),
    ...(endpoint.body ? { body: {} } : {}),
  };
}

const realCases = DECLARED.flatMap(({ endpoint, own }) => {
  const { name, method, path } = endpoint;
  return [
    own.reads(
      `${name} without token`,
      `${method} ${path} requires a bearer token: 401 without one`,
      async ({ client }) => {
        await client.expectError(name, 401, { ...unknownRecord(endpoint), authorization: null });
      },
    ),
    own.reads(
      `${name} with a wrong token`,
      `${method} ${path}: 401 for a token that is not valid`,
      async ({ client }) => {
        await client.expectError(name, 401, { ...unknownRecord(endpoint), authorization: 'Bearer nonsense' });
      },
    ),
    own.reads(
      `${name} by another method`,
      `${method} ${path}: 405 for a method that the path does not have`,
      async ({ client }) => {
        const { params = {} } = unknownRecord(endpoint);
        const { headers } = await client.expectError(name, 405, { params, method: 'PUT' });
        assert.ok((headers.get('allow') ?? '').split(', ').includes(method));
      },
    ),
  ];
});

const BODIES = DECLARED.filter(({ endpoint }) => endpoint.body);
const bodyCases = BODIES.flatMap(({ endpoint, own }) => {
  const { name, method, path } = endpoint;
  const params = unknownRecord(endpoint).params ?? {};
  const send = (context: Context, raw: string, type = 'application/json') =>
    context.client.expectError(name, 400, { params, raw, headers: { 'content-type': type } });
  return [
    own.writes(
      `${name} with malformed JSON`,
      `${method} ${path}: bodies are JSON: 400 for malformed JSON`,
      async (context) => {
        for (const raw of ['{', '', '{"a":1,}', '\u0000']) await send(context, raw);
      },
    ),
    own.writes(
      `${name} with another content type`,
      `${method} ${path}: bodies are JSON: 400 for another content type`,
      async (context) => {
        await send(context, '{}', 'text/plain');
        await send(context, 'a=1', 'application/x-www-form-urlencoded');
      },
    ),
    own.writes(
      `${name} with no object`,
      `${method} ${path}: a body that is no object is a 422`,
      async ({ client }) => {
        for (const raw of ['[]', '7', '"x"', 'null']) await client.expectError(name, 422, { params, raw });
      },
    ),
  ];
});

const TEXT_DETAILS: readonly ErrorStatus[] = [400, 401, 403, 404, 405, 409, 501];

const shapeCases: readonly Case[] = [
  ...STATUSES.map((status) =>
    controls(
      `message of ${status}`,
      `The message of ${status} is "${ERROR_MESSAGES[status]}"`,
      async ({ client, control }) => {
        await control.fail(status);
        const { body } = await client.expectError('listFuelTransactions', status);
        assert.equal((body as { message: string }).message, ERROR_MESSAGES[status]);
      },
    ),
  ),
  ...STATUSES.filter((status) => status !== 500).map((status) =>
    controls(
      `code of ${status}`,
      `code: integer equal to the HTTP status (${status})`,
      async ({ client, control }) => {
        await control.fail(status);
        const { body } = await client.expectError('listFuelTransactions', status);
        assert.equal((body as { code: number }).code, status);
      },
    ),
  ),
  ...TEXT_DETAILS.map((status) =>
    controls(`detail of ${status}`, `detail of ${status}: string or null`, async ({ client, control }) => {
      await control.fail(status);
      const { body } = await client.expectError('listFuelTransactions', status);
      const { detail } = body as { detail: unknown };
      assert.ok(detail === null || typeof detail === 'string');
    }),
  ),
  reads(
    'detail of 422',
    'detail of 422: array of {path, input, message, error_type}, all strings',
    async ({ client }) => {
      const issues = await client.expectInvalid(
        'listUsage',
        { query: { month: 13, size: 0 } },
        'month',
        'size',
      );
      for (const issue of issues) {
        assert.deepEqual(Object.keys(issue).toSorted(), ['error_type', 'input', 'message', 'path']);
        assert.ok(Object.values(issue).every((value) => typeof value === 'string'));
      }
    },
  ),
  reads('input of 422', 'detail of 422: input is what was sent', async ({ client }) => {
    const [issue] = await client.expectInvalid('listUsage', { query: { month: 13 } }, 'month');
    assert.deepEqual([issue?.path, issue?.input], [client.wireName('listUsage', 'month'), '13']);
  }),
  reads(
    'input of 422 in a list',
    'detail of 422: input is what was sent, also of a parameter that may be repeated and was sent once',
    async ({ client }) => {
      const query = { vehicle_ids: 'mine' };
      const [issue] = await client.expectInvalid('listFuelTransactions', { query }, 'vehicle_ids');
      assert.equal(issue?.input, 'mine');
    },
  ),
  reads('422 for a parameter', '422 for a parameter failing validation', async ({ client }) => {
    await client.expectInvalid('listUsage', { query: { year: 'soon' } }, 'year');
  }),
  writes(
    '422 for a body',
    '422 for a body failing validation; each failed field is named',
    async ({ client }) => {
      const body = { origin: { latitude: 'x' }, name: 7, colour: 'red' };
      await client.expectInvalid(
        'createMonitor',
        { body },
        'origin',
        'destination',
        'starts_at',
        'name',
        'colour',
      );
    },
  ),
  writes('path of a nested field', 'detail of 422: path names the nested field', async ({ client }) => {
    const body = {
      load_ref: 'X',
      stops: [
        { latitude: 1, longitude: 2 },
        { latitude: 91, longitude: 2 },
      ],
    };
    const issues = await client.expectInvalid('createLoad', { body });
    assert.ok(issues.some(({ path }) => path === 'stops.1.latitude'));
  }),
  controls(
    'detail of 429',
    'detail of 429: object {retry_after_seconds integer, message string}',
    async ({ client, control }) => {
      await control.fail(429, 7);
      const { body, headers } = await client.expectError('listUsage', 429);
      const { detail } = body as { detail: Row };
      assert.deepEqual([detail.retry_after_seconds, typeof detail.message], [7, 'string']);
      assert.equal(headers.get('retry-after'), '7');
    },
  ),
  controls('500', '500: no code or detail; body is only message', async ({ client, control }) => {
    await control.fail(500);
    const { body } = await client.expectError('listUsage', 500);
    assert.deepEqual(body, { message: 'Internal Server Error' });
  }),
  reads(
    'unknown path',
    'An error of a path that does not exist has the shape too: 404',
    async ({ client }) => {
      const url = `${client.target.base_url}${VERSION_PREFIX}no-such-resource`;
      const headers = { authorization: `Bearer ${await client.token()}` };
      const response = await client.fetch(url, { headers });
      assert.equal(response.status, 404);
      assertErrorBody(404, response.body);
    },
  ),
  controls(
    'body too large',
    'A body over the limit is a 400 in shape (413 is not declared)',
    async ({ client }) => {
      const raw = JSON.stringify({ name: 'x'.repeat(1_100_000) });
      await client.expectError('createMonitor', 400, { raw });
    },
  ),
  writes(
    'body nested without end',
    'Bodies are JSON, but no nesting makes a 500: thousands of lists in each other are a 400 or a 422',
    async ({ client }) => {
      const raw = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const { status } = await client.send('createMonitor', { raw });
      assert.ok(status === 400 || status === 422, String(status));
    },
  ),
];

export const errorCases: readonly Case[] = [...declaredCases, ...realCases, ...bodyCases, ...shapeCases];
