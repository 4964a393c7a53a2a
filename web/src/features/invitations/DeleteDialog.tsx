/** Withdraws an invitation, after saying what is lost: it cannot be undone, so the reference is typed. */
import { typeable } from '@waypost/contract/api/confirmation';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { useInvitationActs } from './use-invitations.ts';
import { nameOf } from './words.ts';

export interface DeleteDialogProps {
  readonly invitation: BoardInvitation;
  readonly onClose: () => void;
}

export function DeleteDialog({ invitation, onClose }: DeleteDialogProps) {
  const acts = useInvitationActs();
  const name = isolated(nameOf(invitation));
  return (
    <ConfirmDialog
      title={`Withdraw invitation of ${name}?`}
      confirm={typeable(invitation.fleet_ref) ?? 'withdraw'}
      action="Withdraw invitation"
      keep="Keep invitation"
      not_done="Not withdrawn"
      act={async () => {
        await acts.withdraw(invitation.key);
        toast({ title: `Withdrew the invitation of ${name}`, text: 'Its link no longer works.' });
      }}
      onClose={onClose}
    >
      <ImpactList>
        <li>its link: the fleet can no longer open, accept or decline it</li>
        {invitation.viewed_at !== null && <li>anything the fleet started on that page</li>}
        <li>its printed QR codes</li>
      </ImpactList>
      <p>
        Nothing is shared yet, so no data is lost. This can't be undone. You can invite the fleet again with a
        new link.
      </p>
    </ConfirmDialog>
  );
}
