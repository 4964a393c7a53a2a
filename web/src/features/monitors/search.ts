/** What the addresses of the monitors' pages hold. Malformed values fall back, field by field. */
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const query = text
  .transform((value) => value.slice(0, 200) || undefined)
  .optional()
  .catch(undefined);

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
  q: query,
  sort: text.optional().catch(undefined),
});
export type MonitorsSearch = z.output<typeof monitorsSearch>;

/** `/monitors/new`: what the draft begins from. */
export const newMonitorSearch = z.object({
  /** load_id */
  load: uuid.optional().catch(undefined),
  /** Monitor to copy. */
  copy: uuid.optional().catch(undefined),
  /** Monitor whose remaining stops go on in a new one. */
  follow: uuid.optional().catch(undefined),
});
export type NewMonitorSearch = z.output<typeof newMonitorSearch>;
