import express from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../testing/tracking.ts';
import { errorHandler } from './problems.ts';
import { rateLimits } from './rate-limits.ts';

function setup(perMinute: number) {
  const clock = { now: 1_000_000 };
  const app = express();
  app.set('trust proxy', 1);
  app.use(
    ['/api', '/bff'],
    rateLimits(perMinute, () => clock.now),
  );
  app.use((_request, response) => void response.json({}));
  app.use(errorHandler(silentLog));
  const get = async (path: string, cookie: string | null, ip = '198.51.100.1') => {
    const call = supertest(app).get(path).set('X-Forwarded-For', ip);
    return cookie === null ? call : call.set('Cookie', `__Host-waypost=${cookie.padEnd(43, 'x')}`);
  };
  return { clock, get };
}

describe('a misbehaving page', () => {
  it('has to wait for the given seconds and is then admitted again; another session is not affected', async () => {
    const { clock, get } = setup(3);
    for (let n = 0; n < 3; n += 1) expect((await get('/api/x', 'wild')).status).toBe(200);
    clock.now += 20_000;
    const refused = await get('/api/x', 'wild');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    expect(refused.body).toMatchObject({ reason: 'too_many_requests', detail: { retry_after_seconds: 40 } });
    expect((await get('/api/x', 'calm')).status).toBe(200);
    clock.now += 40_000;
    expect((await get('/api/x', 'wild')).status).toBe(200);
  });

  it('cannot bypass the limit with forged cookies', async () => {
    const { get } = setup(2);
    const statuses = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await get('/api/x', `made-up-${n}`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect((await get('/api/x', 'other-office', '198.51.100.2')).status).toBe(200);
  });

  it('cannot bypass the limit with the many addresses of its IPv6 network', async () => {
    const { get } = setup(2);
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await get('/api/x', null, `2001:db8::${n + 1}`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('that signs in repeatedly is limited by its address', async () => {
    const { get } = setup(1_000);
    for (let n = 0; n < 240; n += 1) await get('/bff/login', null);
    expect((await get('/bff/login', null)).status).toBe(429);
    expect((await get('/api/x', 'signed-in')).status).toBe(200);
  });
});
