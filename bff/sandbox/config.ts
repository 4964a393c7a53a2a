/** The only reader of the environment. An invalid value stops the start with its name, the problem and an example. */

import { readFileSync } from 'node:fs';
import { type Assumptions, withOverrides } from '@waypost/contract/assumptions';
import { z } from 'zod';
import { isLoopback } from './identity/client.ts';
import { WORLD_KINDS, type WorldKind } from './world/cases.ts';

export interface SandboxConfig {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Loads of the simulated world, in addition to recorded tracks. */
  readonly loads: number;
  /** Trucks that carry them; null: about one per load. With fewer, trucks carry several loads one after another. */
  readonly vehicles: number | null;
  readonly world: WorldKind;
  /** The same seed creates the same world. */
  readonly seed: number;
  /** Simulated seconds per second; see world/clock.ts. */
  readonly speed: number;
  /** Requests per second to /v2 in total. */
  readonly rate_limit: number;
  /** Token requests per minute. */
  readonly token_rate_limit: number;
  /** Lifetime of access tokens in seconds; 3600 in the interface. */
  readonly token_lifetime_seconds: number;
  /** Password of all users; null: each user's own name. */
  readonly password: string | null;
  /** Folder of GPX tracks to replay, or null. */
  readonly replay: string | null;
  /** URL to call when somebody signs out at the identity provider (back-channel logout), or null. */
  readonly backchannel_logout_uri: string | null;
  /** Enables the control routes under /_sandbox. */
  readonly control: boolean;
  /** File that stores the world and sign-ins across restarts, or null. */
  readonly state: string | null;
  /** Share of webhook deliveries that are sent twice, 0 to 1. */
  readonly webhook_duplicates: number;
  /** Share of webhook deliveries that later ones may overtake, 0 to 1. */
  readonly webhook_reorder: number;
  /** Fuel transactions in the year before the start; null: one per truck every other day. */
  readonly fuel_rows: number | null;
  /** Usage rows at the start; null: one per vehicle or driver and month. */
  readonly usage_rows: number | null;
  /** The operator's names for paths, parameters and request fields; defaults otherwise. */
  readonly assumptions: Assumptions;
}

/** A believable world runs as fast as the real one; a test does not want to wait. */
const DEFAULT_SPEED: Readonly<Record<WorldKind, number>> = { believable: 1, hostile: 10 };

/** Message for the person who started the process. */
export class ConfigError extends Error {}

interface NumberRule {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const reject = (name: string, rule: string, example: string): never => {
    throw new ConfigError(`${name} is "${env[name]}", but it must be ${rule}. Example: ${name}=${example}`);
  };
  const number = (name: string, { fallback, min, max, integer }: NumberRule): number => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const kind = integer ? 'a whole number' : 'a number';
    if (Number.isNaN(value) || value < min || value > max || (integer && !Number.isInteger(value)))
      reject(name, `${kind} from ${min} to ${max}`, String(fallback));
    return value;
  };
  const integer = (name: string, fallback: number, min: number, max: number) =>
    number(name, { fallback, min, max, integer: true });
  const optional = (name: string, example: number, max: number) =>
    env[name]?.trim() ? integer(name, example, 0, max) : null;
  const word = (name: string, fallback: string) => env[name]?.trim() || fallback;

  const host = word('SANDBOX_HOST', '127.0.0.1');
  if (!/^[\w.:-]+$/.test(host)) reject('SANDBOX_HOST', 'a host name or an address', '127.0.0.1');
  const control = word('SANDBOX_CONTROL', 'on');
  if (control !== 'on' && control !== 'off') reject('SANDBOX_CONTROL', 'on or off', 'on');

  const world = WORLD_KINDS.find((kind) => kind === word('SANDBOX_WORLD', 'believable'));
  if (!world) return reject('SANDBOX_WORLD', WORLD_KINDS.join(' or '), 'believable');

  const logoutUri = env.SANDBOX_BACKCHANNEL_LOGOUT_URI?.trim() || null;
  if (logoutUri !== null && !isLoopback(logoutUri))
    reject(
      'SANDBOX_BACKCHANNEL_LOGOUT_URI',
      'an http or https address on this machine',
      'http://localhost:8080/bff/backchannel-logout',
    );

  let assumptions = withOverrides({});
  const overrides = env.SERVICE_ASSUMPTIONS?.trim();
  if (overrides) {
    try {
      assumptions = withOverrides(
        JSON.parse(overrides.startsWith('{') ? overrides : readFileSync(overrides, 'utf8')),
      );
    } catch (error) {
      const problem =
        error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', '; ') : String(error);
      reject(
        'SERVICE_ASSUMPTIONS',
        `a JSON object or a file with one (${problem})`,
        '{"user_attributes":{"username":"login"}}',
      );
    }
  }

  return {
    assumptions,
    host,
    port: integer('SANDBOX_PORT', 8090, 0, 65_535),
    loads: integer('SANDBOX_LOADS', 500, 0, 50_000),
    vehicles: optional('SANDBOX_VEHICLES', 5000, 50_000),
    seed: integer('SANDBOX_SEED', 1, 0, 4_294_967_295),
    world,
    speed: number('SANDBOX_SPEED', { fallback: DEFAULT_SPEED[world], min: 0.1, max: 3600, integer: false }),
    rate_limit: integer('SANDBOX_RATE_LIMIT', 100, 1, 1_000_000),
    token_rate_limit: integer('SANDBOX_TOKEN_RATE_LIMIT', 120, 1, 1_000_000),
    token_lifetime_seconds: integer('SANDBOX_TOKEN_LIFETIME', 3600, 1, 86_400),
    password: env.SANDBOX_PASSWORD || null,
    replay: env.SANDBOX_REPLAY?.trim() || null,
    backchannel_logout_uri: logoutUri,
    control: control === 'on',
    state: env.SANDBOX_STATE?.trim() || null,
    webhook_duplicates: number('SANDBOX_WEBHOOK_DUPLICATES', {
      fallback: 0.05,
      min: 0,
      max: 1,
      integer: false,
    }),
    fuel_rows: optional('SANDBOX_FUEL_ROWS', 100_000, 1_000_000),
    usage_rows: optional('SANDBOX_USAGE_ROWS', 100_000, 1_000_000),
    webhook_reorder: number('SANDBOX_WEBHOOK_REORDER', { fallback: 0.05, min: 0, max: 1, integer: false }),
  };
}
