/** The data of an operation that a new one begins from. */

import { useQuery } from '@tanstack/react-query';
import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { operationQuery } from './use-operations.ts';

export type Beginning =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem; readonly retry: () => void }
  /** Null: there is none, or it is not kept. */
  | { readonly phase: 'ready'; readonly request: BoardOperationDetail['request'] };

export function useBeginning(operation_id: string | undefined): Beginning {
  const { http } = useApi();
  const query = useMemo(() => operationQuery(http, operation_id ?? ''), [http, operation_id]);
  const { data, error, refetch } = useQuery({ ...query, enabled: operation_id !== undefined });
  if (operation_id === undefined) return { phase: 'ready', request: null };
  if (data) return { phase: 'ready', request: data.request };
  if (error) return { phase: 'failed', problem: asProblem(error), retry: () => void refetch() };
  return { phase: 'loading' };
}
