import { useQueryClient } from '@tanstack/react-query';
import { newestFirst } from '@waypost/contract/api/driver-rows';
import { OPERATION_ROUTES } from '@waypost/contract/api/operation-routes';
import type { BoardOperation, operationList } from '@waypost/contract/api/operations';
import { useEffect } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useStreamedList } from '../../live/streamed-list.ts';

/**
 * Passwords of newly created users, kept in memory by operation until they have been shown. They must never be in a URL, storage, draft or
 * log.
 */
const passwords = new Map<string, string>();

export const oneTimePasswords = {
  put: (operation_id: string, password: string) => void passwords.set(operation_id, password),
  get: (operation_id: string): string | null => passwords.get(operation_id) ?? null,
  remove: (operation_id: string) => void passwords.delete(operation_id),
};

type OperationList = z.output<typeof operationList>;

const LIST_KEY = queryKeys.operations();
/** For data that the stream does not send: when and how operations were last read. */
const REFRESH_MS = 60_000;

/** Merges by version, newest first. Operations are never deleted. */
export function mergeOperations(
  before: readonly BoardOperation[],
  updates: readonly BoardOperation[],
): readonly BoardOperation[] {
  const byId = new Map(before.map((one) => [one.id, one]));
  for (const one of updates) if (one.version >= (byId.get(one.id)?.version ?? 0)) byId.set(one.id, one);
  return [...byId.values()].sort(newestFirst);
}

export function useOperations() {
  const query = useRead(OPERATION_ROUTES.listOperations, LIST_KEY, {
    background: 'after_first',
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
    // The stream may have sent newer versions than this response.
    structuralSharing: (before, now) =>
      mergeIntoList(now as OperationList, (before as OperationList)?.items ?? []),
  });
  useStreamedList('operations', LIST_KEY, query.data, mergeIntoList);
  return query;
}

const mergeIntoList = (list: OperationList, others: readonly BoardOperation[]): OperationList => ({
  ...list,
  items: [...mergeOperations(list.items, others)],
});

export const useOperationQuery = (id: string, enabled = true) =>
  useRead(OPERATION_ROUTES.readOperation, queryKeys.operation(id), {
    params: { operation_id: id },
    staleTime: 2_000,
    gcTime: 60_000,
    enabled,
  });

/** @param version as in the list; a newer one triggers a refetch */
export function useOperation(id: string, version: number | undefined) {
  const query = useOperationQuery(id);
  const { data, refetch } = query;
  const behind = data !== undefined && version !== undefined && data.version < version;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return query;
}

/** Makes the server read the operation from the service. Rejects with a Problem. */
export function useRefreshOperation(id: string) {
  const client = useQueryClient();
  return useWrite(OPERATION_ROUTES.refreshOperation, {
    params: { operation_id: id },
    onSuccess: (operation) => client.setQueryData(queryKeys.operation(id), operation),
  });
}

/** For several operations, each by its id; sent again with an idempotency key. Reject with a Problem. */
export function useRepeatOperations() {
  const { http } = useApi();
  const client = useQueryClient();
  return {
    repeat: (id: string, headers: Readonly<Record<string, string>>) =>
      http.call(OPERATION_ROUTES.repeatOperation, {
        params: { operation_id: id },
        body: { is_sync: false },
        headers,
      }),
    read: (id: string) => http.call(OPERATION_ROUTES.readOperation, { params: { operation_id: id } }),
    reload: () => void client.invalidateQueries({ queryKey: LIST_KEY }),
  };
}

/** Sends the same data again with an idempotency key. Rejects with a Problem. */
export function useRepeatOperation(id: string) {
  const client = useQueryClient();
  return useWrite(OPERATION_ROUTES.repeatOperation, {
    params: { operation_id: id },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: LIST_KEY });
      await client.invalidateQueries({ queryKey: queryKeys.operation(id) });
    },
  });
}
