/** Each wrong configuration gets the sentence that says what to do. */
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalTls } from '../../bench/local-tls.ts';
import { openDatabase } from '../platform/store/open-database.ts';
import { postgresUrl, restrictedRole } from '../testing/databases.ts';
import { freePort } from '../testing/free-port.ts';
import { CLIENT, startIssuer } from '../testing/issuer.ts';
import { MailServer } from '../testing/mail-server.ts';
import { transactionPooler } from '../testing/pooler.ts';
import { type SandboxLine, sandbox, startServer, temporaryFolder } from '../testing/server.ts';
import { diagnose } from './doctor.ts';
import { serviceEnvironment } from './processes.ts';

const folder = temporaryFolder();
const cleanups: (() => unknown)[] = [folder.remove];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

const KEYS = `a:${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER_KEYS = `a:${Buffer.alloc(32, 2).toString('base64')}`;
let line: SandboxLine;
let mails: MailServer;
let good: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  const started = await sandbox({ SANDBOX_LOADS: '2', PUBLIC_URL: `http://localhost:${port}` });
  cleanups.push(started.stop);
  line = started.line;
  mails = await MailServer.start({ login: { user: 'ann', password: 'right' } });
  cleanups.push(() => mails.stop());
  const keys = { SECRET_KEYS: KEYS, DATABASE_URL: `sqlite:${join(folder.dir, 'test.db')}` };
  good = { ...serviceEnvironment(line), ...keys, PORT: String(port) };
  const server = await startServer(line, folder.dir, good);
  cleanups.push(() => server.stop());
});

type Given = Readonly<Record<string, string | undefined>>;

/** What the doctor prints of the configuration with these changes. */
async function report(env: Given, options: { mail?: string; now?: () => number } = {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const { result, text } of diagnose({ ...good, ...env }, folder.dir, { mail: null, ...options }))
    lines.push(`${result} ${text}`);
  return lines;
}

const smtp = (password: string, port = mails.port) => ({
  SMTP_URL: `smtp://ann:${password}@127.0.0.1:${port}`,
  SMTP_FROM: 'board@example.com',
});

it('a right configuration has no failure, and a test message arrives', async () => {
  const lines = await report(smtp('right'), { mail: 'me@example.com' });
  expect(lines.filter((text) => !text.startsWith('ok'))).toEqual([]);
  expect(lines.join('\n')).toMatch(/agrees with that of the tracking service/);
  expect(mails.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['me@example.com', 'Test message of Waypost'],
  ]);
});

/** `env` and the sentence. */
type Case = readonly [title: string, env: () => Given | Promise<Given>, sentence: RegExp];

describe('the configuration', () => {
  const cases: Case[] = [
    ['lacks a value', () => ({ SERVICE_BASE_URL: '' }), /^failed SERVICE_BASE_URL: is not set\. Example/],
    [
      'misspells a name',
      () => ({ TRUSTED_PROXY: '1' }),
      /^failed TRUSTED_PROXY: .* Did you mean TRUSTED_PROXIES\?/,
    ],
    ['names a missing map', () => ({ MAP_TILES: '/no.pmtiles' }), /^failed MAP_TILES: .* cannot be read/],
    [
      'names an unreadable secret',
      () => ({ METRICS_TOKEN_FILE: '/no/token' }),
      /^failed METRICS_TOKEN_FILE: .* cannot be read \(ENOENT\)/,
    ],
    [
      'has a password that must be encoded',
      () => ({ DATABASE_URL: 'postgres://ann:pa#ss@db.example.com/x' }),
      /^failed DATABASE_URL: has "#" in its user or password; write it as %23/,
    ],
  ];
  it.each(cases)('%s', async (_, env, sentence) => {
    const lines = await report(await env());
    expect(lines).toEqual([expect.stringMatching(sentence)]);
  });
});

const onPostgres = async (change: Partial<Pick<URL, 'password' | 'pathname' | 'port' | 'hostname'>> = {}) => {
  const url = Object.assign(new URL(await postgresUrl()), change);
  return { DATABASE_URL: url.href };
};
const run = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};
/** A role that may sign in and nothing more, in a migrated database or an empty one. */
const withRole = async (migrated: boolean) => {
  const owner = await postgresUrl();
  if (migrated) await (await openDatabase(owner)).close();
  return { DATABASE_URL: await restrictedRole(owner) };
};
const file = (name: string) => join(folder.dir, name);

describe('the database', () => {
  const cases: Case[] = [
    ['rejects the password', () => onPostgres({ password: 'no' }), /the server rejects user/],
    ['does not exist', () => onPostgres({ pathname: '/no' }), /there is no such database: CREATE/],
    ['is not there', () => onPostgres({ port: '1' }), /nothing listens there.*ECONNREFUSED/],
    ['has a wrong name', () => onPostgres({ hostname: 'no.invalid' }), /its name is not found/],
    ['gives the role no rights', () => withRole(true), /may not read and write \d+ tables .*: GRANT SELECT/],
    [
      'must be migrated by another role',
      () => withRole(false),
      /are pending, and this role may not change tables/,
    ],
    [
      'is behind a pooler that shares connections',
      async () => {
        const pooler = await transactionPooler(await postgresUrl({ migrated: true }));
        cleanups.push(pooler.close);
        return { DATABASE_URL: pooler.url };
      },
      /pool_mode=session/,
    ],
    [
      'is of a newer Waypost',
      async () => {
        const { DATABASE_URL } = await onPostgres();
        await (await openDatabase(DATABASE_URL)).close();
        await run(DATABASE_URL, "INSERT INTO kysely_migration VALUES ('9999_next', '2026')");
        return { DATABASE_URL };
      },
      /belongs to a newer Waypost \(it has the migration 9999_next/,
    ],
    [
      'is no SQLite file',
      () => {
        writeFileSync(file('text.db'), 'a text that is long enough to be no database'.repeat(100));
        return { DATABASE_URL: `sqlite:${file('text.db')}` };
      },
      /the file is no SQLite database/,
    ],
    [
      'was encrypted with other keys',
      async () => {
        const url = `sqlite:${file('keys.db')}`;
        await (await openDatabase(url)).close();
        const database = new Sqlite(file('keys.db'));
        const columns = database.prepare('PRAGMA table_info(webhook_subscription)').all() as {
          name: string;
          notnull: number;
        }[];
        const needed = columns.filter(({ notnull }) => notnull === 1).map(({ name }) => name);
        const values = needed.map((name) =>
          name === 'path_secret' ? "'a.AAAA'" : name === 'created_at' ? '0' : "'x'",
        );
        database.pragma('ignore_check_constraints = ON');
        database.exec(`INSERT INTO webhook_subscription (${needed}) VALUES (${values})`);
        database.close();
        return { DATABASE_URL: url, SECRET_KEYS: OTHER_KEYS };
      },
      /^failed SECRET_KEYS: .* encrypted with another key/,
    ],
  ];
  it.each(cases)('%s', async (_, env, sentence) => {
    const lines = await report(await env());
    expect(lines.filter((text) => text.startsWith('failed'))).toEqual([expect.stringMatching(sentence)]);
  });

  it.skipIf(process.getuid?.() === 0)('is a file that may not be written', async () => {
    writeFileSync(file('locked.db'), '');
    chmodSync(file('locked.db'), 0o400);
    expect((await report({ DATABASE_URL: `sqlite:${file('locked.db')}` })).join()).toMatch(/may not write/);
  });

  it('that must be migrated is no failure for a role that may do it', async () => {
    const lines = await report(await onPostgres());
    expect(lines.join('\n')).toMatch(/ok Migrations: \d+ are pending; the next start, or waypost migrate/);
  });
});

/** A server that answers everything so. */
async function answering(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  cleanups.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const secure = async () => {
  const port = await freePort();
  const tls = await startLocalTls({ port, target: Number(good.PORT), dir: folder.dir });
  cleanups.push(tls.stop);
  return `https://localhost:${port}`;
};
const issuer = async (describe: (url: string) => Given = () => ({})) => {
  const started = await startIssuer();
  cleanups.push(started.stop);
  started.describe(describe(started.url));
  return { LOGIN_ISSUER: started.url, LOGIN_CLIENT_ID: CLIENT.id, LOGIN_CLIENT_SECRET: CLIENT.secret };
};

describe('another server', () => {
  const nowhere = 'http://127.0.0.1:1';
  const cases: Case[] = [
    [
      'does not accept our credentials',
      () => ({ SERVICE_CLIENT_SECRET: 'no' }),
      /rejects our credentials .*check SERVICE_CLIENT_ID/,
    ],
    ['gives no token', () => ({ SERVICE_TOKEN_URL: nowhere }), /SERVICE_TOKEN_URL .*nothing listens there/],
    [
      'is not the service',
      async () => ({ SERVICE_BASE_URL: await answering(404, '<html>') }),
      /SERVICE_BASE_URL .*check its path/,
    ],
    [
      'has another path',
      () => ({ SERVICE_BASE_URL: `${line.base_url}/v1` }),
      /SERVICE_BASE_URL .*check its path/,
    ],
    [
      'is no issuer',
      async () => ({ LOGIN_ISSUER: await answering(404, '') }),
      /LOGIN_ISSUER .*answered with 404: check the path/,
    ],
    [
      'names itself otherwise',
      () => issuer((url) => ({ issuer: `${url}/other` })),
      /LOGIN_ISSUER is .*\. Set LOGIN_ISSUER=/,
    ],
    [
      'does not accept the client',
      () => ({ LOGIN_CLIENT_SECRET: 'no' }),
      /LOGIN_CLIENT_SECRET: the identity provider does not/,
    ],
    [
      'does not know the redirect URL',
      () => issuer(),
      /register the redirect URL http:\/\/localhost:\d+\/bff\/callback for the client waypost/,
    ],
    [
      'answers at our address',
      async () => ({ HOOKS_PUBLIC_URL: await answering(200, 'hello') }),
      /HOOKS_PUBLIC_URL .*something else answers/,
    ],
    [
      'does not reach us',
      async () => ({ HOOKS_PUBLIC_URL: await answering(502, '') }),
      /HOOKS_PUBLIC_URL .*the proxy answers 502: let it pass/,
    ],
    [
      'has an unknown certificate',
      async () => ({ HOOKS_PUBLIC_URL: await secure() }),
      /set NODE_EXTRA_CA_CERTS/,
    ],
    ['does not accept our mail', () => smtp('wrong'), /SMTP_URL: .*correct user and password/],
    ['takes no mail', () => smtp('right', 1), /SMTP_URL \(127\.0\.0\.1:1\): nothing listens there/],
  ];
  it.each(cases)('%s', async (_, env, sentence) => {
    const lines = await report(await env());
    expect(lines.filter((text) => text.startsWith('failed'))).toEqual([expect.stringMatching(sentence)]);
  });

  it('has another time', async () => {
    const lines = await report({}, { now: () => Date.now() - 600_000 });
    expect(lines.join('\n')).toMatch(
      /failed Clock: this machine's is \d{3} s behind that of the tracking service: set it by NTP/,
    );
  });

  it('is not asked for our own address while no Waypost runs, which is no failure', async () => {
    const lines = await report({
      PORT: String(await freePort()),
      PUBLIC_URL: `http://localhost:${good.PORT}`,
    });
    expect(lines.filter((text) => !text.startsWith('ok'))).toEqual([
      expect.stringMatching(/^warning PUBLIC_URL, .* no Waypost runs at .*: start it/),
    ]);
  });

  it('is missing for mail that was asked for', async () => {
    expect((await report({}, { mail: 'me@example.com' })).join('\n')).toMatch(/failed SMTP_URL: is not set/);
  });
});
