/** Usage rows: the partner's API calls and webhook deliveries per month. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { calendarDate, dateTime, page, pageQuery, receivedReference, uuid } from './common.ts';
import { COMMON_ERRORS, endpoint } from './endpoint.ts';

export const USAGE_YEAR = { min: 2000, max: 2100 } as const;
export const USAGE_MONTH = { min: 1, max: 12 } as const;

/** One entity in one month. Only `id` is required. */
export const usageRow = z.object({
  id: uuid,
  partner_id: uuid.nullish(),
  usage_month: calendarDate.nullish(),
  /** Such as vehicle or driver. */
  entity_type: receivedReference.nullish(),
  entity_id: uuid.nullish(),
  first_call_in_month: dateTime.nullish(),
  latest_call_in_month: dateTime.nullish(),
  rest_api_count: z.number().int().nullish(),
  webhook_count: z.number().int().nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
  is_active: z.boolean().nullish(),
});
export type UsageRow = z.infer<typeof usageRow>;

const between = ({ min, max }: { min: number; max: number }) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** `partner_id` is for the service's administrators; it is ignored when a partner calls. */
export const usageListQuery = z.strictObject({
  year: between(USAGE_YEAR).optional(),
  month: between(USAGE_MONTH).optional(),
  entity_type: z.string().min(1).optional(),
  partner_id: uuid.optional(),
  ...pageQuery,
});

export function usageEndpoints(a: Assumptions) {
  return {
    listUsage: endpoint({
      name: 'listUsage',
      method: 'GET',
      path: '/v2/orgs/usage',
      query: usageListQuery,
      queryNames: { ...a.query.pagination, ...a.query.usage },
      response: page(usageRow),
      success: [200],
      errors: COMMON_ERRORS,
    }),
  } as const;
}
