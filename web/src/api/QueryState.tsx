/** A question to the server beside or in place of its answer: why it failed, or that it is under way; nothing once it is answered. */
import { type ReactNode, use } from 'react';
import { EmptyState, ListSkeleton } from '../ui/EmptyState.tsx';
import { IconLock } from '../ui/icons.ts';
import { PageFrameContext } from '../ui/page-frame.tsx';
import shared from '../ui/shared.module.css';
import { useDisabledReason } from './context.ts';
import { ProblemState } from './ProblemState.tsx';
import { asProblem, explain, mayHaveHappened, type Problem } from './problem.ts';

interface QueryStateProps {
  readonly query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  readonly label: string;
  /** Left out: a failure is small beside an answer. */
  readonly small?: boolean;
}

export function QueryState({ query, label, small }: QueryStateProps) {
  const { data, error, refetch } = query;
  const answered = data !== undefined;
  if (error)
    return (
      <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small={small ?? answered} />
    );
  return answered ? null : <ListSkeleton label={label} />;
}

// What somebody asked for failed, said where it was asked for: that it did not happen, why, what to do, and the ID to quote.
interface NotDoneProps {
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

// A page that administrators open; others see why they cannot, and whom to ask.
interface AdministratorsOnlyProps {
  readonly title: string;
  /** "The activity log is for administrators" */
  readonly denied: string;
  /** Where the others find some of it. */
  readonly hint?: string;
  readonly children: ReactNode;
}

export function AdministratorsOnly({ title, denied, hint, children }: AdministratorsOnlyProps) {
  const disabledReason = useDisabledReason('administer');
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return children;
  return (
    <Frame title={title}>
      <EmptyState icon={<IconLock size={32} stroke={1.5} />} title={denied} role="status">
        <p>{disabledReason}</p>
        {hint && <p>{hint}</p>}
      </EmptyState>
    </Frame>
  );
}

/** What the server says about fields, to stand under them. @param fieldOf the field that the last part of a path means */
export function problemsByField<Field extends string>(
  { detail }: Problem,
  fieldOf: (path: string) => Field,
): Partial<Record<Field, string>> {
  if (!Array.isArray(detail)) return {};
  const said = detail.map(({ path, message }) => [fieldOf(path.split('.').at(-1) ?? ''), message]);
  return Object.fromEntries(said) as Partial<Record<Field, string>>;
}
