/** The two ends of an agreement by hand: cancelled, where the service offers that, or deleted. Both after a typed confirmation. */
import { type BoardAgreement, confirmationOf } from '@waypost/contract/api/agreements';
import { useState } from 'react';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconBan, IconTrash } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './AgreementPanel.module.css';
import { Impact } from './Impact.tsx';
import { fleetName } from './names.ts';
import type { StateKind } from './state.ts';
import { useAgreementWriting } from './use-agreements.ts';

export interface EndSectionProps {
  readonly agreement: BoardAgreement;
  readonly unknown: number;
  readonly kind: StateKind;
  readonly disabledReason: string | null;
  readonly onDeleted: () => void;
}

export function EndSection({ agreement, unknown, kind, disabledReason, onDeleted }: EndSectionProps) {
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const { cancel, remove } = useAgreementWriting(agreement.id);
  const name = isolated(fleetName(agreement));
  if (agreement.status === 'deleted') return null;
  return (
    <Section title="End agreement">
      <div className={classes.ends}>
        {kind !== 'over' && (
          <GuardedButton
            disabledReason={disabledReason}
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => setAsked('cancel')}
          >
            Cancel agreement
          </GuardedButton>
        )}
        <GuardedButton
          disabledReason={disabledReason}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsked('delete')}
        >
          Delete agreement
        </GuardedButton>
      </div>
      {kind !== 'over' && (
        <p className={classes.note}>To end access but keep the agreement, change its dates above.</p>
      )}
      {asked && (
        <ConfirmDialog
          title={`${asked === 'cancel' ? 'Cancel' : 'Delete'} agreement with ${name}?`}
          confirm={confirmationOf(agreement)}
          action={asked === 'cancel' ? 'Cancel agreement' : 'Delete agreement'}
          keep="Keep agreement"
          not_done={asked === 'cancel' ? 'Not cancelled' : 'Not deleted'}
          act={async (typed) => {
            await (asked === 'cancel' ? cancel : remove).mutateAsync(typed);
            toast({ title: `${asked === 'cancel' ? 'Cancelled' : 'Deleted'} agreement with ${name}` });
            if (asked === 'delete') onDeleted();
          }}
          onClose={() => setAsked(null)}
        >
          <Impact dependents={agreement.dependents} unknown={unknown} />
          <p>
            {asked === 'cancel' ? 'It stays in the list as cancelled.' : "This can't be undone."} To share
            again, the fleet must accept a new invitation.
          </p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
