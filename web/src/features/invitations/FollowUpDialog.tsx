/** Logs one follow-up with several invitations: the same note and next day for each. */
import { TextInput } from '@mantine/core';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useState } from 'react';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { DateTimeField } from '../../live/DateTimeField.tsx';
import { actOnAll } from '../../live/pick-acts/pick-acts.ts';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { countText } from '../../ui/units.ts';
import { minuteText } from '../../ui/zoned.ts';
import { NOTE_MAX, useNextFollowUp } from './FollowUpForm.tsx';
import { LeftOut, type PickedDialogProps, usePicked } from './PickedDialogs.tsx';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

export function FollowUpDialog(props: PickedDialogProps) {
  const actions = useInvitationActions();
  const { picked, able, done, close } = usePicked(props);
  const [note, setNote] = useState('');
  const [wall, setWall] = useState('');
  const { chosen, error } = useNextFollowUp(wall);
  const due = chosen === null ? 'tomorrow' : minuteText(chosen.at, personZone());
  return (
    <ConfirmDialog
      title={`Log a follow-up with ${countText(able.length, 'fleet')}?`}
      action="Log follow-up"
      disabledReason={error}
      danger={false}
      keep="Cancel"
      failure_title="Not logged"
      act={async () => {
        const act = {
          label: 'Log follow-up',
          tip: '',
          done: 'followed up',
          after: `They are due again ${due} if there is no answer.`,
          refusal: props.refusal,
          run: async ({ key }: BoardInvitation) => {
            const body = { note: note.trim() || null, follow_up_at: chosen?.at ?? null, contacted: true };
            const { logged_at } = await actions.chase(key, body);
            return { undo: () => actions.undoChase(key, logged_at) };
          },
        };
        done.current = await actOnAll(act, picked, nameOf);
      }}
      onClose={close}
    >
      <div className={shared.columnTight}>
        <LeftOut count={picked.length - able.length} why="no answer is awaited" />
        <TextInput
          label="Note (optional)"
          placeholder="e.g. called, no answer"
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DateTimeField
          label="Next follow-up (optional)"
          description={`Due again ${due} if there is no answer`}
          value={wall}
          error={error}
          onChange={setWall}
        />
      </div>
    </ConfirmDialog>
  );
}
