/** TMS invitations: a resource of their own, of which the interface shows only that one can be deleted until it is accepted. */
import { TextInput, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { INVITATION_ROUTES } from '@waypost/contract/api/invitation-routes';
import { uuid } from '@waypost/contract/common';
import { useMemo, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconMail } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import classes from './TmsView.module.css';

const KEY = queryKeys.tmsInvitations();

export function TmsView() {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_onboarding');
  const list = useQuery(
    useMemo(
      () =>
        queryOptions({
          queryKey: KEY,
          queryFn: ({ signal }) => http.call(INVITATION_ROUTES.listTmsInvitations, { signal }),
          staleTime: 10_000,
        }),
      [http],
    ),
  );
  const [deletes, setDeletes] = useState<{
    readonly name: string;
    readonly run: () => Promise<unknown>;
  } | null>(null);
  const { data, error } = list;
  const problem = error ? asProblem(error) : null;
  return (
    <div className={classes.view}>
      <p className={classes.why}>
        TMS invitations come from a transportation management system. You can delete one until it is accepted;
        after that, end its TMS share agreement.
      </p>
      <ById disabledReason={disabledReason} onDelete={setDeletes} />
      {problem && (
        <ProblemState problem={problem} onRetry={() => void list.refetch()} small={data !== undefined} />
      )}
      {!data && !problem && <ListSkeleton label="Loading invitations" />}
      {data && !data.known && (
        <EmptyState
          icon={<IconMail size={32} stroke={1.5} />}
          title="The tracking service has no list of TMS invitations"
        >
          If you know an ID, you can delete it above.
        </EmptyState>
      )}
      {data?.known && data.items.length === 0 && (
        <EmptyState icon={<IconMail size={32} stroke={1.5} />} title="No TMS invitations">
          None listed.
        </EmptyState>
      )}
      {data && <UnreadLine unread={data.unread} words={['invitation', 'invitations']} />}
      {data && data.items.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Invitation</th>
              <th scope="col">Status</th>
              <th scope="col">Created</th>
              <th scope="col">Ends</th>
              <th scope="col">
                <VisuallyHidden>Delete</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.items.map(({ key, status, created_at, expires_at }) => (
              <tr key={key}>
                <td>
                  <code>{key.slice(0, 8)}</code>
                </td>
                <td>{status ?? 'not set'}</td>
                <td>{created_at ? fullDateTime(created_at) : ''}</td>
                <td>{expires_at ? fullDateTime(expires_at) : ''}</td>
                <td>
                  <GuardedButton
                    disabledReason={
                      disabledReason ??
                      (status === 'accepted' ? 'Accepted; end its TMS share agreement instead' : null)
                    }
                    onClick={() =>
                      setDeletes({
                        name: `TMS invitation ${key.slice(0, 8)}`,
                        run: () => http.call(INVITATION_ROUTES.deleteTmsInvitation, { params: { key } }),
                      })
                    }
                  >
                    Delete…
                  </GuardedButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {deletes && <Confirm {...deletes} onClose={() => setDeletes(null)} />}
    </div>
  );
}

interface ByIdProps {
  readonly disabledReason: string | null;
  readonly onDelete: (what: { name: string; run: () => Promise<unknown> }) => void;
}

function ById({ disabledReason, onDelete }: ByIdProps) {
  const { http } = useApi();
  const [id, setId] = useState('');
  const [tried, setTried] = useState(false);
  const good = uuid.safeParse(id.trim()).success;
  return (
    <form
      className={classes.byId}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        const tms_invitation_id = id.trim();
        if (disabledReason === null && good)
          onDelete({
            name: `TMS invitation ${tms_invitation_id.slice(0, 8)}`,
            run: () => http.call(INVITATION_ROUTES.deleteTmsInvitationById, { body: { tms_invitation_id } }),
          });
      }}
    >
      <TextInput
        label="Delete by ID"
        placeholder="e.g. 3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60"
        value={id}
        autoComplete="off"
        spellCheck={false}
        error={tried && !good && 'The ID must be a UUID'}
        onChange={({ currentTarget }) => setId(currentTarget.value)}
      />
      <GuardedButton type="submit" disabledReason={disabledReason}>
        Delete…
      </GuardedButton>
    </form>
  );
}

interface ConfirmProps {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
}

function Confirm({ name, run, onClose }: ConfirmProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="delete"
      action="Delete TMS invitation"
      keep="Keep invitation"
      not_done="Not deleted"
      act={async () => {
        try {
          await run();
        } finally {
          void client.invalidateQueries({ queryKey: KEY });
        }
        toast({ title: `Deleted ${name}` });
      }}
      onClose={onClose}
    >
      <p>It can no longer be accepted. This can't be undone. Only its TMS can send a new one.</p>
    </ConfirmDialog>
  );
}
