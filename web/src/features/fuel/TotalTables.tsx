/** The range by fuel, by month, and month by jurisdiction, which is what a fuel tax report is made of: exact, and as files. */
import { Button } from '@mantine/core';
import type { FuelSummary } from '@waypost/contract/api/fuel';
import { ChartTable } from '../../ui/chart/ChartTable.tsx';
import { twinCsv } from '../../ui/chart/twin.ts';
import type { Twin } from '../../ui/chart/types.ts';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import classes from './FuelView.module.css';
import { groupTwin, HEADS } from './group-tables.ts';

export interface TotalTablesProps {
  readonly summary: FuelSummary;
  readonly now: () => number;
}

export function TotalTables({ summary, now }: TotalTablesProps) {
  const { fuel, month, jurisdiction } = HEADS;
  const table = (title: string, name: string, twin: Twin) => (
    <Table
      key={name}
      title={title}
      name={name}
      twin={twin}
      partial={summary.state !== 'complete'}
      now={now}
    />
  );
  // Of a part nobody knows which months have none.
  const empty =
    summary.state !== 'complete'
      ? []
      : summary.months.filter((one) => !summary.by_month.some((group) => group.month === one));
  return (
    <div className={classes.scroll}>
      {table('By fuel', 'fuel-by-type', groupTwin(summary.by_fuel_type, [fuel]))}
      {table('By month', 'fuel-by-month', groupTwin(summary.by_month, [month, fuel]))}
      {empty.length > 0 && (
        <p className={classes.note}>
          No purchases in {empty.map((one) => month.text({ month: one })).join(', ')}.
        </p>
      )}
      {table(
        'By jurisdiction',
        'fuel-by-jurisdiction',
        groupTwin(summary.by_jurisdiction, [jurisdiction, fuel]),
      )}
      {table(
        'By month and jurisdiction (for IFTA)',
        'fuel-by-month-and-jurisdiction',
        groupTwin(summary.by_month_and_jurisdiction, [month, jurisdiction, fuel]),
      )}
    </div>
  );
}

interface TableProps {
  readonly title: string;
  readonly name: string;
  readonly twin: Twin;
  readonly partial: boolean;
  readonly now: () => number;
}

function Table({ title, name, twin, partial, now }: TableProps) {
  const file = partial ? `${name}-partial` : name;
  return (
    <section className={classes.table} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {partial && <span className={classes.part}>Partial</span>}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`${title}: CSV`}
          onClick={() => download(fileName(file, now()), twinCsv(twin))}
        >
          CSV
        </Button>
      </header>
      <ChartTable label={title} twin={twin} />
    </section>
  );
}
