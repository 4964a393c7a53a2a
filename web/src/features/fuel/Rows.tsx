/** The table with its foot: how many rows, in which order, of one check only or of all. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { FuelCheck, FuelImport, FuelRow } from '@waypost/contract/api/fuel';
import { useMemo } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconColumns, IconGasStation } from '../../ui/icons.ts';
import { prefs, usePrefs } from '../../ui/prefs.ts';
import { FootEnd, ListFoot } from '../../ui/resource-list/ListLayout.tsx';
import { VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import { personZone } from '../../ui/time.ts';
import { useLayout } from '../../ui/use-media.ts';
import { CARDS, FUEL_COLUMNS, shownColumns } from './columns.tsx';
import classes from './FuelView.module.css';
import { orderOf } from './search.ts';
import { isGone } from './use-fuel.ts';
import { useRows } from './use-rows.ts';
import { CHECK_WORDS, countText } from './words.ts';

export const FUEL_GRID_ID = 'fuel-rows';
const ROW_HEIGHT = { comfortable: 40, compact: 30 } as const;

export interface RowsProps {
  readonly listImport: FuelImport;
  readonly gone: () => void;
  readonly sort: string | undefined;
  readonly check: FuelCheck | undefined;
  /** Rows with this finding, from the summary. */
  readonly findings: number | undefined;
  readonly selected: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly onAllChecks: () => void;
  readonly onOpen: (row: FuelRow, by_key: boolean) => void;
  readonly onFilters: () => void;
}

export function Rows(props: RowsProps) {
  const { listImport, gone, sort, check, findings, selected, onSort, onOpen } = props;
  const order = orderOf(sort);
  const phone = useLayout() === 'phone';
  const { fuel_columns, density } = usePrefs();
  const columns = useMemo(() => shownColumns(fuel_columns), [fuel_columns]);
  const expected = check === undefined ? listImport.rows_read : (findings ?? 0);
  const { rows, onSight, problem, retry, list } = useRows({ listImport, order, check, expected, gone });
  const total = rows.count;
  if (listImport.state === 'reading' && listImport.rows_read === 0)
    return <ListSkeleton label="Loading transactions" />;
  // Rows would come in between others under the eyes of whoever reads them.
  if (listImport.state === 'reading')
    return (
      <EmptyState icon={<IconGasStation size={32} stroke={1.5} />} title="Rows appear when loading is done">
        Totals update above. Cancel to see the rows loaded so far.
      </EmptyState>
    );
  if (problem && total === 0 && !isGone(problem)) return <ProblemState problem={problem} onRetry={retry} />;
  if (total === 0)
    return (
      <EmptyState
        icon={<IconGasStation size={32} stroke={1.5} />}
        title={check === undefined ? 'No fuel purchases in this range' : 'No transaction with this finding'}
        action={
          check === undefined ? (
            <Button onClick={props.onFilters}>Change range or filters</Button>
          ) : (
            <Button onClick={props.onAllChecks}>Show all transactions</Button>
          )
        }
      >
        {check === undefined &&
          'Try a wider range or fewer filters. Providers may report purchases days later.'}
      </EmptyState>
    );
  return (
    <>
      {problem && !isGone(problem) && <ProblemState problem={problem} onRetry={retry} small />}
      <VirtualGrid
        id={FUEL_GRID_ID}
        label="Transactions"
        rows={rows}
        columns={columns}
        rowHeight={ROW_HEIGHT[density]}
        cards={phone ? CARDS : null}
        sort={{ by: order.sort_by, descending: order.sort_order === 'desc', onSort }}
        isSelected={(row) => row.id === selected}
        isDeleted={({ deleted_at }) => deleted_at != null}
        onOpen={onOpen}
        onSight={onSight}
        listKey={list}
      />
      <ListFoot>
        <span>
          {countText(total, 'transaction')}
          {check !== undefined && `: ${CHECK_WORDS[check].title.toLowerCase()}`}
          {listImport.state !== 'complete' && ', partial'}
        </span>
        {check !== undefined && (
          <Button size="compact-xs" onClick={props.onAllChecks}>
            Show all
          </Button>
        )}
        <FootEnd>Times {personZone()}</FootEnd>
      </ListFoot>
    </>
  );
}

export function ColumnsMenu() {
  const { fuel_columns } = usePrefs();
  return (
    <Menu width={220}>
      <Menu.Target>
        <Tooltip label="Columns">
          <ActionIcon aria-label="Columns">
            <IconColumns size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.CheckboxGroup
          value={shownColumns(fuel_columns).map(({ id }) => id)}
          onChange={(chosen) => prefs.set({ fuel_columns: chosen })}
        >
          {FUEL_COLUMNS.filter(({ always }) => !always).map(({ id, header }) => (
            <Menu.CheckboxItem key={id} value={id}>
              {header}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
        <Menu.Divider />
        <Menu.Item onClick={() => prefs.set({ fuel_columns: null })}>Default columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
