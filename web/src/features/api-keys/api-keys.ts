/** Queries, mutations and display texts for API keys. Secrets are never cached. */

import { API_KEY_ROUTES } from '@waypost/contract/api/api-key-routes';
import { type ApiKey, type ApiKeyRight, apiKeyState } from '@waypost/contract/api/api-keys';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { LOAD_LIST_ROUTES } from '@waypost/contract/api/load-list-routes';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, usePutRecord, useRead, useWrite } from '../../api/server-state.ts';
import { fleetName } from '../../live/fleets.ts';
import { agoText, fromNowText, shortDateTime } from '../../ui/time.ts';
import { countText } from '../../ui/units.ts';

const DAY_MS = 86_400_000;

export const RIGHTS_WORD: Readonly<Record<ApiKeyRight, string>> = {
  read: 'Read loads',
  manage_loads: 'Read, add and remove loads',
  manage_webhooks: 'Manage webhooks',
};

/** "Read, add and remove loads; manage webhooks" */
export function rightsText({ rights }: Pick<ApiKey, 'rights'>): string {
  const loads = RIGHTS_WORD[rights.includes('manage_loads') ? 'manage_loads' : 'read'];
  return rights.includes('manage_webhooks') ? `${loads}; manage webhooks` : loads;
}

/** "Loads of 1 list and 2 fleets", "All loads" */
export function limitsText({ list_ids, fleet_ids }: Pick<ApiKey, 'list_ids' | 'fleet_ids'>): string {
  const count = (ids: readonly string[] | null, word: string) => (ids ? [countText(ids.length, word)] : []);
  const parts = [...count(list_ids, 'list'), ...count(fleet_ids, 'fleet')];
  return parts.length === 0 ? 'All loads' : `Loads of ${parts.join(' and ')}`;
}

const LIMIT_KINDS = ['list', 'fleet'] as const;
type LimitKind = (typeof LIMIT_KINDS)[number];

/** The ids of one kind among the chosen limits; null: none. */
export function limitsOf(limits: readonly string[], kind: LimitKind): string[] | null {
  const ids = limits.flatMap((limit) => (limit.startsWith(`${kind}:`) ? [limit.slice(kind.length + 1)] : []));
  return ids.length === 0 ? null : ids;
}

/** "203.0.113.0/24, 198.51.100.7" to its parts; null: any address. */
export function networksOf(text: string): string[] | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.length === 0 ? null : parts;
}

/** "Active, expires in 12 d", "Revoked 2 h ago" */
export function stateText(key: ApiKey, now: number): string {
  const { expires_at, revoked_at } = key;
  switch (apiKeyState(key, now)) {
    case 'revoked':
      return `Revoked ${agoText(revoked_at ?? '', now)}`;
    case 'expired':
      return `Expired ${agoText(expires_at ?? '', now)}`;
    case 'active':
      return `Active, ${endText(expires_at, now)}`;
  }
}

function endText(expires_at: string | null, now: number): string {
  if (expires_at === null) return 'never expires';
  const at = Date.parse(expires_at);
  return at - now < 30 * DAY_MS ? `expires ${fromNowText(at, now)}` : `expires ${shortDateTime(at, now)}`;
}

/** Days and label; empty: never expires. */
export const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

/** @returns ISO 8601; null: never expires */
export const expiryOf = (days: string, now: number): string | null =>
  days === '' ? null : new Date(now + Number(days) * DAY_MS).toISOString();

const STALE_MS = 15_000;

export const idOf = ({ api_key_id }: ApiKey) => api_key_id;

export const useApiKeys = () =>
  useRead(API_KEY_ROUTES.listApiKeys, queryKeys.apiKeys(), { select: itemsOf, staleTime: STALE_MS });

/** Lists of the team and fleets, to which a key can be limited, as options. */
export function useKeyLimits() {
  const option = (kind: LimitKind, id: string, label: string) => ({ value: `${kind}:${id}`, label });
  const { data: lists = [] } = useRead(LOAD_LIST_ROUTES.listLoadLists, queryKeys.loadLists(), {
    query: {},
    select: ({ items }) =>
      items.flatMap(({ scope, list_id, name }) => (scope === 'team' ? [option('list', list_id, name)] : [])),
    staleTime: STALE_MS,
  });
  const { data: fleets = [] } = useRead(CONTACT_ROUTES.listFleets, queryKeys.fleets(), {
    select: ({ items }) => items.map((fleet) => option('fleet', fleet.fleet_id, fleetName(fleet))),
    staleTime: STALE_MS,
  });
  return { lists, fleets };
}

/** Mutations that update the cached list at once. They reject with a Problem. */
export function useApiKeyMutations() {
  const put = usePutRecord(queryKeys.apiKeys(), idOf);
  const create = useWrite(API_KEY_ROUTES.createApiKey, {
    onSuccess: ({ api_key }) => put(api_key),
    // The response contains the secret, so it is not cached.
    gcTime: 0,
  });
  const rotate = useWrite(API_KEY_ROUTES.rotateApiKey, {
    onSuccess: ({ api_key }) => put(api_key),
    gcTime: 0,
  });
  const revoke = useWrite(API_KEY_ROUTES.revokeApiKey, { onSuccess: put });
  return { create, rotate, revoke };
}
