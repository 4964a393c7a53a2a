/** Who changed or ended an agreement, from the activity log: for people who may do so themselves. */
import { useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import { useApi } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Age } from '../../live/Age.tsx';
import { changeText, whoText } from '../../live/activity-log/entry-words.ts';
import { actionText, outcomeText, wentWrong } from '../../live/activity-log/words.ts';
import { isolated } from '../../ui/bidi.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Section } from '../../ui/Section.tsx';
import classes from './HistorySection.module.css';

export function HistorySection({ id }: { readonly id: string }) {
  const { http } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.agreementHistory(id),
    queryFn: ({ signal }) =>
      http.call(AGREEMENT_ROUTES.agreementHistory, { params: { share_agreement_id: id }, signal }),
  });
  return (
    <Section title="History">
      {error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <ListSkeleton label="Loading history" />}
      {data?.items.length === 0 && <p className={classes.none}>No changes made in Waypost.</p>}
      <ul className={classes.list}>
        {data?.items.map((entry) => (
          <li key={entry.id}>
            <div className={classes.line}>
              <strong>{isolated(whoText(entry))}</strong>
              <span>
                <Age at={entry.at} ago />
              </span>
            </div>
            {wentWrong(entry.outcome) && `${outcomeText(entry.outcome)}: `}
            {changeText(entry) || actionText(entry.action)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
