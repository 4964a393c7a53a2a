/** Emails of a job: read once, then updated by the stream's changes of its invitations. */

import { useQueryClient } from '@tanstack/react-query';
import type { BulkJob } from '@waypost/contract/api/bulk';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import type { JobEmail } from '@waypost/contract/api/messages';
import { useEffect, useMemo } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useLive } from '../../live/context.ts';

export interface JobEmails {
  readonly items: JobEmail[];
}

/** Nothing for a job of users, or before the job has ended. */
export function useJobEmails({ id: job_id, kind, state, counts }: BulkJob) {
  const { changes } = useLive();
  const client = useQueryClient();
  const ended = state === 'done' || state === 'cancelled';
  const key = useMemo(() => queryKeys.bulkEmails(job_id, counts.done), [job_id, counts.done]);
  const query = useRead(MESSAGE_ROUTES.jobEmails, key, {
    params: { job_id },
    background: 'always',
    enabled: kind === 'invitation' && ended && counts.done > 0,
    staleTime: 2_000,
  });
  useEffect(
    () =>
      changes.subscribe('invitations', {
        onChange: ({ items }) => {
          const news = new Map(items.map((one) => [one.key, one.email]));
          client.setQueryData<JobEmails>(
            key,
            (before) =>
              before && {
                items: before.items.map((one) => {
                  const email = news.get(one.invitation_key);
                  return email === undefined ? one : { ...one, email };
                }),
              },
          );
        },
        onOpened: () => void client.invalidateQueries({ queryKey: key }),
      }),
    [changes, client, key],
  );
  return { ...query, key };
}

/** All of them reject with a Problem. */
export function useJobMessages(job_id: string, key: readonly unknown[]) {
  const client = useQueryClient();
  const params = { job_id };
  const onSuccess = (emails: JobEmails) => client.setQueryData<JobEmails>(key, emails);
  const send = useWrite(MESSAGE_ROUTES.emailJob, { params, onSuccess });
  const cancel = useWrite(MESSAGE_ROUTES.cancelJobEmails, { params, onSuccess });
  const download = useWrite(MESSAGE_ROUTES.exportJobMessages, {
    params,
    onSuccess: () => void client.invalidateQueries({ queryKey: key }),
    // The links are not kept in this page.
    gcTime: 0,
  });
  return { send, cancel, download };
}
