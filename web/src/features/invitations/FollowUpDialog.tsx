/** Logs one follow-up with several invitations: the same note and next day for each. */
import { TextInput } from '@mantine/core';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { DateTimeField } from '../../live/DateTimeField.tsx';
import { actOnAll } from '../../live/pick-acts/pick-acts.ts';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { countText, numberText } from '../../ui/units.ts';
import { minuteText } from '../../ui/zoned.ts';
import { NOTE_MAX, useNextFollowUp } from './FollowUpForm.tsx';
import { useInvitationActions } from './use-invitations.ts';
import { nameOf } from './words.ts';

interface FollowUpDialogProps {
  readonly rows: readonly BoardInvitation[];
  /** Why an invitation is left out; null: it is not. */
  readonly refusal: (invitation: BoardInvitation) => string | null;
  /** With the invitations that were followed up. */
  readonly onClose: (done: readonly BoardInvitation[]) => void;
}

export function FollowUpDialog({ rows, refusal, onClose }: FollowUpDialogProps) {
  const actions = useInvitationActions();
  const done = useRef<readonly BoardInvitation[]>([]);
  // What was picked when it opened: a row that changes meanwhile keeps its place.
  const [picked] = useState(rows);
  const [note, setNote] = useState('');
  const [wall, setWall] = useState('');
  const { chosen, error } = useNextFollowUp(wall);
  const able = picked.filter((one) => refusal(one) === null).length;
  const due = chosen === null ? 'tomorrow' : minuteText(chosen.at, personZone());
  return (
    <ConfirmDialog
      title={`Log a follow-up with ${countText(able, 'fleet')}?`}
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
          refusal,
          run: async ({ key }: BoardInvitation) => {
            const body = { note: note.trim() || null, follow_up_at: chosen?.at ?? null, contacted: true };
            const { logged_at } = await actions.chase(key, body);
            return { undo: () => actions.undoChase(key, logged_at) };
          },
        };
        done.current = await actOnAll(act, picked, nameOf);
      }}
      onClose={() => onClose(done.current)}
    >
      <div className={shared.columnTight}>
        {able < picked.length && (
          <p>{numberText(picked.length - able)} of those picked wait for no answer and are left out.</p>
        )}
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
