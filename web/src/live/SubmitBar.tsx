/** Footer of a form: summary, submit button, result of the last attempt. Wider margins: `--submit-edge`. */
import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { explain, type Problem } from '../api/problem.ts';
import { Banner } from '../ui/Banner.tsx';
import { GuardedButton } from '../ui/buttons.tsx';
import type { PersistedDraft } from '../ui/draft-store.ts';
import shared from '../ui/shared.module.css';
import { useNow } from './context.ts';
import classes from './SubmitBar.module.css';
import type { SentState, Submit } from './sending.ts';

interface SubmitBarProps {
  readonly submit: Submit;
  readonly words: SendWords;
  readonly action: string;
  /** Null when the person has the right. */
  readonly disabledReason: string | null;
  readonly ready: boolean;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

export function SubmitBar(props: SubmitBarProps) {
  const { submit, words, action, disabledReason, ready, onSend, children } = props;
  const { phase } = submit.sending;
  return (
    <div className={classes.foot}>
      <SendOutcome submit={submit} words={words} />
      <div className={classes.bar}>
        <p className={classes.summary}>{children}</p>
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

export interface SendWords {
  readonly refused: string;
  /** What a rejection by the service without a field error means; '' when there is nothing to add. */
  readonly why?: (problem: Problem) => string;
  /** Says that the key was already used for another request, and where to find that one. */
  readonly sent_before: ReactNode;
  readonly safe: string;
  /** Shown for an unconfirmed request, with the server's message; left out where the form itself shows it. */
  readonly unknown?: (message: string | null) => ReactNode;
}

interface SendOutcomeProps {
  readonly submit: Submit;
  readonly words: SendWords;
}

export function SendOutcome({ submit: { sending, asNew }, words }: SendOutcomeProps) {
  switch (sending.phase) {
    case 'idle':
    case 'sending':
      return null;
    case 'waiting':
      return <Countdown until={sending.until} problem={sending.problem} />;
    case 'refused':
      return <Refused problem={sending.problem} fields={sending.fields.length} words={words} />;
    case 'sent_before':
      return (
        <div role="alert" className={classes.outcome}>
          {words.sent_before}{' '}
          <Button size="compact-xs" onClick={asNew}>
            Send as new
          </Button>
        </div>
      );
    case 'no_answer':
      return (
        <div role="alert" className={classes.outcome}>
          <strong>{sending.problem.message}.</strong> We don't know whether it arrived. {words.safe}
        </div>
      );
    case 'unknown':
      return words.unknown ? (
        <div role="alert" className={classes.outcome}>
          {words.unknown(sending.message)}
        </div>
      ) : null;
  }
}

function Countdown({ until, problem }: { readonly until: number; readonly problem: Problem }) {
  const seconds = useNow((now) => Math.max(0, Math.ceil((until - now) / 1000)));
  return (
    <div role="status" className={classes.outcome}>
      <strong>{problem.message}.</strong>{' '}
      {seconds > 0 ? `Sends automatically in ${seconds} s.` : 'Sending now.'}
    </div>
  );
}

interface RefusedProps {
  readonly problem: Problem;
  /** Number of details that are shown on their field. */
  readonly fields: number;
  readonly words: SendWords;
}

function Refused({ problem, fields, words }: RefusedProps) {
  const { title, text } = explain(problem);
  const details = Array.isArray(problem.detail) ? problem.detail.length : 0;
  return (
    <div role="alert" className={classes.outcome}>
      <strong>
        {words.refused}: {title}.
      </strong>{' '}
      {fields > 0 && fields === details
        ? `See the marked field${fields > 1 ? 's' : ''}.`
        : `${text ?? ''} ${words.why?.(problem) ?? ''}`.trim()}{' '}
      {problem.request_id && (
        <span className={`${shared.secondary} ${shared.anywhere}`}>Request ID {problem.request_id}</span>
      )}
    </div>
  );
}

/** Shown above a form whose draft was sent before without a confirmed result; hidden once a newer attempt has a result. */
interface SentNoticeProps {
  readonly submit: Submit;
  readonly sent: SentState | null;
  /** What will confirm an unconfirmed request, and what sending it again does. */
  readonly unknown: string;
  readonly look: ReactNode;
}

export function SentNotice({ submit: { sending, asNew }, sent, unknown, look }: SentNoticeProps) {
  if (sent === null || (sending.phase !== 'idle' && sending.phase !== 'unknown')) return null;
  if (sent === 'unknown')
    return (
      <Banner
        tone="wait"
        title="This draft was sent."
        action={
          <Button size="compact-xs" onClick={asNew}>
            Send as new
          </Button>
        }
      >
        {unknown} {look}.
      </Banner>
    );
  return (
    <Banner tone="wait" title="The last attempt to send this draft got no response.">
      It may have arrived. Sending again is safe: it never creates a second one. {look}.
    </Banner>
  );
}

interface DraftLineProps {
  readonly save_state: PersistedDraft<unknown>['save_state'];
  readonly onDiscard: () => void;
  readonly savedText?: string;
  readonly className?: string | undefined;
}

export function DraftLine(props: DraftLineProps) {
  const { save_state, onDiscard, savedText = 'Draft saved on this computer', className } = props;
  const words = {
    unchanged: 'No changes yet',
    saved: savedText,
    unavailable: "This browser can't save drafts. Keep this page open",
  };
  return (
    <>
      <span role="status" className={className}>
        {words[save_state]}
      </span>
      {save_state !== 'unchanged' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onDiscard}>
          Discard
        </Button>
      )}
    </>
  );
}
