import type { Owner } from '@waypost/contract/api/load-triage';
import { ConfirmDialog } from '../../../live/ConfirmDialog.tsx';
import { isolated } from '../../../ui/bidi.ts';

interface TakeDialogProps {
  /** Of the load. */
  readonly name: string;
  readonly owner: Owner;
  readonly onTake: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a load is taken from somebody else. */
export function TakeDialog({ name, owner, onTake, onClose }: TakeDialogProps) {
  const who = isolated(owner.name);
  return (
    <ConfirmDialog
      title={`Take ${name}`}
      action="Take it"
      keep="Leave it"
      danger={false}
      failure_title="Not taken"
      act={async () => void (await onTake())}
      onClose={onClose}
    >
      <p>
        {who} has this load. Take it from {who}?
      </p>
    </ConfirmDialog>
  );
}
