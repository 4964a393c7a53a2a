/** What is read, printed and compared: figures of the selected month or of all, charts, and how much of it we caused. */

import { Box, NativeSelect } from '@mantine/core';
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { type ReactNode, useMemo } from 'react';
import { BarPanels } from '../../ui/chart/BarPanels.tsx';
import { ChartFrame, Sparkline } from '../../ui/chart/ChartFrame.tsx';
import { barTableData } from '../../ui/chart/ChartTable.tsx';
import { FacetRows } from '../../ui/chart/FacetRows.tsx';
import { changeText, monthTitle, shareText, shortText, valueText } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import shared from '../../ui/shared.module.css';
import { shortDateTime } from '../../ui/time.ts';
import {
  activeData,
  courseOf,
  monthKey,
  monthsData,
  type Scope,
  shownRange,
  sum,
  sumsByName,
  type TotalKey,
  totalsOf,
  typeOfKey,
  typesData,
} from './counts.ts';
import classes from './UsageView.module.css';

/** What this dashboard counted of its own calls, beside what the service counted for all who call. Null: nothing was counted. */
function ownOf(months: readonly UsageSummaryMonth[]) {
  const counted = months.flatMap(({ own, items }) => (own ? [{ own, items }] : []));
  const [since] = counted.map(({ own }) => own.since).sort();
  if (since === undefined) return null;
  const missing = months.some(({ own, state }) => own !== null && state === 'missing');
  const restCalls = (type: string) =>
    sum(
      counted.flatMap(({ items }) => items.filter(({ entity_type }) => entity_type === type)),
      ({ rest_api_count }) => rest_api_count,
    );
  return {
    since,
    calls: sum(counted, ({ own }) => own.calls),
    deliveries: sum(counted, ({ own }) => own.deliveries),
    endpoints: sumsByName(
      counted.flatMap(({ own }) => own.endpoints.map(({ name, calls }) => [name, calls] as const)),
    ),
    types: sumsByName(
      counted.flatMap(({ own }) =>
        own.entity_calls.map(({ entity_type, entity_calls }) => [entity_type, entity_calls] as const),
      ),
    ).map(([type, calls]) => ({ type, calls, all: missing ? null : restCalls(type) })),
  };
}

interface OwnPartProps {
  readonly months: readonly UsageSummaryMonth[];
  readonly now: number;
}

export function OwnPart({ months, now }: OwnPartProps) {
  const own = ownOf(months);
  return (
    <section className={classes.own} aria-labelledby="usage-own">
      <h2 id="usage-own">Used by Waypost</h2>
      {own === null ? (
        <p>Not available: Waypost started counting its own calls later.</p>
      ) : (
        <>
          <p>
            Waypost sent <strong>{valueText(own.calls)}</strong> {own.calls === 1 ? 'request' : 'requests'}{' '}
            and received <strong>{valueText(own.deliveries)}</strong>{' '}
            {own.deliveries === 1 ? 'delivery' : 'deliveries'}, counted since {shortDateTime(own.since, now)}.
          </p>
          {own.types.length > 0 && (
            <CountTable
              heads={['Entity type', 'In our responses', 'REST calls counted', 'Maximum share']}
              rows={own.types.map(({ type, calls, all }) => [
                readableName(type),
                valueText(calls),
                all === null ? '–' : valueText(all),
                all ? shareText(Math.min(1, calls / all)) : '–',
              ])}
            />
          )}
          <details>
            <summary>Requests by endpoint</summary>
            <CountTable
              heads={['Endpoint', 'Requests']}
              rows={own.endpoints.map(([name, calls]) => [endpointWords(name), valueText(calls)])}
            />
          </details>
          <p className={shared.secondary}>
            Estimate: we count one call for each entity in a response. Our own count is live; the months are
            as of the last update.
          </p>
        </>
      )}
    </section>
  );
}

interface CountTableProps {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first column says what a row is about; the others are numbers. */
function CountTable({ heads, rows }: CountTableProps) {
  return (
    <table className={classes.counts}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" data-numeric={at > 0 || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...counts]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {counts.map((count, at) => (
              <td key={heads[at + 1]} data-numeric>
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `getLoadTracking` -> `Get load tracking` */
const endpointWords = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const Nothing = ({ children }: { readonly children: string }) => (
  <Box component="p" className={shared.secondary} my={24}>
    {children}
  </Box>
);

interface ChartsProps {
  readonly scope: Scope;
  readonly months: readonly UsageSummaryMonth[];
  readonly looked_at: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: () => number;
  readonly onMonth: (month: string, group: string) => void;
  readonly onType: (entity_type: string, group: string) => void;
  readonly children?: ReactNode;
}

export function Charts(props: ChartsProps) {
  const { scope, months, looked_at, entity_type, now, onMonth, onType, children } = props;
  // A minute more or less does not move the line of today.
  const minute = Math.floor(now() / 60_000) * 60_000;
  const wish = useMemo(() => ({ months, entity_type, now: minute }), [months, entity_type, minute]);
  const types = useMemo(() => typesData({ months: looked_at, entity_type }), [looked_at, entity_type]);
  const by_month = useMemo(
    () => ({
      drawn: monthsData(wish),
      twin: barTableData(monthsData({ ...wish, every_type: true }), 'Month'),
    }),
    [wish],
  );
  const entities = useMemo(
    () => ({
      drawn: activeData(wish),
      twin: barTableData(activeData({ ...wish, every_type: true }), 'Month'),
    }),
    [wish],
  );
  const single = shownRange(scope);
  const only = entity_type === undefined ? '' : `, ${readableName(entity_type)} only`;
  const unread = months.filter(({ state }) => state !== 'complete').length;
  const not_whole = unread > 0 ? `. Incomplete: ${unread} of ${months.length} months` : '';
  const to_date = months.some(({ open }) => open) ? '. Hatched: month to date; dashed: projected' : '';
  const none = (some: readonly UsageSummaryMonth[]) =>
    some.every(({ state }) => state === 'missing') ? <Nothing>Not loaded yet.</Nothing> : undefined;
  const file = entity_type === undefined ? 'usage' : `usage-${entity_type}`;
  return (
    <div className={classes.charts}>
      <ChartFrame
        title="By entity type"
        about={`${rangeTitle(single)}${only}`}
        name={`${file}-types-${single.from_month}`}
        table={useMemo(() => barTableData(types, 'Entity type'), [types])}
        now={now}
        empty={none(looked_at) ?? (types.categories.length === 0 ? <Nothing>No usage.</Nothing> : undefined)}
      >
        <FacetRows
          data={types}
          mark="bar"
          label="Usage by entity type"
          selected={entity_type ?? null}
          onPick={(key, group) => {
            const type = typeOfKey(key);
            if (type !== null) onType(type, group);
          }}
        />
      </ChartFrame>
      <ChartFrame
        title="By month"
        about={`${rangeTitle(scope)}${only}${to_date}${not_whole}`}
        name={`${file}-months-${scope.from_month}-${scope.to_month}`}
        table={by_month.twin}
        now={now}
        empty={none(months)}
      >
        <BarPanels data={by_month.drawn} label="Usage by month" selected={scope.month} onPick={onMonth} />
      </ChartFrame>
      <ChartFrame
        title="Entities"
        about={`With at least one call or delivery in the month${only}${not_whole}`}
        name={`${file}-entities-${scope.from_month}-${scope.to_month}`}
        table={entities.twin}
        now={now}
        empty={none(months)}
      >
        <BarPanels data={entities.drawn} label="Entities by month" selected={scope.month} onPick={onMonth} />
      </ChartFrame>
      {children}
    </div>
  );
}

interface TotalsProps extends Pick<ChartsProps, 'scope' | 'months' | 'looked_at' | 'entity_type'> {
  readonly onMonth: (month: string) => void;
}

export function rangeTitle({ from_month, to_month }: Pick<Scope, 'from_month' | 'to_month'>): string {
  return from_month === to_month
    ? monthTitle(from_month)
    : `${monthTitle(from_month)} to ${monthTitle(to_month)}`;
}

/** The figures of the selected month, or of all of them: how many, how they ran so far, and beside the month before. */
export function Totals({ scope, months, looked_at, entity_type, onMonth }: TotalsProps) {
  const totals = totalsOf(looked_at, entity_type);
  const [one] = looked_at.length === 1 ? looked_at : [];
  const read = looked_at.some(({ state }) => state !== 'missing');
  const at_least = read && !totals.whole;
  const open = one?.open ?? false;
  const at = one ? months.findIndex((month) => monthKey(month) === monthKey(one)) : -1;
  const figure = (key: TotalKey, name: string) => {
    const value = read ? totals[key] : null;
    const projected =
      key === 'rest_api_count' || key === 'webhook_count' ? (totals.estimate?.[key] ?? null) : null;
    const course = courseOf(months, key, entity_type);
    const [before, month] = [course[at - 1] ?? null, scope.months[at - 1]];
    return (
      <div>
        <dt className={shared.note}>{name}</dt>
        <dd>
          {at_least && <small>at least </small>}
          <strong data-figure>{value === null ? '–' : valueText(value)}</strong>
          {value !== null && one && (
            <>
              {/* The open month would point down, only because it is not over. */}
              <Sparkline
                values={open ? course.map((one, n) => (n === at ? projected : one)) : course}
                at={at}
              />
              {projected !== null && (
                <div className={shared.note}>about {shortText(projected)} projected</div>
              )}
              {before !== null && month !== undefined && !at_least && (
                <div className={shared.note}>
                  {comparedText(open ? projected : value, before, monthTitle(month))}
                </div>
              )}
            </>
          )}
        </dd>
      </div>
    );
  };
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
        <p className={shared.note}>
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

/** @param value null: the month is not over and nothing is projected, so that only the other one is said */
function comparedText(value: number | null, before: number, month: string): string {
  const change = value === null ? null : changeText(value, before);
  const was = `${shortText(before)} in ${month}`;
  return change === null ? was : `${change} from ${was}`;
}
