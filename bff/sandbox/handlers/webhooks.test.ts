import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { eventEnvelope } from '@waypost/contract/events';
import { type Webhook, webhookGroupIdOf } from '@waypost/contract/webhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectedSignature, Receiver } from '../events/testing.ts';
import { useSandbox } from '../use-sandbox.ts';

const sandbox = useSandbox({ loads: 8 });
let receiver: Receiver;
let url: string;
beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.listen();
});
afterEach(async () => {
  await receiver.close();
});

const PATH = ASSUMPTIONS.paths.webhooks;
const post = (body: unknown) => sandbox.call('POST', PATH, body);
const { signature_header, timestamp_header } = ASSUMPTIONS.webhooks;
const LONG = 'x'.repeat(2000);

describe('subscribing', () => {
  it('to one event returns one object with the generated secret, once', async () => {
    const response = await post({ url, event_name: 'invitation.accepted' });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      url,
      event_name: 'invitation.accepted',
      status: 'active',
      secret: expect.stringMatching(/^.{20,}$/),
      webhook_group_id: expect.any(String),
    });
  });

  it('to a family returns one object per event, in one group, without a secret chosen by the partner', async () => {
    const response = await post({ url, event_name: 'geofence_monitor.*', secret: 's3cret' });
    const created = (await response.json()) as (Webhook & { webhook_group_id: string })[];
    expect(created).toHaveLength(5);
    expect(new Set(created.map((one) => one.webhook_group_id)).size).toBe(1);
    expect(webhookGroupIdOf(created)).toBe(created[0]?.webhook_group_id);
    expect(JSON.stringify(created)).not.toContain('s3cret');
  });

  it.each([
    [{ url: 'http://example.com/hook', event_name: 'invitation.*' }, 'url'],
    [{ url: 'ftp://localhost/hook', event_name: 'invitation.*' }, 'url'],
    [{ url: 'https://example.com', event_name: 'nothing.*' }, 'event_name'],
    [{ url: 'https://example.com', event_name: 'invitation.exploded' }, 'event_name'],
    [{ url: 'https://example.com', event_name: 'toString.*' }, 'event_name'],
    [{ url: 'https://example.com' }, 'event_name'],
    [
      { url: 'https://example.com', event_name: 'invitation.*', filters: { fleet_ids: ['x'] } },
      'filters.fleet_ids.0',
    ],
  ])('refuses %j, naming the field', async (body, path) => {
    const response = await post(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [expect.objectContaining({ path })] });
  });
});

describe('delivered requests', () => {
  const send = (data: object) => sandbox.events.emit({ event_name: 'invitation.accepted', data: [data] });

  it('have the envelope and a signature over time and uncompressed body', async () => {
    await post({ url, event_name: 'invitation.accepted', secret: 's3cret' });
    send({ fleet_name: 'Blue Mesa' });
    send({ fleet_name: LONG });
    const [plain, long] = await receiver.have(2);
    expect(plain?.headers['content-encoding']).toBeUndefined();
    expect(long?.headers['content-encoding']).toBe('gzip');
    for (const one of [plain, long]) {
      expect(eventEnvelope.parse(one?.envelope)).toMatchObject({
        event_name: 'invitation.accepted',
        version: '1.0',
        delivery_attempt: 1,
        timestamp: new Date(sandbox.clock.now()).toISOString(),
      });
      const timestamp = String(one?.headers[timestamp_header.toLowerCase()]);
      expect(Date.parse(timestamp)).toBe(sandbox.clock.now());
      expect(one?.headers[signature_header.toLowerCase()]).toBe(
        expectedSignature('s3cret', timestamp, one?.text ?? ''),
      );
    }
  });

  it("are signed in real time when the service's clock was moved", async () => {
    await post({ url, event_name: 'invitation.accepted' });
    sandbox.advance(10 * 86_400_000);
    send({});
    const [one] = await receiver.have(1);
    expect(Date.parse(String(one?.headers[timestamp_header.toLowerCase()]))).toBe(sandbox.clock.now());
    expect(Date.parse(one?.envelope.timestamp ?? '')).toBe(sandbox.clock.now() + 10 * 86_400_000);
  });

  it('are sent again if the response takes longer than 3 s', async () => {
    await post({ url, event_name: 'invitation.accepted' });
    receiver.answers.push(0);
    send({});
    await receiver.have(1);
    sandbox.clock.advance(2999);
    expect(sandbox.events.log).toEqual([]);
    sandbox.clock.advance(1);
    await expect.poll(() => sandbox.events.log.length).toBe(1);
    sandbox.clock.advance(1000);
    const [first, second] = await receiver.have(2);
    expect(second?.envelope).toMatchObject({ id: first?.envelope.id, delivery_attempt: 2 });
  });

  it('can be replayed when they were abandoned', async () => {
    const created = (await (await post({ url, event_name: 'invitation.accepted' })).json()) as { id: string };
    receiver.answers.push(500, 500, 500, 500);
    send({});
    for (const [i, wait] of [1000, 5000, 25_000].entries()) {
      await expect.poll(() => sandbox.events.log.length).toBe(i + 1);
      sandbox.clock.advance(wait);
    }
    await expect.poll(() => sandbox.events.log.length).toBe(4);
    const replay = (id: string) =>
      sandbox.call('POST', ASSUMPTIONS.paths.webhook_replay.replace('{webhook_id}', id), {
        from: '2026-01-01T00:00:00Z',
        to: '2026-01-02T00:00:00Z',
      });
    expect((await replay(created.id)).status).toBe(202);
    expect((await receiver.have(5)).at(-1)?.envelope.delivery_attempt).toBe(5);
    expect((await replay('3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60')).status).toBe(404);
  });

  it('are retried after a refused connection', async () => {
    await post({ url, event_name: 'invitation.accepted' });
    await receiver.close();
    send({});
    await expect.poll(() => sandbox.events.log[0]?.outcome).toBe('connection');
  });
});
