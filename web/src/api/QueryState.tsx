import { ListSkeleton } from '../ui/EmptyState.tsx';
import { ProblemState } from './ProblemState.tsx';
import { asProblem } from './problem.ts';

export interface QueryStateProps {
  readonly query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** While it is under way: "Loading jobs". */
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
