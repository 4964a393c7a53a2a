import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boardLoad, boardLoads } from './api/board.ts';
import { problem } from './api/problem.ts';
import { filterList, pageQuery, queryBoolean, uuid } from './common.ts';
import { serviceEndpoints } from './endpoints.ts';
import { loadParams } from './loads.ts';
import { type ApiRoute, openApiDocument } from './openapi.ts';

const info = { title: 'Waypost', version: '0.1.0' };
const list: ApiRoute = {
  method: 'GET',
  path: '/api/loads',
  summary: 'Watched loads',
  query: z.strictObject({
    ids: filterList(uuid),
    all: queryBoolean.default(false),
    q: z.string(),
    ...pageQuery,
  }),
  responses: { 200: boardLoads, 401: problem },
};
const one: ApiRoute = {
  method: 'GET',
  path: '/api/loads/{load_id}',
  summary: 'One load',
  params: loadParams,
  responses: { 200: boardLoad, 404: problem },
};

test('routes become paths and methods, in order', () => {
  const document = openApiDocument(info, [
    list,
    {
      method: 'DELETE',
      path: '/api/loads/{load_id}',
      summary: 'Stop watching',
      params: loadParams,
      responses: { 204: null },
    },
    one,
  ]);
  expect(document).toMatchObject({ openapi: '3.1.0', info });
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/api/loads', ['get']],
    ['/api/loads/{load_id}', ['delete', 'get']],
  ]);
});

test('parameters have their location, schema and required flag', () => {
  const { paths } = openApiDocument(info, [list, one]);
  const query = paths['/api/loads']?.get?.parameters ?? [];
  expect(query.map(({ name, required, in: place }) => [name, place, required])).toEqual([
    ['ids', 'query', false],
    ['all', 'query', false],
    ['q', 'query', true],
    ['cursor', 'query', false],
    ['size', 'query', false],
  ]);
  expect(query[0]?.schema).toMatchObject({ type: 'array', maxItems: 100, items: { format: 'uuid' } });
  expect(query[1]?.schema).toMatchObject({ enum: ['true', 'false'] });
  expect(query[4]?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
  expect(paths['/api/loads/{load_id}']?.get?.parameters).toMatchObject([
    { name: 'load_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ]);
});

test('a request has the input schema, a response the output schema', () => {
  const withDefault = z.strictObject({ hours: z.number().int().default(72) });
  const route: ApiRoute = {
    method: 'POST',
    path: '/api/x',
    summary: 'x',
    body: withDefault,
    responses: { 201: withDefault },
  };
  const post = openApiDocument(info, [route]).paths['/api/x']?.post;
  const body = post?.requestBody?.content['application/json']?.schema;
  expect(post?.requestBody?.required).toBe(true);
  expect(body).toMatchObject({ additionalProperties: false });
  expect(body).not.toHaveProperty('required');
  expect(post?.responses['201']).toMatchObject({
    content: { 'application/json': { schema: { required: ['hours'] } } },
  });
});

test('responses have a description, a media type, and no content without a body', () => {
  const stream: ApiRoute = {
    method: 'GET',
    path: '/api/events',
    summary: 'Changes',
    media_type: 'text/event-stream',
    responses: { 200: z.string(), 204: null, 429: null, 599: null },
  };
  expect(openApiDocument(info, [stream]).paths['/api/events']?.get?.responses).toEqual({
    200: { description: 'OK', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    204: { description: 'No Content' },
    429: { description: 'Too Many Requests' },
    599: { description: 'Status 599' },
  });
});

test('schemas that JSON Schema cannot express become unconstrained', () => {
  const route: ApiRoute = {
    method: 'GET',
    path: '/api/x',
    summary: 'x',
    responses: { 200: z.object({ at: z.date(), upper: z.string().transform((text) => text.length) }) },
  };
  expect(openApiDocument(info, [route]).paths['/api/x']?.get?.responses['200']).toMatchObject({
    content: { 'application/json': { schema: { properties: { at: {}, upper: {} } } } },
  });
});

test('every endpoint of the service can be described', () => {
  const routes = Object.values(serviceEndpoints()).map(
    (descriptor): ApiRoute => ({
      ...descriptor,
      summary: descriptor.name,
      responses: { 200: 'response' in descriptor ? descriptor.response : null },
    }),
  );
  const document = openApiDocument(info, routes);
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(JSON.stringify(document)).not.toContain('$schema');
});

describe('mistakes in the route table are detected', () => {
  test('the same route twice', () => {
    expect(() => openApiDocument(info, [one, one])).toThrow('GET /api/loads/{load_id} is in the table twice');
  });
  test('a path parameter without a schema, and a schema without one', () => {
    const { params: _, ...bare } = one;
    expect(() => openApiDocument(info, [bare])).toThrow('/api/loads/{load_id}: params describe []');
    expect(() => openApiDocument(info, [{ ...list, params: loadParams }])).toThrow(
      'params describe [load_id]',
    );
  });
});
