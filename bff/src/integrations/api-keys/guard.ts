/**
 * Authorization of the machine routes: a valid API key with the required right. Sessions are not accepted and cookies are not read.
 * Every refusal is recorded, without the key.
 */
import { isIPv6 } from 'node:net';
import { API_KEY_PREFIX } from '@waypost/contract/api/api-keys';
import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import type { Activity } from '../../platform/activity/activity.ts';
import type { CurrentMachine } from '../../platform/http/current.ts';
import type { KeyLimits } from '../../platform/http/key-limits.ts';
import { type ApiKeyRow, HOW_TO_SEND, KeyRefused, type Refusal } from '../../platform/http/key-rights.ts';
import { hasKey, withoutKeys } from '../../platform/http/log.ts';
import { Problem } from '../../platform/http/problems.ts';
import { networkOf, UnfinishedRequests } from '../../platform/http/rate-limits.ts';
import { machineSub } from '../../platform/lib/person.ts';
import { RateWindow, WINDOW_MS } from '../../platform/lib/rate-window.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { hashOf } from '../../platform/secrets/keys.ts';
import type { Uses } from '../../platform/uses.ts';
import { type ApiKeys, listOrNull, parsedNetworks, rightsOf } from './api-keys.ts';

interface ApiKeyGuardOptions extends Uses<'activity' | 'now'> {
  readonly keys: ApiKeys;
  readonly limitsOf: (row: ApiKeyRow) => Promise<KeyLimits | null>;
  /** Limits per key. */
  readonly requestsPerMinute: number;
  readonly requestsAtOnce: number;
}

/** Requests with a wrong or missing key allowed per address and minute; further ones are rejected without checking the key. */
export const WRONG_KEYS_PER_MINUTE = 20;
/** How long a valid key stays accepted from an address while that address is blocked for wrong keys of other machines. */
const TRUSTED_MS = 3600_000;
/** Maximum number of addresses with their own counter. */
const MAX_NETWORKS = 10_000;

/** Sets `response.locals.machine`, or refuses the request. */
export function needsApiKey(options: ApiKeyGuardOptions): RequestHandler {
  const { keys, limitsOf, requestsPerMinute, requestsAtOnce, now = Date.now } = options;
  const wrong = new RateWindow(options.now, MAX_NETWORKS);
  const sent = new RateWindow(options.now);
  const unfinished = new UnfinishedRequests();
  const trusted = new TtlCache<true>(TRUSTED_MS, options.now);
  return async (request, response, next) => {
    const network = networkOf(request.ip ?? '');
    const refuse = (...why: ConstructorParameters<typeof KeyRefused>) => {
      wrong.count(network, WRONG_KEYS_PER_MINUTE);
      throw new KeyRefused(...why);
    };
    if (hasKey(request.originalUrl))
      return refuse(
        'key_in_address',
        "An API key can't be sent in the URL",
        `URLs are kept in logs and browser history: revoke this key and create a new one. ${HOW_TO_SEND}`,
      );
    const secret = bearerOf(request);
    if (secret === undefined) return refuse('no_key', 'This address needs an API key', HOW_TO_SEND);
    const key_at_network = `${network} ${hashOf(secret)}`;
    const wait = wrong.wait(network, WRONG_KEYS_PER_MINUTE);
    if (wait > 0 && !trusted.get(key_at_network))
      throw Problem.tooMany('Too many wrong API keys from this address', wait);
    const row = await keys.find(secret);
    if (!row) return refuse('wrong_key', 'Unknown API key', HOW_TO_SEND);
    if (row.revoked_at !== null)
      return refuse('revoked', `The API key ${row.name} has been revoked`, ASK, row);
    if (row.expires_at !== null && row.expires_at <= now())
      return refuse('expired', `The API key ${row.name} has expired`, ASK, row);
    if (!isFrom(row, request.ip ?? ''))
      return refuse('wrong_network', `The API key ${row.name} may not be used from this address`, ASK, row);
    trusted.set(key_at_network, true);
    response.locals.machine = machineOf(row, null);
    const limit = sent.count(row.id, requestsPerMinute);
    const left = sent.left(row.id, requestsPerMinute);
    // The names and the form of the IETF's draft ietf-httpapi-ratelimit-headers.
    response.set({
      'RateLimit-Policy': `"key";q=${requestsPerMinute};w=${WINDOW_MS / 1000}`,
      RateLimit: `"key";r=${left.requests};t=${left.seconds}`,
    });
    if (limit > 0) throw Problem.tooMany('This API key is over its rate limit', limit);
    unfinished.add(row.id, requestsAtOnce, request, response);
    await keys.recordUse(row.id);
    response.locals.machine = machineOf(row, await limitsOf(row));
    next();
  };
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
}

const ASK = 'Ask a Waypost administrator for a new one';

function isFrom({ networks }: ApiKeyRow, ip: string): boolean {
  const parsed = parsedNetworks(listOrNull(networks));
  if (parsed.networks === null) return parsed.problem === null;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  return parsed.networks.check(mapped ?? ip, mapped === undefined && isIPv6(ip) ? 'ipv6' : 'ipv4');
}

function machineOf(row: ApiKeyRow, limits: KeyLimits | null): CurrentMachine {
  return {
    api_key_id: row.id,
    sub: machineSub(row.id),
    name: `API key ${row.name}`,
    rights: rightsOf(row),
    limits,
  };
}

/** Records refusals, at most one entry per minute for each address, reason and key; then passes the error on. */
export function recordRefusals({ activity, now }: ApiKeyGuardOptions): ErrorRequestHandler {
  const recorded = new RateWindow(now, MAX_NETWORKS);
  return async (error: unknown, request, response, next) => {
    const refusal = refusalOf(error, response.locals.machine !== undefined);
    if (refusal !== null) {
      const row = error instanceof KeyRefused ? error.row : undefined;
      const machine = response.locals.machine ?? (row && machineOf(row, null));
      const address = networkOf(request.ip ?? '');
      if (recorded.count(`${address} ${refusal} ${machine?.api_key_id ?? ''}`, 1) === 0)
        await recordRefusal(activity, request, refusal, machine);
    }
    next(error);
  };
}

/**
 * Records keys that were sent to a browser route, as often as other refusals. The key is looked up only for the log entry: the response
 * is the same for valid and invalid keys.
 */
export function recordMisplaced({ keys, activity, now }: ApiKeyGuardOptions): ErrorRequestHandler {
  const recorded = new RateWindow(now, MAX_NETWORKS);
  return async (error: unknown, request, _response, next) => {
    const secret = bearerOf(request);
    const is_in_address = hasKey(request.originalUrl);
    const address = networkOf(request.ip ?? '');
    const reason: Refusal = is_in_address ? 'key_in_address' : 'route_of_people';
    const is_key = is_in_address || (secret?.startsWith(API_KEY_PREFIX) ?? false);
    if (is_key && recorded.count(`${address} ${reason}`, 1) === 0) {
      const row = secret === undefined ? undefined : await keys.find(secret);
      await recordRefusal(activity, request, reason, row && machineOf(row, null));
    }
    next(error);
  };
}

/** Null: the key was not the cause. */
function refusalOf(error: unknown, is_known: boolean): Refusal | null {
  if (error instanceof KeyRefused) return error.refusal;
  if (!(error instanceof Problem)) return null;
  if (error.reason === 'too_many_requests') return is_known ? 'too_many_requests' : 'too_many_wrong_keys';
  return error.reason === 'forbidden' ? 'right_missing' : null;
}

async function recordRefusal(
  activity: Activity,
  request: Request,
  reason: Refusal,
  machine: CurrentMachine | undefined,
): Promise<void> {
  const { method, ip = '' } = request;
  const detail = { reason, address: networkOf(ip), method, path: pathOf(request) };
  await activity.recordRefusal(
    machine ?? null,
    'refuse_api_key',
    machine?.api_key_id ?? null,
    detail,
    'refused',
  );
}

const MAX_PATH_CHARS = 200;

/** Path without its query and without anything that may be a key. */
function pathOf(request: Request): string {
  const [path = ''] = request.originalUrl.split('?');
  return withoutKeys(path).slice(0, MAX_PATH_CHARS);
}
