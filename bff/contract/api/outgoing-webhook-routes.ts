/** Outgoing webhooks and what was sent to them. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  outgoingDelivery,
  outgoingDeliveryDetail,
  outgoingDeliveryList,
  outgoingDeliveryQuery,
  outgoingWebhook,
  outgoingWebhookCreate,
  outgoingWebhookList,
  outgoingWebhookUpdate,
  outgoingWebhookWithSecret,
} from './outgoing-webhooks.ts';
import { route } from './route.ts';

const webhookId = z.strictObject({ webhook_id: uuid });
const deliveryId = z.strictObject({ delivery_id: uuid });

export const OUTGOING_WEBHOOK_ROUTES = {
  listOutgoingWebhooks: route('GET /api/outgoing-webhooks', {
    summary: 'Addresses that events are sent to, newest first. Never their secrets',
    right: 'administer',
    responses: { 200: outgoingWebhookList },
  }),
  createOutgoingWebhook: route('POST /api/outgoing-webhooks', {
    summary: 'Adds an address. This answer holds its signing secret; it cannot be read again',
    right: 'administer',
    body: outgoingWebhookCreate,
    responses: { 201: outgoingWebhookWithSecret },
  }),
  updateOutgoingWebhook: route('PATCH /api/outgoing-webhooks/{webhook_id}', {
    summary: 'Changes the address or its events, or turns it on or off',
    right: 'administer',
    params: webhookId,
    body: outgoingWebhookUpdate,
    responses: { 200: outgoingWebhook },
  }),
  replaceOutgoingSecret: route('POST /api/outgoing-webhooks/{webhook_id}/secret', {
    summary:
      'Replaces the signing secret, and answers with the new one. Every delivery from then on is signed with it',
    right: 'administer',
    params: webhookId,
    responses: { 200: outgoingWebhookWithSecret },
  }),
  testOutgoingWebhook: route('POST /api/outgoing-webhooks/{webhook_id}/test', {
    summary: 'Sends a test event, once',
    right: 'administer',
    params: webhookId,
    responses: { 202: outgoingDelivery },
  }),
  deleteOutgoingWebhook: route('DELETE /api/outgoing-webhooks/{webhook_id}', {
    summary: 'Deletes an address with its log. What waits is not sent',
    right: 'administer',
    params: webhookId,
    responses: { 204: null },
  }),
  listOutgoingDeliveries: route('GET /api/outgoing-webhooks/{webhook_id}/deliveries', {
    summary: 'What was sent to an address, newest first',
    right: 'administer',
    params: webhookId,
    query: outgoingDeliveryQuery,
    responses: { 200: outgoingDeliveryList },
  }),
  readOutgoingDelivery: route('GET /api/outgoing-deliveries/{delivery_id}', {
    summary: 'One delivery with its body and what was answered',
    right: 'administer',
    params: deliveryId,
    responses: { 200: outgoingDeliveryDetail },
  }),
  resendOutgoingDelivery: route('POST /api/outgoing-deliveries/{delivery_id}/resend', {
    summary: 'Sends a delivery once more, with the same event id',
    right: 'administer',
    params: deliveryId,
    responses: { 202: outgoingDelivery },
  }),
} as const;
