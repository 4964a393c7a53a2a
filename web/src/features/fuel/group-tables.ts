/** Summary groups as tables and charts. Texts are exact decimals; numbers are used only for bar lengths. */
import type { FuelGroup, FuelSummary } from '@waypost/contract/api/fuel';
import { regionText } from '@waypost/geo/region-names';
import { isolated } from '../../ui/bidi.ts';
import type { BarData, Category, LineData, TableCell, TableData } from '../../ui/chart/types.ts';
import { monthLabel, monthTitle, yearUnder } from '../../ui/chart/words.ts';
import { readableName } from '../../ui/readable-name.ts';
import { countText } from '../../ui/units.ts';
import { addMonths, dayText, mondayOf } from '../../ui/zoned.ts';
import { addDays, type DayRange, daysOf } from './choice.ts';
import { exactText, groupName, priceDigits, priceText, volumeDigits } from './words.ts';

interface Head<G> {
  readonly label: string;
  readonly text: (group: G) => string | null;
  readonly raw?: (group: G) => string | null;
  /** Consecutive rows of the same one stand below its name. */
  readonly groups?: true;
}

const cell = (text: string | null, raw: string | null): TableCell => ({ text: text ?? '–', raw });

type Value<G extends FuelGroup = FuelGroup> = readonly [
  head: TableData['columns'][number],
  cell: (group: G) => TableCell,
];

const TRANSACTIONS: Value = [
  { key: 'transactions', label: 'Transactions', numeric: true },
  ({ transactions }) => ({ text: exactText(String(transactions)), raw: transactions }),
];
const COST: readonly Value[] = [
  [
    { key: 'total_cost', label: 'Cost', numeric: true },
    ({ total_cost }) => cell(total_cost && exactText(total_cost, 2), total_cost),
  ],
  [{ key: 'currency', label: 'Currency' }, ({ currency }) => cell(currency, currency)],
];
const VOLUME: readonly Value[] = [
  [
    { key: 'fuel_volume', label: 'Volume', numeric: true },
    ({ fuel_volume }) => cell(fuel_volume && volumeDigits(fuel_volume), fuel_volume),
  ],
  [{ key: 'volume_unit', label: 'Unit' }, ({ volume_unit }) => cell(volume_unit, volume_unit)],
];
const ALL: readonly Value[] = [
  TRANSACTIONS,
  ...VOLUME,
  ...COST,
  [
    { key: 'price_per_unit', label: 'Per unit', numeric: true },
    ({ price_per_unit }) => cell(price_per_unit && priceDigits(price_per_unit), price_per_unit),
  ],
];

const tableOf =
  <V extends FuelGroup>(values: readonly Value<V>[]) =>
  <G extends V>(groups: readonly G[], heads: readonly Head<G>[]): TableData => ({
    columns: [...heads.map(({ label }) => ({ key: label, label })), ...values.map(([head]) => head)],
    rows: groups.map((group, at) => ({
      key: String(at),
      cells: [
        ...heads.map(({ text, raw }) => cell(text(group), (raw ?? text)(group))),
        ...values.map(([, cellOf]) => cellOf(group)),
      ],
    })),
  });

export const groupTableData = tableOf(ALL);

export const fuelWord = (fuel_type: string | null): string =>
  fuel_type === null ? 'Not set' : readableName(fuel_type);

type FleetTotal = FuelSummary['fleet_totals'][number];
const isOf = (total: FleetTotal) => (fuel: FuelSummary['by_fleet'][number]) =>
  fuel.fleet_ref === total.fleet_ref &&
  fuel.currency === total.currency &&
  fuel.volume_unit === total.volume_unit;

/** `diesel`, `DEF`: within a sentence. */
export const fuelNoun = (fuel_type: string | null): string => {
  const fuel = fuelWord(fuel_type);
  return /^[A-Z]{2}/.test(fuel) ? fuel : fuel.toLowerCase();
};

/** `42,317.8 diesel, 357.2 DEF`, most transactions first. */
const volumesText = (fuels: FuelSummary['by_fleet'], digits: (volume: string) => string): string =>
  fuels
    .toSorted((a, b) => b.transactions - a.transactions)
    .flatMap(({ fuel_volume, fuel_type }) =>
      fuel_volume === null ? [] : [`${digits(fuel_volume)} ${isolated(fuelNoun(fuel_type))}`],
    )
    .join(', ');

/** All fuels of a fleet: the volume by product and no price, because products are not added. */
export function fleetTableData({ fleet_totals, by_fleet }: FuelSummary): TableData {
  const volumes: Value<FleetTotal> = [
    { key: 'fuel_volume', label: 'Volume by product' },
    (total) => {
      const fuels = by_fleet.filter(isOf(total));
      return cell(volumesText(fuels, volumeDigits) || null, volumesText(fuels, exactText) || null);
    },
  ];
  const [, unit] = VOLUME;
  const values = [TRANSACTIONS, volumes, ...(unit ? [unit] : []), ...COST];
  // A fleet with several currencies or units has a row for each, one below the other.
  const together = [...Map.groupBy(fleet_totals, ({ fleet_ref }) => fleet_ref).values()].flat();
  return belowFleet(tableOf(values)(together, FLEET_HEADS));
}

/** A table that begins with `FLEET_HEADS`, where the rows of a fleet stand below its name. */
function belowFleet({ columns, rows }: TableData): TableData {
  const fleetOf = (at: number) =>
    rows[at]?.cells
      .slice(0, FLEET_HEADS.length)
      .map(({ text }) => text)
      .join();
  return {
    columns,
    rows: rows.map((row, at) =>
      at === 0 || fleetOf(at) !== fleetOf(at - 1)
        ? row
        : {
            ...row,
            cells: row.cells.map((one, cell_at) =>
              cell_at < FLEET_HEADS.length ? { ...one, repeats: true } : one,
            ),
          },
    ),
  };
}

/** Products and units of a fleet. */
export const fleetFuelTableData = ({ by_fleet }: FuelSummary): TableData =>
  belowFleet(groupTableData(by_fleet, [...FLEET_HEADS, HEADS.fuel]));

export const HEADS = {
  fuel: {
    label: 'Fuel',
    text: (group: { fuel_type: string | null }) => fuelWord(group.fuel_type),
    raw: ({ fuel_type }: { fuel_type: string | null }) => fuel_type,
  },
  month: {
    label: 'Month (UTC)',
    text: ({ month }: { month: string | null }) => (month === null ? 'Not set' : monthTitle(month)),
    raw: ({ month }: { month: string | null }) => month,
  },
  week: {
    label: 'Week from (UTC)',
    text: ({ week }: { week: string }) => dayText(week),
    raw: ({ week }: { week: string }) => week,
  },
  jurisdiction: {
    label: 'Jurisdiction',
    text: ({ transaction_jurisdiction }: { transaction_jurisdiction: string | null }) =>
      transaction_jurisdiction === null ? 'Not set' : regionText(transaction_jurisdiction),
    raw: ({ transaction_jurisdiction }: { transaction_jurisdiction: string | null }) =>
      transaction_jurisdiction,
  },
  fleet: {
    label: 'Fleet',
    text: ({ fleet_name, fleet_ref }: { fleet_name: string | null; fleet_ref: string | null }) =>
      fleet_name ?? fleet_ref ?? 'Not set',
  },
  fleet_ref: {
    label: 'Your reference',
    text: ({ fleet_ref }: { fleet_ref: string | null }) => fleet_ref,
  },
} as const;

const FLEET_HEADS = [HEADS.fleet, HEADS.fleet_ref];

/** A currency and volume unit; only prices of the same kind share an axis. */
export interface PriceUnit {
  readonly key: string;
  readonly name: string;
  /** `USD / gal` */
  readonly unit: string;
  /** `USD 3.861 / gal` */
  readonly text: (price: string | null) => string | null;
  readonly includes: (group: FuelGroup) => boolean;
}

/** Those with prices, most transactions first. */
export function priceUnitsOf({ totals }: FuelSummary): PriceUnit[] {
  return totals
    .filter(({ price_per_unit }) => price_per_unit !== null)
    .toSorted((a, b) => b.transactions - a.transactions)
    .map(({ currency, volume_unit }) => ({
      key: JSON.stringify([currency, volume_unit]),
      name: groupName({ currency, volume_unit }),
      unit: `${currency ?? '?'} / ${volume_unit ?? 'unit'}`,
      text: (price) => priceText(price, currency, volume_unit),
      includes: (group) => group.currency === currency && group.volume_unit === volume_unit,
    }));
}

/** Fuels by number of transactions; missing ones as "Not set". */
function fuelsOf(groups: readonly (FuelGroup & { fuel_type: string | null })[]): string[] {
  const counts = new Map<string, number>();
  for (const { fuel_type, transactions } of groups) {
    const fuel = fuel_type ?? 'Not set';
    counts.set(fuel, (counts.get(fuel) ?? 0) + transactions);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([fuel]) => fuel);
}

type Price = (category: string, fuel: string) => string | null;

/** Weeks over more months would be too dense, so months are shown instead. */
const MAX_MONTHS_BY_WEEK = 13;

export function pricesOverTime(summary: FuelSummary, price_unit: PriceUnit, range: DayRange) {
  const by = summary.months.length > MAX_MONTHS_BY_WEEK ? ('month' as const) : ('week' as const);
  const months = summary.by_month.filter(price_unit.includes);
  const weeks = summary.by_week.filter(price_unit.includes);
  const groups =
    by === 'month'
      ? months.map((group) => ({ ...group, key: group.month }))
      : weeks.map((group) => ({ ...group, key: group.week }));
  const prices = new Map(
    groups.map((group) => [`${group.key} ${group.fuel_type ?? 'Not set'}`, group.price_per_unit]),
  );
  const price: Price = (key, fuel) => prices.get(`${key} ${fuel}`) ?? null;
  return {
    by,
    data: {
      categories: by === 'month' ? monthCategories(summary, range) : weekCategories(summary, range),
      lines: fuelsOf(groups).map((fuel) => ({ key: fuel, label: readableName(fuel) })),
      value: (key, fuel) => numberOf(price(key, fuel)),
      text: (key, fuel) => price_unit.text(price(key, fuel)),
    } satisfies LineData,
    twin:
      by === 'month'
        ? groupTableData(months, [...monthHeads(summary, range), HEADS.fuel])
        : groupTableData(weeks, [...weekHeads(summary, range), HEADS.fuel]),
  };
}

/** The month, and how much of it the range covers if that is not all of each. */
export const monthHeads = (
  summary: FuelSummary,
  range: DayRange,
): readonly Head<{ readonly month: string | null }>[] => [
  HEADS.month,
  ...coveredHeads(monthCategories(summary, range), ({ month }: { readonly month: string | null }) => month),
];

const weekHeads = (summary: FuelSummary, range: DayRange): readonly Head<{ readonly week: string }>[] => [
  HEADS.week,
  ...coveredHeads(weekCategories(summary, range), ({ week }: { readonly week: string }) => week),
];

function coveredHeads<G>(
  periods: readonly Category[],
  keyOf: (group: G) => string | null,
): readonly Head<G>[] {
  const parts = new Map(periods.flatMap(({ key, part }) => (part == null ? [] : [[key, part] as const])));
  if (parts.size === 0) return [];
  return [{ label: 'Covered', text: (group) => parts.get(keyOf(group) ?? '') ?? 'all of it' }];
}

const monthCategories = (summary: FuelSummary, range: DayRange): Category[] =>
  summary.months.map((month, at) => {
    const span = { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
    return {
      key: month,
      label: monthLabel(month),
      ...underOf(yearUnder(month, at === 0), partOf(summary, span, range)),
      title: monthTitle(month),
    };
  });

/** A period that the range covers in part says so on the axis too, where others have the year. */
const underOf = (year: string | null, part: string | null): Pick<Category, 'under' | 'part'> => ({
  under: part === null || part === PARTIAL ? year : part.replace('only ', ''),
  part,
});

function weekCategories(summary: FuelSummary, range: DayRange): Category[] {
  const weeks: Category[] = [];
  for (let week = mondayOf(range.from); week <= range.to; week = addDays(week, 7)) {
    const to = addDays(week, 6);
    const [label = ''] = dayText(week).split(',');
    weeks.push({
      key: week,
      label,
      ...underOf(
        weeks.length === 0 || week.slice(5) <= '01-07' ? week.slice(0, 4) : null,
        partOf(summary, { from: week, to }, range),
      ),
      title: `Week from ${dayText(week)}`,
    });
  }
  return weeks;
}

/** Limit of the chart; the table has all. */
export const MAX_JURISDICTIONS = 15;
const MAX_FUELS = 3;

export function jurisdictionPrices(summary: FuelSummary, price_unit: PriceUnit) {
  const groups = summary.by_jurisdiction.filter(price_unit.includes);
  const fuels = fuelsOf(groups).slice(0, MAX_FUELS);
  const counts = new Map<string, number>();
  const prices = new Map<string, string | null>();
  for (const { transaction_jurisdiction, fuel_type, transactions, price_per_unit } of groups) {
    const where = transaction_jurisdiction ?? 'Not set';
    counts.set(where, (counts.get(where) ?? 0) + transactions);
    prices.set(`${where} ${fuel_type ?? 'Not set'}`, price_per_unit);
  }
  const price: Price = (where, fuel) => prices.get(`${where} ${fuel}`) ?? null;
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const part = summary.state === 'complete' ? null : PARTIAL;
  const categories: Category[] = sorted.slice(0, MAX_JURISDICTIONS).map(([where, count]) => ({
    key: where,
    label: where,
    title: `${regionText(where)}, ${countText(count, 'transaction')}`,
    part,
  }));
  return {
    data: {
      categories,
      groups: fuels.map((fuel) => ({ key: fuel, label: readableName(fuel) })),
      stacks: [{ key: 'price', label: 'Price per unit' }],
      value: (where, fuel) => numberOf(price(where, fuel)) ?? Number.NaN,
    } satisfies BarData,
    /** `USD 3.861 / gal`; null without purchases. */
    text: (where: string, fuel: string) => price_unit.text(price(where, fuel)),
    /** `3.861` */
    short: (where: string, fuel: string) => {
      const exact = price(where, fuel);
      return exact === null ? null : priceDigits(exact);
    },
    /** Number of all jurisdictions, also those beyond the chart's limit. */
    count: sorted.length,
  };
}

const numberOf = (price: string | null): number | null => (price === null ? null : Number(price));

const PARTIAL = 'partial data';

/** Why a week or month is partial; null when it is complete. */
function partOf({ state }: FuelSummary, span: DayRange, { from, to }: DayRange): string | null {
  if (state !== 'complete') return PARTIAL;
  if (from <= span.from && to >= span.to) return null;
  const days = daysOf({ from: from > span.from ? from : span.from, to: to < span.to ? to : span.to });
  return `only ${countText(days, 'day')}`;
}
