/** Agreements and connections as the server has them, followed by the stream, and what a person does to them. */

import { useQueryClient } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { AgreementList, BoardAgreement } from '@waypost/contract/api/agreements';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, mayHaveHappened } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useChanges, useLive, useNow } from '../../live/context.ts';
import { type TabDrafts, useTabDrafts } from '../../ui/draft-store.ts';
import { type DatesDraft, datesDraft } from './dates.ts';

const LIST_KEY = queryKeys.agreements();
const CONNECTIONS_KEY = queryKeys.connections();
const ONE_KEY = queryKeys.agreement();
const HISTORY_KEY = queryKeys.agreementHistory();

/** What depends on an agreement changes with the loads, of which the stream's word about agreements says nothing. */
const REFRESH_MS = 60_000;
const STALE_MS = 5_000;

/** A list that is read again by itself, and past what the server keeps when a person asks. */
function useKeptList<
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
    // A failure is the error of the query.
    await client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined);
  };
  return { data, error, reading: isFetching, refresh: () => void refresh() };
}

export const useAgreements = () => useKeptList(AGREEMENT_ROUTES.listAgreements, LIST_KEY);

/** @param wanted false: not asked for */
export const useConnections = (wanted: boolean) =>
  useKeptList(AGREEMENT_ROUTES.listConnections, CONNECTIONS_KEY, wanted);

/** One with everything that depends on it; the list has only the first of them. */
export const useAgreement = (id: string) =>
  useRead(AGREEMENT_ROUTES.readAgreement, queryKeys.agreement(id), {
    params: { share_agreement_id: id },
    background: 'after_first',
    staleTime: STALE_MS,
    gcTime: 60_000,
  });

function useReadAgain() {
  const client = useQueryClient();
  return () => {
    for (const queryKey of [LIST_KEY, ONE_KEY, HISTORY_KEY, CONNECTIONS_KEY])
      void client.invalidateQueries({ queryKey });
  };
}

/** The stream says that something has changed, or has been away: all of it is read again. */
export function useFollowing(): void {
  const readAgain = useReadAgain();
  useChanges('agreements', readAgain, readAgain);
}

/** Each puts its answer into the lists at once. Rejects with a Problem. */
export function useAgreementWriting(id: string) {
  const client = useQueryClient();
  const params = { share_agreement_id: id };
  const readAgain = useReadAgain();
  const put = async (agreement: BoardAgreement) => {
    // A response in flight shows the state before.
    await Promise.all(
      [LIST_KEY, queryKeys.agreement(id)].map((queryKey) => client.cancelQueries({ queryKey })),
    );
    client.setQueryData(queryKeys.agreement(id), agreement);
    setItems((items) => items.map((one) => (one.id === id ? agreement : one)));
    readAgain();
  };
  const setItems = (change: (items: readonly BoardAgreement[]) => BoardAgreement[]) =>
    client.setQueryData<AgreementList>(LIST_KEY, (list) => list && { ...list, items: change(list.items) });
  const onError = (error: unknown) => {
    const problem = asProblem(error);
    const { code } = problem;
    if (mayHaveHappened(problem) || code === 409 || code === 404) readAgain();
  };

  const update = useWrite(AGREEMENT_ROUTES.updateAgreement, { params, onSuccess: put, onError });
  const cancel = useWrite(AGREEMENT_ROUTES.cancelAgreement, { params, onSuccess: put, onError });
  const remove = useWrite(AGREEMENT_ROUTES.deleteAgreement, {
    params,
    onSuccess: () => {
      setItems((items) => items.filter((one) => one.id !== id));
      void client.invalidateQueries({ queryKey: LIST_KEY });
    },
    onError,
  });
  return { update, cancel, remove };
}

export const useConnectionDeleting = (id: string) =>
  useWrite(AGREEMENT_ROUTES.deleteConnection, { params: { connection_id: id }, onSettled: useReadAgain() });

/** Dates that are half changed, by agreement. */
export type DatesDrafts = TabDrafts<DatesDraft>;

export const useDrafts = () => useTabDrafts<DatesDraft>('waypost.agreement-drafts', datesDraft);

const MINUTE_MS = 60_000;

/** The server's clock in milliseconds, anew with each minute: what the dates mean changes by itself. */
export function useMinute(): number {
  const { clock } = useLive();
  const minute = useNow((now) => Math.floor(now / MINUTE_MS));
  return useMemo(() => clock.now(), [clock, minute]);
}

/**
 * From a load of the board to the agreement of its fleet. The service does not say which fleet a vehicle belongs to, so it is found
 * only when that has been learnt; else the agreements that share vehicles without their locations are what there is to look at.
 * @returns the load whose agreement is not known, for a sentence about it.
 */
export function useLoadsAgreement(
  load_id: string | undefined,
  items: readonly BoardAgreement[] | undefined,
  onFound: (agreement_id: string | null) => void,
): string | null {
  const [looked, setLooked] = useState<string | null>(null);
  const found = useEffectEvent((id: string | null) => {
    setLooked(id === null ? (load_id ?? null) : null);
    onFound(id);
  });
  const known = items !== undefined;
  const carrier =
    load_id === undefined
      ? undefined
      : items?.find(({ dependents }) => dependents.load_list.some((load) => load.load_id === load_id))?.id;
  useEffect(() => {
    if (load_id !== undefined && known && looked !== load_id) found(carrier ?? null);
  }, [load_id, known, carrier, looked]);
  return load_id !== undefined && looked === load_id ? load_id : null;
}
