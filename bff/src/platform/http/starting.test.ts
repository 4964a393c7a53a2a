import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { respondWhileStarting } from './starting.ts';

const client = supertest(respondWhileStarting('1.2.3'));

describe('a server that is starting', () => {
  it('is alive and not ready', async () => {
    await client.get('/healthz').expect(200, { status: 'ok', version: '1.2.3' });
    const ready = await client.get('/readyz').expect(503);
    expect(ready.body).toEqual({ status: 'not ready', reason: 'the server is starting' });
  });

  it.each([
    ['get', '/api/loads'],
    ['post', '/hooks/monitors/secret'],
    ['post', '/machine/v1/loads'],
    ['get', '/assets/a.js'],
  ] as const)('asks to try again: %s %s', async (method, path) => {
    const answer = await client[method](path).expect(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toMatchObject({ code: 503, message: 'The Waypost server is starting' });
  });

  it('shows people a page that reloads itself', async () => {
    const page = await client.get('/?load=1').set('Accept', 'text/html,*/*;q=0.8').expect(503);
    expect(page.text).toContain('http-equiv="refresh"');
    expect(page.headers['retry-after']).toBe('2');
  });
});
