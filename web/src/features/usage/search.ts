import { USAGE_ENTITY_SORTS, usageMonth } from '@waypost/contract/api/url-enums';
import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const usageSearch = z.object({
  /** A calendar year; absent: the last twelve months. */
  year: z.coerce.number().int().min(2000).max(2099).optional().catch(undefined),
  /** `2026-11`, or `all` months of the range; absent: the newest month. */
  month: z
    .union([usageMonth, z.literal('all')])
    .optional()
    .catch(undefined),
  entity_type: z.string().min(1).max(100).optional().catch(undefined),
  partner_id: openId,
  /** Absent: charts. */
  show: z.literal('table').optional().catch(undefined),
  /** Absent: most called. */
  list: z.literal('inactive').optional().catch(undefined),
  sort_by: z.enum(USAGE_ENTITY_SORTS).optional().catch(undefined),
  sort_order: z.literal('asc').optional().catch(undefined),
});
export type UsageSearch = z.output<typeof usageSearch>;
