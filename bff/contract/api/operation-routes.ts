/** Our own API for resource operations; see routes.ts. Creating a user is in intent-routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { createdUser, INTENT_HEADER } from './intents.ts';
import { boardOperationDetail, operationList, operationRepeat } from './operations.ts';
import { route } from './route.ts';

const operationId = z.strictObject({ operation_id: uuid });

export const OPERATION_ROUTES = {
  listOperations: route('GET /api/operations', {
    summary: 'List known operations, newest first, and how their updates arrive',
    right: 'read',
    responses: { 200: operationList },
  }),
  readOperation: route('GET /api/operations/{operation_id}', {
    summary: 'Get an operation with its payload and attempts, redacted',
    right: 'read',
    params: operationId,
    responses: { 200: boardOperationDetail },
  }),
  refreshOperation: route('POST /api/operations/{operation_id}/read', {
    summary: 'Refresh an operation from the tracking service, if supported',
    right: 'read',
    params: operationId,
    responses: { 200: boardOperationDetail },
  }),
  repeatOperation: route('POST /api/operations/{operation_id}/repeat', {
    summary: `Send the same data again as a new operation. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_onboarding',
    params: operationId,
    body: operationRepeat,
    responses: { 202: createdUser, 200: createdUser },
  }),
} as const;
