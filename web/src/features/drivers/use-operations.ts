/** Operations as the server has them: the list kept by the stream, one with its attempts, and sending the same again. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { OPERATION_ROUTES } from '@waypost/contract/api/operation-routes';
import type { BoardOperation, operationList } from '@waypost/contract/api/operations';
import { useEffect, useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useLive } from '../../live/context.ts';
import { newestFirst } from './query.ts';

type OperationList = z.output<typeof operationList>;

const LIST_KEY = queryKeys.operations();
/** For what the stream does not send: how and when operations were read. */
const REFRESH_MS = 60_000;

/** Of each operation the newer of both; newest first. Operations are never taken away. */
export function merged(
  before: readonly BoardOperation[],
  updates: readonly BoardOperation[],
): readonly BoardOperation[] {
  const byId = new Map(before.map((one) => [one.id, one]));
  for (const one of updates) if (one.version >= (byId.get(one.id)?.version ?? 0)) byId.set(one.id, one);
  return [...byId.values()].sort(newestFirst);
}

/** @param known what the stream has sent meanwhile: the answer may be older */
function operationsQuery(http: Http, known: () => readonly BoardOperation[]) {
  let asked = false;
  return queryOptions({
    queryKey: LIST_KEY,
    queryFn: async ({ signal }): Promise<OperationList> => {
      const background = asked;
      asked = true;
      const { items, sources } = await http.call(OPERATION_ROUTES.listOperations, { background, signal });
      return { items: [...merged(known(), items)], sources };
    },
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
  });
}

export function useOperations() {
  const { http } = useApi();
  const { changes } = useLive();
  const client = useQueryClient();
  const query = useQuery(
    useMemo(
      () => operationsQuery(http, () => client.getQueryData<OperationList>(LIST_KEY)?.items ?? []),
      [http, client],
    ),
  );
  useEffect(
    () =>
      changes.subscribe('operations', {
        onChange: ({ items }) =>
          client.setQueryData<OperationList>(
            LIST_KEY,
            (before) => before && { ...before, items: [...merged(before.items, items)] },
          ),
        onOpened: () => void client.invalidateQueries({ queryKey: LIST_KEY }),
      }),
    [changes, client],
  );
  return query;
}

export const useOperationRead = (id: string, enabled = true) =>
  useRead(OPERATION_ROUTES.readOperation, queryKeys.operation(id), {
    params: { operation_id: id },
    staleTime: 2_000,
    gcTime: 60_000,
    enabled,
  });

/** @param version that the list knows: a newer one is read */
export function useOperation(id: string, version: number | undefined) {
  const query = useOperationRead(id);
  const { data, refetch } = query;
  const behind = data !== undefined && version !== undefined && data.version < version;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return query;
}

/** Has the server ask the service now. Rejects with a Problem. */
export function useReadNow(id: string) {
  const client = useQueryClient();
  return useWrite(OPERATION_ROUTES.refreshOperation, {
    params: { operation_id: id },
    onSuccess: (operation) => client.setQueryData(queryKeys.operation(id), operation),
  });
}

/** The same data once more, under a key that makes trying twice safe. Rejects with a Problem. */
export function useRepeat(id: string) {
  const client = useQueryClient();
  return useWrite(OPERATION_ROUTES.repeatOperation, {
    params: { operation_id: id },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: LIST_KEY });
      await client.invalidateQueries({ queryKey: queryKeys.operation(id) });
    },
  });
}
