/** Test helpers: a small sandbox on a free port, a manual clock, calls, and a browser's sign-in. */

import { createHash, randomBytes } from 'node:crypto';
import type { SandboxLine } from '@waypost/contract/sandbox-line';
import { readConfig, type SandboxConfig } from './config.ts';
import type { ContractBreach } from './http/problem.ts';
import { type Keys, makeKeys } from './identity/keys.ts';
import { createSandbox, type Sandbox } from './server.ts';
import type { Timers } from './timers.ts';
import type { Clock } from './world/clock.ts';

/** A clock that only moves on `pass`, which also runs the timers that are due. */
export class ManualClock implements Clock, Timers {
  #now: number;
  #waiting: { at: number; run: () => void }[] = [];

  constructor(now = Date.now()) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (let due = this.#due(); due; due = this.#due()) {
      this.#waiting = this.#waiting.filter((other) => other !== due);
      due.run();
    }
  }

  #due() {
    return this.#waiting.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at)[0];
  }

  after(milliseconds: number, run: () => void): () => void {
    const waiting = { at: this.#now + milliseconds, run };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
    };
  }
}

/** Keys shared by all sandboxes of a test run that do not provide their own. */
let sharedKeys: Keys | undefined;
function keysOnce(): Keys {
  sharedKeys ??= makeKeys();
  return sharedKeys;
}

/** Ids 00000000-0000-4000-8000-000000000001 and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
}

export interface RunningSandbox extends Sandbox {
  readonly info: SandboxLine;
  readonly clock: ManualClock;
  /** Contract violations; must stay empty. */
  readonly breaches: ContractBreach[];
}

export async function startSandbox(
  settings: Partial<SandboxConfig> = {},
  clock = new ManualClock(),
  newKeys: () => Keys = keysOnce,
): Promise<RunningSandbox> {
  const breaches: ContractBreach[] = [];
  const reliable = { webhook_duplicates: 0, webhook_reorder: 0 };
  const config = {
    ...readConfig({ SANDBOX_WORLD: 'hostile', SANDBOX_PORT: '0', SANDBOX_LOADS: '50' }),
    ...reliable,
    ...settings,
  };
  const sandbox = createSandbox(config, {
    clock,
    timers: clock,
    newId: countedIds(),
    newKeys,
    onBreach: (breach) => breaches.push(breach),
  });
  const info = await sandbox.listen();
  return Object.assign(sandbox, { info, clock, breaches });
}

/** Calls the API; a body is sent as JSON. */
export function callApi(
  info: SandboxLine,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(info.base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Origin and destination of a posted load. */
export const TWO_STOPS = [
  { latitude: 35, longitude: -101 },
  { latitude: 39, longitude: -105 },
] as const;

/** Posts a form to the token endpoint. */
export function postToken(info: SandboxLine, form: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(info.token_url, { method: 'POST', body: new URLSearchParams(form) });
}

export async function clientToken(info: SandboxLine): Promise<string> {
  const { client_id, client_secret } = info;
  const response = await postToken(info, {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    scope: 'organization',
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

/** Refreshes a person's tokens. */
export function refreshTokens(info: SandboxLine, refresh_token: string): Promise<Response> {
  const { client_id, client_secret } = info;
  return postToken(info, { grant_type: 'refresh_token', refresh_token, client_id, client_secret });
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
}

/** A minimal browser with cookies, for sign-ins. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until a page or a URL outside the sandbox. */
  async follow(
    url: string,
    info: SandboxLine,
    init?: RequestInit,
  ): Promise<{ url: string; page: Response | null }> {
    let response = await this.go(url, init);
    for (let current = url; ; response = await this.go(current)) {
      const location = response.headers.get('location');
      if (!location) return { url: current, page: response };
      current = new URL(location, current).href;
      if (!current.startsWith(info.base_url)) return { url: current, page: null };
    }
  }
}

export const REDIRECT_URI = 'http://localhost:4321/any/path';
export const ALL_LOGIN_SCOPES = 'openid profile email offline_access organization';

/** Authorization request with PKCE. */
export function authorizationRequest(
  info: SandboxLine,
  changes: Readonly<Record<string, string | null>> = {},
) {
  const verifier = randomBytes(32).toString('base64url');
  const url = new URL(info.authorization_url);
  const query: Record<string, string | null> = {
    client_id: info.client_id,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: ALL_LOGIN_SCOPES,
    state: 'some-state',
    nonce: 'some-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
  return { url: url.href, verifier };
}

/** Submits the sign-in form and follows redirects until the client receives the code. */
export async function signInAs(
  info: SandboxLine,
  username: string,
  changes?: Readonly<Record<string, string | null>>,
) {
  const browser = new Browser();
  const { url, verifier } = authorizationRequest(info, changes);
  const form = await browser.follow(url, info);
  const body = new URLSearchParams({ username, password: username });
  const landed = await browser.follow(form.url, info, { method: 'POST', body });
  return { browser, verifier, landed: new URL(landed.url) };
}

/** Signs a person in through real pages and redirects. */
export async function personTokens(
  info: SandboxLine,
  username: string,
  scope = ALL_LOGIN_SCOPES,
): Promise<Tokens> {
  const { verifier, landed } = await signInAs(info, username, { scope });
  const response = await postToken(info, {
    grant_type: 'authorization_code',
    code: landed.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: verifier,
    client_id: info.client_id,
    client_secret: info.client_secret,
  });
  return (await response.json()) as Tokens;
}
