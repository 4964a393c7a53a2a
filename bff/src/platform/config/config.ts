/**
 * The only reader of environment variables. Each one is validated here; an invalid one prevents the start, with its name, the problem
 * and an example. `.env.example` documents the same list.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROLES, type Role } from '@waypost/contract/api/session';
import { withOverrides } from '@waypost/contract/assumptions';
import { z } from 'zod';
import { parseNetworks } from '../lib/networks.ts';
import { loadSecretKeys, parseSecretKeys, type SecretKey } from '../secrets/keys.ts';
import { openArchive, type TileArchive } from '../tiles/archive.ts';
import { misspelledNames } from './config-names.ts';
import { checkDatabaseUrl, reservedCharacter } from './database-url.ts';
import { type Env, withSecretFiles } from './secret-files.ts';

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Days for which finished items are kept; overridden by `RETENTION_<NAME>_DAYS`. */
const RETENTION_DAYS = {
  positions: 30,
  deliveries: 90,
  failed_deliveries: 180,
  activity: 730,
  intents: 90,
  operations: 365,
  monitors: 365,
  invitations: 365,
  bulk_jobs: 180,
  archived_loads: 730,
  exceptions: 365,
} as const;
/** The same in milliseconds. */
export type RetentionMs = Readonly<Record<keyof typeof RETENTION_DAYS, number>>;
const DAY_MS = 24 * 3600_000;

/** An invalid variable. `message` is for the person who set it. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
export const isLoopback = (url: URL) => LOOPBACK.has(url.hostname);

/**
 * Reads the environment. Throws ConfigError with all problems at once. `defaultDir` is for the default database and keys where DATA_DIR
 * is not set.
 */
export function readConfig(given: Env, defaultDir = 'data') {
  const { env, problems: unreadable, files } = withSecretFiles(given);
  let secretFiles = files;
  const problems = [...unreadable];
  const value = (name: string) => (env[name] === '' ? undefined : env[name]);
  const dataDir = value('DATA_DIR') ?? defaultDir;
  const fail = (name: string, wrong: string, example: string) => {
    problems.push(`${name}: ${wrong}. Example: ${name}=${example}`);
    return null;
  };

  const number = (name: string, fallback: number, min: number, max: number) => {
    const text = value(name);
    if (text === undefined) return fallback;
    const parsed = Number(text);
    if (Number.isInteger(parsed) && parsed >= min && parsed <= max) return parsed;
    fail(name, `"${text}" is not a whole number from ${min} to ${max}`, String(fallback));
    return fallback;
  };

  const flag = (name: string) => {
    const text = value(name) ?? 'false';
    if (text !== 'true' && text !== 'false') fail(name, `"${text}" is neither true nor false`, 'true');
    return text === 'true';
  };

  /** An absolute URL; plain http only on loopback, since tokens and secrets are sent to it (rule 6). */
  const address = (name: string, example: string, required: boolean): URL | null => {
    const text = value(name);
    if (text === undefined) return required ? fail(name, 'is not set', example) : null;
    if (!URL.canParse(text)) return fail(name, `"${text}" is not an absolute address`, example);
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return fail(name, `"${text}" must start with https://`, example);
    if (url.username || url.password)
      return fail(
        name,
        'must not contain a user name or a password; set those in their own variables',
        example,
      );
    if (url.protocol === 'http:' && !isLoopback(url))
      return fail(
        name,
        `"${text}" is plain http, which is only allowed on this machine (localhost)`,
        example,
      );
    return url;
  };

  const warnings: string[] = [];
  for (const { name, meant, ours } of misspelledNames(given)) {
    if (meant === null) warnings.push(`${name} is not a setting of Waypost; .env.example lists them`);
    else if (ours && value(meant) === undefined)
      problems.push(`${name}: is not a setting of Waypost. Did you mean ${meant}?`);
    else warnings.push(`${name} is not a setting of Waypost. Did you mean ${meant}?`);
  }

  const required = (name: string, example: string) => value(name) ?? fail(name, 'is not set', example) ?? '';

  const port = number('PORT', 8080, 0, 65535);
  const origin = (name: string, fallback: URL, example: string) => {
    const url = address(name, example, false) ?? fallback;
    if (url.pathname !== '/' || url.search || url.hash)
      fail(name, 'must be an origin without a path', example);
    return url;
  };
  const publicUrl = origin('PUBLIC_URL', new URL(`http://localhost:${port}`), 'https://waypost.example.com');
  const hooksPublicUrl = origin('HOOKS_PUBLIC_URL', publicUrl, 'https://hooks.example.com');

  const outgoing = parseNetworks(value('OUTGOING_WEBHOOK_NETWORKS') ?? '', isLoopback(publicUrl));
  if ('problem' in outgoing) fail('OUTGOING_WEBHOOK_NETWORKS', outgoing.problem, '10.20.0.0/16,192.168.1.5');

  const baseUrl = address('SERVICE_BASE_URL', 'https://api.example.com', true);
  const tokenUrl = address('SERVICE_TOKEN_URL', 'https://id.example.com/token', true);
  const authorizationUrl = address('SERVICE_AUTHORIZATION_URL', 'https://id.example.com/auth', false);
  const revocationUrl = address('SERVICE_REVOCATION_URL', 'https://id.example.com/revoke', false);
  const userinfoUrl = address('SERVICE_USERINFO_URL', 'https://id.example.com/userinfo', false);
  const introspectionUrl = address('SERVICE_INTROSPECTION_URL', 'https://id.example.com/introspect', false);
  const clientId = required('SERVICE_CLIENT_ID', 'my-company');
  const clientSecret = required('SERVICE_CLIENT_SECRET', 'the-secret-from-the-service');

  const issuer = address('LOGIN_ISSUER', 'https://id.example.com/realms/staff', false);
  const login = issuer && {
    issuer,
    clientId: required('LOGIN_CLIENT_ID', 'waypost'),
    clientSecret: required('LOGIN_CLIENT_SECRET', 'the-secret-of-that-client'),
  };
  if (!login && !authorizationUrl && tokenUrl)
    fail(
      'SERVICE_AUTHORIZATION_URL',
      'is not set, and neither is LOGIN_ISSUER, so nobody could sign in; set one of them',
      'https://id.example.com/auth',
    );

  const logLevel = value('LOG_LEVEL') ?? 'info';
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
  if (!levels.includes(logLevel))
    fail('LOG_LEVEL', `"${logLevel}" is not one of ${levels.join(', ')}`, 'info');

  const claim = (name: string, fallback: string, example: string) => {
    const text = value(name) ?? fallback;
    if (!/^[^\s.]+(\.[^\s.]+)*$/.test(text))
      fail(name, `"${text}" is not a claim name, or names joined by dots`, example);
    return text;
  };
  const rolesClaim = claim('ROLES_CLAIM', 'roles', 'realm_access.roles');
  const subjectClaim = claim('SUBJECT_CLAIM', 'sub', 'user.id');

  const rolesOfGroups = groupRoles(value('ROLES_OF_GROUPS'));
  if ('wrong' in rolesOfGroups)
    fail('ROLES_OF_GROUPS', rolesOfGroups.wrong, '{"freight-desk":"dispatcher","it":["admin","onboarding"]}');

  const defaultText = value('DEFAULT_ROLES') ?? 'viewer';
  const defaultRoles = defaultText === 'none' ? [] : defaultText.split(',').map((role) => role.trim());
  for (const role of defaultRoles)
    if (!(ROLES as readonly string[]).includes(role))
      fail(
        'DEFAULT_ROLES',
        `"${role}" is not one of ${ROLES.join(', ')}; "none" admits only people with a role`,
        'viewer',
      );

  const database = checkDatabaseUrl(value('DATABASE_URL'), dataDir);
  if (database.problem !== null) fail('DATABASE_URL', database.problem, database.example);

  let secretKeys: readonly SecretKey[] = [];
  const keysText = value('SECRET_KEYS');
  if (keysText !== undefined) {
    const parsed = parseSecretKeys(keysText);
    if ('problem' in parsed)
      fail('SECRET_KEYS', parsed.problem, '2026a:<32 random bytes in base64>,2025b:<the one before>');
    else secretKeys = parsed.keys;
  }

  const mapStyleUrl = address('MAP_STYLE_URL', 'https://tiles.example.com/style.json', false);
  const mapOrigins: string[] = mapStyleUrl ? [mapStyleUrl.origin] : [];

  let mapTiles: TileArchive | URL | null = null;
  const tilesText = value('MAP_TILES');
  if (tilesText !== undefined && /^https?:/.test(tilesText)) {
    mapTiles = address('MAP_TILES', 'https://tiles.example.com/region.pmtiles', false);
    if (mapTiles) mapOrigins.push(mapTiles.origin);
  } else if (tilesText !== undefined) {
    const archive = openArchive(resolve(tilesText));
    if ('problem' in archive) fail('MAP_TILES', `"${tilesText}" ${archive.problem}`, 'data/region.pmtiles');
    else mapTiles = archive;
  }

  let mapSatellite: { readonly url: string; readonly attribution: string } | null = null;
  const satelliteText = value('MAP_SATELLITE_URL');
  if (satelliteText !== undefined) {
    const example = 'https://imagery.example.com/{z}/{x}/{y}.jpg';
    const url = address('MAP_SATELLITE_URL', example, false);
    const attribution = value('MAP_SATELLITE_ATTRIBUTION');
    if (!['{z}', '{x}', '{y}'].every((part) => satelliteText.includes(part)))
      fail('MAP_SATELLITE_URL', `"${satelliteText}" has no {z}, {x} and {y}`, example);
    if (attribution === undefined)
      fail('MAP_SATELLITE_ATTRIBUTION', 'is not set; imagery is never shown without its source', '© Example');
    else if (url) {
      mapSatellite = { url: satelliteText, attribution };
      mapOrigins.push(url.origin);
    }
  }
  const geocoderUrl = address('GEOCODER_URL', 'https://geocoder.example.com/search', false);

  for (const text of (value('MAP_ORIGINS') ?? '').split(',').map((one) => one.trim())) {
    if (text === '') continue;
    if (URL.canParse(text) && new URL(text).origin === text && text.startsWith('http')) mapOrigins.push(text);
    else
      fail(
        'MAP_ORIGINS',
        `"${text}" is not an origin such as https://tiles.example.com`,
        'https://tiles.example.com',
      );
  }
  const metricsToken = value('METRICS_TOKEN') ?? null;
  if (metricsToken !== null && metricsToken.length < 16)
    fail('METRICS_TOKEN', 'must have at least 16 characters', 'a-long-random-text');

  // The names are OpenTelemetry's own; its exporter reads further ones.
  const tracesUrl = value('OTEL_EXPORTER_OTLP_ENDPOINT') ?? null;
  const tracesEndpoint = tracesUrl !== null && URL.canParse(tracesUrl) ? new URL(tracesUrl) : null;
  if (tracesUrl !== null && !/^https?:$/.test(tracesEndpoint?.protocol ?? ''))
    fail('OTEL_EXPORTER_OTLP_ENDPOINT', `"${tracesUrl}" is no http or https URL`, 'http://localhost:4318');
  const tracesRatio = Number(value('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  if (!(tracesRatio >= 0 && tracesRatio <= 1))
    fail('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1', '0.1');

  const smtpUrl = smtpAddress(value('SMTP_URL'));
  const smtpFrom = value('SMTP_FROM');
  if (smtpUrl && 'wrong' in smtpUrl)
    fail('SMTP_URL', smtpUrl.wrong, 'smtps://user:password@mail.example.com:465');
  if (smtpUrl && smtpFrom === undefined)
    fail('SMTP_FROM', 'is not set; emails need a sender', SMTP_FROM_EXAMPLE);
  if (smtpFrom !== undefined && !z.email().safeParse(smtpFrom).success)
    fail('SMTP_FROM', `"${smtpFrom}" is not an email address`, SMTP_FROM_EXAMPLE);
  const smtpPerMinute = number('SMTP_PER_MINUTE', 60, 1, 10_000);
  const smtp =
    smtpUrl && !('wrong' in smtpUrl) && smtpFrom !== undefined
      ? { ...smtpUrl, from: smtpFrom, perMinute: smtpPerMinute }
      : null;

  let assumptions = withOverrides({});
  const overrides = value('SERVICE_ASSUMPTIONS');
  if (overrides !== undefined) {
    const example = JSON.stringify({ paths: { loads: assumptions.paths.loads } });
    try {
      const text = overrides.trimStart().startsWith('{')
        ? overrides
        : readFileSync(resolve(overrides), 'utf8');
      assumptions = withOverrides(JSON.parse(text));
    } catch (error) {
      const wrong =
        error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', '; ') : String(error);
      fail('SERVICE_ASSUMPTIONS', `is neither a JSON object nor a file with one: ${wrong}`, example);
    }
  }

  const config = {
    host: value('HOST') ?? '127.0.0.1',
    port,
    /** Origin that browsers use; redirect URLs and origin checks are built from it, never from a request. */
    publicUrl,
    hooksPublicUrl,
    pollIntervalSeconds: number('POLL_INTERVAL_SECONDS', 15, 1, 3600),
    serviceMaxRps: number('SERVICE_MAX_RPS', 50, 1, 1000),
    /** Maximum pause that the service may request. */
    serviceMaxWaitSeconds: number('SERVICE_MAX_WAIT_SECONDS', 3600, 1, 24 * 3600),
    sessionIdleSeconds: number('SESSION_IDLE_MINUTES', 4 * 60, 5, 24 * 60) * 60,
    sessionAbsoluteSeconds: number('SESSION_HOURS', 16, 1, 24 * 7) * 3600,
    /** Signing out also leads to the identity provider's sign-out page. */
    endSessionAtProvider: flag('LOGIN_END_SESSION'),
    /** Browsers then require https of every subdomain of PUBLIC_URL's host too. */
    hstsIncludeSubDomains: flag('HSTS_INCLUDE_SUBDOMAINS'),
    trustedProxies: number('TRUSTED_PROXIES', 0, 0, 10),
    /** How long requests are still served after SIGTERM, while `/readyz` answers 503. */
    stopDelaySeconds: number('STOP_DELAY_SECONDS', 0, 0, 60),
    /** Maximum per session; ten times as many per address. */
    requestsPerMinute: number('REQUESTS_PER_MINUTE', 1_200, 60, 10_000_000),
    /** Maximum calls to the service that the clicks of one person cause. */
    personCallsPerMinute: number('PERSON_CALLS_PER_MINUTE', 600, 10, 10_000_000),
    /** Maximum of unfinished requests per session or API key, streams aside; ten times as many per address. */
    requestsAtOnce: number('REQUESTS_AT_ONCE', 60, 4, 10_000_000),
    archive: {
      deliveredMs: number('ARCHIVE_DELIVERED_MINUTES', 60, 0, 10_080) * 60_000,
      notFoundMs: number('ARCHIVE_NOT_FOUND_HOURS', 24, 0, 8_760) * 3600_000,
    },
    retention: Object.fromEntries(
      Object.entries(RETENTION_DAYS).map(([name, days]) => [
        name,
        number(`RETENTION_${name.toUpperCase()}_DAYS`, days, 1, 36_500) * DAY_MS,
      ]),
    ) as RetentionMs,
  };
  if (problems.length > 0 || !baseUrl || !tokenUrl || 'problem' in outgoing || 'wrong' in rolesOfGroups)
    throw new ConfigError(problems);
  // Last, so that a refused start leaves no file behind.
  if (secretKeys.length === 0) {
    const file = join(dataDir, 'secret.keys');
    secretKeys = keysOfFile(file);
    secretFiles = { ...files, SECRET_KEYS: file };
    if (publicUrl.protocol === 'https:')
      warnings.push(
        `SECRET_KEYS is not set: the keys that encrypt stored tokens are in ${file}. A copy of that folder, such as a backup, contains both the keys and what they protect. Set SECRET_KEYS to the content of that file, from your secret store, and delete the file`,
      );
  }

  return {
    ...config,
    /** Settings that work but are probably not what the operator wants, in sentences without a final period. */
    warnings,
    /** Networks that outgoing webhooks may reach in addition to the public Internet. */
    outgoingNetworks: outgoing.networks,
    service: {
      baseUrl,
      tokenUrl,
      authorizationUrl,
      revocationUrl,
      /** Identifies the owner of a token if the service's sign-in has no ID token. */
      userinfoUrl,
      introspectionUrl,
      clientId,
      clientSecret,
    },
    /** Null: people sign in with the service's own authorization-code flow. */
    login,
    rolesClaim,
    /** Roles by the name of a group or role at the identity provider. */
    rolesOfGroups,
    subjectClaim,
    /** Whom people without a role ask for access; null: a Waypost administrator. */
    accessContact: value('ACCESS_CONTACT')?.slice(0, 200) ?? null,
    /** Roles of people without any; empty: they may not sign in. */
    defaultRoles: defaultRoles as Role[],
    databaseUrl: database.url,
    secretKeys,
    /** Files that hold secrets, by the name of the setting. */
    secretFiles,
    mapStyleUrl,
    /** Street-level map: a file that we serve, or a URL that browsers read directly. */
    mapTiles,
    /** Satellite images: a URL with {z}, {x} and {y}, and the attribution that must be shown. */
    mapSatellite,
    /** Searches addresses by text, in addition to the embedded cities. */
    geocoderUrl,
    /** Origins from which the page may load map data, in addition to our own. */
    mapOrigins: [...new Set(mapOrigins)],
    logLevel,
    metricsToken,
    /** Null: no traces. */
    traces: tracesEndpoint && {
      endpoint: tracesEndpoint,
      serviceName: value('OTEL_SERVICE_NAME') ?? 'waypost',
      ratio: tracesRatio,
    },
    /** Null: emails are disabled. */
    smtp,
    assumptions,
  };
}

function keysOfFile(file: string): readonly SecretKey[] {
  try {
    return loadSecretKeys(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `SECRET_KEYS: is not set, and the keys cannot be kept in ${file}: ${reason}. Let this user read and write that folder, or set SECRET_KEYS. Example: SECRET_KEYS=2026a:<32 random bytes in base64>`,
    ]);
  }
}

const groupRolesSchema = z.record(
  z.string().min(1),
  z.union([z.enum(ROLES).transform((role) => [role]), z.array(z.enum(ROLES))]),
);

/** Roles by group, from a JSON object. */
function groupRoles(
  text: string | undefined,
): ReadonlyMap<string, readonly Role[]> | { readonly wrong: string } {
  if (text === undefined) return new Map();
  try {
    return new Map(Object.entries(groupRolesSchema.parse(JSON.parse(text))));
  } catch {
    return { wrong: `is not a JSON object of groups and their roles (${ROLES.join(', ')})` };
  }
}

const SMTP_FROM_EXAMPLE = 'invitations@example.com';
const SMTP_PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

/** The parts of an `smtp://` or `smtps://` URL. Error messages do not contain its password. */
function smtpAddress(
  text: string | undefined,
): Omit<SmtpSettings, 'from' | 'perMinute'> | { readonly wrong: string } | null {
  if (text === undefined) return null;
  const hint = reservedCharacter(text);
  if (hint !== null) return { wrong: hint };
  if (!URL.canParse(text)) return { wrong: 'is not an address' };
  const url = new URL(text);
  const { protocol, hostname, port, username, password } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return { wrong: 'must start with smtps:// or smtp://' };
  if (hostname === '') return { wrong: 'must name a server' };
  if ((username === '') !== (password === ''))
    return { wrong: 'needs both a user and a password, or neither' };
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? SMTP_PORTS[protocol] : Number(port),
    secure: protocol === 'smtps:',
    requireTls: !isLoopback(url),
    login:
      username === '' ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}

export interface ArchiveSettings {
  /** Delay after a delivery. */
  readonly deliveredMs: number;
  /** Delay after the end of the plan, if the truck is elsewhere. */
  readonly overdueMs: number;
  /** Delay after the first response that the service does not know the load. */
  readonly notFoundMs: number;
}

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly secure: boolean;
  /** Without `secure`: requires STARTTLS. False on this machine only. */
  readonly requireTls: boolean;
  /** Null: no authentication. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: string;
  readonly perMinute: number;
}
