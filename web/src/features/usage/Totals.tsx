/** The figures of the selected month, or of all of them: how many, how they ran so far, and beside the month before. */
import { NativeSelect } from '@mantine/core';
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { Sparkline } from '../../ui/chart/ChartFrame.tsx';
import { changeText, countText, monthTitle, shortText } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { courseOf, monthKey, type TotalKey, totalsOf } from './counts.ts';
import type { Scope } from './scope.ts';
import classes from './UsageView.module.css';

export interface TotalsProps {
  readonly scope: Scope;
  /** All of the range. */
  readonly months: readonly UsageSummaryMonth[];
  /** The selected ones. */
  readonly looked_at: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly onMonth: (month: string) => void;
}

export function rangeTitle({ from_month, to_month }: Pick<Scope, 'from_month' | 'to_month'>): string {
  return from_month === to_month
    ? monthTitle(from_month)
    : `${monthTitle(from_month)} to ${monthTitle(to_month)}`;
}

export function Totals({ scope, months, looked_at, entity_type, onMonth }: TotalsProps) {
  const totals = totalsOf(looked_at, entity_type);
  const [one] = looked_at.length === 1 ? looked_at : [];
  const read = looked_at.some(({ state }) => state !== 'missing');
  const at_least = read && !totals.whole;
  const figure = (key: TotalKey, name: string) => (
    <Figure
      name={name}
      value={read ? totals[key] : null}
      part={at_least}
      projected={
        key === 'rest_api_count' || key === 'webhook_count' ? (totals.estimate?.[key] ?? null) : null
      }
      open={one?.open ?? false}
      course={courseOf(months, key, entity_type)}
      at={one ? months.findIndex((month) => monthKey(month) === monthKey(one)) : null}
      months={scope.months}
    />
  );
  return (
    <section className={classes.totals} aria-label="Totals">
      <div className={classes.scope}>
        <NativeSelect
          aria-label="Month shown"
          size="xs"
          value={scope.month ?? 'all'}
          data={[
            { value: 'all', label: 'All months' },
            ...scope.months.toReversed().map((value) => ({ value, label: monthTitle(value) })),
          ]}
          onChange={({ currentTarget: { value } }) => onMonth(value)}
        />
        <p>
          {one === undefined
            ? rangeTitle(scope)
            : one.state === 'missing'
              ? 'Not loaded'
              : one.open
                ? 'Month to date (UTC)'
                : 'Full month (UTC)'}
          {entity_type !== undefined && ` · ${readableName(entity_type)} only`}
          {at_least && ' · partial data'}
        </p>
      </div>
      <dl className={classes.figures}>
        {figure('rest_api_count', 'REST calls')}
        {figure('webhook_count', 'Webhook deliveries')}
        {one && figure('active_entities', 'Active entities')}
        {one && figure('inactive_called', 'Inactive, still called')}
      </dl>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  /** Null: not known. */
  readonly value: number | null;
  /** More of it may be there. */
  readonly part: boolean;
  readonly projected: number | null;
  /** The month is not over. */
  readonly open: boolean;
  /** Month by month. */
  readonly course: readonly (number | null)[];
  /** Place of the month in it; null for several months. */
  readonly at: number | null;
  readonly months: readonly string[];
}

function Figure({ name, value, part, projected, open, course, at, months }: FigureProps) {
  const before = at === null ? null : (course[at - 1] ?? null);
  const month = at === null ? undefined : months[at - 1];
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {part && <small>at least </small>}
        <strong data-figure>{value === null ? '–' : countText(value)}</strong>
        {value !== null && at !== null && (
          <>
            {/* The open month would point down, only because it is not over. */}
            <Sparkline
              values={open ? course.map((one, n) => (n === at ? projected : one)) : course}
              at={at}
            />
            {projected !== null && <span>about {shortText(projected)} projected</span>}
            {before !== null && month !== undefined && !part && (
              <span>{comparedText(open ? projected : value, before, monthTitle(month))}</span>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

/** @param value null: the month is not over and nothing is projected, so that only the other one is said */
function comparedText(value: number | null, before: number, month: string): string {
  const change = value === null ? null : changeText(value, before);
  const was = `${shortText(before)} in ${month}`;
  return change === null ? was : `${change} from ${was}`;
}
