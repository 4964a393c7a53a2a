/** API keys with which other systems (a TMS, a script) call Waypost. Only the response that creates a key contains it. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, uuid } from '../common.ts';
import type { Right } from './session.ts';

/** Rights that a key can have, weakest first. Every key can read. */
export const API_KEY_RIGHTS = ['read', 'manage_loads', 'manage_webhooks'] as const satisfies readonly Right[];
export type ApiKeyRight = (typeof API_KEY_RIGHTS)[number];

/** Prefix of every key, so that people and secret scanners recognize it. */
export const API_KEY_PREFIX = 'wpk_';

/** The only place where a key is accepted. */
export const API_KEY_HEADER = 'Authorization: Bearer';

export const API_KEY_NAME_MAX = 80;

export const apiKey = z.object({
  api_key_id: uuid,
  name: z.string(),
  rights: z.array(z.enum(API_KEY_RIGHTS)),
  created_at: dateTime,
  created_by_name: z.string(),
  /** The key stops working at this time; null means it does not expire. */
  expires_at: dateTime.nullable(),
  /** Updated at most once a minute; null when never used. */
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  revoked_by_name: z.string().nullable(),
  /**
   * The loads that it may see: those of these team lists and of these fleets together; null and null: all. Missing from a server of an
   * earlier version, like the next two.
   */
  list_ids: z.array(uuid).nullable().default(null),
  fleet_ids: z.array(uuid).nullable().default(null),
  /** Addresses that it may be used from; null: any. */
  networks: z.array(z.string()).nullable().default(null),
  /** Until when the key before its replacement works too. */
  previous_until: dateTime.nullable().default(null),
});
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyList = z.object({ items: z.array(apiKey) });

/** Lists, fleets or networks of a key. */
export const API_KEY_MAX_LIMITS = 100;
const limitTo = (one: z.ZodType<string, string>) =>
  z.array(one).min(1).max(API_KEY_MAX_LIMITS).nullable().default(null);

export const apiKeyCreate = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(API_KEY_NAME_MAX, { error: `must be at most ${API_KEY_NAME_MAX} characters` }),
  rights: z
    .array(z.enum(API_KEY_RIGHTS))
    .max(API_KEY_RIGHTS.length)
    .transform((rights) => API_KEY_RIGHTS.filter((right) => right === 'read' || rights.includes(right))),
  /** Null means it does not expire. */
  expires_at: dateTimeWithOffset.nullable(),
  list_ids: limitTo(uuid),
  fleet_ids: limitTo(uuid),
  networks: limitTo(z.string().trim().max(50)),
});
export type ApiKeyCreate = z.input<typeof apiKeyCreate>;

/** For so long, the key before its replacement works too. */
export const rotateKeyQuery = z.strictObject({
  overlap_hours: z.coerce.number().int().min(0).max(168).default(24),
});

/** The only response that contains a key. */
export const createdApiKey = z.object({ api_key: apiKey, secret: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** @param now milliseconds since 1970 */
export function apiKeyState(key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: number): ApiKeyState {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now ? 'expired' : 'active';
}
