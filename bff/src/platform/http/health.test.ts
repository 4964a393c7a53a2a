/** Rule 27: health is about the process, readiness about database and keys, neither about the service. */
import express from 'express';
import { Registry } from 'prom-client';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { startServer, temporaryFolder } from '../../testing/server.ts';
import { silentLog } from '../../testing/tracking.ts';
import { mountHealth } from './health.ts';
import { errorHandler } from './problems.ts';

function app(options: { reason?: string | null; token?: string | null }) {
  const app = express();
  mountHealth(app, {
    version: '1.2.3',
    ready: async () => options.reason ?? null,
    metrics: new Registry(),
    metricsToken: options.token ?? null,
  });
  app.use(errorHandler(silentLog));
  return supertest(app);
}

describe('an operator', () => {
  it('sees a server without its database as alive but not ready', async () => {
    const broken = app({ reason: 'the database is not responding' });
    await broken.get('/healthz').expect(200, { status: 'ok', version: '1.2.3' });
    const ready = await broken.get('/readyz').expect(503);
    expect(ready.body).toEqual({ status: 'not ready', reason: 'the database is not responding' });
    expect(ready.headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['no token set', null, 'Bearer null'],
    ['no token sent', 'm'.repeat(20), ''],
    ['a wrong token', 'm'.repeat(20), `Bearer ${'n'.repeat(20)}`],
    ['the beginning of the token', 'm'.repeat(20), `Bearer ${'m'.repeat(19)}`],
  ])('gets no metrics with %s', async (_, token, header) => {
    await app({ token }).get('/metrics').set('Authorization', header).expect(404);
  });

  it('gets metrics with the token', async () => {
    await app({ token: 'm'.repeat(20) })
      .get('/metrics')
      .set('Authorization', `Bearer ${'m'.repeat(20)}`)
      .expect(200);
  });
});

it('a server is alive and ready while service and identity provider are down; without its database it is alive but not ready', async () => {
  const folder = temporaryFolder();
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const line = {
    base_url: nowhere,
    token_url: `${nowhere}/token`,
    authorization_url: `${nowhere}/authorize`,
    issuer: nowhere,
    revocation_url: `${nowhere}/revoke`,
    client_id: 'c',
    client_secret: 's',
    users: [],
  };
  const server = await startServer(line, folder.dir);
  const status = async (path: string) => (await fetch(server.url + path)).status;
  try {
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(200);
    expect(await server.services.metrics.metrics()).toContain('waypost_info{version="0.0.0-test"} 1');
    await server.services.db.schema.dropTable('setting').execute();
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
  } finally {
    await server.stop();
    folder.remove();
  }
});
