/** What somebody asked for failed, said where it was asked for: that it did not happen, why, what to do, and the ID to quote. */
import shared from '../ui/shared.module.css';
import { explain, mayHaveHappened, type Problem } from './problem.ts';

export interface NotDoneProps {
  /** What did not happen: "Not saved". */
  readonly what: string;
  readonly problem: Problem;
  /** In place of the usual sentence, where no answer came. */
  readonly unsure?: string;
  /** Seconds until it can be tried again, where they are counted down. */
  readonly wait?: number;
  /** Without it, a raised box. */
  readonly className?: string | undefined;
}

const UNSURE = 'No response, so it may have gone through. Check before you try again';

export function NotDone({ what, problem, unsure = UNSURE, wait, className = shared.raised }: NotDoneProps) {
  const { title, text } = explain(problem);
  const counted = wait !== undefined && problem.retry_after_seconds !== null;
  return (
    <p role="alert" className={className}>
      <strong>{mayHaveHappened(problem) ? `${unsure}. ${title}` : `${what}: ${title}`}.</strong>{' '}
      {counted ? (wait > 0 ? `Try again in ${wait} s.` : 'Try again now.') : text}{' '}
      {problem.request_id && `Request ID ${problem.request_id}.`}
    </p>
  );
}
