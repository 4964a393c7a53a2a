/** What the list says when it has no rows: none yet, filtered to nothing, nobody to chase. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCircleCheck, IconMail } from '../../ui/icons.ts';
import { NoMatch } from '../../ui/NoMatch.tsx';

export function NoInvitations({ create }: { readonly create: ReactNode }) {
  return (
    <EmptyState icon={<IconMail size={32} stroke={1.5} />} title="No invitations yet" action={create}>
      <p>
        An invitation is a link for one fleet: it reads there what it would share, and accepts or declines.
        Acceptance makes a share agreement, and its trucks become visible on the board.
      </p>
      <p>All that is needed is your own reference of the fleet.</p>
    </EmptyState>
  );
}

interface InvitationsNoMatchProps {
  /** Only those to chase were asked for. */
  readonly chase: boolean;
  readonly onClear: () => void;
}

export function InvitationsNoMatch({ chase, onClear }: InvitationsNoMatchProps) {
  if (chase)
    return (
      <EmptyState
        icon={<IconCircleCheck size={32} stroke={1.5} />}
        title="Nobody to chase today"
        action={<Button onClick={onClear}>Show all invitations</Button>}
      >
        None ends soon, waits for an answer since yesterday, or stays unopened for two days, that was not
        chased within a day.
      </EmptyState>
    );
  return (
    <NoMatch title="No invitation matches" clear="Show all invitations" onClear={onClear}>
      The filter looks through references, names, e-mail, phone, regulatory ids, reasons and who invited.
    </NoMatch>
  );
}
