/** The figures of the month that is looked at, or of all of them. */
import { NativeSelect } from '@mantine/core';
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import type { ReactNode } from 'react';
import { countText, monthTitle } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { totalsOf } from './counts.ts';
import type { Scope } from './scope.ts';
import classes from './Totals.module.css';

export interface TotalsProps {
  readonly scope: Scope;
  /** Those that are looked at. */
  readonly months: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly onMonth: (month: string) => void;
}

export function rangeTitle({ from_month, to_month }: Pick<Scope, 'from_month' | 'to_month'>): string {
  return from_month === to_month
    ? monthTitle(from_month)
    : `${monthTitle(from_month)} to ${monthTitle(to_month)}`;
}

export function Totals({ scope, months, entity_type, onMonth }: TotalsProps) {
  const totals = totalsOf(months, entity_type);
  const [one] = months.length === 1 ? months : [];
  const read = months.some(({ state }) => state !== 'missing');
  const figure = (value: number | null) => (!read || value === null ? '–' : countText(value));
  const at_least = read && !totals.whole;
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
        <Figure
          name="REST calls"
          part={at_least}
          expected={totals.estimate && countText(totals.estimate.rest_api_count)}
        >
          {figure(totals.rest_api_count)}
        </Figure>
        <Figure
          name="Webhook deliveries"
          part={at_least}
          expected={totals.estimate && countText(totals.estimate.webhook_count)}
        >
          {figure(totals.webhook_count)}
        </Figure>
        {one && (
          <>
            <Figure name="Active entities" part={at_least}>
              {figure(totals.active_entities)}
            </Figure>
            <Figure name="Inactive, still called" part={at_least}>
              {figure(totals.inactive_called)}
            </Figure>
          </>
        )}
      </dl>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  /** More of it may be there. */
  readonly part: boolean;
  readonly expected?: string | null;
  readonly children: ReactNode;
}

function Figure({ name, part, expected, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {part && <small>at least </small>}
        <strong>{children}</strong>
        {expected && <span>about {expected} projected</span>}
      </dd>
    </div>
  );
}
