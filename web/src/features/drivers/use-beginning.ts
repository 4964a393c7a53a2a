/** The data of an operation that a new one begins from. */

import { skipToken, useQuery } from '@tanstack/react-query';
import { OPERATION_ROUTES } from '@waypost/contract/api/operation-routes';
import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';

export type Beginning =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem; readonly retry: () => void }
  /** Null: there is none, or it is not kept. */
  | { readonly phase: 'ready'; readonly request: BoardOperationDetail['request'] };

export function useBeginning(operation_id: string | undefined): Beginning {
  const { http } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['operation', operation_id],
    queryFn:
      operation_id === undefined
        ? skipToken
        : ({ signal }) => http.call(OPERATION_ROUTES.readOperation, { params: { operation_id }, signal }),
    staleTime: 2_000,
  });
  if (operation_id === undefined) return { phase: 'ready', request: null };
  if (data) return { phase: 'ready', request: data.request };
  if (error) return { phase: 'failed', problem: asProblem(error), retry: () => void refetch() };
  return { phase: 'loading' };
}
