/** A token endpoint with all kinds of failures, and the real process polling loads with it. For tests and soak tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { root } from '../cli/processes.ts';
import { openDatabase } from '../platform/store/open-database.ts';
import { Board } from '../tracking/board/board.ts';
import { freePort } from './free-port.ts';
import { id, silentLog } from './tracking.ts';
import { json, startUpstream } from './upstream.ts';

export type Answer = (response: ServerResponse) => void;

const METRICS_TOKEN = 'only-for-this-test';
/** Short-lived, so that each fault takes effect within a second or two. */
const granted: Answer = (response) =>
  json(response, 200, { access_token: 'a', expires_in: 2, token_type: 'Bearer' });

export const TOKEN_FAULTS: Readonly<Record<string, Answer | 'refuses connections'>> = {
  '429 with Retry-After': (response) => json(response, 429, {}, { 'retry-after': '1' }),
  '429 without Retry-After': (response) => json(response, 429, {}),
  '500': (response) => response.writeHead(500).end(),
  'refused connections': 'refuses connections',
  garbage: (response) => response.writeHead(200).end('<html>back soon</html>'),
  'no answer at all': () => undefined,
};

/** Run in reverse order. */
export type Cleanups = (() => unknown)[];

async function tokenEndpoint(cleanups: Cleanups) {
  const state = { calls: 0, answer: granted };
  const open = async (port: number) => {
    const server = createServer((request, response) => {
      request.resume();
      state.calls += 1;
      state.answer(response);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  cleanups.push(close);
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => state.calls,
    fail: async (fault: Answer | 'refuses connections') => {
      if (fault === 'refuses connections') await close();
      else state.answer = fault;
    },
    heal: async () => {
      state.answer = granted;
      if (!server.listening) server = await open(port);
      else server.closeAllConnections();
    },
  };
}

/** `dir`: folder for its database, which must not exist yet. */
export async function startPollingProcess(dir: string, loads: number, cleanups: Cleanups) {
  const databaseUrl = `sqlite:${join(dir, `${loads}.db`)}`;
  const { db, close } = await openDatabase(databaseUrl);
  const board = await Board.open({ db, placeOf: () => null, log: silentLog });
  await board.watch(
    Array.from({ length: loads }, (_, n) => id(n)),
    'person',
    null,
  );
  await board.close();
  await close();
  const [service, token, port] = await Promise.all([startUpstream(), tokenEndpoint(cleanups), freePort()]);
  const child = spawn(process.execPath, ['bff/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SERVICE_BASE_URL: service.url,
      SERVICE_TOKEN_URL: token.url,
      SERVICE_AUTHORIZATION_URL: `${token.url}/auth`,
      SERVICE_CLIENT_ID: 'waypost',
      SERVICE_CLIENT_SECRET: 'secret',
      SERVICE_ASSUMPTIONS: JSON.stringify({ retry_after_unknown_seconds: 1 }),
      SECRET_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}`,
      POLL_INTERVAL_SECONDS: '1',
      METRICS_TOKEN,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  cleanups.push(() => service.stop());
  cleanups.push(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  await once(child, 'message');
  const url = `http://127.0.0.1:${port}`;
  /** 1 while the status reports successful polling. */
  const up = async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    return Number(/^waypost_service_up (\d)$/m.exec(text)?.[1]);
  };
  return { child, exit, service, token, up, health: `${url}/healthz` };
}
