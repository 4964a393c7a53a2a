/** Glewlwyd, an identity provider that shares no code with us or our sandbox, from its Debian package. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { vi } from 'vitest';
import { TestBrowser } from './browser.ts';
import { unpackedWithLibraries } from './debian.ts';
import { freePort } from './free-port.ts';

export const CLIENT = { id: 'waypost', secret: 'the-secret-of-waypost' };
export const ANN = {
  username: 'ann',
  password: 'the-password-of-ann',
  name: 'Ann Ames',
  roles: ['dispatcher'],
};

export interface Glewlwyd {
  readonly issuer: string;
  /** Completes the sign-in that `browser` has begun at `loginUrl`, as the page of Glewlwyd does. */
  signIn(browser: TestBrowser, loginUrl: string): Promise<{ readonly url: string; readonly status: number }>;
  /** Signs the person out at Glewlwyd, which reports that to its clients. */
  endSession(browser: TestBrowser, sid: string): Promise<number>;
  /** For each refresh token of the person, whether it can still be used. */
  refreshTokens(browser: TestBrowser): Promise<readonly boolean[]>;
  stop(): Promise<void>;
}

/** Null when the package cannot be had here. `client`: where Waypost is. */
export async function startGlewlwyd(dir: string, client: string): Promise<Glewlwyd | null> {
  const files = unpackedWithLibraries('glewlwyd');
  if (files === null) return null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const database = join(dir, 'glewlwyd.db');
  const tables = join(files, 'usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz');
  const db = new Sqlite(database);
  db.exec(gunzipSync(readFileSync(tables)).toString());
  db.exec(OUR_PROPERTIES);
  db.close();
  const modules = join(files, 'usr/lib/glewlwyd');
  mkdirSync(join(modules, 'user_middleware'), { recursive: true });
  const config = join(dir, 'glewlwyd.conf');
  writeFileSync(config, configuration({ port, url, modules, database }));
  const [libraries = ''] = globSync('usr/lib/*-linux-gnu', { cwd: files });
  const child = spawn(join(files, 'usr/bin/glewlwyd'), ['-c', config], {
    env: { ...process.env, LD_LIBRARY_PATH: join(files, libraries) },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  await vi.waitFor(() => fetch(`${url}/config`), 20_000);

  const call = async (browser: TestBrowser, method: string, path: string, body?: unknown) => {
    const answer = await browser.api(`${url}/api/${path}`, { method, body });
    if (answer.status !== 200)
      throw new Error(`Glewlwyd answered ${answer.status} to ${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const admin = new TestBrowser();
  await call(admin, 'POST', 'auth/', { username: 'admin', password: 'password' });
  await configure((method, path, body) => call(admin, method, path, body), url, client);

  return {
    issuer: `${url}/api/oidc`,
    signIn: async (browser, loginUrl) => {
      const { url: page } = await browser.go(loginUrl);
      const { username, password } = ANN;
      await call(browser, 'POST', 'auth/', { username, password });
      await call(browser, 'PUT', `auth/grant/${CLIENT.id}`, { scope: 'openid' });
      const back = new URL(page).searchParams.get('callback_url');
      if (back === null) throw new Error(`Glewlwyd showed no sign-in page: ${page}`);
      return browser.go(`${back}&g_continue`, { crossSite: true });
    },
    endSession: async (browser, sid) =>
      (await browser.api(`${url}/api/oidc/session/${sid}/`, { method: 'DELETE' })).status,
    refreshTokens: async (browser) => {
      const tokens = (await call(browser, 'GET', 'oidc/token')) as unknown as { enabled: boolean }[];
      return tokens.map(({ enabled }) => enabled);
    },
    stop: async () => {
      child.kill();
      await exit;
    },
  };
}

/** Properties beyond the usual ones, which it stores and shows only if they are described. */
const OUR_PROPERTIES = `
  UPDATE g_user_module_instance SET gumi_parameters =
    json_set(gumi_parameters, '$."data-format".roles', json('{"multiple":true,"read":true,"write":true}'));
  UPDATE g_client_module_instance SET gcmi_parameters =
    json_set(gcmi_parameters, '$."data-format".backchannel_logout_uri', json('{"multiple":false,"read":true,"write":true}'));
`;

interface Place {
  readonly port: number;
  readonly url: string;
  readonly modules: string;
  readonly database: string;
}

const configuration = ({ port, url, modules, database }: Place) => `port=${port}
bind_address="127.0.0.1"
external_url="${url}"
login_url="login.html"
api_prefix="api"
cookie_domain="localhost"
cookie_secure=0
session_key="SESSION"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
user_middleware_module_path="${modules}/user_middleware"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
log_mode="console"
log_level="ERROR"
hash_algorithm="SHA512"
database={ type="sqlite3" path="${database}" };
`;

type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

async function configure(call: Call, url: string, client: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await call('POST', 'mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    readonly: false,
    parameters: {
      iss: `${url}/api/oidc`,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 86_400,
      'refresh-token-rolling': true,
      'code-duration': 600,
      'allow-non-oidc': true,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-refresh-enabled': true,
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'subject-type': 'public',
      'introspection-revocation-allowed': true,
      'introspection-revocation-auth-scope': [],
      'introspection-revocation-allow-target-client': true,
      'session-management-allowed': true,
      'session-cookie-name': 'OIDC_SID',
      'session-cookie-expiration': 86_400,
      'back-channel-logout-allowed': true,
      'front-channel-logout-allowed': false,
      'name-claim': 'mandatory',
      'email-claim': 'no',
      scope: [],
      claims: [
        {
          name: 'roles',
          'user-property': 'roles',
          mandatory: true,
          'on-demand': false,
          type: 'string',
          scope: [],
        },
      ],
      'additional-parameters': [],
    },
  });
  await call('POST', 'user/', { ...ANN, email: 'ann@example.com', scope: ['openid'], enabled: true });
  await call('POST', 'client/', {
    client_id: CLIENT.id,
    name: 'Waypost',
    confidential: true,
    client_secret: CLIENT.secret,
    password: CLIENT.secret,
    redirect_uri: [`${client}/bff/callback`],
    backchannel_logout_uri: `${client}/bff/backchannel-logout`,
    authorization_type: ['code', 'refresh_token'],
    token_endpoint_auth_method: ['client_secret_post', 'client_secret_basic'],
    scope: ['openid'],
    enabled: true,
  });
}
