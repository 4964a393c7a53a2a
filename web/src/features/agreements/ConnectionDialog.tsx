/** Ends a connection, after saying what comes over it. */
import { type BoardAgreement, type BoardConnection, confirmationOf } from '@waypost/contract/api/agreements';
import { ConfirmDialog, ImpactList } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { connectionKind, lastData, providerName } from './connection-state.ts';
import { countText, fleetName } from './names.ts';
import { useConnectionDeleting } from './use-agreements.ts';

export interface ConnectionDialogProps {
  readonly connection: BoardConnection;
  readonly agreement: BoardAgreement | null;
  readonly onClose: () => void;
}

export function ConnectionDialog({ connection, agreement, onClose }: ConnectionDialogProps) {
  const remove = useConnectionDeleting(connection.id);
  const provider = isolated(providerName(connection));
  const fleet = isolated(agreement ? fleetName(agreement) : (connection.fleet_ref ?? 'the fleet'));
  const others = (agreement?.connections ?? []).filter(
    (one) => one.id !== connection.id && connectionKind(one) === 'fine',
  );
  const carries = connectionKind(connection) === 'fine' || lastData(connection) !== null;
  return (
    <ConfirmDialog
      title={`Delete ${fleet}'s connection to ${provider}?`}
      confirm={confirmationOf(connection)}
      action="Delete connection"
      keep="Keep connection"
      not_done="Not deleted"
      act={async (typed) => {
        await remove.mutateAsync({ body: { confirm: typed } });
        toast({ title: `Deleted ${fleet}'s connection to ${provider}` });
      }}
      onClose={onClose}
    >
      <ImpactList>
        <li>
          {carries
            ? `data from ${provider}: trucks and drivers that only this provider reports stop updating`
            : `nothing right now: ${provider} sends no data`}
        </li>
        {agreement && agreement.dependents.loads > 0 && others.length === 0 && (
          <li>
            the positions of {countText(agreement.dependents.loads, 'watched load')}: no other connection of
            this fleet sends data
          </li>
        )}
      </ImpactList>
      <p>
        The agreement stays. To reconnect this provider, the fleet must sign in again through an invitation.
      </p>
    </ConfirmDialog>
  );
}
