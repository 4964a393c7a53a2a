/** A usage row as the store has it. What the service leaves out stays out; a count that is not told is none. */
import type { UsageRow } from '@waypost/contract/usage';
import type { StoredUsageRow } from '../store/usage.ts';

const ms = (text: string | null | undefined): number | null => (text == null ? null : Date.parse(text));

/** `month`: what was asked for, for a row that names none; null: such a row belongs to no month. */
export function storedRow(row: UsageRow, generation: number, month: string | null): StoredUsageRow {
  return {
    generation,
    id: row.id,
    month: row.usage_month?.slice(0, 7) ?? month ?? '',
    partner_id: row.partner_id ?? null,
    entity_type: row.entity_type ?? null,
    entity_id: row.entity_id ?? null,
    rest_api_count: row.rest_api_count ?? 0,
    webhook_count: row.webhook_count ?? 0,
    is_active: row.is_active == null ? null : Number(row.is_active),
    first_call_at: ms(row.first_call_in_month),
    latest_call_at: ms(row.latest_call_in_month),
    created_at: ms(row.created_at),
    updated_at: ms(row.updated_at),
  };
}
