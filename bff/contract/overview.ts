/** Analytics overview: the deprecated path and its successor. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { filterList, requestText, uuid } from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';

const count = z.number().int();

export const overview = z.object({ fleets: count, vehicles: count, drivers: count, trailers: count });
export type Overview = z.infer<typeof overview>;

export const overviewQuery = z.strictObject({
  fleet_ids: filterList(uuid),
  fleet_refs: filterList(requestText),
  connection_id: uuid.optional(),
});

export function overviewEndpoints(a: Assumptions) {
  return {
    /** Preferred. On 404 or 501, fall back to the deprecated path, which has the same shape. */
    getOverview: endpoint({
      name: 'getOverview',
      assumed: true,
      method: 'GET',
      path: a.paths.analytics_overview_successor,
      query: overviewQuery,
      response: overview,
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
    getDeprecatedOverview: endpoint({
      name: 'getDeprecatedOverview',
      method: 'GET',
      path: '/v2/telematics/analytics/overview',
      query: overviewQuery,
      response: overview,
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      deprecated: { successor: a.paths.analytics_overview_successor },
    }),
  } as const;
}
