/**
 * The foot of a form that creates something at the service: what a click will do, always in view; and what became of the last one.
 * A page with wider margins sets `--submit-edge`.
 */
import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { GuardedButton } from '../ui/buttons.tsx';
import { SendOutcome, type SendWords } from './SendOutcome.tsx';
import classes from './SubmitBar.module.css';
import type { Submit } from './use-sending.ts';

export interface SubmitBarProps {
  readonly submit: Submit;
  readonly words: SendWords;
  /** Verb and thing, on the button. */
  readonly action: string;
  /** Why this person may not; null: they may. */
  readonly disabledReason: string | null;
  /** False while there are errors: a click then leads to the first. */
  readonly ready: boolean;
  readonly onSend: () => void;
  /** What a click will do. */
  readonly children: ReactNode;
}

export function SubmitBar({
  submit,
  words,
  action,
  disabledReason,
  ready,
  onSend,
  children,
}: SubmitBarProps) {
  const { phase } = submit.sending;
  return (
    <div className={classes.foot}>
      <SendOutcome submit={submit} words={words} />
      <div className={classes.bar}>
        <p className={classes.says}>{children}</p>
        {phase === 'waiting' && <Button onClick={submit.cancel}>Do not send</Button>}
        <GuardedButton
          variant="filled"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
          onClick={onSend}
        >
          {phase === 'waiting' ? 'Try now' : phase === 'no_answer' ? 'Send again' : action}
        </GuardedButton>
      </div>
      {!ready && disabledReason === null && <VisuallyHidden>Some fields are still empty.</VisuallyHidden>}
    </div>
  );
}
