/** The measured targets that serve the same response, each in its own processes. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookiesOf, sandboxProcess, serve } from '../soak/serve.ts';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { id } from '../src/testing/tracking.ts';

export interface BenchTarget {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** With the documented setup, and with keep-alive connections, its fastest configuration. */
export const BASELINE = 'express + session + proxy';
export const BASELINE_KEEP_ALIVE = 'the same with keep-alive';

const TRACKING = `/v2/visibility/loads/${id(1)}/tracking`;

async function forked(
  file: string,
  env: Record<string, string> = {},
): Promise<{ url: string; child: ChildProcess }> {
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const [url] = (await once(child, 'message')) as [string];
  return { url, child };
}

/** Null when nginx is not installed. */
async function nginx(upstream: string, dir: string): Promise<{ url: string; child: ChildProcess } | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const port = await freePort();
  mkdirSync(join(dir, 'nginx'));
  const file = join(dir, 'nginx', 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${dir}/nginx/pid; error_log ${dir}/nginx/error.log;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${dir}/nginx; proxy_temp_path ${dir}/nginx; fastcgi_temp_path ${dir}/nginx;
  uwsgi_temp_path ${dir}/nginx; scgi_temp_path ${dir}/nginx;
  upstream up { server ${new URL(upstream).host}; keepalive 64; }
  # The default closes each connection after a thousand requests, which the load generator would count as an error.
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    location /api/ { proxy_pass http://up/; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Cookie ""; }
  }
}
`,
  );
  const child = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    if (await fetch(url).catch(() => null)) return { url, child };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nginx did not start');
}

export async function startTargets(): Promise<{ targets: BenchTarget[]; stop(): Promise<void> }> {
  const folder = temporaryFolder();
  const children: ChildProcess[] = [];
  const upstream = await forked('upstream.ts');
  children.push(upstream.child);
  const targets: BenchTarget[] = [{ name: 'upstream directly', url: upstream.url + TRACKING, headers: {} }];

  const front = await nginx(upstream.url, folder.dir);
  if (front) {
    children.push(front.child);
    targets.push({ name: 'nginx', url: `${front.url}/api${TRACKING}`, headers: {} });
  }

  for (const [name, env] of [
    [BASELINE, {}],
    [BASELINE_KEEP_ALIVE, { KEEP_ALIVE: '1' }],
  ] as const) {
    const baseline = await forked('baseline-bff.ts', { UPSTREAM: upstream.url, ...env });
    children.push(baseline.child);
    const login = await fetch(`${baseline.url}/login`);
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    targets.push({ name, url: `${baseline.url}/api${TRACKING}`, headers: { cookie } });
  }

  const provider = await sandboxProcess({ SANDBOX_LOADS: '1' });
  children.push(provider.child);
  const server = await serve(provider.line, folder.dir, {
    SERVICE_BASE_URL: upstream.url,
    NODE_ENV: 'production',
    // A single browser would exceed the default rate limit; everything else is as in production.
    REQUESTS_PER_MINUTE: '1000000',
    PERSON_CALLS_PER_MINUTE: '1000000',
  });
  children.push(server.child);
  const [cookie] = (await cookiesOf(server.url, 1)) as [string];
  const headers = { cookie, 'X-CSRF': '1' };
  const added = await fetch(`${server.url}/api/loads`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ load_id: id(1) }),
  });
  if (added.status !== 201) throw new Error(`the load could not be watched: ${added.status}`);
  const own = `${server.url}/api/loads/${id(1)}`;
  for (;;) {
    const { tracking_health } = (await (await fetch(own, { headers })).json()) as {
      tracking_health: string | null;
    };
    if (tracking_health !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  targets.push({ name: 'Waypost, passed through', url: `${server.url}/api${TRACKING}`, headers });
  targets.push({ name: 'Waypost, from its store', url: own, headers });

  return {
    targets,
    stop: async () => {
      for (const child of children) child.kill();
      await server.exit;
      folder.remove();
    },
  };
}
