/** Price per unit over time and by jurisdiction, one chart per currency and unit, since these cannot share an axis. */

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
  MAX_JURISDICTIONS,
  type PriceUnit,
  pricesOverTime,
  priceUnitsOf,
} from './group-tables.ts';

interface PricesProps {
  readonly summary: FuelSummary;
  readonly range: DayRange;
  readonly now: () => number;
}

export function Prices({ summary, range, now }: PricesProps) {
  const [view, setView] = useState<ChartView>('chart');
  const price_units = priceUnitsOf(summary);
  if (price_units.length === 0)
    return (
      <EmptyState title="No prices">
        A price needs a volume and a cost. No transaction in this range has both.
      </EmptyState>
    );
  return (
    <ChartViews value={view} onChange={setView}>
      <div className={`${shared.scrolled} ${classes.scroll}`}>
        {price_units.map((price_unit) => (
          <PriceCharts
            key={price_unit.key}
            summary={summary}
            price_unit={price_unit}
            range={range}
            now={now}
          />
        ))}
      </div>
    </ChartViews>
  );
}

function PriceCharts({ summary, price_unit, range, now }: PricesProps & { readonly price_unit: PriceUnit }) {
  const { fuel, jurisdiction } = HEADS;
  const { by, data: prices, twin } = pricesOverTime(summary, price_unit, range);
  const { data, text, short, count } = jurisdictionPrices(summary, price_unit);
  const partial = summary.state === 'complete' ? '' : ' Partial data.';
  const cut = prices.categories.some(({ part }) => part !== null);
  const part_note =
    cut && partial === '' ? ` The number of days is under ${by}s that the range covers in part.` : '';
  const fuels = prices.lines.length;
  const fuels_note = fuels > MAX_LINES ? ` Shows the top ${MAX_LINES} fuels; the table has all.` : '';
  const limit_note =
    count > MAX_JURISDICTIONS ? ` Shows the top ${MAX_JURISDICTIONS} of ${count}; the table has all.` : '';
  const file = price_unit.unit.replaceAll(/\W+/g, '-').toLowerCase();
  return (
    <>
      <ChartFrame
        title={`Price per unit over time, ${price_unit.name}`}
        about={`${price_unit.unit}, average by ${by} (UTC), ${rangeText(range)}.${partial}${part_note}${fuels_note}`}
        table={twin}
        name={`fuel-price-by-${by}-${file}`}
        now={now}
      >
        <LineChart
          data={prices}
          label={`Price per unit by ${by}, ${price_unit.name}`}
          unit={price_unit.unit}
        />
      </ChartFrame>
      <ChartFrame
        title={`Price per unit by jurisdiction, ${price_unit.name}`}
        about={`${price_unit.unit}, most purchases first, ${rangeText(range)}.${partial}${limit_note}`}
        table={groupTableData(summary.by_jurisdiction.filter(price_unit.includes), [jurisdiction, fuel])}
        name={`fuel-price-by-jurisdiction-${file}`}
        now={now}
      >
        <FacetRows
          data={data}
          mark="dot"
          label={`Price per unit by jurisdiction, ${price_unit.name}`}
          text={text}
          short={short}
        />
      </ChartFrame>
    </>
  );
}
