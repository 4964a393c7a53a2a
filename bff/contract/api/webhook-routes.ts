import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import {
  delivery,
  deliveryDetail,
  deliveryList,
  deliveryListQuery,
  replayRequest,
  replayResult,
  verifyRequest,
  verifyResult,
  WEBHOOK_PURPOSES,
  webhookAddress,
  webhookAddressList,
  webhookRegistration,
} from './webhooks.ts';

export const WEBHOOK_ROUTES = {
  listWebhooks: route('GET /api/webhooks', {
    summary: 'List the addresses that the tracking service sends events to',
    right: 'administer',
    responses: { 200: webhookAddressList },
  }),
  subscribeWebhook: route('POST /api/webhooks/{purpose}', {
    summary: 'Subscribe to a family of events, or get the address to register manually',
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(WEBHOOK_PURPOSES) }),
    responses: { 200: webhookAddress },
  }),
  registerWebhook: route('PATCH /api/webhooks/{purpose}', {
    summary: "Record the tracking service's response to a manual registration",
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(WEBHOOK_PURPOSES) }),
    body: webhookRegistration,
    responses: { 200: webhookAddress },
  }),
  verifyDeliveries: route('POST /api/webhooks/{subscription_id}/verify', {
    summary: "Verify an address's unverified deliveries again, and process those that pass",
    right: 'administer',
    params: z.strictObject({ subscription_id: uuid }),
    body: verifyRequest,
    responses: { 200: verifyResult },
  }),
  requestReplay: route('POST /api/webhooks/{subscription_id}/replay', {
    summary: 'Request missed events of an address again',
    right: 'administer',
    params: z.strictObject({ subscription_id: uuid }),
    body: replayRequest,
    responses: { 200: replayResult },
  }),
  listDeliveries: route('GET /api/deliveries', {
    summary: 'List deliveries, newest first',
    right: 'administer',
    query: deliveryListQuery,
    responses: { 200: deliveryList },
  }),
  readDelivery: route('GET /api/deliveries/{id}', {
    summary: 'Get a delivery as received, without secrets',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 200: deliveryDetail },
  }),
  replayDelivery: route('POST /api/deliveries/{id}/replay', {
    summary: 'Process a delivery again',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 202: delivery },
  }),
} as const;
