/** Operations as the server has them: the list kept by the stream, one with its attempts, and sending the same again. */

import { useQueryClient } from '@tanstack/react-query';
import { OPERATION_ROUTES } from '@waypost/contract/api/operation-routes';
import type { BoardOperation, operationList } from '@waypost/contract/api/operations';
import { useEffect } from 'react';
import type { z } from 'zod';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useChanges } from '../../live/context.ts';
import { newestFirst } from './words.ts';

/**
 * Passwords of users that were just created, to be handed over: in the memory of this page only, by operation, until they have been
 * shown. Never in an address, a storage, a draft or a log.
 */
const passwords = new Map<string, string>();

export const shownOnce = {
  put: (operation_id: string, password: string) => void passwords.set(operation_id, password),
  get: (operation_id: string): string | null => passwords.get(operation_id) ?? null,
  forget: (operation_id: string) => void passwords.delete(operation_id),
};

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

export function useOperations() {
  const client = useQueryClient();
  const query = useRead(OPERATION_ROUTES.listOperations, LIST_KEY, {
    background: 'after_first',
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
    // The stream may have sent newer ones while an answer was on its way.
    structuralSharing: (before, now) =>
      withNewer(now as OperationList, (before as OperationList)?.items ?? []),
  });
  useChanges(
    'operations',
    ({ items }) =>
      client.setQueryData<OperationList>(LIST_KEY, (before) => before && withNewer(before, items)),
    () => void client.invalidateQueries({ queryKey: LIST_KEY }),
  );
  return query;
}

const withNewer = (list: OperationList, others: readonly BoardOperation[]): OperationList => ({
  ...list,
  items: [...merged(list.items, others)],
});

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
