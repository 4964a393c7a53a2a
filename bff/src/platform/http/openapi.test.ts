import { API_ROUTES } from '@waypost/contract/api/routes';
import express from 'express';
import supertest from 'supertest';
import { expect, it, vi } from 'vitest';
import { apiDescription, describeApi } from './openapi.ts';
import { mountRoutes } from './route.ts';

function setup() {
  const described = vi.fn(() => describeApi(Object.values(API_ROUTES), '1.2.3'));
  const app = express();
  mountRoutes(app, API_ROUTES, { openapi: apiDescription(described) });
  const get = (headers: Record<string, string> = {}) =>
    supertest(app)
      .get('/api/openapi.json')
      .set({ 'Accept-Encoding': 'identity', ...headers });
  return { get, described };
}

it('is generated once, however often strangers read it', async () => {
  const { get, described } = setup();
  const texts = new Set<string>();
  for (let n = 0; n < 5; n += 1) texts.add((await get().expect(200)).text);
  expect(texts.size).toBe(1);
  expect(described).toHaveBeenCalledTimes(1);
});

it('is the same compressed and uncompressed, and is not sent again to a client that has it', async () => {
  const { get } = setup();
  const plain = await get().expect(200);
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
  const compressed = await get({ 'Accept-Encoding': 'br, gzip' }).expect(200);
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(compressed.body).toEqual(plain.body);
  const again = await get({ 'If-None-Match': String(plain.headers.etag) }).expect(304);
  expect(again.text).toBe('');
});
