import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, clientToken, personTokens, refreshTokens, type Tokens } from './testing.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the process; returns its first line, its complete output and its exit. */
function start(env: Record<string, string>, ...options: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...options], {
    env: { SANDBOX_WORLD: 'hostile', SANDBOX_PORT: '0', SANDBOX_LOADS: '20', ...env },
  });
  started.push(child);
  const written = { out: '', err: '' };
  child.stderr?.on('data', (text) => {
    written.err += text;
  });
  const line = new Promise<string>((resolve) => {
    child.stdout?.on('data', (text) => {
      written.out += text;
      if (written.out.includes('\n')) resolve(written.out.trim());
    });
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, written, line, ended };
}

describe('sandbox process', () => {
  it('prints one JSON line when it listens, serves requests, and exits at once on SIGTERM', async () => {
    const { child, written, line, ended } = start({});
    const info = JSON.parse(await line) as SandboxLine;
    expect(Object.keys(info)).toEqual([
      'base_url',
      'token_url',
      'authorization_url',
      'issuer',
      'revocation_url',
      'client_id',
      'client_secret',
      'users',
    ]);
    expect(info.users.map(({ username, password, roles }) => [username, password, ...roles])).toEqual(
      ['dispatcher', 'onboarding', 'viewer', 'admin'].map((name) => [name, name, name]),
    );
    const { load_ids } = (await (await fetch(`${info.base_url}/_sandbox/loads`)).json()) as {
      load_ids: string[];
    };
    expect(load_ids).toHaveLength(20);
    const headers = { authorization: `Bearer ${await clientToken(info)}` };
    const response = await fetch(`${info.base_url}/v2/visibility/loads/${load_ids[0]}/tracking`, { headers });
    expect(response.status).toBe(200);
    expect((await fetch(`${info.issuer}/.well-known/openid-configuration`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(written.out.trim().split('\n')).toHaveLength(1);
    expect(written.err).toBe('');
  });

  it('keeps people signed in when it is killed and restarted at the same address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-'));
    const file = join(folder, 'data', 'state.json');
    const first = start({}, '--state', file);
    const info = JSON.parse(await first.line) as SandboxLine;
    const { refresh_token: old } = await personTokens(info, 'dispatcher');
    const refresh = (refresh_token: string) => refreshTokens(info, refresh_token);
    // Killed as soon as the response has arrived.
    const next = (await (await refresh(old)).json()) as Tokens;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start({ SANDBOX_PORT: new URL(info.base_url).port }, '--state', file);
    expect((JSON.parse(await second.line) as SandboxLine).base_url).toBe(info.base_url);
    const [load_id] = (
      (await (await fetch(`${info.base_url}/_sandbox/loads`)).json()) as { load_ids: string[] }
    ).load_ids;
    const path = `/v2/visibility/loads/${load_id}/tracking`;
    expect((await callApi(info, next.access_token, 'GET', path)).status).toBe(200);
    expect((await refresh(next.refresh_token)).status).toBe(200);
    expect((await refresh(old)).status).toBe(400);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    rmSync(folder, { recursive: true });
  }, 20_000);

  it('reports a port in use in one sentence', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { written, ended } = start({ SANDBOX_PORT: String(port) });
    expect(await ended).toBe(1);
    expect(written.err).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\.`));
    expect(written.out).toBe('');
    other.close();
  });

  it('names an invalid variable', async () => {
    const { written, ended } = start({ SANDBOX_SPEED: 'fast' });
    expect(await ended).toBe(1);
    expect(written.err).toBe(
      'SANDBOX_SPEED is "fast", but it must be a number from 0.1 to 3600. Example: SANDBOX_SPEED=10\n',
    );
  });

  it('names an invalid recorded track', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracks-'));
    writeFileSync(join(folder, 'bad.gpx'), '<gpx');
    const { written, ended } = start({ SANDBOX_REPLAY: folder });
    expect(await ended).toBe(1);
    expect(written.err).toMatch(/^SANDBOX_REPLAY: bad\.gpx is not usable: not well-formed XML/);
    rmSync(folder, { recursive: true });
  });
});
