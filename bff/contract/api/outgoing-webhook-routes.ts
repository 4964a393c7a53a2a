import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  OUTGOING_SIGNATURE,
  outgoingDelivery,
  outgoingDeliveryDetail,
  outgoingDeliveryList,
  outgoingDeliveryQuery,
  outgoingWebhook,
  outgoingWebhookCreate,
  outgoingWebhookList,
  outgoingWebhookUpdate,
  outgoingWebhookWithSecret,
  replaceSecretQuery,
  replayRequest,
  replayResult,
} from './outgoing-webhooks.ts';
import { forMachines, route } from './route.ts';

const webhookId = z.strictObject({ webhook_id: uuid });
const deliveryId = z.strictObject({ delivery_id: uuid });

const PEOPLE = {
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
    summary: `Replace the signing secret and return the new one. All later deliveries are signed with it, and for overlap_hours also with the one before, in ${OUTGOING_SIGNATURE.previous_header}`,
    right: 'administer',
    params: webhookId,
    query: replaceSecretQuery,
    responses: { 200: outgoingWebhookWithSecret },
  }),
  testOutgoingWebhook: route('POST /api/outgoing-webhooks/{webhook_id}/test', {
    summary: 'Send a test event once',
    right: 'administer',
    params: webhookId,
    responses: { 202: outgoingDelivery },
  }),
  replayOutgoingEvents: route('POST /api/outgoing-webhooks/{webhook_id}/replay', {
    summary:
      'Send the events of a chosen time again, with the same event ids, also those from before the webhook was on',
    right: 'administer',
    params: webhookId,
    body: replayRequest,
    responses: { 202: replayResult },
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

export const OUTGOING_WEBHOOK_ROUTES = {
  ...PEOPLE,
  machineListOutgoingWebhooks: forMachines(PEOPLE.listOutgoingWebhooks, 'manage_webhooks'),
  machineCreateOutgoingWebhook: forMachines(PEOPLE.createOutgoingWebhook, 'manage_webhooks', {
    problems: [409],
  }),
  machineUpdateOutgoingWebhook: forMachines(PEOPLE.updateOutgoingWebhook, 'manage_webhooks'),
  machineReplaceOutgoingSecret: forMachines(PEOPLE.replaceOutgoingSecret, 'manage_webhooks'),
  machineTestOutgoingWebhook: forMachines(PEOPLE.testOutgoingWebhook, 'manage_webhooks', { problems: [409] }),
  machineReplayOutgoingEvents: forMachines(PEOPLE.replayOutgoingEvents, 'manage_webhooks', {
    problems: [409],
  }),
  machineDeleteOutgoingWebhook: forMachines(PEOPLE.deleteOutgoingWebhook, 'manage_webhooks'),
  machineListOutgoingDeliveries: forMachines(PEOPLE.listOutgoingDeliveries, 'manage_webhooks'),
  machineReadOutgoingDelivery: forMachines(PEOPLE.readOutgoingDelivery, 'manage_webhooks'),
  machineResendOutgoingDelivery: forMachines(PEOPLE.resendOutgoingDelivery, 'manage_webhooks', {
    problems: [409],
  }),
} as const;
