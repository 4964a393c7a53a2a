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
      <strong>This form was sent before, with something else in it.</strong> That sending may have arrived:
      look at the list. If it is not what you want, this can be sent as a new one; the fleet still has only
      one invitation.
    </>
  ),
  safe: 'Asking again is safe: it carries the same key, and a fleet_ref has one invitation only.',
  unknown: (message) => (
    <>
      <strong>Nobody knows yet whether it was created.</strong> {message ?? 'The service did not answer.'}{' '}
      Waypost looks by itself; asking again is safe, since a fleet_ref has one invitation only.
    </>
  ),
};

export function SendBar({ submit, disabledReason, refreshes, hours, onSend }: SendBarProps) {
  const { phase } = submit.sending;
  const until = useNow((now) => (hours === null ? null : minuteOf(now + hours * 3600_000)));
  const verb = refreshes ? 'Refresh' : 'Invite';
  const waiting = phase === 'waiting';
  const again = phase === 'no_answer' || phase === 'unknown';
  return (
    <div className={classes.foot}>
      <SendOutcome submit={submit} words={WORDS} />
      <p className={classes.says}>
        {until === null ? 'Its reference is all that is needed.' : `${verb}, link valid until ${until}`}
      </p>
      <div className={classes.bar}>
        {waiting && <Button onClick={submit.cancel}>Do not send</Button>}
        {!waiting && !again && (
          <GuardedButton disabledReason={disabledReason} onClick={() => onSend(false)}>
            {verb} only
          </GuardedButton>
        )}
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={phase === 'sending'}
        >
          {waiting ? 'Try now' : again ? 'Ask again' : `${verb} and copy link`}
        </GuardedButton>
      </div>
    </div>
  );
}

const minuteOf = (at: number) =>
  fullDateTime(Math.ceil(at / 60_000) * 60_000).replace(/:\d\d (?=[^:]*$)/, ' ');
