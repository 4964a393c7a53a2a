/** Share agreements and connections. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { agreementParams, agreementUpdate } from '../agreements.ts';
import { connectionParams } from '../connections.ts';
import { agreementHistory, agreementList, boardAgreement, confirmed, connectionList } from './agreements.ts';
import { route } from './route.ts';

/** `fresh=true`: the service is read first, whatever we have. */
const fresh = z.strictObject({ fresh: z.enum(['true', 'false']).optional() });

export const AGREEMENT_ROUTES = {
  listAgreements: route('GET /api/agreements', {
    summary: 'Every share agreement with what it means now, what depends on it and how fresh its data are',
    right: 'read',
    query: fresh,
    responses: { 200: agreementList },
  }),
  readAgreement: route('GET /api/agreements/{share_agreement_id}', {
    summary: 'One share agreement with everything that depends on it',
    right: 'read',
    params: agreementParams,
    responses: { 200: boardAgreement },
  }),
  agreementHistory: route('GET /api/agreements/{share_agreement_id}/history', {
    summary: 'Who changed or ended it from here, newest first, as far back as the activity log goes',
    right: 'manage_onboarding',
    params: agreementParams,
    responses: { 200: agreementHistory },
  }),
  updateAgreement: route('PATCH /api/agreements/{share_agreement_id}', {
    summary:
      'Changes when access begins or ends. Left out is kept; only expiration_date may be null, which removes it',
    right: 'manage_onboarding',
    params: agreementParams,
    body: agreementUpdate,
    responses: { 200: boardAgreement },
  }),
  cancelAgreement: route('POST /api/agreements/{share_agreement_id}/cancel', {
    summary: 'Cancels it, where the service offers that. Needs the typed confirmation',
    right: 'manage_onboarding',
    params: agreementParams,
    body: confirmed,
    responses: { 200: boardAgreement },
  }),
  deleteAgreement: route('DELETE /api/agreements/{share_agreement_id}', {
    summary: 'Deletes it. Needs the typed confirmation in the body',
    right: 'manage_onboarding',
    params: agreementParams,
    body: confirmed,
    responses: { 204: null },
  }),
  listConnections: route('GET /api/connections', {
    summary: 'Every connection, a fleet and provider pairing, without credentials',
    right: 'read',
    query: fresh,
    responses: { 200: connectionList },
  }),
  deleteConnection: route('DELETE /api/connections/{connection_id}', {
    summary: 'Ends a connection. Needs the typed confirmation in the body',
    right: 'manage_onboarding',
    params: connectionParams,
    body: confirmed,
    responses: { 204: null },
  }),
} as const;
