/** What was tried at the provider, the last attempt first: when, what came back, what it said. */
import type { BoardOperationDetail, OperationAttempt } from '@waypost/contract/api/operations';
import { Age } from '../../live/Age.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import classes from './OperationPanel.module.css';
import { attemptText } from './words.ts';

export function Attempts({ operation }: { readonly operation: Pick<BoardOperationDetail, 'logs'> }) {
  const { logs } = operation;
  return (
    <Section
      title={logs.length > 0 ? `Attempts at the provider (${logs.length})` : 'Attempts at the provider'}
    >
      {logs.length === 0 ? (
        'No attempts yet.'
      ) : (
        <ol className={shared.list} reversed>
          {logs.toReversed().map((attempt, at) => (
            <Attempt
              key={attempt.id ?? attempt.created_at ?? at}
              attempt={attempt}
              number={logs.length - at}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}

interface AttemptProps {
  readonly attempt: OperationAttempt;
  readonly number: number;
}

function Attempt({ attempt, number }: AttemptProps) {
  const { created_at, error_details, response_headers, status, error_type } = attempt;
  const headers = Object.entries(response_headers ?? {});
  return (
    <li className={classes.attempt}>
      <div className={classes.line}>
        <strong>
          {number}. {attemptText(attempt)}
        </strong>
        {created_at && <Age at={created_at} ago className={shared.small} />}
      </div>
      {error_details && <p className={classes.details}>{error_details}</p>}
      {error_type && status && <p className={`${classes.details} ${shared.small}`}>Status {status}</p>}
      {headers.length > 0 && (
        <details className={classes.headers}>
          <summary>Response headers</summary>
          <pre className={classes.mono}>
            {headers
              .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
              .join('\n')}
          </pre>
        </details>
      )}
    </li>
  );
}
