/** The activity log as the server has it, in pages. It is read again on request: rows that one reads must not move. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { usePages } from '../../api/server-state.ts';
import { instantsOf } from '../../ui/days.ts';
import { personZone } from '../../ui/time.ts';
import type { ActivitySearch } from './search.ts';

export type ActivityFilter = Pick<ActivitySearch, 'q' | 'action' | 'sessions' | 'from' | 'to'>;

const PAGE = 100;
const idOf = ({ id }: ActivityEntry) => id;

export function useActivity({ q, action, sessions, from, to }: ActivityFilter) {
  const { http } = useApi();
  const zone = personZone();
  const all = sessions === 'show' || action !== undefined;
  return usePages({
    queryKey: queryKeys.activity({ q, action, all, from, to, zone }),
    read: ({ cursor, signal }) =>
      http.call(SESSION_ROUTES.activity, {
        query: {
          q,
          action,
          sessions: all ? undefined : 'leave_out',
          ...instantsOf({ from, to }, zone),
          cursor,
          size: PAGE,
        },
        signal,
      }),
    idOf,
  });
}
