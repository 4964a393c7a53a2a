import { Box, Button } from '@mantine/core';
import { download, fileName } from '../files.ts';
import { IconDownload } from '../icons.ts';
import shared from '../shared.module.css';
import { ChartTable, chartTableCsv } from './ChartTable.tsx';
import classes from './chart.module.css';
import type { TableData } from './types.ts';

interface TableSectionProps {
  readonly title: string;
  /** Of the file, without date and extension. */
  readonly name: string;
  readonly table: TableData;
  /** Only a part of the data is known, and title and file say so. */
  readonly partial?: boolean;
  /** The server's clock, milliseconds since 1970. */
  readonly now: () => number;
}

/** A table with its title and its CSV file. */
export function TableSection({ title, name, table, partial = false, now }: TableSectionProps) {
  const file = partial ? `${name}-partial` : name;
  return (
    <Box component="section" px={16} pt={8} aria-label={title}>
      <header className={shared.row}>
        <h2>{title}</h2>
        {partial && <span className={classes.part}>Partial</span>}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`${title}: CSV`}
          onClick={() => download(fileName(file, now()), chartTableCsv(table))}
        >
          CSV
        </Button>
      </header>
      <ChartTable label={title} table={table} />
    </Box>
  );
}
