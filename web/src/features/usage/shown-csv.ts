/** What the page shows, as a table for a spreadsheet: a row for each month and entity type. */
import type { UsageSummary } from '@waypost/contract/api/usage';
import type { CsvCell } from '../../ui/csv.ts';
import { itemsOf } from './counts.ts';

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
