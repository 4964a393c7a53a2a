/** What can be done with all of it: read again, taken as files, printed. */
import { Button, Menu } from '@mantine/core';
import type { UsageSummary } from '@waypost/contract/api/usage';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { countText } from '../../ui/chart/words.ts';
import { csvText } from '../../ui/csv.ts';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload, IconRefresh } from '../../ui/icons.ts';
import type { Scope } from './scope.ts';
import type { UsageSearch } from './search.ts';
import { SHOWN_COLUMNS, shownRows } from './shown-csv.ts';
import { rangeTitle } from './Totals.tsx';
import classes from './UsageView.module.css';

export interface ActionsProps {
  readonly scope: Scope;
  readonly search: UsageSearch;
  readonly summary: UsageSummary | null;
  /** It is being read. */
  readonly busy: boolean;
  readonly onRead: (again?: boolean) => void;
  readonly now: () => number;
}

export function Actions({ scope, search, summary, busy, onRead, now }: ActionsProps) {
  const { entity_type, partner_id } = search;
  const { progress, start, cancel } = useCsvExport();
  const { from_month, to_month, month } = scope;
  const nothing = !summary || summary.state === 'missing';
  const rows = (from: string, to: string) =>
    start(USAGE_ROUTES.usageCsv, { query: { from_month: from, to_month: to, partner_id, entity_type } });
  const shown = () =>
    summary &&
    download(
      fileName(`usage-${from_month}-${to_month}${summary.state === 'complete' ? '' : '-partial'}`, now()),
      csvText(SHOWN_COLUMNS, shownRows(summary, entity_type)),
    );
  return (
    <div className={classes.actions}>
      {progress && (
        <span className={classes.progress} role="status">
          {countText(progress.rows)}
          {progress.total !== null && ` of ${countText(progress.total)}`} rows
          <Button size="compact-xs" onClick={cancel}>
            Cancel
          </Button>
        </span>
      )}
      <Menu>
        <Menu.Target>
          <Button aria-label="Export" disabled={progress !== null}>
            <IconDownload size={16} aria-hidden />
            <span className={classes.word}>Export</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={nothing} onClick={shown}>
            These months (CSV)
          </Menu.Item>
          {month !== null && (
            <Menu.Item disabled={nothing} onClick={() => rows(month, month)}>
              All rows of {rangeTitle({ from_month: month, to_month: month })} (CSV)
            </Menu.Item>
          )}
          <Menu.Item disabled={nothing} onClick={() => rows(from_month, to_month)}>
            All rows of these months (CSV)
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={nothing} onClick={() => window.print()}>
            Print charts
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Menu>
        <Menu.Target>
          <Button aria-label="Refresh" loading={busy}>
            <IconRefresh size={16} aria-hidden />
            <span className={classes.word}>Refresh</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onRead()}>Refresh what is missing or old</Menu.Item>
          <Menu.Item onClick={() => onRead(true)}>Refresh all of these months</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
