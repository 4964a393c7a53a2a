/** Keys with which machines (a TMS, a script) call Waypost. Our own API; the key itself is in the answer that creates it and nowhere else. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, uuid } from '../common.ts';
import type { Right } from './session.ts';

/** What a key may be allowed, the weakest first. Every key may read. */
export const API_KEY_RIGHTS = ['read', 'manage_loads'] as const satisfies readonly Right[];
export type ApiKeyRight = (typeof API_KEY_RIGHTS)[number];

/** Begins every key, so that a search for leaked secrets finds it, and a person knows what it is. */
export const API_KEY_PREFIX = 'wpk_';

/** How a key is sent, in the only place where it is taken. */
export const API_KEY_HEADER = 'Authorization: Bearer';

export const API_KEY_NAME_MAX = 80;

export const apiKey = z.object({
  api_key_id: uuid,
  name: z.string(),
  rights: z.array(z.enum(API_KEY_RIGHTS)),
  created_at: dateTime,
  created_by_name: z.string(),
  /** From then on it opens nothing; null: it has no end. */
  expires_at: dateTime.nullable(),
  /** Written at most once a minute; null: never used. */
  last_used_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  revoked_by_name: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** `GET /api/api-keys`, newest first. */
export const apiKeyList = z.object({ items: z.array(apiKey) });

/** `POST /api/api-keys` */
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
  /** Null: it has no end. */
  expires_at: dateTimeWithOffset.nullable(),
});
export type ApiKeyCreate = z.input<typeof apiKeyCreate>;

/** The only answer that holds a key. */
export const createdApiKey = z.object({ api_key: apiKey, secret: z.string() });
export type CreatedApiKey = z.infer<typeof createdApiKey>;

export type ApiKeyState = 'active' | 'expired' | 'revoked';

/** @param now milliseconds since 1970 */
export function apiKeyState(key: Pick<ApiKey, 'expires_at' | 'revoked_at'>, now: number): ApiKeyState {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && Date.parse(key.expires_at) <= now ? 'expired' : 'active';
}
