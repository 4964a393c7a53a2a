/** The examples for proxies, by the programs themselves where they are installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { certificate } from '../bench/local-tls.ts';
import { TestBrowser } from '../src/testing/browser.ts';
import { freePort } from '../src/testing/free-port.ts';
import { SHELL, sandbox, startServer, temporaryFolder } from '../src/testing/server.ts';

interface Place {
  readonly dir: string;
  readonly http: number;
  readonly https: number;
  /** Of the running server, and of one that is not there. */
  readonly servers: readonly [number, number];
}

interface Proxy {
  readonly program: string;
  start(place: Place): ChildProcess;
}

interface LogLine {
  readonly level: number;
  readonly req?: { readonly path: string; readonly address: string; readonly proxy_id?: string };
}
const INFO = 30;

const example = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Puts the place into an example. Throws when the example has no such text. */
function replaced(text: string, { dir, servers }: Place, more: Record<string, string>): string {
  const all = {
    'waypost.example.com': 'localhost',
    '/etc/ssl/waypost.crt': join(dir, 'tls.crt'),
    '/etc/ssl/waypost.key': join(dir, 'tls.key'),
    '127.0.0.1:8080': `127.0.0.1:${servers[0]}`,
    '127.0.0.1:8081': `127.0.0.1:${servers[1]}`,
    ...more,
  };
  return Object.entries(all).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the example has no ${from}`);
    return changed.replaceAll(from, to);
  }, text);
}

function run(program: string, args: string[], env = {}): ChildProcess {
  return spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    program: 'nginx',
    start: (place) => {
      const { dir, http, https } = place;
      const site = join(dir, 'site.conf');
      writeFileSync(
        site,
        replaced(example('nginx.conf'), place, {
          'listen 80;': `listen 127.0.0.1:${http};`,
          'listen 443 ssl http2;': `listen 127.0.0.1:${https} ssl http2;`,
        }),
      );
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${join(dir, name)};`)
        .join(' ');
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const main = `${user} daemon off; pid ${join(dir, 'pid')}; error_log stderr crit; events {} http { access_log off; ${folders} include ${site}; }`;
      writeFileSync(join(dir, 'nginx.conf'), main);
      return run('nginx', ['-p', dir, '-e', 'stderr', '-c', join(dir, 'nginx.conf')]);
    },
  },
  Caddy: {
    program: 'caddy',
    start: (place) => {
      const { dir, https } = place;
      const site = replaced(example('Caddyfile'), place, {
        'localhost {': `https://localhost:${https} {`,
        '# Caddy 2.6':
          '{\n  admin off\n  auto_https disable_redirects\n  log {\n    level ERROR\n  }\n}\n# Caddy 2.6',
      });
      writeFileSync(join(dir, 'Caddyfile'), site);
      const config = ['--config', join(dir, 'Caddyfile'), '--adapter', 'caddyfile'];
      return run('caddy', ['run', ...config], { XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir });
    },
  },
  HAProxy: {
    program: 'haproxy',
    start: ({ dir, http, https, servers }) => {
      const pem = join(dir, 'waypost.pem');
      writeFileSync(
        pem,
        readFileSync(join(dir, 'tls.crt'), 'utf8') + readFileSync(join(dir, 'tls.key'), 'utf8'),
      );
      return run('haproxy', ['-db', '-q', '-f', join(import.meta.dirname, 'haproxy.cfg')], {
        HTTP_BIND: `127.0.0.1:${http}`,
        HTTPS_BIND: `127.0.0.1:${https}`,
        CERTIFICATE: pem,
        WAYPOST_1: `127.0.0.1:${servers[0]}`,
        WAYPOST_2: `127.0.0.1:${servers[1]}`,
      });
    },
  },
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Waypost behind a proxy that also knows a server that is not there. */
async function behind(proxy: Proxy) {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate(dir).cert.toString()]);
  cleanups.push(() => setDefaultCACertificates(trusted));
  const [http, https, port, nowhere] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const url = `https://localhost:${https}`;
  mkdirSync(join(dir, 'web'));
  writeFileSync(join(dir, 'web', 'index.html'), SHELL);
  const { line, stop } = await sandbox({ SANDBOX_LOADS: '2', PUBLIC_URL: url });
  cleanups.push(stop);
  const lines: LogLine[] = [];
  const log = pino(
    { level: 'info' },
    { write: (text: string) => void lines.push(JSON.parse(text) as LogLine) },
  );
  const server = await startServer(
    line,
    dir,
    { PORT: String(port), PUBLIC_URL: url, TRUSTED_PROXIES: '1' },
    log,
  );
  cleanups.push(() => server.stop());
  const child = proxy.start({ dir, http, https, servers: [port, nowhere] });
  const exit = once(child, 'exit');
  cleanups.push(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), 15_000);
  return { url, http, lines };
}

describe.each(Object.entries(PROXIES))('%s', (name, proxy) => {
  it('passes everything on as Waypost needs it', { timeout: 120_000 }, async (context) => {
    if (spawnSync('which', [proxy.program]).status !== 0)
      return context.skip(`${proxy.program} is not installed`);
    const { url, http, lines } = await behind(proxy);
    const browser = new TestBrowser();
    await browser.signIn(url, 'admin');
    const api = (path: string, init = {}) => browser.api(`${url}/api/${path}`, init);

    // The addresses of clients, whatever a client sends, and every request although one server is not there.
    for (let n = 0; n < 40; n += 1) {
      const { status } = await api('loads', { headers: { 'X-Forwarded-For': '6.6.6.6' } });
      expect(status).toBe(200);
    }
    expect(lines.filter(({ level }) => level > INFO)).toEqual([]);

    const session = connect(url);
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    session.close();

    const rows = (bytes: number) => ({ method: 'POST', body: { rows: 'x'.repeat(bytes) } });
    for (const [bytes, status] of [
      [5_000_000, 413],
      [3_500_000, 422],
    ] as const) {
      const answer = await api('bulk', rows(bytes));
      expect([answer.status, answer.json]).toEqual([
        status,
        expect.objectContaining({ reason: expect.any(String) }),
      ]);
    }
    const forged = { 'X-Forwarded-For': '6.6.6.6', 'X-Request-Id': 'forged' };
    expect((await api('nowhere', { headers: forged })).status).toBe(404);
    const request = lines.find(({ req }) => req?.path === '/api/nowhere')?.req;
    expect(request?.address).toMatch(/127\.0\.0\.1|::1$/);
    expect(request?.proxy_id).toMatch(/^[\w-]{30,}$/);
    expect((await fetch(`${url}/metrics`)).headers.get('x-request-id')).toBeNull();
    if (name !== 'Caddy') {
      const plain = await fetch(`http://localhost:${http}/usage?x=1`, { redirect: 'manual' });
      expect(plain.status).toBe(308);
    }

    const stream = new AbortController();
    const cookie = `__Host-waypost=${browser.cookie(url, '__Host-waypost')?.value}`;
    const { body } = await fetch(`${url}/api/events`, { headers: { cookie }, signal: stream.signal });
    // The stream does not end: whatever arrives was not held back, and a second heartbeat follows an idle time.
    let received = '';
    for await (const part of body as ReadableStream<Uint8Array>) {
      received += Buffer.from(part).toString();
      if (received.split(': heartbeat').length > 2) break;
    }
    stream.abort();
    expect(received.split(': heartbeat').length).toBeGreaterThan(2);
  });
});

it('HAProxy asks servers that are not ready while none is', async (context) => {
  const { program, start } = PROXIES.HAProxy as Proxy;
  if (spawnSync('which', [program]).status !== 0) return context.skip('haproxy is not installed');
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const [http, https, port, nowhere] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const { cert } = certificate(dir);
  let checks = 0;
  const server = createServer((request, response) => {
    if (request.url === '/readyz') checks += 1;
    response.writeHead(request.url === '/readyz' ? 503 : 200).end();
  }).listen(port, '127.0.0.1');
  cleanups.push(() => server.close());
  const child = start({ dir, http, https, servers: [port, nowhere] });
  cleanups.push(() => child.kill('SIGTERM'));
  await vi.waitFor(() => expect(checks).toBeGreaterThan(1), 15_000);
  const session = connect(`https://localhost:${https}`, { ca: cert });
  cleanups.push(() => session.close());
  const [headers] = await once(session.request({ ':path': '/' }), 'response');
  expect(headers[':status']).toBe(200);
});
