/** Addresses for events, and deliveries. Our own API as data, see routes.ts. */
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
    summary: 'Addresses that the service delivers events to',
    right: 'administer',
    responses: { 200: webhookAddressList },
  }),
  subscribeWebhook: route('POST /api/webhooks/{purpose}', {
    summary: 'Subscribes to a family of events, or says which address to register by hand',
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(WEBHOOK_PURPOSES) }),
    responses: { 200: webhookAddress },
  }),
  registerWebhook: route('PATCH /api/webhooks/{purpose}', {
    summary: 'Tells what the service said when an address was registered by hand',
    right: 'administer',
    params: z.strictObject({ purpose: z.enum(WEBHOOK_PURPOSES) }),
    body: webhookRegistration,
    responses: { 200: webhookAddress },
  }),
  verifyDeliveries: route('POST /api/webhooks/{subscription_id}/verify', {
    summary: 'Verifies again what an address has kept unverified, and handles what is right now',
    right: 'administer',
    params: z.strictObject({ subscription_id: uuid }),
    body: verifyRequest,
    responses: { 200: verifyResult },
  }),
  requestReplay: route('POST /api/webhooks/{subscription_id}/replay', {
    summary: 'Asks the service to send the events of an address once more',
    right: 'administer',
    params: z.strictObject({ subscription_id: uuid }),
    body: replayRequest,
    responses: { 200: replayResult },
  }),
  listDeliveries: route('GET /api/deliveries', {
    summary: 'Events as they were delivered, newest first',
    right: 'administer',
    query: deliveryListQuery,
    responses: { 200: deliveryList },
  }),
  readDelivery: route('GET /api/deliveries/{id}', {
    summary: 'One delivery with what was received, less its secrets',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 200: deliveryDetail },
  }),
  replayDelivery: route('POST /api/deliveries/{id}/replay', {
    summary: 'Handles a delivery once more',
    right: 'administer',
    params: z.strictObject({ id: uuid }),
    responses: { 202: delivery },
  }),
} as const;
