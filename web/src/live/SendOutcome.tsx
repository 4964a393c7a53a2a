/** What became of the last sending of a form, over its button: a countdown, a refusal, or that nobody knows. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { explain, type Problem } from '../api/problem.ts';
import shared from '../ui/shared.module.css';
import { useNow } from './context.ts';
import classes from './SubmitBar.module.css';
import type { Submit } from './use-sending.ts';

export interface SendWords {
  /** Said before why: "Nothing was created". */
  readonly refused: string;
  /** What the service means by a refusal without a field; '' when there is no more to say. */
  readonly why?: (problem: Problem) => string;
  /** That the same key was sent with something else before, and where to look. */
  readonly sent_before: ReactNode;
  /** Why trying again is no risk. */
  readonly safe: string;
  /** For an unconfirmed request, with the server's sentence; omitted where the form itself shows it. */
  readonly unknown?: (message: string | null) => ReactNode;
}

export interface SendOutcomeProps {
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
  /** How many of its details stand on a field. */
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
