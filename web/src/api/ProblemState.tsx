import { Button } from '@mantine/core';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MonoId } from '../ui/MonoId.tsx';
import { explain, type Problem } from './problem.ts';

interface ProblemStateProps {
  readonly problem: Problem;
  readonly onRetry?: () => void;
  readonly small?: boolean;
  readonly page?: boolean;
}

export function ProblemState({ problem, onRetry, small = false, page = false }: ProblemStateProps) {
  const { title, text, retry } = explain(problem);
  const quote = problem.request_id && (
    <div>
      Request ID <MonoId label="request ID" value={problem.request_id} />
    </div>
  );
  const button = retry && onRetry && <Button onClick={onRetry}>Try again</Button>;
  if (small)
    return (
      <div role="alert" style={{ padding: '8px 16px' }}>
        <strong>{title}.</strong> {text} {quote} {button}
      </div>
    );
  return (
    <EmptyState page={page} title={title} action={button} role="alert">
      {text && <p>{text}</p>}
      {quote}
    </EmptyState>
  );
}
