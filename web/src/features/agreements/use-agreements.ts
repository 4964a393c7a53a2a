import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { AgreementChange, AgreementList, BoardAgreement } from '@waypost/contract/api/agreements';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, mayHaveHappened } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useChanges, useLive, useNow } from '../../live/context.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { datesDraft } from './dates.ts';

const LIST_KEY = queryKeys.agreements();
const CONNECTIONS_KEY = queryKeys.connections();
const ONE_KEY = queryKeys.agreement();
const HISTORY_KEY = queryKeys.agreementHistory();

/** Dependents change with the loads, without an agreement event. */
const REFRESH_MS = 60_000;
const STALE_MS = 5_000;

/** A list that refetches regularly. `refresh` bypasses the server's cache. */
function useRefreshingList<
  R extends typeof AGREEMENT_ROUTES.listAgreements | typeof AGREEMENT_ROUTES.listConnections,
>(route: R, queryKey: readonly string[], enabled = true) {
  const { http } = useApi();
  const client = useQueryClient();
  const { data, error, isFetching } = useRead(route, queryKey, {
    background: 'after_first',
    refetchInterval: REFRESH_MS,
    staleTime: STALE_MS,
    enabled,
  });
  const refresh = async () => {
    await client.cancelQueries({ queryKey });
    const queryFn = () => http.call(route, { query: { fresh: 'true' } });
    // A failure is stored as the error of the query.
    await client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined);
  };
  return { data, error, reading: isFetching, refresh: () => void refresh() };
}

export const useAgreements = () => useRefreshingList(AGREEMENT_ROUTES.listAgreements, LIST_KEY);

export const useConnections = (enabled: boolean) =>
  useRefreshingList(AGREEMENT_ROUTES.listConnections, CONNECTIONS_KEY, enabled);

/**
 * One agreement with all dependents; the list contains only the first ones. What it says of them is put into the list, so that the
 * list, its banner and the panel count alike.
 */
export function useAgreement(id: string) {
  const client = useQueryClient();
  const query = useRead(AGREEMENT_ROUTES.readAgreement, queryKeys.agreement(id), {
    params: { share_agreement_id: id },
    background: 'after_first',
    staleTime: STALE_MS,
    gcTime: 60_000,
  });
  const { data } = query;
  useEffect(() => {
    if (data) replaceInList(client, data);
  }, [client, data]);
  return query;
}

const replaceInList = (client: QueryClient, agreement: BoardAgreement) =>
  client.setQueryData<AgreementList>(
    LIST_KEY,
    (list) =>
      list && { ...list, items: list.items.map((item) => (item.id === agreement.id ? agreement : item)) },
  );

function useInvalidate() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [LIST_KEY, ONE_KEY, HISTORY_KEY, CONNECTIONS_KEY])
      void client.invalidateQueries({ queryKey });
  };
}

/** Refetches everything after an agreement event or a gap in the stream. */
export function useStreamRefresh(): void {
  const invalidate = useInvalidate();
  useChanges('agreements', invalidate, invalidate);
}

/** For several agreements: changes the dates of one, without a new read of the lists. Rejects with a Problem. */
export function useUpdateAgreements() {
  const client = useQueryClient();
  const { mutateAsync } = useWrite(AGREEMENT_ROUTES.updateAgreement, {
    onSuccess: (after) => putAgreement(client, after),
  });
  return {
    update: (id: string, body: AgreementChange) => mutateAsync({ params: { share_agreement_id: id }, body }),
    reload: useInvalidate(),
  };
}

/** Puts a response into the cache. */
async function putAgreement(client: QueryClient, agreement: BoardAgreement): Promise<void> {
  const one = queryKeys.agreement(agreement.id);
  // A response in flight may be older.
  await Promise.all([LIST_KEY, one].map((queryKey) => client.cancelQueries({ queryKey })));
  client.setQueryData(one, agreement);
  replaceInList(client, agreement);
}

/** Mutations that update the cached lists at once. They reject with a Problem. */
export function useAgreementMutations(id: string) {
  const client = useQueryClient();
  const params = { share_agreement_id: id };
  const invalidate = useInvalidate();
  const put = async (agreement: BoardAgreement) => {
    await putAgreement(client, agreement);
    invalidate();
  };
  const onError = (error: unknown) => {
    const problem = asProblem(error);
    const { code } = problem;
    if (mayHaveHappened(problem) || code === 409 || code === 404) invalidate();
  };

  const update = useWrite(AGREEMENT_ROUTES.updateAgreement, { params, onSuccess: put, onError });
  const cancel = useWrite(AGREEMENT_ROUTES.cancelAgreement, { params, onSuccess: put, onError });
  const remove = useWrite(AGREEMENT_ROUTES.deleteAgreement, {
    params,
    onSuccess: () => {
      client.setQueryData<AgreementList>(
        LIST_KEY,
        (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
      );
      void client.invalidateQueries({ queryKey: LIST_KEY });
    },
    onError,
  });
  return { update, cancel, remove, reload: invalidate };
}

export const useDeleteConnection = (id: string) =>
  useWrite(AGREEMENT_ROUTES.deleteConnection, { params: { connection_id: id }, onSettled: useInvalidate() });

export const useDrafts = () => useFormDrafts('agreement', datesDraft);
export type DatesDrafts = ReturnType<typeof useDrafts>;

const MINUTE_MS = 60_000;

/** The server's clock in milliseconds, updated every minute, since the meaning of dates changes with time. */
export function useMinute(): number {
  const { clock } = useLive();
  const minute = useNow((now) => Math.floor(now / MINUTE_MS));
  return useMemo(() => clock.now(), [clock, minute]);
}

/**
 * Finds the agreement of a load's fleet. The service does not report a vehicle's fleet, so this works only once it has been learned;
 * otherwise `onFound(null)` asks for the agreements that share vehicles without locations.
 * @returns the load whose agreement is unknown
 */
export function useAgreementOfLoad(
  load_id: string | undefined,
  items: readonly BoardAgreement[] | undefined,
  onFound: (agreement_id: string | null) => void,
): string | null {
  const [searched_load, setSearchedLoad] = useState<string | null>(null);
  const found = useEffectEvent((id: string | null) => {
    setSearchedLoad(id === null ? (load_id ?? null) : null);
    onFound(id);
  });
  const known = items !== undefined;
  const match =
    load_id === undefined
      ? undefined
      : items?.find(({ dependents }) => dependents.load_list.some((load) => load.load_id === load_id))?.id;
  useEffect(() => {
    if (load_id !== undefined && known && searched_load !== load_id) found(match ?? null);
  }, [load_id, known, match, searched_load]);
  return load_id !== undefined && searched_load === load_id ? load_id : null;
}
