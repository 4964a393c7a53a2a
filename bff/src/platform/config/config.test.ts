import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';
import { KNOWN_NAMES } from './config-names.ts';
import { hidePassword } from './database-url.ts';

const dir = mkdtempSync(join(tmpdir(), 'waypost-config-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const good = {
  SERVICE_BASE_URL: 'https://api.example.com',
  SERVICE_TOKEN_URL: 'https://id.example.com/token',
  SERVICE_AUTHORIZATION_URL: 'https://id.example.com/auth',
  SERVICE_CLIENT_ID: 'me',
  SERVICE_CLIENT_SECRET: 'secret',
};
const read = (env: Record<string, string>) => readConfig({ ...good, ...env }, dir);
const problems = (env: Record<string, string | undefined>) => {
  try {
    readConfig({ ...good, ...env }, dir);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('the configuration', () => {
  it('has defaults', () => {
    expect(read({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      login: null,
      rolesClaim: 'roles',
      mapStyleUrl: null,
    });
    expect(read({}).publicUrl.origin).toBe('http://localhost:8080');
    expect(read({ PORT: '9000' }).publicUrl.origin).toBe('http://localhost:9000');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'waypost.example.com'],
    ['PUBLIC_URL', 'https://waypost.example.com/board'],
    ['SERVICE_BASE_URL', ''],
    ['SERVICE_BASE_URL', 'ftp://api.example.com'],
    ['SERVICE_CLIENT_SECRET', ''],
    ['LOGIN_ISSUER', 'https://u:p@id.example.com'],
    ['DATABASE_URL', 'mysql://x'],
    ['SECRET_KEYS', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'yes'],
    ['ROLES_CLAIM', 'a b'],
    ['DEFAULT_ROLES', 'king'],
    ['ROLES_OF_GROUPS', '{"desk":"king"}'],
    ['ROLES_OF_GROUPS', 'desk=dispatcher'],
    ['MAP_STYLE_URL', 'style.json'],
    ['MAP_ORIGINS', 'https://tiles.example.com/x'],
    ['MAP_TILES', 'no-such-file.pmtiles'],
    ['MAP_TILES', 'http://tiles.example.com/region.pmtiles'],
    ['MAP_SATELLITE_URL', 'https://imagery.example.com/tiles'],
    ['GEOCODER_URL', 'geocoder'],
    ['METRICS_TOKEN', 'short'],
    ['SERVICE_ASSUMPTIONS', '{"paths":{"no_such":"/x"}}'],
    ['SERVICE_ASSUMPTIONS', '{broken'],
  ])('refuses %s=%s with its name, what is wrong and an example', (name, value) => {
    const found = problems({ [name]: value });
    expect(found.join('\n')).toMatch(new RegExp(`${name}: .+ Example: ${name}=`));
  });

  it.each([
    'SERVICE_BASE_URL',
    'SERVICE_TOKEN_URL',
    'SERVICE_AUTHORIZATION_URL',
    'LOGIN_ISSUER',
    'PUBLIC_URL',
  ])('refuses plain http in %s, but for this machine', (name) => {
    const login = { LOGIN_CLIENT_ID: 'a', LOGIN_CLIENT_SECRET: 'b' };
    expect(problems({ ...login, [name]: 'http://id.example.com' }).join()).toMatch(/plain http/);
    expect(problems({ ...login, [name]: 'http://127.0.0.1:8090' })).toEqual([]);
  });

  it('refuses a server where nobody could sign in', () => {
    expect(problems({ SERVICE_AUTHORIZATION_URL: undefined }).join()).toMatch(/nobody could sign in/);
    const login = { LOGIN_ISSUER: 'https://id.example.com', LOGIN_CLIENT_ID: 'a', LOGIN_CLIENT_SECRET: 'b' };
    expect(problems({ SERVICE_AUTHORIZATION_URL: undefined, ...login })).toEqual([]);
  });

  it('lets the page load map data only from the configured origins', () => {
    const { mapOrigins, mapSatellite, mapTiles } = read({
      MAP_TILES: 'https://tiles.example.com/region.pmtiles',
      MAP_SATELLITE_URL: 'https://imagery.example.com/{z}/{x}/{y}.jpg',
      MAP_SATELLITE_ATTRIBUTION: '© Example',
      GEOCODER_URL: 'https://geocoder.example.com/search',
    });
    expect(mapOrigins).toEqual(['https://tiles.example.com', 'https://imagery.example.com']);
    expect(mapSatellite?.url).toContain('{z}');
    expect(mapTiles).toBeInstanceOf(URL);
    expect(problems({ MAP_SATELLITE_URL: 'https://imagery.example.com/{z}/{x}/{y}.jpg' }).join()).toMatch(
      /MAP_SATELLITE_ATTRIBUTION: is not set/,
    );
  });

  it.each([
    ['LOGIN_ISUER', 'LOGIN_ISSUER'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['RETENTION_POSITION_DAYS', 'RETENTION_POSITIONS_DAYS'],
    ['SERVICE_USER_INFO_URL', 'SERVICE_USERINFO_URL'],
  ])('refuses the misspelled %s', (name, meant) => {
    expect(problems({ [name]: 'x' }).join()).toContain(
      `${name}: is not a setting of Waypost. Did you mean ${meant}?`,
    );
  });

  it('only warns of a name that another program may use, or whose correct one is set too', () => {
    expect(read({ DATABASE_URI: 'x', SECRET_KEY: 'x' }).warnings.join()).toMatch(
      /DATABASE_URI .* DATABASE_URL\?.*SECRET_KEY .* SECRET_KEYS\?/,
    );
    expect(read({ TRUSTED_PROXY: '1', TRUSTED_PROXIES: '1' }).warnings).toHaveLength(1);
    expect(read({ LOGIN_BANNER: 'hi' }).warnings.join()).toContain('LOGIN_BANNER is not a setting');
  });

  it("says nothing of a machine's other variables", () => {
    const usual = `HOME PATH USER SHELL TERM LANG HOSTNAME PWD OLDPWD LOGNAME MAIL EDITOR TZ NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS
      npm_config_cache npm_execpath INIT_CWD CI DISPLAY SESSION_MANAGER DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR SSH_AUTH_SOCK
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT WAYPOST_SERVICE_HOST WAYPOST_PORT AWS_REGION PGHOST PGPASSWORD HTTP_PROXY HTTPS_PROXY
      NO_PROXY INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID TEST_ALL PROPERTY_SEED VITEST SANDBOX_LOADS SANDBOX_PORT MAIL_FROM`;
    const env = Object.fromEntries(usual.split(/\s+/).map((name) => [name, 'x']));
    expect(read(env).warnings).toEqual([]);
  });

  it('knows the names of .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', '.env.example'), 'utf8');
    const names = [...example.matchAll(/^# ([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    const ours = names.filter((name) => !name?.startsWith('SANDBOX_'));
    expect([...new Set(ours)].sort()).toEqual(KNOWN_NAMES.toSorted());
  });

  it.each([
    ['DATABASE_URL', 'postgres://ann:pa#ss@db.example.com/x', '"#" in its user or password; write it as %23'],
    ['DATABASE_URL', 'postgres://ann:pa/ss@db.example.com/x', '"/" in its user or password; write it as %2F'],
    ['DATABASE_URL', 'postgres://ann:pa%ss@db.example.com/x', '"%" in its user or password; write it as %25'],
    ['SMTP_URL', 'smtps://ann:pa#ss@mail.example.com', '"#" in its user or password; write it as %23'],
    ['SMTP_URL', 'smtps://ann:pa%ss@mail.example.com', '"%" in its user or password; write it as %25'],
  ])('says how to write a reserved character in %s=%s', (name, value, sentence) => {
    const found = problems({ [name]: value, SMTP_FROM: 'a@example.com' }).join();
    expect(found).toContain(`${name}: has ${sentence}`);
    expect(found).not.toMatch(/pa[#/%]ss/);
  });

  it.each([
    'postgres://ann:pa%23ss@db.example.com/x',
    'postgres://db.example.com:5432/x?user=a@b',
    'postgres://ann:p@ss@db.example.com:5432/x?sslmode=require',
    'postgres:///x?host=/run/postgresql',
  ])('accepts DATABASE_URL=%s', (url) => {
    expect(problems({ DATABASE_URL: url })).toEqual([]);
  });

  it('reads secrets from files and from credentials of systemd', () => {
    writeFileSync(join(dir, 'token'), 'a-token-in-a-file-of-its-own\n');
    writeFileSync(join(dir, 'METRICS_TOKEN'), 'a-token-from-systemd\n');
    expect(read({ METRICS_TOKEN_FILE: join(dir, 'token') }).metricsToken).toBe(
      'a-token-in-a-file-of-its-own',
    );
    expect(read({ CREDENTIALS_DIRECTORY: dir }).metricsToken).toBe('a-token-from-systemd');
    expect(problems({ METRICS_TOKEN_FILE: join(dir, 'none') }).join()).toMatch(
      /METRICS_TOKEN_FILE: ".*none" cannot be read \(ENOENT\)/,
    );
    const both = { METRICS_TOKEN: 'x'.repeat(20), METRICS_TOKEN_FILE: join(dir, 'token') };
    expect(problems(both).join()).toMatch(/METRICS_TOKEN: is set, and so is a file/);
    expect(problems({ SERVICE_CLIENT_SECRETS_FILE: 'x' }).join()).toContain('SERVICE_CLIENT_SECRETS_FILE');
  });

  it('keeps database and keys in DATA_DIR', () => {
    const DATA_DIR = join(dir, 'elsewhere');
    expect(read({ DATA_DIR }).databaseUrl).toBe(`sqlite:${DATA_DIR}/waypost.db`);
    expect(existsSync(join(DATA_DIR, 'secret.keys'))).toBe(true);
  });

  it('warns when the keys lie beside the database of a public server', () => {
    const keys = `a:${Buffer.alloc(32, 1).toString('base64')}`;
    const url = { PUBLIC_URL: 'https://waypost.example.com' };
    expect(read(url).warnings.join()).toMatch(/SECRET_KEYS is not set.*secret\.keys/);
    expect(read({ ...url, SECRET_KEYS: keys }).warnings).toEqual([]);
    expect(read({}).warnings).toEqual([]);
  });

  it('names the variable when its key file cannot be used', () => {
    writeFileSync(join(dir, 'plain'), '');
    expect(() => readConfig(good, join(dir, 'plain', 'data'))).toThrow(/SECRET_KEYS: is not set, and/);
  });

  it('reports all problems at once', () => {
    expect(problems({ PORT: 'x', LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('never prints the password of a database', () => {
    expect(hidePassword('postgres://ann:s3cret@db/x')).toBe('postgres://ann:…@db/x');
    expect(problems({ DATABASE_URL: 'mysql://ann:s3cret@db/x' }).join()).not.toContain('s3cret');
  });
});
