/** Connections (a fleet and provider pairing) and their data freshness, all assumed. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { dateTime, displayText, filterList, page, pageQuery, receivedReference, uuid } from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { permissionLevel, resourceName } from './resources.ts';

const text = displayText.nullish();
const ref = receivedReference.nullish();

/** The service may send the provider's `credentials`, masked or not; this schema drops them. */
export const connection = z.object({
  id: uuid,
  fleet_id: uuid.nullish(),
  fleet_ref: ref,
  tsp_id: uuid.nullish(),
  tsp_slug: ref,
  source_name: text,
  description: text,
  status: text,
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
});
export type Connection = z.infer<typeof connection>;

export const dataFreshness = z.object({
  connection_id: uuid.nullish(),
  fleet_id: uuid.nullish(),
  fleet_ref: ref,
  resource: resourceName.nullish(),
  last_successful_execution_at: dateTime.nullish(),
  next_execution_at: dateTime.nullish(),
  schedule_status: text,
  share_level: permissionLevel.nullish(),
  source_name: text,
  tsp_slug: ref,
});
export type DataFreshness = z.infer<typeof dataFreshness>;

export const connectionParams = z.strictObject({ connection_id: uuid });
export const connectionListQuery = z.strictObject({
  tsp_id: uuid.optional(),
  fleet_ids: filterList(uuid),
  fleet_refs: filterList(z.string()),
  ...pageQuery,
});
export const dataFreshnessQuery = z.strictObject({
  fleet_ids: filterList(uuid),
  fleet_refs: filterList(z.string()),
});

export function connectionEndpoints(a: Assumptions) {
  return {
    listConnections: endpoint({
      name: 'listConnections',
      assumed: true,
      method: 'GET',
      path: a.paths.connections,
      query: connectionListQuery,
      queryNames: { ...a.query.pagination, ...a.query.connections },
      response: page(connection),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
    deleteConnection: endpoint({
      name: 'deleteConnection',
      assumed: true,
      method: 'DELETE',
      path: a.paths.connection,
      params: connectionParams,
      success: [204, 200],
      errors: COMMON_ERRORS_AND_501,
    }),
    /** Returns a plain array, not a page. */
    listDataFreshness: endpoint({
      name: 'listDataFreshness',
      assumed: true,
      method: 'GET',
      path: a.paths.data_freshness,
      query: dataFreshnessQuery,
      queryNames: a.query.data_freshness,
      response: z.array(dataFreshness),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
      optional: true,
    }),
  } as const;
}
