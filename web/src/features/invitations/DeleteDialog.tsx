/** Withdraws an invitation, after saying what is lost: it cannot be undone, so the reference is typed. */
import { typeable } from '@waypost/contract/api/confirmation';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { useInvitationActs } from './use-invitations.ts';
import { refOf } from './words.ts';

export interface DeleteDialogProps {
  readonly invitation: BoardInvitation;
  readonly onClose: () => void;
}

export function DeleteDialog({ invitation, onClose }: DeleteDialogProps) {
  const acts = useInvitationActs();
  const name = isolated(refOf(invitation));
  return (
    <ConfirmDialog
      title={`Withdraw the invitation of ${name}?`}
      confirm={typeable(invitation.fleet_ref) ?? 'withdraw'}
      action="Withdraw the invitation"
      keep="Keep it"
      not_done="It was not withdrawn"
      act={async () => {
        await acts.withdraw(invitation.key);
        toast({ title: `The invitation of ${name} is withdrawn`, text: 'Its link opens nothing any more.' });
      }}
      onClose={onClose}
    >
      <ImpactList>
        <li>its link, wherever it was sent: the fleet can no longer open, accept or decline it</li>
        {invitation.viewed_at !== null && <li>what the fleet has begun on that page</li>}
        <li>the QR codes that were printed of it</li>
      </ImpactList>
      <p>
        Nothing is shared by it yet, so no data are lost. This cannot be undone; the fleet can be invited
        anew, with another link.
      </p>
    </ConfirmDialog>
  );
}
