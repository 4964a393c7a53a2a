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
    summary: 'List outgoing webhooks, newest first, without their secrets',
    right: 'administer',
    responses: { 200: outgoingWebhookList },
  }),
  createOutgoingWebhook: route('POST /api/outgoing-webhooks', {
    summary: 'Create an outgoing webhook. Only this response contains its signing secret',
    right: 'administer',
    body: outgoingWebhookCreate,
    responses: { 201: outgoingWebhookWithSecret },
  }),
  updateOutgoingWebhook: route('PATCH /api/outgoing-webhooks/{webhook_id}', {
    summary: 'Change the address or events of a webhook, or turn it on or off',
    right: 'administer',
    params: webhookId,
    body: outgoingWebhookUpdate,
    responses: { 200: outgoingWebhook },
  }),
  replaceOutgoingSecret: route('POST /api/outgoing-webhooks/{webhook_id}/secret', {
    summary: 'Replace the signing secret and return the new one. All later deliveries are signed with it',
    right: 'administer',
    params: webhookId,
    responses: { 200: outgoingWebhookWithSecret },
  }),
  testOutgoingWebhook: route('POST /api/outgoing-webhooks/{webhook_id}/test', {
    summary: 'Send a test event once',
    right: 'administer',
    params: webhookId,
    responses: { 202: outgoingDelivery },
  }),
  deleteOutgoingWebhook: route('DELETE /api/outgoing-webhooks/{webhook_id}', {
    summary: 'Delete a webhook with its log. Waiting events are not sent',
    right: 'administer',
    params: webhookId,
    responses: { 204: null },
  }),
  listOutgoingDeliveries: route('GET /api/outgoing-webhooks/{webhook_id}/deliveries', {
    summary: 'List deliveries of a webhook, newest first',
    right: 'administer',
    params: webhookId,
    query: outgoingDeliveryQuery,
    responses: { 200: outgoingDeliveryList },
  }),
  readOutgoingDelivery: route('GET /api/outgoing-deliveries/{delivery_id}', {
    summary: 'Get a delivery with its body and the response',
    right: 'administer',
    params: deliveryId,
    responses: { 200: outgoingDeliveryDetail },
  }),
  resendOutgoingDelivery: route('POST /api/outgoing-deliveries/{delivery_id}/resend', {
    summary: 'Send a delivery again with the same event id',
    right: 'administer',
    params: deliveryId,
    responses: { 202: outgoingDelivery },
  }),
} as const;
