/** The two ends of an agreement by hand: cancelled, where the service offers that, or deleted. Both after a typed confirmation. */
import { type BoardAgreement, confirmationOf } from '@waypost/contract/api/agreements';
import { useState } from 'react';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconBan, IconTrash } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './EndSection.module.css';
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
  const close = () => setAsked(null);
  const impact = <Impact dependents={agreement.dependents} unknown={unknown} />;
  return (
    <Section title="End it for good">
      <div className={classes.bar}>
        {kind !== 'over' && (
          <GuardedButton
            disabledReason={disabledReason}
            leftSection={<IconBan size={16} aria-hidden />}
            onClick={() => setAsked('cancel')}
          >
            Cancel the agreement
          </GuardedButton>
        )}
        <GuardedButton
          disabledReason={disabledReason}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsked('delete')}
        >
          Delete the agreement
        </GuardedButton>
      </div>
      {kind !== 'over' && (
        <p className={classes.note}>To end access without ending the agreement, change its dates above.</p>
      )}
      {asked === 'cancel' && (
        <ConfirmDialog
          title={`Cancel the agreement with ${name}?`}
          confirm={confirmationOf(agreement)}
          action="Cancel the agreement"
          keep="Keep it"
          not_done="It is not cancelled"
          act={async (typed) => {
            await cancel.mutateAsync(typed);
            toast({ title: `The agreement with ${name} is cancelled` });
          }}
          onClose={close}
        >
          {impact}
          <p>It stays in the list as cancelled. Only a new invitation that the fleet accepts begins again.</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete the agreement with ${name}?`}
          confirm={confirmationOf(agreement)}
          action="Delete the agreement"
          keep="Keep it"
          not_done="It is not deleted"
          act={async (typed) => {
            await remove.mutateAsync(typed);
            toast({ title: `The agreement with ${name} is deleted` });
            onDeleted();
          }}
          onClose={close}
        >
          {impact}
          <p>It cannot be taken back. Only a new invitation that the fleet accepts begins again.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
