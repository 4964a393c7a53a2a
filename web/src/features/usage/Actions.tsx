/** What can be done with all of it: read again, taken as files, printed. */
import { Button, Menu } from '@mantine/core';
import type { UsageSummary } from '@waypost/contract/api/usage';
import { USAGE_ROUTES } from '@waypost/contract/api/usage-routes';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { countText } from '../../ui/chart/words.ts';
import { type CsvCell, csvText } from '../../ui/csv.ts';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload, IconRefresh } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { itemsOf } from './counts.ts';
import type { Scope } from './scope.ts';
import type { UsageSearch } from './search.ts';
import { rangeTitle } from './Totals.tsx';
import classes from './UsageView.module.css';

/** What the page shows, as a table for a spreadsheet: a row for each month and entity type. */
export const SHOWN_COLUMNS = [
  'usage_month',
  'entity_type',
  'rest_api_count',
  'webhook_count',
  'entities',
  'active_entities',
  'inactive_called',
  'estimate_rest_api_count',
  'estimate_webhook_count',
  'state',
  'open',
  'rows_read',
  'rows_total',
  'read_at',
] as const;

/** A month without any row has a line too, to distinguish it from a missing one. */
export function shownRows(summary: UsageSummary, entity_type: string | undefined): readonly CsvCell[][] {
  return summary.months.flatMap((month) => {
    const about = [month.state, String(month.open), month.rows_read, month.rows_total, month.read_at];
    const items = itemsOf(month, entity_type);
    if (items.length === 0) {
      const none = month.state === 'complete' ? 0 : null;
      return [[month.usage_month, null, none, none, none, none, none, null, null, ...about]];
    }
    return items.map((item) => {
      const expected = month.estimate?.items.find((one) => one.entity_type === item.entity_type);
      return [
        month.usage_month,
        item.entity_type,
        item.rest_api_count,
        item.webhook_count,
        item.entities,
        item.active_entities,
        item.inactive_called,
        expected?.rest_api_count ?? null,
        expected?.webhook_count ?? null,
        ...about,
      ];
    });
  });
}

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
    <div className={shared.row}>
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
          <Menu.Item onClick={() => onRead()}>Refresh missing or outdated months</Menu.Item>
          <Menu.Item onClick={() => onRead(true)}>Refresh all these months</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
