/** Subscriptions and deliveries, in their assumed shapes. Which event is sent when is part of each resource's cases. */
import assert from 'node:assert/strict';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { eventEnvelope } from '@waypost/contract/events';
import { expectedSignature } from '../../events/testing.ts';
import { type Case, topic } from '../case.ts';
import { type Context, required } from '../context.ts';
import { subscribe } from './journey.ts';

const { controls, writes } = topic('events');
const { signature_header, timestamp_header } = ASSUMPTIONS.webhooks;
const FAMILIES = Object.keys(ASSUMPTIONS.events) as (keyof typeof ASSUMPTIONS.events)[];

/** A delivery caused by changing an agreement. */
async function deliverAgreementChange(context: Context, more: object = {}) {
  const { receiver, created } = await subscribe(context, 'share_agreement.updated', more);
  const { fleet_ref, agreement } = required('a fleet', (await context.control.fleets())[0]);
  await context.control.agreement(fleet_ref, { status: 'paused' });
  return { received: required('a delivery', (await receiver.have(1))[0]), created, fleet_ref, agreement };
}

export const eventCases: readonly Case[] = [
  ...FAMILIES.map((family) =>
    controls(
      `subscribe to ${family}`,
      `A subscription to the family ${family}.* is made and returns its group identifier`,
      async (context) => {
        const { created, group } = await subscribe(context, `${family}.*`);
        assert.deepEqual(
          created.map(({ event_name }) => event_name).toSorted(),
          Object.values<string>(ASSUMPTIONS.events[family]).toSorted(),
        );
        for (const each of created) assert.equal(each.webhook_group_id, group);
      },
    ),
  ),
  writes('unknown event', 'A subscription to an event that does not exist is a 422', async ({ client }) => {
    const body = { url: 'https://partner.example/hook', event_name: 'nothing.*' };
    await client.expectInvalid('createWebhook', { body }, 'event_name');
  }),
  controls('webhook', 'Events are delivered by webhook: a POST of JSON', async (context) => {
    const { received } = await deliverAgreementChange(context);
    assert.match(received.headers['content-type'] ?? '', /^application\/json/);
  }),
  controls(
    'envelope',
    'The envelope of a delivery (assumed): id, event_name, version, timestamp, webhook_id, delivery_attempt, data',
    async (context) => {
      const { received, created } = await deliverAgreementChange(context);
      const envelope = eventEnvelope.parse(received.envelope);
      assert.deepEqual(
        [envelope.event_name, envelope.webhook_id, envelope.delivery_attempt],
        ['share_agreement.updated', created[0]?.id, 1],
      );
      assert.ok(envelope.id && envelope.version && envelope.timestamp);
    },
  ),
  controls('agreement updated', 'share_agreement.updated carries the agreement', async (context) => {
    const { received, agreement } = await deliverAgreementChange(context);
    assert.deepEqual(
      [received.envelope.data[0]?.id, received.envelope.data[0]?.status],
      [agreement.id, 'paused'],
    );
  }),
  controls(
    'signature',
    'Deliveries are signed (assumed scheme): HMAC-SHA256 over time and body',
    async (context) => {
      const { received } = await deliverAgreementChange(context, { secret: 's3cret' });
      const timestamp = String(received.headers[timestamp_header.toLowerCase()]);
      assert.equal(
        received.headers[signature_header.toLowerCase()],
        expectedSignature('s3cret', timestamp, received.text),
      );
    },
  ),
  controls('filter', 'A subscription for some fleets learns of those only (assumed)', async (context) => {
    const [first, second] = await context.control.fleets();
    const ref = required('a second fleet', second).fleet_ref;
    const { receiver } = await subscribe(context, 'share_agreement.updated', {
      filters: { fleet_refs: [ref] },
    });
    await context.control.agreement(required('a fleet', first).fleet_ref, { status: 'paused' });
    await context.control.agreement(ref, { status: 'paused' });
    const [only] = await receiver.have(1);
    assert.equal(only?.envelope.data[0]?.fleet_ref, ref);
    assert.equal(receiver.received.length, 1);
  }),
  controls(
    'counted',
    'Webhook deliveries are counted per month in the usage rows (webhook_count)',
    async (context) => {
      const month = new Date(await context.now());
      const query = { year: month.getUTCFullYear(), month: month.getUTCMonth() + 1 };
      const count = async () =>
        (await context.items('listUsage', query)).reduce(
          (sum, { webhook_count }) => sum + (webhook_count ?? 0),
          0,
        );
      const before = await count();
      await deliverAgreementChange(context);
      await context.until(count, (now) => now > before);
    },
  ),
  controls('replay', 'A webhook replay is accepted (assumed)', async (context) => {
    const { created } = await deliverAgreementChange(context);
    const params = { webhook_id: required('a subscription', created[0]).id };
    await context.client.expectSuccess('replayWebhook', {
      params,
      body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    });
  }),
];
