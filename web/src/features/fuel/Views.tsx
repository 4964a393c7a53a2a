import type { FuelFinding, FuelGroup, FuelImport, FuelRow, FuelSummary } from '@waypost/contract/api/fuel';
import { QueryState } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { useLive } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import chart from '../../ui/chart/chart.module.css';
import { TableSection } from '../../ui/chart/TableSection.tsx';
import type { TableData } from '../../ui/chart/types.ts';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { LazyBoundary, lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { UnreadLine } from '../../ui/lines.tsx';
import shared from '../../ui/shared.module.css';
import { type Tab, TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { fullDateTime } from '../../ui/time.ts';
import { countText } from '../../ui/units.ts';
import type { DayRange } from './choice.ts';
import classes from './FuelView.module.css';
import { Checks, Vehicles } from './FullRangeViews.tsx';
import {
  fleetFuelTableData,
  fleetTableData,
  fuelNoun,
  groupTableData,
  HEADS,
  monthHeads,
} from './group-tables.ts';
import { Places } from './Places.tsx';
import { ColumnsMenu, Rows } from './Rows.tsx';
import type { FuelSearch, FuelViewKey } from './search.ts';
import { useSummary } from './use-fuel.ts';
import { costText, exactText, groupName, priceText, volumeWithUnit } from './words.ts';

const Prices = lazyWithRetry(async () => ({ default: (await import('./Prices.tsx')).Prices }));

const PANEL_ID = 'fuel-view';

interface ViewsProps {
  readonly listImport: FuelImport;
  readonly onGone: () => void;
  readonly search: FuelSearch;
  readonly range: DayRange;
  readonly selected: string | undefined;
  readonly onSearch: (change: Partial<FuelSearch>) => void;
  readonly onOpen: (row: FuelRow, by_key: boolean) => void;
  readonly onFinding: (finding: FuelFinding) => void;
  readonly onFilters: () => void;
}

export function Views(props: ViewsProps) {
  const { listImport, onGone, search, range, selected, onSearch } = props;
  const { clock } = useLive();
  const { now } = clock;
  const query = useSummary({ listImport, onGone });
  const { data: summary } = query;
  const view: FuelViewKey = search.view ?? 'rows';
  const findings_count = summary?.checks?.reduce((sum, { findings }) => sum + findings, 0);
  const tabs: Tab<FuelViewKey>[] = [
    {
      key: 'rows',
      label: 'Transactions',
      // Nothing is known of them yet.
      count: listImport.state === 'reading' && listImport.rows_read === 0 ? undefined : listImport.rows_read,
    },
    { key: 'totals', label: 'Totals' },
    { key: 'prices', label: 'Prices' },
    { key: 'vehicles', label: 'Economy', count: summary?.vehicles ?? undefined },
    { key: 'checks', label: 'Checks', count: findings_count },
    { key: 'places', label: 'Map' },
  ];
  const rows = () => (
    <Rows
      listImport={listImport}
      onGone={onGone}
      search={search}
      findings={summary?.checks?.find(({ check }) => check === search.check)?.findings}
      has_totals={summary !== undefined && summary.totals.length > 0}
      selected={selected}
      onSearch={onSearch}
      onOpen={props.onOpen}
      onFilters={props.onFilters}
    />
  );
  const content = () => {
    if (
      summary &&
      summary.unread.left_out > 0 &&
      listImport.rows_read === 0 &&
      listImport.state !== 'reading'
    )
      return <EmptyState title="No readable transactions">See the details above.</EmptyState>;
    if (view === 'rows') return rows();
    if (view === 'places') return <Places listImport={listImport} onGone={onGone} />;
    if (!summary) return <QueryState query={query} label="Loading totals" />;
    if (summary.totals.length === 0 && (view === 'totals' || view === 'prices'))
      return (
        <EmptyState
          title={summary.state === 'complete' ? 'No purchases in this range' : 'No purchases loaded yet'}
        />
      );
    if (view === 'totals') return <TotalTables summary={summary} range={range} now={now} />;
    if (view === 'prices')
      return (
        <LazyBoundary fallback={<ListSkeleton label="Loading charts" />}>
          <Prices summary={summary} range={range} now={now} />
        </LazyBoundary>
      );
    if (view === 'vehicles') return <Vehicles listImport={listImport} onGone={onGone} />;
    return (
      <Checks
        listImport={listImport}
        onGone={onGone}
        summary={summary}
        check={search.check}
        onSearch={onSearch}
        onOpen={props.onFinding}
      />
    );
  };
  return (
    <>
      {summary && <Totals summary={summary} read_at={listImport.ended_at} />}
      {summary && <UnreadLine unread={summary.unread} words={['transaction', 'transactions']} totals />}
      <Tabs
        label="Views of the transactions"
        tabs={tabs}
        value={view}
        panel_id={PANEL_ID}
        onChange={(key) =>
          onSearch({
            view: key === 'rows' ? undefined : key,
            ...(key === 'checks' ? {} : { check: undefined }),
          })
        }
        aside={view === 'rows' ? <ColumnsMenu /> : undefined}
      />
      <TabPanel id={PANEL_ID} tab={view} className={shared.fillColumn}>
        {content()}
      </TabPanel>
    </>
  );
}

interface TotalTablesProps {
  readonly summary: FuelSummary;
  readonly range: DayRange;
  readonly now: () => number;
}

/** Totals by fuel, fleet, month and jurisdiction, and by month and jurisdiction as needed for fuel tax reports; exact, with CSV export. */
function TotalTables({ summary, range, now }: TotalTablesProps) {
  const { fuel, month, jurisdiction } = HEADS;
  const months = monthHeads(summary, range);
  const partial = summary.state !== 'complete';
  const table = (title: string, name: string, twin: TableData) => (
    <TableSection key={name} title={title} name={name} table={twin} partial={partial} now={now} />
  );
  // Empty months are only known once the import is complete.
  const empty = partial
    ? []
    : summary.months.filter((one) => !summary.by_month.some((group) => group.month === one));
  return (
    <div className={`${shared.scrolled} ${classes.scroll}`}>
      {table('By fuel', 'fuel-by-type', groupTableData(summary.by_fuel_type, [fuel]))}
      {summary.fleet_totals.length > 0 && table('By fleet', 'fuel-by-fleet', fleetTableData(summary))}
      {table('By fleet and fuel', 'fuel-by-fleet-and-fuel', fleetFuelTableData(summary))}
      {table('By month', 'fuel-by-month', groupTableData(summary.by_month, [...months, fuel]))}
      {empty.length > 0 && (
        <p className={`${shared.note} ${classes.note}`}>
          No purchases in {empty.map((one) => month.text({ month: one })).join(', ')}.
        </p>
      )}
      {table(
        'By jurisdiction',
        'fuel-by-jurisdiction',
        groupTableData(summary.by_jurisdiction, [jurisdiction, fuel]),
      )}
      {table(
        'By month and jurisdiction (for IFTA)',
        'fuel-by-month-and-jurisdiction',
        groupTableData(summary.by_month_and_jurisdiction, [...months, jurisdiction, fuel]),
      )}
      <p className={`${shared.note} ${classes.note}`}>
        Fuel bought, by state or province. IFTA also needs the miles driven in each; they are not part of this
        report.
      </p>
    </div>
  );
}

/** `279,179.8 gal diesel` */
const fuelVolumeText = ({ fuel_volume, volume_unit, fuel_type }: FuelSummary['by_fuel_type'][number]) => {
  const word = fuelNoun(fuel_type);
  const short = word.length > MAX_FUEL_LENGTH ? `${word.slice(0, MAX_FUEL_LENGTH)}…` : word;
  return `${volumeWithUnit(fuel_volume, volume_unit) ?? 'no volume of'} ${fuel_type === null ? 'of no kind' : isolated(short)}`;
};

const MAX_FUELS = 3;
const MAX_FUEL_LENGTH = 24;

/** The strip above the views has little room; the table by fuel has all of them. */
function fuelVolumesText(fuels: FuelSummary['by_fuel_type']): string {
  const shown = fuels.slice(0, MAX_FUELS).map(fuelVolumeText);
  const more = fuels.length - shown.length;
  return [...shown, ...(more > 0 ? [countText(more, 'more fuel')] : [])].join(', ');
}

interface TotalsProps {
  readonly summary: FuelSummary;
  /** When the last transaction was read, ISO 8601; null: reading goes on. */
  readonly read_at: string | null;
}

/** Totals by currency and unit in exact decimals; different kinds are never added up. */
function Totals({ summary, read_at }: TotalsProps) {
  const { totals, deleted, state, by_fuel_type } = summary;
  if (totals.length === 0) return null;
  // An average over diesel and DEF is nobody's price, and their sum nobody's volume.
  const fuelsOf = (group: FuelGroup) =>
    by_fuel_type
      .filter(({ currency, volume_unit }) => currency === group.currency && volume_unit === group.volume_unit)
      .toSorted((a, b) => b.transactions - a.transactions);
  // The totals follow the reading in steps, so its count is ahead of them.
  const counted = totals.reduce((sum, { transactions }) => sum + transactions, 0);
  const most = totals.toSorted((a, b) => b.transactions - a.transactions);
  return (
    <section
      className={`${shared.row} ${classes.strip}`}
      aria-label={state === 'complete' ? 'Totals' : 'Partial totals'}
    >
      {state !== 'complete' && (
        <span className={chart.part}>Partial, of {countText(counted, 'transaction')}</span>
      )}
      <ul className={`${shared.list} ${shared.fill} ${classes.groups}`}>
        {most.map((group) => {
          const { currency, volume_unit, transactions, total_cost, price_per_unit } = group;
          const name = groupName(group);
          const fuels = fuelsOf(group);
          return (
            <li key={name} className={shared.column} aria-label={name}>
              <strong data-figure>{costText(total_cost, currency) ?? 'No cost'}</strong>
              <span className={shared.note}>
                {[
                  fuelVolumesText(fuels),
                  fuels.length === 1 ? priceText(price_per_unit, currency, volume_unit) : null,
                  countText(transactions, 'transaction'),
                ]
                  .filter((one) => one !== null)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
      {deleted > 0 && (
        <span className={shared.fixedSmall} title="Deleted by the provider">
          {exactText(String(deleted))} deleted, not counted
        </span>
      )}
      {read_at && (
        <span className={shared.fixedSmall} title={fullDateTime(read_at)}>
          Updated <Age at={read_at} ago />
        </span>
      )}
    </section>
  );
}
