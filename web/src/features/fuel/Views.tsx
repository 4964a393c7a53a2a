/** Results of an import: totals above, and below them one of six views. */
import type { FuelFinding, FuelImport, FuelRow } from '@waypost/contract/api/fuel';
import { useRef } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts';
import { PartBoundary } from '../../ui/PartBoundary.tsx';
import shared from '../../ui/shared.module.css';
import { type Tab, TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import { Checks } from './Checks.tsx';
import { Places } from './Places.tsx';
import { ColumnsMenu, Rows } from './Rows.tsx';
import type { DayRange } from './range.ts';
import type { FuelSearch, FuelViewKey } from './search.ts';
import { Totals } from './Totals.tsx';
import { TotalTables } from './TotalTables.tsx';
import { isGone, useSummary } from './use-fuel.ts';
import { Vehicles } from './Vehicles.tsx';

const Prices = lazyWithRetry(async () => ({ default: (await import('./Prices.tsx')).Prices }));

const PANEL_ID = 'fuel-view';

export interface ViewsProps {
  readonly listImport: FuelImport;
  readonly gone: () => void;
  readonly search: FuelSearch;
  readonly range: DayRange;
  /** Id of the transaction that is open. */
  readonly selected: string | undefined;
  readonly onSearch: (change: Partial<FuelSearch>) => void;
  readonly onOpen: (row: FuelRow, by_key: boolean) => void;
  readonly onFinding: (finding: FuelFinding) => void;
  readonly onFilters: () => void;
}

export function Views(props: ViewsProps) {
  const { listImport, gone, search, range, selected, onSearch } = props;
  const { clock } = useLive();
  const now = useRef(() => clock.now()).current;
  const { data: summary, error, refetch } = useSummary({ listImport, gone });
  const view: FuelViewKey = search.view ?? 'rows';
  const found = summary?.checks?.reduce((sum, { findings }) => sum + findings, 0);
  const tabs: Tab<FuelViewKey>[] = [
    { key: 'rows', label: 'Transactions', count: listImport.rows_read },
    { key: 'totals', label: 'Totals' },
    { key: 'prices', label: 'Prices' },
    { key: 'vehicles', label: 'Economy', count: summary?.vehicles ?? undefined },
    { key: 'checks', label: 'Checks', count: found },
    { key: 'places', label: 'Map' },
  ];
  const rows = () => (
    <Rows
      listImport={listImport}
      gone={gone}
      sort={search.sort}
      check={search.check}
      findings={summary?.checks?.find(({ check }) => check === search.check)?.findings}
      selected={selected}
      onSort={(sort) => onSearch({ sort })}
      onAllChecks={() => onSearch({ check: undefined })}
      onOpen={props.onOpen}
      onFilters={props.onFilters}
    />
  );
  const shown = () => {
    if (
      summary &&
      summary.unread.left_out > 0 &&
      listImport.rows_read === 0 &&
      listImport.state !== 'reading'
    )
      return <EmptyState title="No readable transactions">See the details above.</EmptyState>;
    if (view === 'rows') return rows();
    if (view === 'places') return <Places listImport={listImport} gone={gone} />;
    if (!summary)
      return error && !isGone(error) ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label="Loading totals" />
      );
    if (summary.totals.length === 0 && (view === 'totals' || view === 'prices'))
      return (
        <EmptyState
          title={summary.state === 'complete' ? 'No purchases in this range' : 'No purchases loaded yet'}
        />
      );
    if (view === 'totals') return <TotalTables summary={summary} now={now} />;
    if (view === 'prices')
      return (
        <PartBoundary waiting={<ListSkeleton label="Loading charts" />}>
          <Prices summary={summary} range={range} now={now} />
        </PartBoundary>
      );
    if (view === 'vehicles') return <Vehicles listImport={listImport} gone={gone} />;
    return (
      <Checks
        listImport={listImport}
        gone={gone}
        summary={summary}
        check={search.check}
        onCheck={(check) => onSearch({ check })}
        onOpen={props.onFinding}
        onRows={(check) => onSearch({ check, view: 'rows' })}
      />
    );
  };
  return (
    <>
      {summary && <Totals summary={summary} />}
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
        {shown()}
      </TabPanel>
    </>
  );
}
