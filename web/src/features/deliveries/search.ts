import { DELIVERY_STATES } from '@waypost/contract/api/url-enums';
import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const deliveriesSearch = z.object({
  state: z.enum(DELIVERY_STATES).optional().catch(undefined),
  /** A family such as `geofence_monitor.*`, or an event name. */
  event: z.string().min(1).max(255).optional().catch(undefined),
  delivery: openId,
});
export type DeliveriesSearch = z.output<typeof deliveriesSearch>;
