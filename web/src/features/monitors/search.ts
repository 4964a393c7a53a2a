/** What the addresses of the monitors' pages hold. Malformed values fall back, field by field. */
import { z } from 'zod';
import { openId, shortText, sortText } from '../../ui/search-fields.ts';

/** `unknown`: a status that nobody knows; what nobody knows to exist (intents) stands above the list. */
export const MONITOR_FILTERS = [
  'active',
  'attention',
  'completed',
  'expired',
  'cancelled',
  'unknown',
] as const;
export type MonitorFilter = (typeof MONITOR_FILTERS)[number];

/** `/monitors` */
export const monitorsSearch = z.object({
  /** Absent: all. */
  show: z.enum(MONITOR_FILTERS).optional().catch(undefined),
  q: shortText,
  sort: sortText,
});
export type MonitorsSearch = z.output<typeof monitorsSearch>;

/** `/monitors/new`: what the draft begins from. */
export const newMonitorSearch = z.object({
  /** load_id */
  load: openId,
  /** Monitor to copy. */
  copy: openId,
  /** Monitor whose remaining stops go on in a new one. */
  follow: openId,
});
export type NewMonitorSearch = z.output<typeof newMonitorSearch>;
