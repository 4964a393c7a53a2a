import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { type Response } from 'express';
import supertest from 'supertest';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../testing/tracking.ts';
import type { CurrentSession } from './current.ts';
import { errorHandler } from './problems.ts';
import { requestLimits } from './rate-limits.ts';

/** Cookies of sessions; all others are made up. */
const SESSIONS = new Set(['wild', 'calm', 'signed-in']);
const sessions = {
  endReason: () => null,
  find: async (id: string) => (SESSIONS.has(id) ? ({ id_hash: `hash of ${id}` } as CurrentSession) : null),
};

function setup({ perMinute = 1_000, atOnce = 1_000 }) {
  const clock = { now: 1_000_000 };
  const limits = requestLimits({
    sessions,
    requestsPerMinute: perMinute,
    requestsAtOnce: atOnce,
    now: () => clock.now,
  });
  const app = express();
  app.set('trust proxy', 1);
  app.use(['/api', '/bff'], limits.ofAddress, limits.ofSession);
  app.use('/email', limits.ofStranger);
  const held: Response[] = [];
  app.use('/api/slow', (_request, response) => void held.push(response));
  app.use((_request, response) => void response.json({}));
  app.use(errorHandler(silentLog));
  const get = async (path: string, cookie: string | null, ip = '198.51.100.1') => {
    const call = supertest(app).get(path).set('X-Forwarded-For', ip);
    return cookie === null ? call : call.set('Cookie', `__Host-waypost=${cookie}`);
  };
  return { app, clock, get, held };
}

describe('a misbehaving page', () => {
  it('has to wait for the given seconds and is then admitted again; another session is not affected', async () => {
    const { clock, get } = setup({ perMinute: 3 });
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

  it('cannot raise the limit of its address with made-up session cookies', async () => {
    const { get } = setup({ perMinute: 2 });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await get('/api/x', `${n}`.padEnd(43, 'x'))).status);
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect((await get('/api/x', 'calm')).status).toBe(200);
    expect((await get('/api/x', 'other-office', '198.51.100.2')).status).toBe(200);
  });

  it('cannot bypass the limit with the many addresses of its IPv6 network', async () => {
    const { get } = setup({ perMinute: 2 });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await get('/api/x', null, `2001:db8::${n + 1}`)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('that signs in repeatedly is limited by its address', async () => {
    const { get } = setup({});
    for (let n = 0; n < 240; n += 1) await get('/bff/login', null);
    expect((await get('/bff/login', null)).status).toBe(429);
    expect((await get('/api/x', 'signed-in')).status).toBe(200);
  });

  it('is limited on public pages too', async () => {
    const { get } = setup({ perMinute: 2 });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await get('/email/stop/x', 'wild')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('many requests at once', () => {
  /** Sends requests in one packet on one connection, without waiting for responses (pipelining). */
  async function pipelined(count: number, cookie: string | null, limit: number) {
    const made = setup({ atOnce: limit });
    const server = createServer(made.app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async (path: string, times: number): Promise<{ socket: Socket; text: () => string }> => {
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      let text = '';
      socket.on('data', (part) => {
        text += String(part);
      });
      const header = cookie === null ? '' : `Cookie: __Host-waypost=${cookie}\r\n`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`.repeat(times));
      return { socket, text: () => text };
    };
    const first = await open('/api/slow', count);
    await vi.waitFor(() => expect(made.held.length).toBeGreaterThan(0));
    return { ...made, ...first, open };
  }
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

  it('of one session on one connection: those beyond the limit get a clear 429 and do no work', async () => {
    const { held, text } = await pipelined(100, 'wild', 5);
    // The others are refused, but their responses wait for the earlier ones on this connection.
    await vi.waitFor(() => expect(held).toHaveLength(5));
    for (const response of held) response.json({});
    await vi.waitFor(() => expect(statuses(text())).toHaveLength(100));
    expect(statuses(text())).toEqual([...Array(5).fill('200'), ...Array(95).fill('429')]);
    expect(text()).toContain('"message":"Too many requests at once"');
    expect(text()).toContain('"retry_after_seconds":1');
    expect(text()).toContain('Retry-After: 1');
  });

  it('of one address without a session are limited too', async () => {
    const { held } = await pipelined(100, null, 1);
    expect(held).toHaveLength(10);
  });

  it('do not affect another session, and are admitted again after the connection was cut off', async () => {
    const { socket, open, get, held } = await pipelined(20, 'wild', 4);
    expect(held).toHaveLength(4);
    expect((await get('/api/x', 'calm')).status).toBe(200);
    expect((await get('/api/x', 'wild')).status).toBe(429);
    socket.destroy();
    await vi.waitFor(async () => expect((await get('/api/x', 'wild')).status).toBe(200));
    await open('/api/slow', 4);
    await vi.waitFor(() => expect(held).toHaveLength(8));
  });
});
