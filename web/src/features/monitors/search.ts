import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

/** `unknown`: a status that Waypost does not know. Creates not confirmed yet (intents) are listed above the rows. */
export const MONITOR_FILTERS = [
  'active',
  'attention',
  'completed',
  'expired',
  'cancelled',
  'unknown',
] as const;
export type MonitorFilter = (typeof MONITOR_FILTERS)[number];

export const monitorsSearch = z.object({
  show: z.enum(MONITOR_FILTERS).optional().catch(undefined),
  q: shortText,
  sort: sortText,
});
export type MonitorsSearch = z.output<typeof monitorsSearch>;

export const newMonitorSearch = z.object({
  load: openId,
  copy: openId,
  /** Monitor whose remaining stops continue in a new one. */
  follow: openId,
});
export type NewMonitorSearch = z.output<typeof newMonitorSearch>;
