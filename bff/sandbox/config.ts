/** The only reader of the environment. A bad value stops the start with its name, what is wrong and an example. */

import { readFileSync } from 'node:fs';
import { type Assumptions, withOverrides } from '@waypost/contract/assumptions';
import { z } from 'zod';
import { isLoopback } from './identity/client.ts';

export interface SandboxConfig {
  /** Address to listen on. */
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Loads of the simulated world; recorded tracks come on top. */
  readonly loads: number;
  /** Trucks that carry them, or null: about one for each load. Fewer carry their loads one after the other. */
  readonly vehicles: number | null;
  /** Same seed, same world. */
  readonly seed: number;
  /** Simulated seconds per second, see world/clock.ts. */
  readonly speed: number;
  /** Requests per second over all of /v2. */
  readonly rate_limit: number;
  /** Token requests per minute. */
  readonly token_rate_limit: number;
  /** Lifetime of access tokens, seconds; 3600 in the interface. */
  readonly token_lifetime_seconds: number;
  /** What everyone's password is; null: their own name. */
  readonly password: string | null;
  /** Folder of GPX tracks to drive, or null. */
  readonly replay: string | null;
  /** Address that is called when somebody signs out at the identity provider (back-channel logout), or null. */
  readonly backchannel_logout_uri: string | null;
  /** Whether the control routes under /_sandbox answer. */
  readonly control: boolean;
  /** File that keeps the world and sign-ins across restarts, or null. */
  readonly state: string | null;
  /** Part of webhook deliveries that is sent twice, 0 to 1. */
  readonly webhook_duplicates: number;
  /** Part of webhook deliveries that later ones may pass, 0 to 1. */
  readonly webhook_reorder: number;
  /** Fuel transactions in the year before the start; null: one per truck every other day. */
  readonly fuel_rows: number | null;
  /** Usage rows that are there at the start; null: one per vehicle and driver and month. */
  readonly usage_rows: number | null;
  /** Paths, parameters and fields of requests that an operator has renamed; all else is as by default. */
  readonly assumptions: Assumptions;
}

/** A sentence for the person who started the process. */
export class ConfigError extends Error {}

interface NumberRule {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

export function readConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const refuse = (name: string, rule: string, example: string): never => {
    throw new ConfigError(`${name} is "${env[name]}", but it must be ${rule}. Example: ${name}=${example}`);
  };
  const number = (name: string, { fallback, min, max, integer }: NumberRule): number => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    const kind = integer ? 'a whole number' : 'a number';
    if (Number.isNaN(value) || value < min || value > max || (integer && !Number.isInteger(value)))
      refuse(name, `${kind} from ${min} to ${max}`, String(fallback));
    return value;
  };
  const whole = (name: string, fallback: number, min: number, max: number) =>
    number(name, { fallback, min, max, integer: true });
  const optional = (name: string, example: number, max: number) =>
    env[name]?.trim() ? whole(name, example, 0, max) : null;
  const word = (name: string, fallback: string) => env[name]?.trim() || fallback;

  const host = word('SANDBOX_HOST', '127.0.0.1');
  if (!/^[\w.:-]+$/.test(host)) refuse('SANDBOX_HOST', 'a host name or an address', '127.0.0.1');
  const control = word('SANDBOX_CONTROL', 'on');
  if (control !== 'on' && control !== 'off') refuse('SANDBOX_CONTROL', 'on or off', 'on');

  const logoutUri = env.SANDBOX_BACKCHANNEL_LOGOUT_URI?.trim() || null;
  if (logoutUri !== null && !isLoopback(logoutUri))
    refuse(
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
      const wrong =
        error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', '; ') : String(error);
      refuse(
        'SERVICE_ASSUMPTIONS',
        `a JSON object or a file with one (${wrong})`,
        '{"user_attributes":{"username":"login"}}',
      );
    }
  }

  return {
    assumptions,
    host,
    port: whole('SANDBOX_PORT', 8090, 0, 65_535),
    loads: whole('SANDBOX_LOADS', 500, 1, 50_000),
    vehicles: optional('SANDBOX_VEHICLES', 5000, 50_000),
    seed: whole('SANDBOX_SEED', 1, 0, 4_294_967_295),
    speed: number('SANDBOX_SPEED', { fallback: 10, min: 0.1, max: 3600, integer: false }),
    rate_limit: whole('SANDBOX_RATE_LIMIT', 100, 1, 1_000_000),
    token_rate_limit: whole('SANDBOX_TOKEN_RATE_LIMIT', 120, 1, 1_000_000),
    token_lifetime_seconds: whole('SANDBOX_TOKEN_LIFETIME', 3600, 1, 86_400),
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
