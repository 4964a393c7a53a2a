/** The foot of the form: what a click will do, with the link or without. */
import { Button } from '@mantine/core';
import { useNow } from '../../live/context.ts';
import { SendOutcome, type SendWords } from '../../live/SendOutcome.tsx';
import type { Submit } from '../../live/use-sending.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { fullDateTime } from '../../ui/time.ts';
import classes from './Form.module.css';

export interface SendBarProps {
  readonly submit: Submit;
  readonly disabledReason: string | null;
  readonly refreshes: boolean;
  /** Hours; null while they are wrong. */
  readonly hours: number | null;
  readonly onSend: (copy: boolean) => void;
}

const WORDS: SendWords = {
  refused: 'Nothing was sent to the fleet',
  sent_before: (
    <>
      <strong>This form was already sent with different details.</strong> The first request may have arrived:
      check the list. If it is not what you want, send this as new; the fleet still has only one invitation.
    </>
  ),
  safe: 'Sending again is safe: a fleet has only one invitation.',
  unknown: (message) => (
    <>
      <strong>Not confirmed yet: checking whether it was created.</strong>{' '}
      {message ?? 'The tracking service did not respond.'} Sending again is safe: a fleet has only one
      invitation.
    </>
  ),
};

export function SendBar({ submit, disabledReason, refreshes, hours, onSend }: SendBarProps) {
  const { phase } = submit.sending;
  const until = useNow((now) => (hours === null ? null : minuteOf(now + hours * 3600_000)));
  const verb = refreshes ? 'Renew' : 'Invite';
  const waiting = phase === 'waiting';
  const again = phase === 'no_answer' || phase === 'unknown';
  return (
    <div className={classes.foot}>
      <SendOutcome submit={submit} words={WORDS} />
      <p className={classes.says}>
        {until === null ? 'Only the reference is required.' : `${verb}, link valid until ${until}`}
      </p>
      <div className={classes.bar}>
        {waiting && <Button onClick={submit.cancel}>Do not send</Button>}
        {!waiting && !again && (
          <GuardedButton disabledReason={disabledReason} onClick={() => onSend(false)}>
            {refreshes ? 'Renew only' : 'Create only'}
          </GuardedButton>
        )}
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
        >
          {waiting ? 'Try now' : again ? 'Check again' : `${verb} and copy link`}
        </GuardedButton>
      </div>
    </div>
  );
}

const minuteOf = (at: number) =>
  fullDateTime(Math.ceil(at / 60_000) * 60_000).replace(/:\d\d (?=[^:]*$)/, ' ');
