/**
 * API keys of machines. A key is a prefix and 256 random bits; only its hash is stored, so neither the database nor a backup of it
 * reveals a key.
 */
import { randomUUID } from 'node:crypto';
import {
  API_KEY_PREFIX,
  type ApiKey,
  type ApiKeyRight,
  type apiKeyCreate,
  apiKeyState,
  type CreatedApiKey,
} from '@waypost/contract/api/api-keys';
import type { z } from 'zod';
import type { ApiKeyRow } from '../../platform/http/key-rights.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { parseNetworks } from '../../platform/lib/networks.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { hashOf, randomToken } from '../../platform/secrets/keys.ts';
import { addRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

type ApiKeysOptions = Uses<'db' | 'activity' | 'now'>;

/** How long a key that another server revoked may still be accepted. */
const CACHE_MS = 1_000;
/** Minimum time between two writes of the last use. */
const USE_RECORD_INTERVAL_MS = 60_000;
const HOUR_MS = 3_600_000;
const KEY = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

/** Whether a text looks like one of our keys; others need no database lookup. */
const looksLikeKey = (text: string): boolean => KEY.test(text);

export class ApiKeys extends ServerPart<ApiKeysOptions> {
  readonly #cache = new TtlCache<ApiKeyRow | undefined>(CACHE_MS, this.monotonicNow);
  readonly #useRecorded = new TtlCache<true>(USE_RECORD_INTERVAL_MS, this.monotonicNow);

  /** Newest first. */
  async list(): Promise<ApiKey[]> {
    return (await rowsOf(this.options.db, 'api_key', {}, ['-created_at', 'id'])).map(toApiKeyResponse);
  }

  /** The response contains the key, which cannot be read again later. Throws 422 for an expiry in the past. */
  async create(fields: z.output<typeof apiKeyCreate>, by: Person): Promise<CreatedApiKey> {
    if (fields.expires_at !== null && Date.parse(fields.expires_at) <= this.now())
      throw invalidField('body.expires_at', fields.expires_at, 'must be in the future');
    const { problem } = parsedNetworks(fields.networks);
    if (problem !== null) throw invalidField('body.networks', fields.networks, problem);
    const is_limited = fields.list_ids !== null || fields.fleet_ids !== null;
    if (is_limited && fields.rights.includes('manage_webhooks'))
      throw invalidField(
        'body.rights',
        fields.rights,
        'must not include manage_webhooks for a limited key: events are about all loads',
      );
    const secret = newKey();
    const row: ApiKeyRow = {
      id: randomUUID(),
      name: fields.name,
      key_hash: hashOf(secret),
      rights: JSON.stringify(fields.rights),
      created_at: this.now(),
      created_by_name: by.name,
      expires_at: fields.expires_at === null ? null : Date.parse(fields.expires_at),
      last_used_at: null,
      revoked_at: null,
      revoked_by_name: null,
      list_ids: jsonOrNull(fields.list_ids),
      fleet_ids: jsonOrNull(fields.fleet_ids),
      networks: jsonOrNull(fields.networks),
      previous_hash: null,
      previous_until: null,
    };
    const { name, rights, expires_at, list_ids, fleet_ids, networks } = fields;
    const limits = Object.fromEntries(
      Object.entries({ list_ids, fleet_ids, networks }).filter(([, limit]) => limit !== null),
    );
    await inTransaction(this.options.db, async (trx) => {
      await addRow(trx, 'api_key', row);
      await this.options.activity.record(trx, by, 'create_api_key', row.id, {
        name,
        rights,
        expires_at,
        ...limits,
      });
    });
    return { api_key: toApiKeyResponse(row), secret };
  }

  /** Replaces a key: the one before works for `overlap_hours` longer. Throws 404, and 409 for a key that has ended. */
  async rotate(id: string, overlap_hours: number, by: Person): Promise<CreatedApiKey> {
    const { db, activity } = this.options;
    const secret = newKey();
    const { before, after } = await inTransaction(db, async (trx) => {
      const before = await rowOf(trx, 'api_key', { id });
      if (!before) throw Problem.notFound('API key not found');
      if (apiKeyState(withIsoTimes(before), this.now()) !== 'active')
        throw Problem.conflict('This API key has ended', 'Create a new one');
      const change = {
        key_hash: hashOf(secret),
        previous_hash: overlap_hours === 0 ? null : before.key_hash,
        previous_until: overlap_hours === 0 ? null : this.now() + overlap_hours * HOUR_MS,
      };
      await updateRow(trx, 'api_key', { id }, change);
      await activity.record(trx, by, 'rotate_api_key', id, { name: before.name, overlap_hours });
      return { before, after: { ...before, ...change } };
    });
    this.#cache.delete(before.key_hash);
    return { api_key: toApiKeyResponse(after), secret };
  }

  /** Revokes a key permanently; one that was revoked before stays unchanged. Throws 404. */
  async revoke(id: string, by: Person): Promise<ApiKey> {
    const { db, activity } = this.options;
    const row = await inTransaction(db, async (trx) => {
      const change = { revoked_at: this.now(), revoked_by_name: by.name };
      const revoked = await updateRow(trx, 'api_key', { id, revoked_at: null }, change);
      const key = await rowOf(trx, 'api_key', { id });
      if (!key) throw Problem.notFound('API key not found');
      if (revoked) await activity.record(trx, by, 'revoke_api_key', id, { name: key.name });
      return key;
    });
    this.#cache.delete(row.key_hash);
    if (row.previous_hash) this.#cache.delete(row.previous_hash);
    return toApiKeyResponse(row);
  }

  /** Row of a key, also a revoked or expired one; undefined for an unknown key. */
  async find(secret: string): Promise<ApiKeyRow | undefined> {
    if (!looksLikeKey(secret)) return undefined;
    const key_hash = hashOf(secret);
    const row = await this.#cache.fetch(
      key_hash,
      async () =>
        (await rowOf(this.options.db, 'api_key', { key_hash })) ??
        (await rowOf(this.options.db, 'api_key', { previous_hash: key_hash })),
    );
    const is_over = row?.previous_hash === key_hash && (row.previous_until ?? 0) <= this.now();
    return is_over ? undefined : row;
  }

  async recordUse(id: string): Promise<void> {
    if (this.#useRecorded.get(id)) return;
    this.#useRecorded.set(id, true);
    await updateRow(this.options.db, 'api_key', { id }, { last_used_at: this.now() });
  }
}

export const rightsOf = (row: Pick<ApiKeyRow, 'rights'>): readonly ApiKeyRight[] =>
  JSON.parse(row.rights) as ApiKeyRight[];

const newKey = (): string => API_KEY_PREFIX + randomToken();
const jsonOrNull = (values: readonly string[] | null) => values && JSON.stringify(values);
export const listOrNull = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

/** `networks` null: any. `problem` null: they can be read. */
export function parsedNetworks(texts: readonly string[] | null) {
  if (texts === null) return { networks: null, problem: null };
  return { networks: null, problem: null, ...parseNetworks(texts.join(','), false) };
}

function toApiKeyResponse({ id, key_hash: _, previous_hash: __, ...row }: ApiKeyRow): ApiKey {
  return {
    ...withIsoTimes(row),
    api_key_id: id,
    previous_until: toIso(row.previous_until),
    rights: [...rightsOf(row)],
    list_ids: listOrNull(row.list_ids),
    fleet_ids: listOrNull(row.fleet_ids),
    networks: listOrNull(row.networks),
  };
}
