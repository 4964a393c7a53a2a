/** Resource operations. The read and list endpoints are assumed. */
import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { dateTime, displayText, openEnum, page, pageQuery, receivedReference, uuid } from './common.ts';
import { COMMON_ERRORS_AND_501, endpoint } from './endpoint.ts';
import { RESOURCE_NAMES, resourceName } from './resources.ts';

export const OPERATION_TYPES = ['create', 'update'] as const;

export const OPERATION_STATUSES = ['pending', 'success', 'failed'] as const;
export const operationStatus = openEnum(OPERATION_STATUSES);
export type OperationStatus = z.infer<typeof operationStatus>;

/** Maximum length of the partner's reference, in characters. */
export const PARTNER_REF_MAX = 255;
export const partnerRef = z
  .string()
  .max(PARTNER_REF_MAX, { error: `must be at most ${PARTNER_REF_MAX} characters` });

/** One attempt at the provider. The values of `status` and `error_type` are not shown. */
export const operationLog = z.object({
  id: uuid.nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
  resource_operation_id: uuid.nullish(),
  status: displayText.nullish(),
  error_type: displayText.nullish(),
  error_details: displayText.nullish(),
  response_status_code: z.number().int().nullish(),
  response_headers: z.record(z.string(), z.unknown()).nullish(),
});
export type OperationLog = z.infer<typeof operationLog>;

/**
 * Read model. Only `id` is required. `payload` may echo a password: pass every operation through `redactOperation` before
 * storing, logging or showing it.
 */
export const operation = z.object({
  id: uuid,
  partner_id: uuid.nullish(),
  connection_id: uuid.nullish(),
  resource: resourceName.nullish(),
  operation_type: openEnum(OPERATION_TYPES).nullish(),
  payload: z.record(z.string(), z.unknown()).nullish(),
  created_at: dateTime.nullish(),
  updated_at: dateTime.nullish(),
  deleted_at: dateTime.nullish(),
  /** As supplied on creation; null when none was supplied. */
  partner_ref: receivedReference.nullish(),
  /** Null while a created record does not exist yet. */
  resource_id: uuid.nullish(),
  source_id: receivedReference.nullish(),
  status: operationStatus.nullish(),
  logs: z.array(operationLog).nullish(),
});
export type Operation = z.infer<typeof operation>;

export const operationParams = z.strictObject({ connection_id: uuid, resource_operation_id: uuid });
export const operationListQuery = z.strictObject({
  connection_id: uuid.optional(),
  resource: z.enum(RESOURCE_NAMES).optional(),
  status: z.enum(OPERATION_STATUSES).optional(),
  ...pageQuery,
});

export function operationEndpoints(a: Assumptions) {
  return {
    listOperations: endpoint({
      name: 'listOperations',
      assumed: true,
      method: 'GET',
      path: a.paths.resource_operations,
      query: operationListQuery,
      queryNames: { ...a.query.pagination, ...a.query.resource_operations },
      response: page(operation),
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
    getOperation: endpoint({
      name: 'getOperation',
      assumed: true,
      method: 'GET',
      path: a.paths.resource_operation,
      params: operationParams,
      response: operation,
      about: { param: 'resource_operation_id', field: 'id' },
      success: [200],
      errors: COMMON_ERRORS_AND_501,
    }),
  } as const;
}
