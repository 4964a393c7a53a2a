/** Sending the same data once more. The password is not kept, so it is asked for again. */

import { Button } from '@mantine/core';
import { INTENT_HEADER } from '@waypost/contract/api/intents';
import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import { PASSWORD_LENGTH } from '@waypost/contract/users';
import { type FormEvent, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { Choice } from '../../ui/Choice.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { PasswordField } from './form/PasswordField.tsx';
import classes from './OperationPanel.module.css';
import { shownOnce } from './shown-once.ts';
import { useRepeat } from './use-operations.ts';
import { subjectText } from './words.ts';

/** The key under which an operation is sent again: the same for every try, also after a reload, so that there are never two. */
const nameOf = (operation_id: string) => `waypost.repeat.${operation_id}`;
/** Where this browser keeps nothing. */
const here = new Map<string, string>();

const repeatKey = {
  of(operation_id: string): string {
    const name = nameOf(operation_id);
    try {
      const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
      sessionStorage.setItem(name, key);
      return key;
    } catch {
      const key = here.get(name) ?? crypto.randomUUID();
      here.set(name, key);
      return key;
    }
  },
  forget(operation_id: string): void {
    here.delete(nameOf(operation_id));
    try {
      sessionStorage.removeItem(nameOf(operation_id));
    } catch {
      // It kept nothing.
    }
  },
};

export interface TryAgainProps {
  readonly operation: BoardOperationDetail;
  /** Opens the operation that was sent in its place. */
  readonly onSent: (operation_id: string) => void;
  readonly onCancel: () => void;
}

export function TryAgain({ operation, onSent, onCancel }: TryAgainProps) {
  const { id } = operation;
  const [password, setPassword] = useState('');
  const [is_sync, setSync] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const repeat = useRepeat(id);
  const too_long = password.length > PASSWORD_LENGTH.max;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (too_long) return;
    setProblem(null);
    try {
      const { intent, result } = await repeat.mutateAsync({
        body: { is_sync, ...(password === '' ? {} : { password }) },
        headers: { [INTENT_HEADER]: repeatKey.of(id) },
      });
      const sent = result?.id ?? intent.result_id;
      if (sent !== null && intent.state === 'done') {
        repeatKey.forget(id);
        if (password !== '') shownOnce.put(sent, password);
        onSent(sent);
      } else
        toast({
          title: `Not confirmed yet: checking whether ${subjectText(operation)} was sent again`,
          text: `${intent.message ?? 'No response from the tracking service'}. Sending again only checks the outcome.`,
        });
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <form
      className={`${shared.stack} ${shared.box} ${classes.again}`}
      aria-label="Try again"
      onSubmit={(event) => void send(event)}
    >
      <p>
        Sends the same data as a new operation. The password was not stored: type it again, generate one, or
        leave it empty.
      </p>
      <PasswordField
        id="again-password"
        value={password}
        onChange={setPassword}
        error={too_long ? `Must be at most ${PASSWORD_LENGTH.max} characters` : undefined}
      />
      <Choice
        id="again-sync"
        label="When to create it"
        value={is_sync ? 'now' : 'later'}
        options={[
          ['later', 'In the background'],
          ['now', 'Right away'],
        ]}
        onChange={(value) => setSync(value === 'now')}
      />
      {problem && <ProblemState problem={problem} small />}
      <div className={classes.line}>
        <Button type="submit" variant="filled" loading={repeat.isPending}>
          Send again
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
