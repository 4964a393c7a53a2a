/** The loading or failed state of a query, next to or in place of its data; renders nothing once data has arrived. */
import type { Right } from '@waypost/contract/api/session';
import { type ComponentType, type ReactNode, use } from 'react';
import { EmptyState, ListSkeleton } from '../ui/EmptyState.tsx';
import { IconLock } from '../ui/icons.ts';
import { PageFrameContext, type PageParts } from '../ui/page-frame.tsx';
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
  /** Default: true when data is already shown. */
  readonly small?: boolean;
}

export function QueryState({ query, label, small }: QueryStateProps) {
  const { data, error, refetch } = query;
  const loaded = data !== undefined;
  if (error)
    return <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small={small ?? loaded} />;
  return loaded ? null : <ListSkeleton label={label} />;
}

interface ActionFailedProps {
  readonly what: string;
  readonly problem: Problem;
  /** Replaces the default sentence when no response arrived, so that the outcome is unknown. */
  readonly unsure?: string;
  /** Seconds until a retry is allowed, when shown as a countdown. */
  readonly wait?: number;
  /** There is a connection again: the reason is no longer true. */
  readonly is_back?: boolean;
  readonly className?: string | undefined;
}

const UNSURE = 'No response, so it may have gone through. Check before you try again';

export const explainAfter = (problem: Problem, is_back: boolean) =>
  is_back ? { title: 'The connection was lost', text: 'You are connected again.' } : explain(problem);

export function ActionFailed({
  what,
  problem,
  unsure = UNSURE,
  wait,
  is_back = false,
  className = shared.raised,
}: ActionFailedProps) {
  const { title, text } = explainAfter(problem, is_back);
  const counted = wait !== undefined && problem.retry_after_seconds !== null;
  return (
    <p role="alert" className={className}>
      <strong>{mayHaveHappened(problem) ? `${unsure}. ${title}` : `${what}: ${title}`}.</strong>{' '}
      {counted ? (wait > 0 ? `Try again in ${wait} s.` : 'Try again now.') : text}{' '}
      {problem.request_id && `Request ID ${problem.request_id}.`}
    </p>
  );
}

interface OnlyWithRightProps extends Pick<PageParts, 'title' | 'tab' | 'above'> {
  /** Default: that of administrators. */
  readonly right?: Right;
  readonly denied: string;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

/** A page for people with a right; others see why it is closed and whom to ask. */
export function OnlyWithRight(props: OnlyWithRightProps) {
  const { right = 'administer', denied, hint, children, ...frame } = props;
  const disabledReason = useDisabledReason(right);
  const Frame = use(PageFrameContext);
  if (disabledReason === null) return children;
  return (
    <Frame {...frame}>
      <EmptyState icon={IconLock} title={denied} role="status">
        <p>{disabledReason}</p>
        {hint && <p>{hint}</p>}
      </EmptyState>
    </Frame>
  );
}

/** @param words said to people who are none */
export const forAdministrators = <Props extends object>(
  Page: ComponentType<Props>,
  words: Omit<OnlyWithRightProps, 'children'>,
) =>
  function AdministratorsPage(props: Props) {
    return (
      <OnlyWithRight {...words}>
        <Page {...props} />
      </OnlyWithRight>
    );
  };

/** Also by an ID in the address that cannot be one. */
export const isNotFound = ({ code, detail }: Problem): boolean =>
  code === 404 ||
  (code === 422 && Array.isArray(detail) && detail.some(({ path }) => path.startsWith('path.')));
