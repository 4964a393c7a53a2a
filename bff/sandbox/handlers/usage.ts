import type { Handlers } from '../http/api.ts';
import { pageOf } from '../http/pagination.ts';
import type { Caller } from '../identity/access.ts';
import { userBySub } from '../identity/users.ts';
import type { Usage } from '../usage/usage.ts';

/** People with the role admin act as administrators of the service. */
function isAdministrator({ kind, sub }: Caller): boolean {
  return kind === 'person' && (userBySub(sub)?.roles.includes('admin') ?? false);
}

/**
 * @param own usage of the calling partner
 * @param others usage of any partner by its id; null when there is no such partner
 */
export function usageHandlers(
  own: Usage,
  others: (partner_id: string) => Usage | null,
): Pick<Handlers, 'listUsage'> {
  return {
    listUsage({ query, caller }) {
      const { partner_id, ...filters } = query;
      const named = partner_id !== undefined && isAdministrator(caller) ? partner_id.toLowerCase() : null;
      const usage = named === null ? own : others(named);
      const listing = usage?.listing(filters) ?? EMPTY;
      // An ignored parameter must not make two equal lists different.
      return {
        status: 200,
        body: pageOf('listUsage', { ...filters, partner_id: named ?? undefined }, listing),
      };
    },
  };
}

const EMPTY: ReturnType<Usage['listing']> = {
  total: 0,
  keyAt: () => [],
  itemAt: () => {
    throw new Error('an empty list has no items');
  },
};
