/** Price per unit over time and by jurisdiction: a chart for each currency and unit, since no axis holds two of them. */

import type { FuelSummary } from '@waypost/contract/api/fuel';
import { useState } from 'react';
import { ChartFrame, type ChartView, ChartViews } from '../../ui/chart/ChartFrame.tsx';
import { FacetRows } from '../../ui/chart/FacetRows.tsx';
import { LineChart, MAX_LINES } from '../../ui/chart/LineChart.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import shared from '../../ui/shared.module.css';
import { type DayRange, rangeText } from './choice.ts';
import classes from './FuelView.module.css';
import {
  groupTableData,
  HEADS,
  jurisdictionPrices,
  MOST_JURISDICTIONS,
  type Money,
  moneysOf,
  pricesOverTime,
} from './group-tables.ts';

interface PricesProps {
  readonly summary: FuelSummary;
  readonly range: DayRange;
  readonly now: () => number;
}

export function Prices({ summary, range, now }: PricesProps) {
  const [view, setView] = useState<ChartView>('chart');
  const moneys = moneysOf(summary);
  if (moneys.length === 0)
    return (
      <EmptyState title="No prices">
        A price needs a volume and a cost. No transaction in this range has both.
      </EmptyState>
    );
  return (
    <ChartViews value={view} onChange={setView}>
      <div className={`${shared.scrolled} ${classes.scroll}`}>
        {moneys.map((money) => (
          <PricesIn key={money.key} summary={summary} money={money} range={range} now={now} />
        ))}
      </div>
    </ChartViews>
  );
}

function PricesIn({ summary, money, range, now }: PricesProps & { readonly money: Money }) {
  const { fuel, jurisdiction } = HEADS;
  const { by, data: prices, twin } = pricesOverTime(summary, money, range);
  const { data, text, short, count } = jurisdictionPrices(summary, money);
  const partial = summary.state === 'complete' ? '' : ' Partial data.';
  const fuels = prices.lines.length;
  const some = fuels > MAX_LINES ? ` Shows the top ${MAX_LINES} fuels; the table has all.` : '';
  const most =
    count > MOST_JURISDICTIONS ? ` Shows the top ${MOST_JURISDICTIONS} of ${count}; the table has all.` : '';
  const file = money.unit.replaceAll(/\W+/g, '-').toLowerCase();
  return (
    <>
      <ChartFrame
        title={`Price per unit over time, ${money.name}`}
        about={`${money.unit}, average by ${by} (UTC), ${rangeText(range)}.${partial}${some}`}
        table={twin}
        name={`fuel-price-by-${by}-${file}`}
        now={now}
      >
        <LineChart data={prices} label={`Price per unit by ${by}, ${money.name}`} unit={money.unit} />
      </ChartFrame>
      <ChartFrame
        title={`Price per unit by jurisdiction, ${money.name}`}
        about={`${money.unit}, most purchases first, ${rangeText(range)}.${partial}${most}`}
        table={groupTableData(summary.by_jurisdiction.filter(money.has), [jurisdiction, fuel])}
        name={`fuel-price-by-jurisdiction-${file}`}
        now={now}
      >
        <FacetRows
          data={data}
          mark="dot"
          label={`Price per unit by jurisdiction, ${money.name}`}
          text={text}
          short={short}
        />
      </ChartFrame>
    </>
  );
}
