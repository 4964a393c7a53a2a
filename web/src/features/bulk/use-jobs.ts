/** Jobs of the server: read once, updated by the stream, and re-read after a gap in it. */

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BulkJob, BulkJobDetail, BulkRow } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import type { FeedData } from '../../live/change-feed.ts';
import { useChanges } from '../../live/context.ts';

type Progress = FeedData['bulk']['items'][number];

const LIST_KEY = queryKeys.bulkJobs();

function withProgress(job: BulkJobDetail, { rows, ...progress }: Progress): BulkJobDetail {
  if (progress.version < job.version) return job;
  const changed = new Map(rows.map((row) => [row.n, row]));
  const next = job.rows.map((row): BulkRow => {
    const now = changed.get(row.n);
    // Events lack the operation's status.
    return now ? { ...now, operation_status: now.operation_status ?? row.operation_status } : row;
  });
  return { ...job, ...progress, rows: changed.size > 0 ? next : job.rows };
}

export function useJob(id: string) {
  const { http } = useApi();
  const client = useQueryClient();
  const key = queryKeys.bulkJob(id);
  const invalidate = () => void client.invalidateQueries({ queryKey: key });
  // Events that arrive while a read is under way are applied to its response.
  const [pending] = useState<Progress[]>(() => []);
  const query = useQuery(useMemo(() => jobQuery(http, id, pending), [http, id, pending]));
  useChanges(
    'bulk',
    ({ items }) => {
      for (const one of items) {
        if (one.id !== id) continue;
        pending.push(one);
        const before = client.getQueryData<BulkJobDetail>(key);
        client.setQueryData<BulkJobDetail>(key, (job) => job && withProgress(job, one));
        // A change of state may change many rows, which are not in the event.
        if (before && before.state !== one.state) invalidate();
      }
    },
    invalidate,
  );
  useChanges(
    'operations',
    ({ items }) => {
      const status = new Map(items.map((one) => [one.id, one.status ?? null]));
      client.setQueryData<BulkJobDetail>(key, (job) => {
        if (!job?.rows.some(({ operation_id }) => operation_id !== null && status.has(operation_id)))
          return job;
        const rows = job.rows.map((row) => {
          const now = row.operation_id === null ? undefined : status.get(row.operation_id);
          return now === undefined ? row : { ...row, operation_status: now };
        });
        return { ...job, rows };
      });
    },
    () => undefined,
  );
  return query;
}

function jobQuery(http: Http, job_id: string, pending: Progress[]) {
  let fetched_before = false;
  return queryOptions({
    queryKey: queryKeys.bulkJob(job_id),
    queryFn: async ({ signal }) => {
      const background = fetched_before;
      fetched_before = true;
      pending.length = 0;
      const job = await http.call(BULK_ROUTES.readBulkJob, { params: { job_id }, background, signal });
      return pending.reduce(withProgress, job);
    },
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

export function useJobs() {
  const client = useQueryClient();
  const invalidate = () => void client.invalidateQueries({ queryKey: LIST_KEY });
  const query = useRead(BULK_ROUTES.listBulkJobs, LIST_KEY, { staleTime: 2_000 });
  useChanges(
    'bulk',
    ({ items }) => {
      const updates = new Map(items.map(({ rows: _, ...job }) => [job.id, job]));
      const list = client.getQueryData<{ items: BulkJob[] }>(LIST_KEY);
      const known = new Set(list?.items.map(({ id }) => id));
      if (list && [...updates.keys()].some((id) => !known.has(id))) invalidate();
      client.setQueryData<{ items: BulkJob[] }>(
        LIST_KEY,
        (before) => before && { items: before.items.map((job) => updates.get(job.id) ?? job) },
      );
    },
    invalidate,
  );
  return query;
}

const ACTION_ROUTES = {
  pause: BULK_ROUTES.pauseBulkJob,
  resume: BULK_ROUTES.resumeBulkJob,
  cancel: BULK_ROUTES.cancelBulkJob,
  undo: BULK_ROUTES.undoBulkJob,
} as const;

export function useJobAction(job_id: string) {
  const { http } = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: keyof typeof ACTION_ROUTES): Promise<BulkJob> =>
      http.call(ACTION_ROUTES[action], { params: { job_id } }),
    onSuccess: (job) => {
      client.setQueryData<BulkJobDetail>(
        queryKeys.bulkJob(job_id),
        (before) => before && { ...before, ...job },
      );
    },
    // Also after a failure: someone else may have changed the state.
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.bulkJob(job_id) }),
  });
}
