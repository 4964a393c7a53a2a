import { z } from 'zod';
import { agreementParams } from '../agreements.ts';
import { connectionParams } from '../connections.ts';
import {
  agreementChange,
  agreementHistory,
  agreementList,
  boardAgreement,
  confirmed,
  connectionList,
} from './agreements.ts';
import { route } from './route.ts';

/** `fresh=true` reads from the service first instead of using stored data. */
const fresh = z.strictObject({ fresh: z.enum(['true', 'false']).optional() });

export const AGREEMENT_ROUTES = {
  listAgreements: route('GET /api/agreements', {
    summary: 'List share agreements with their current state, dependents and data age',
    right: 'read',
    query: fresh,
    responses: { 200: agreementList },
  }),
  readAgreement: route('GET /api/agreements/{share_agreement_id}', {
    summary: 'Get a share agreement with everything that depends on it',
    right: 'read',
    params: agreementParams,
    responses: { 200: boardAgreement },
  }),
  agreementHistory: route('GET /api/agreements/{share_agreement_id}/history', {
    summary: 'List changes made through Waypost, newest first, as far back as the activity log goes',
    right: 'manage_onboarding',
    params: agreementParams,
    responses: { 200: agreementHistory },
  }),
  updateAgreement: route('PATCH /api/agreements/{share_agreement_id}', {
    summary:
      'Change when access starts or ends. Omitted fields stay unchanged; only expiration_date may be null, which removes it. 412 if somebody else has changed what `before` names',
    right: 'manage_onboarding',
    params: agreementParams,
    body: agreementChange,
    responses: { 200: boardAgreement },
  }),
  cancelAgreement: route('POST /api/agreements/{share_agreement_id}/cancel', {
    summary: 'Cancel a share agreement, if the tracking service supports it. Requires the typed confirmation',
    right: 'manage_onboarding',
    params: agreementParams,
    body: confirmed,
    responses: { 200: boardAgreement },
  }),
  deleteAgreement: route('DELETE /api/agreements/{share_agreement_id}', {
    summary: 'Delete a share agreement. Requires the typed confirmation in the body',
    right: 'manage_onboarding',
    params: agreementParams,
    body: confirmed,
    responses: { 204: null },
  }),
  listConnections: route('GET /api/connections', {
    summary: 'List connections between fleets and providers, without credentials',
    right: 'read',
    query: fresh,
    responses: { 200: connectionList },
  }),
  deleteConnection: route('DELETE /api/connections/{connection_id}', {
    summary: 'Delete a connection. Requires the typed confirmation in the body',
    right: 'manage_onboarding',
    params: connectionParams,
    body: confirmed,
    responses: { 204: null },
  }),
} as const;
