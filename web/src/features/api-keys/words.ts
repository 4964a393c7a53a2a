/** API keys in words. */
import { type ApiKey, type ApiKeyRight, type ApiKeyState, apiKeyState } from '@waypost/contract/api/api-keys';
import { agoText, fromNowText, shortDateTime } from '../../ui/time.ts';

const DAY_MS = 86_400_000;

export const RIGHTS_WORD: Readonly<Record<ApiKeyRight, string>> = {
  read: 'Read loads',
  manage_loads: 'Read, add and remove loads',
};

/** The strongest says it all. */
export const rightsText = ({ rights }: Pick<ApiKey, 'rights'>): string =>
  RIGHTS_WORD[rights.at(-1) ?? 'read'];

export const STATE_WORD: Readonly<Record<ApiKeyState, string>> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};

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

/** Lifetimes to choose from, days; null: no end. */
export const LIFETIMES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Never'],
] as const;

/** @returns ISO 8601; null: no end */
export const endOf = (days: string, now: number): string | null =>
  days === '' ? null : new Date(now + Number(days) * DAY_MS).toISOString();
