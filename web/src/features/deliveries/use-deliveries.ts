/** Deliveries as the server has them: the list in pages, one with its body, and handling one again. */
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { WEBHOOK_ROUTES } from '@waypost/contract/api/webhook-routes';
import type { Delivery, DeliveryDetail } from '@waypost/contract/api/webhooks';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { DeliveriesSearch } from './search.ts';

export const REFRESH_MS = 15_000;
/** With more pages than this on the screen the list is read again on request only: each is a question of its own. */
const MOST_PAGES = 5;
/** While it is handled. */
const POLL_MS = 1_000;

export type DeliveryFilter = Pick<DeliveriesSearch, 'state' | 'event'>;

/** What a person asked for keeps the session alive; what follows by itself does not. */
function deliveriesQuery(http: Http, { state, event }: DeliveryFilter) {
  let by_person = true;
  const options = infiniteQueryOptions({
    queryKey: queryKeys.deliveries(state ?? null, event ?? null),
    queryFn: ({ pageParam, signal }) => {
      const background = !by_person;
      by_person = false;
      return http.call(WEBHOOK_ROUTES.listDeliveries, {
        query: { state, event, cursor: pageParam ?? undefined },
        background,
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page }) => next_page,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > MOST_PAGES ? false : REFRESH_MS),
    staleTime: 2_000,
  });
  return {
    options,
    person: () => {
      by_person = true;
    },
  };
}

export function useDeliveries({ state, event }: DeliveryFilter) {
  const { http } = useApi();
  const { options, person } = useMemo(() => deliveriesQuery(http, { state, event }), [http, state, event]);
  const query = useInfiniteQuery(options);
  const { data, refetch, fetchNextPage } = query;
  const items = useMemo(() => {
    // A page that was read a moment later may repeat the last row of the one before.
    const byId = new Map(data?.pages.flatMap((page) => page.items).map((one) => [one.id, one]));
    return data && [...byId.values()];
  }, [data]);
  return {
    items,
    error: query.error,
    read_at: query.dataUpdatedAt,
    /** False when it is read again only on request. */
    follows: (data?.pages.length ?? 0) <= MOST_PAGES,
    has_more: query.hasNextPage,
    reading: query.isFetching,
    reading_more: query.isFetchingNextPage,
    refresh: () => {
      person();
      void refetch();
    },
    more: () => {
      person();
      void fetchNextPage();
    },
  };
}

function deliveryQuery(http: Http, id: string) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.delivery(id),
    queryFn: async ({ signal }) => {
      const background = asked;
      asked = true;
      return http.call(WEBHOOK_ROUTES.readDelivery, { params: { id }, background, signal });
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'stored' ? POLL_MS : false),
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

export function useDelivery(id: string) {
  const { http } = useApi();
  return useQuery(useMemo(() => deliveryQuery(http, id), [http, id]));
}

/** Handles one once more: the answer is only that it will be; the delivery is then looked at until it is done. */
export function useReplay(id: string) {
  const { http } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => http.call(WEBHOOK_ROUTES.replayDelivery, { params: { id } }),
    onSuccess: async (delivery: Delivery) => {
      // An answer under way tells how it was before.
      await client.cancelQueries({ queryKey: queryKeys.delivery(id) });
      client.setQueryData<DeliveryDetail>(
        queryKeys.delivery(id),
        (before) => before && { ...before, ...delivery },
      );
    },
  });
}

export function useReadListAgain(): () => void {
  const client = useQueryClient();
  return useMemo(() => () => void client.invalidateQueries({ queryKey: queryKeys.deliveries() }), [client]);
}
