import { Box, NativeSelect } from '@mantine/core';
import type { ImportPart } from '@waypost/contract/api/list-import';
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { type ReactNode, useMemo } from 'react';
import { BarPanels } from '../../ui/chart/BarPanels.tsx';
import { ChartFrame, Sparkline } from '../../ui/chart/ChartFrame.tsx';
import { barTableData } from '../../ui/chart/ChartTable.tsx';
import { FacetRows } from '../../ui/chart/FacetRows.tsx';
import { changeText, monthTitle, shareText, shortTexts, valueText } from '../../ui/chart/words.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { readableName } from '../../ui/readable-name.ts';
import shared from '../../ui/shared.module.css';
import { shortDateTime } from '../../ui/time.ts';
import { countText, plural } from '../../ui/units.ts';
import {
  activeData,
  loadedCount,
  monthKey,
  monthsData,
  type Scope,
  selectedRange,
  seriesOf,
  sum,
  sumsByName,
  type TotalKey,
  totalsOf,
  typeOfKey,
  typesData,
} from './counts.ts';
import classes from './UsageView.module.css';

/** Our own counted calls next to the service's counts for all callers. Null when nothing was counted. */
function ownUsage(months: readonly UsageSummaryMonth[]) {
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

interface OwnUsageProps {
  readonly months: readonly UsageSummaryMonth[];
  readonly now: number;
}

export function OwnUsage({ months, now }: OwnUsageProps) {
  const own = ownUsage(months);
  return (
    <section className={classes.own} aria-labelledby="usage-own">
      <h2 id="usage-own">Used by Waypost</h2>
      {own === null ? (
        <p>Not available: Waypost started counting its own calls later.</p>
      ) : (
        <>
          <p>
            Waypost sent <strong>{valueText(own.calls)}</strong> {plural(own.calls, 'request')} and received{' '}
            <strong>{valueText(own.deliveries)}</strong> {plural(own.deliveries, 'delivery', 'deliveries')},
            counted since {shortDateTime(own.since, now)}.
          </p>
          {own.types.length > 0 && (
            <DataTable
              heads={['Entity type', 'In our responses', 'REST calls counted', 'Maximum share']}
              numeric="rest"
              rows={own.types.map(({ type, calls, all }) => ({
                key: type,
                cells: [
                  readableName(type),
                  valueText(calls),
                  all === null ? '–' : valueText(all),
                  all ? shareText(Math.min(1, calls / all)) : '–',
                ],
              }))}
            />
          )}
          <details>
            <summary>Requests by endpoint</summary>
            <DataTable
              heads={['Endpoint', 'Requests']}
              numeric="rest"
              rows={own.endpoints.map(([name, calls]) => ({
                key: name,
                cells: [endpointWords(name), valueText(calls)],
              }))}
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

/** `getLoadTracking` -> `Get load tracking` */
const endpointWords = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const EmptyNote = ({ children }: { readonly children: string }) => (
  <Box component="p" className={shared.secondary} my={24}>
    {children}
  </Box>
);

interface ChartsProps {
  readonly scope: Scope;
  readonly months: readonly UsageSummaryMonth[];
  readonly selected_months: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: () => number;
  readonly onMonth: (month: string, group: string) => void;
  readonly onType: (entity_type: string, group: string) => void;
  readonly children?: ReactNode;
}

export function Charts(props: ChartsProps) {
  const { scope, months, selected_months, entity_type, now, onMonth, onType, children } = props;
  // Rounded to minutes, so that charts do not re-render with every tick.
  const minute = Math.floor(now() / 60_000) * 60_000;
  const input = useMemo(() => ({ months, entity_type, now: minute }), [months, entity_type, minute]);
  const types = useMemo(
    () => typesData({ months: selected_months, entity_type }),
    [selected_months, entity_type],
  );
  const by_month = useMemo(
    () => ({
      drawn: monthsData(input),
      twin: barTableData(monthsData({ ...input, all_types: true }), 'Month'),
    }),
    [input],
  );
  const entities = useMemo(
    () => ({
      drawn: activeData(input),
      twin: barTableData(activeData({ ...input, all_types: true }), 'Month'),
    }),
    [input],
  );
  const single = selectedRange(scope);
  const only = entity_type === undefined ? '' : `, ${readableName(entity_type)} only`;
  const unread = months.filter(({ state }) => state !== 'complete').length;
  const incomplete = unread > 0 ? `. Incomplete: ${unread} of ${months.length} months` : '';
  const to_date = months.some(({ open }) => open) ? '. Hatched: month to date; dashed: projected' : '';
  const none = (some: readonly UsageSummaryMonth[]) =>
    some.every(({ state }) => state === 'missing') ? <EmptyNote>Not loaded yet.</EmptyNote> : undefined;
  const file = entity_type === undefined ? 'usage' : `usage-${entity_type}`;
  return (
    <div className={classes.charts}>
      <ChartFrame
        title="By entity type"
        about={`${rangeTitle(single)}${only}`}
        name={`${file}-types-${single.from_month}`}
        table={useMemo(() => barTableData(types, 'Entity type'), [types])}
        now={now}
        empty={
          none(selected_months) ??
          (types.categories.length === 0 ? <EmptyNote>No usage.</EmptyNote> : undefined)
        }
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
        about={`${rangeTitle(scope)}${only}${to_date}${incomplete}`}
        name={`${file}-months-${scope.from_month}-${scope.to_month}`}
        table={by_month.twin}
        now={now}
        empty={none(months)}
      >
        <BarPanels data={by_month.drawn} label="Usage by month" selected={scope.month} onPick={onMonth} />
      </ChartFrame>
      <ChartFrame
        title="Entities"
        about={`With at least one call or delivery in the month${only}${incomplete}`}
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

interface TotalsProps extends Pick<ChartsProps, 'scope' | 'months' | 'selected_months' | 'entity_type'> {
  /** Parts of the running import; none without one. */
  readonly parts: readonly ImportPart[];
  readonly onMonth: (month: string) => void;
}

export function rangeTitle({ from_month, to_month }: Pick<Scope, 'from_month' | 'to_month'>): string {
  return from_month === to_month
    ? monthTitle(from_month)
    : `${monthTitle(from_month)} to ${monthTitle(to_month)}`;
}

export function Totals({ scope, months, selected_months, entity_type, parts, onMonth }: TotalsProps) {
  const totals = totalsOf(selected_months, entity_type);
  const [one] = selected_months.length === 1 ? selected_months : [];
  const read = selected_months.some(({ state }) => state !== 'missing');
  const loaded = loadedCount(selected_months, parts);
  const at_least = read && !(totals.complete && loaded === selected_months.length);
  const open = one?.open ?? false;
  const at = one ? months.findIndex((month) => monthKey(month) === monthKey(one)) : -1;
  const metric = (key: TotalKey, name: string) => {
    const value = read ? totals[key] : null;
    const projected =
      key === 'rest_api_count' || key === 'webhook_count' ? (totals.estimate?.[key] ?? null) : null;
    const series = seriesOf(months, key, entity_type);
    const [before, month] = [series[at - 1] ?? null, scope.months[at - 1]];
    const [projected_text = '', before_text = ''] = shortTexts([projected ?? value ?? 0, before ?? 0]);
    return (
      <div>
        <dt className={shared.note}>{name}</dt>
        <dd>
          {at_least && <small>at least </small>}
          <strong data-figure>{value === null ? '–' : valueText(value)}</strong>
          {value !== null && one && (
            <>
              {/* Uses the projection for the open month, which would otherwise point down. */}
              <Sparkline
                values={open ? series.map((one, n) => (n === at ? projected : one)) : series}
                at={at}
              />
              {projected !== null && !at_least && (
                <div className={shared.note}>about {projected_text} projected</div>
              )}
              {before !== null && month !== undefined && !at_least && (
                <div className={shared.note}>
                  {comparisonText(open ? projected : value, before, `${before_text} in ${monthTitle(month)}`)}
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
          {at_least && ` · ${partialText(loaded, selected_months.length)}`}
        </p>
      </div>
      <dl className={classes.figures}>
        {metric('rest_api_count', 'REST calls')}
        {metric('webhook_count', 'Webhook deliveries')}
        {one && metric('active_entities', 'Active entities')}
        {one && metric('inactive_called', 'Inactive, still called')}
      </dl>
    </section>
  );
}

/** Why a total is a minimum: months that are not loaded, or else rows that could not be read. */
function partialText(loaded: number, of: number): string {
  if (loaded === of) return 'partial data';
  return of === 1 ? 'not fully loaded yet' : `${loaded} of ${countText(of, 'month')} loaded`;
}

/** @param value null: an open month without projection; shows only the previous month */
function comparisonText(value: number | null, before: number, was: string): string {
  const change = value === null ? null : changeText(value, before);
  return change === null ? was : `${change} from ${was}`;
}
