/** Addresses for events, as the page of deliveries and the form of a new monitor both read them. */
import { queryOptions } from '@tanstack/react-query';
import { HOOK_ROUTES } from '@waypost/contract/api/hook-routes';
import type { Hook } from '@waypost/contract/api/hooks';
import type { Http } from './http.ts';
import { queryKeys } from './query-keys.ts';

const REFRESH_MS = 15_000;

/** The first request is a person's; those that follow by themselves keep no session alive. */
export function hooksQuery(http: Http) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.hooks(),
    queryFn: async ({ signal }): Promise<readonly Hook[]> => {
      const background = asked;
      asked = true;
      return (await http.call(HOOK_ROUTES.listHooks, { background, signal })).items;
    },
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
  });
}
