/** The charts of usage: types of what is viewed, months, and entities. */
import type { UsageSummaryMonth } from '@waypost/contract/api/usage';
import { type ReactNode, useMemo } from 'react';
import { BarPanels } from '../../ui/chart/BarPanels.tsx';
import { ChartFrame } from '../../ui/chart/ChartFrame.tsx';
import { barTwin } from '../../ui/chart/ChartTable.tsx';
import { FacetRows } from '../../ui/chart/FacetRows.tsx';
import { readableName } from '../../ui/readable-name.ts';
import { activeData, monthsData, typeOfKey, typesData } from './counts.ts';
import type { Scope } from './scope.ts';
import { rangeTitle } from './Totals.tsx';
import classes from './UsageView.module.css';

export interface ChartsProps {
  readonly scope: Scope;
  /** All of the range. */
  readonly months: readonly UsageSummaryMonth[];
  /** The selected ones. */
  readonly looked_at: readonly UsageSummaryMonth[];
  readonly entity_type: string | undefined;
  readonly now: () => number;
  readonly onMonth: (month: string, group: string) => void;
  readonly onType: (entity_type: string, group: string) => void;
  /** Beside the last of them. */
  readonly children?: ReactNode;
}

export function Charts(props: ChartsProps) {
  const { scope, months, looked_at, entity_type, now, onMonth, onType, children } = props;
  // A minute more or less does not move the line of today.
  const minute = Math.floor(now() / 60_000) * 60_000;
  const wish = useMemo(() => ({ months, entity_type, now: minute }), [months, entity_type, minute]);
  const types = useMemo(() => typesData({ months: looked_at, entity_type }), [looked_at, entity_type]);
  const by_month = useMemo(
    () => ({ drawn: monthsData(wish), twin: barTwin(monthsData({ ...wish, every_type: true }), 'Month') }),
    [wish],
  );
  const entities = useMemo(
    () => ({ drawn: activeData(wish), twin: barTwin(activeData({ ...wish, every_type: true }), 'Month') }),
    [wish],
  );
  const single = scope.month === null ? scope : { from_month: scope.month, to_month: scope.month };
  const only = entity_type === undefined ? '' : `, ${readableName(entity_type)} only`;
  const unread = months.filter(({ state }) => state !== 'complete').length;
  const not_whole = unread > 0 ? `. Incomplete: ${unread} of ${months.length} months` : '';
  const to_date = months.some(({ open }) => open) ? '. Hatched: month to date; dashed: projected' : '';
  const none = (some: readonly UsageSummaryMonth[]) =>
    some.every(({ state }) => state === 'missing') ? (
      <p className={classes.none}>Not loaded yet.</p>
    ) : undefined;
  const file = entity_type === undefined ? 'usage' : `usage-${entity_type}`;
  return (
    <div className={classes.charts}>
      <ChartFrame
        title="By entity type"
        about={`${rangeTitle(single)}${only}`}
        name={`${file}-types-${single.from_month}`}
        twin={useMemo(() => barTwin(types, 'Entity type'), [types])}
        now={now}
        empty={
          none(looked_at) ??
          (types.categories.length === 0 ? <p className={classes.none}>No usage.</p> : undefined)
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
        about={`${rangeTitle(scope)}${only}${to_date}${not_whole}`}
        name={`${file}-months-${scope.from_month}-${scope.to_month}`}
        twin={by_month.twin}
        now={now}
        empty={none(months)}
      >
        <BarPanels data={by_month.drawn} label="Usage by month" selected={scope.month} onPick={onMonth} />
      </ChartFrame>
      <ChartFrame
        title="Entities"
        about={`With at least one call or delivery in the month${only}${not_whole}`}
        name={`${file}-entities-${scope.from_month}-${scope.to_month}`}
        twin={entities.twin}
        now={now}
        empty={none(months)}
      >
        <BarPanels data={entities.drawn} label="Entities by month" selected={scope.month} onPick={onMonth} />
      </ChartFrame>
      {children}
    </div>
  );
}
