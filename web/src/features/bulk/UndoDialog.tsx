/** Takes back what a job created, after saying what that withdraws and what stays. */

import { useQuery } from '@tanstack/react-query';
import type { BulkJob } from '@waypost/contract/api/bulk';
import { BULK_ROUTES } from '@waypost/contract/api/bulk-routes';
import { useApi } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import { amount, countOf } from './words.ts';

export interface UndoDialogProps {
  readonly job: BulkJob;
  /** Rejects with a Problem. */
  readonly onUndo: () => Promise<unknown>;
  readonly onClose: () => void;
}

const have = (count: number, one: string, many: string) =>
  count === 0 ? null : `${amount(count)} ${count === 1 ? one : many}`;

export function UndoDialog({ job, onUndo, onClose }: UndoDialogProps) {
  const { http } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.bulkUndo(job.id),
    queryFn: ({ signal }) => http.call(BULK_ROUTES.previewBulkUndo, { params: { job_id: job.id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const dead =
    data &&
    [
      have(data.shared, 'of their links was shared', 'of their links were shared'),
      have(data.viewed, 'was opened by its fleet', 'were opened by their fleets'),
    ].filter((part) => part !== null);
  const stays =
    data &&
    [
      have(
        data.accepted,
        'stays: the fleet has accepted. End its agreement instead.',
        'stay: the fleets have accepted. End their agreements instead.',
      ),
      have(
        data.renewed,
        "stays renewed: its earlier details can't be restored.",
        "stay renewed: their earlier details can't be restored.",
      ),
      have(data.gone, 'no longer exists.', 'no longer exist.'),
    ].filter((part) => part !== null);
  return (
    <ConfirmDialog
      title="Withdraw this job's invitations?"
      confirm="withdraw"
      action={data ? `Withdraw ${countOf('invitation', data.withdrawn)}` : 'Withdraw'}
      keep="Keep invitations"
      not_done="Not withdrawn"
      act={async () => {
        await onUndo();
        toast({ title: 'Withdrawing invitations', text: 'It continues if you leave the page.' });
      }}
      onClose={onClose}
    >
      {error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <ListSkeleton label="Counting" />}
      {data && (
        <>
          <p>
            {countOf('invitation', data.withdrawn)} will be withdrawn.
            {dead && dead.length > 0 && ` ${dead.join(', ')}: those links stop working.`} This can't be
            undone.
          </p>
          {stays && stays.length > 0 && (
            <ul>
              {stays.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
