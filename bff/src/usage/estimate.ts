/** Run-rate of the open month to its end: an estimate that takes the rest of the month to be like what has passed. */

import {
  USAGE_ESTIMATE_AFTER_MS,
  type UsageCounts,
  type UsageSummaryMonth,
} from '@waypost/contract/api/usage';
import { toIso } from '../lib/time.ts';
import { beginOf, endOf } from './months.ts';

/** Null before enough has passed, and when the month was over as it was read. `as_of`: when it was read, milliseconds. */
export function estimateOf(
  month: string,
  as_of: number,
  items: readonly UsageCounts[],
): UsageSummaryMonth['estimate'] {
  const [begin, end] = [beginOf(month), endOf(month)];
  if (as_of >= end || as_of - begin < USAGE_ESTIMATE_AFTER_MS) return null;
  const passed = (as_of - begin) / (end - begin);
  return {
    as_of: toIso(as_of),
    passed,
    items: items.map(({ entity_type, rest_api_count, webhook_count }) => ({
      entity_type,
      rest_api_count: Math.round(rest_api_count / passed),
      webhook_count: Math.round(webhook_count / passed),
    })),
  };
}
