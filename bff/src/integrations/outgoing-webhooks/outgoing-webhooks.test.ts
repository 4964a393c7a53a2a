import { outgoingEnvelope } from '@waypost/contract/api/outgoing-events';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { activityEntryOf } from '../../platform/activity/activity.ts';
import { purgeOutgoingEvents } from '../../platform/store/outgoing-webhooks.ts';
import { rowsOf, updateRow } from '../../platform/store/query.ts';
import { signatureProblem } from '../../service/webhooks/verifier.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { closing, HOUR, KEEP_MS, outgoingWorld, request } from '../../testing/outgoing.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, BOB, MINUTE } from '../../testing/triage.ts';
import { webhookReceiver } from '../../testing/webhook-receiver.ts';
import { OFF_AFTER_MS, RETRY_AFTER_MS } from './sender.ts';

describeOnBothDatabases('outgoing webhooks', (fresh) => {
  const open = async () => outgoingWorld(await (await fresh()).open());

  it("report changes of an exception, signed like the tracking service's deliveries", async () => {
    const { start, receiver, server, clock, names } = await open();
    const { webhooks, run } = start();
    const { secret, webhook } = await webhooks.create(request(receiver.url), ANN);
    clock.time += MINUTE;
    await server.read(1, { health: 'no_signal' });
    await server.act({ kind: 'note', text: 'Driver calls back' }, BOB);
    await server.act({ kind: 'close', reason: 'known' }, ANN);
    await run();
    expect(names()).toEqual(['exception.opened', 'exception.changed', 'exception.closed']);
    const [opened, changed] = receiver.received;
    expect(changed?.body).toMatchObject({
      webhook_id: webhook.webhook_id,
      delivery_attempt: 1,
      data: [
        {
          load_id: id(1),
          cause: 'no_signal',
          happened: { kind: 'note', by: BOB, text: 'Driver calls back' },
        },
      ],
    });
    expect(outgoingEnvelope('exception.opened').safeParse(opened?.body).error).toBeUndefined();
    const signed = {
      signature: String(opened?.headers['x-webhook-signature']),
      timestamp: String(opened?.headers['x-webhook-timestamp']),
      body: Buffer.from(opened?.text ?? ''),
    };
    expect(signatureProblem(signed, secret, ASSUMPTIONS.webhooks, clock.time)).toBeNull();
    expect(signatureProblem(signed, `${secret}x`, ASSUMPTIONS.webhooks, clock.time)).not.toBeNull();
  });

  it('report the end of an exception once: closed by a person, or resolved', async () => {
    const { start, receiver, server, clock, names } = await open();
    const { webhooks, run } = start();
    await webhooks.create(request(receiver.url, ['exception.opened', 'exception.closed']), ANN);
    await server.read(1, { health: 'no_signal' });
    await server.read(1, { health: 'live' });
    clock.time += HOUR;
    await server.read(1, { health: 'no_signal' });
    const closed = await server.act({ kind: 'close', reason: 'known' }, ANN);
    await server.triage.undo(closed.act_id, ANN);
    await server.act({ kind: 'close', reason: 'known' }, ANN);
    await server.read(1, { health: 'live' });
    await run();
    expect(names()).toEqual([
      'exception.opened',
      'exception.closed',
      'exception.opened',
      'exception.closed',
      'exception.opened',
      'exception.closed',
    ]);
    expect(receiver.received[1]?.body.data[0]).toMatchObject({ state: 'closed', ended: { as: 'resolved' } });
  });

  it('do not report the center of a city or the circle around a truck as an arrival', async () => {
    const { start, receiver, monitorChanged, names } = await open();
    const { webhooks, run } = start();
    await webhooks.create(request(receiver.url), ANN);
    await monitorChanged('2026-11-20T10:05:00Z', '2026-11-20T10:45:00Z', { city_center: 'Denver, CO' });
    await monitorChanged('2026-11-20T10:05:00Z', '2026-11-20T10:45:00Z', { around_truck: true });
    await run();
    expect(names()).toEqual([]);
  });

  it('report each arrival and departure once, with the linked loads', async () => {
    const { start, receiver, monitorChanged, names } = await open();
    const { webhooks, run } = start();
    await webhooks.create(request(receiver.url), ANN);
    await monitorChanged('2026-11-20T10:05:00Z', null);
    await run();
    await monitorChanged('2026-11-20T10:05:00Z', '2026-11-20T10:45:00Z');
    await run();
    await monitorChanged('2026-11-20T10:05:02Z', '2026-11-20T10:45:00Z');
    await run();
    expect(names()).toEqual(['stop.arrived', 'stop.departed']);
    expect(receiver.received[0]?.body.data).toMatchObject([
      { monitor_name: 'BOL 7', loads: [{ load_id: id(1) }], stop: { name: 'Denver' }, known_by: 'event' },
    ]);
    expect(outgoingEnvelope('stop.arrived').safeParse(receiver.received[0]?.body).error).toBeUndefined();
  });

  it('report an arrival once, also after it was purged; one that is purged earlier comes with the same id', async () => {
    const { db, clock, start, receiver, monitorChanged, names } = await open();
    const { webhooks, run } = start();
    await webhooks.create(request(receiver.url), ANN);
    await monitorChanged('2026-11-20T10:05:00Z', null);
    await run();
    await purgeOutgoingEvents(db, clock.time + 1);
    await monitorChanged('2026-11-20T10:05:00Z', null);
    await run();
    expect(names()).toEqual(['stop.arrived', 'stop.arrived']);
    expect(receiver.received[1]?.body.id).toBe(receiver.received[0]?.body.id);
    clock.time += KEEP_MS + HOUR;
    await purgeOutgoingEvents(db, clock.time - KEEP_MS);
    await monitorChanged('2026-11-20T10:05:00Z', '2026-11-21T10:45:00Z');
    await run();
    expect(names()).toEqual(['stop.arrived', 'stop.arrived', 'stop.departed']);
  });

  it('report nothing from before they were added, or while they were off', async () => {
    const { start, receiver, server, clock, monitorChanged, names } = await open();
    const { webhooks, run } = start();
    await server.read(1, { health: 'no_signal' });
    clock.time += MINUTE;
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    await monitorChanged('2026-11-20T09:59:00Z', null);
    await webhooks.update(webhook.webhook_id, { active: false }, ANN);
    await server.act({ kind: 'note', text: 'Off' }, BOB);
    clock.time += MINUTE;
    await webhooks.update(webhook.webhook_id, { active: true }, ANN);
    await server.act({ kind: 'note', text: 'On' }, BOB);
    await run();
    expect(names()).toEqual(['exception.changed']);
    expect(receiver.received[0]?.body.data[0]).toMatchObject({ happened: { text: 'On' } });
  });

  it('lose and duplicate no event when the server restarts at any point', async () => {
    const { start, receiver, server, clock } = await open();
    const runOnce = async () => {
      const { run, stop } = start();
      await run();
      await stop();
    };
    const first = start();
    await first.webhooks.create(request(receiver.url), ANN);
    await first.stop();
    receiver.answer(500, 200);
    await server.read(1, { health: 'no_signal' });
    const killed = start();
    await killed.collector.collect();
    await killed.stop();
    await server.act({ kind: 'note', text: 'a' }, BOB);
    await runOnce();
    await server.act({ kind: 'note', text: 'b' }, BOB);
    clock.time += HOUR;
    await runOnce();
    await runOnce();
    const good = receiver.received.slice(1);
    expect(good.map(({ body }) => body.data[0]?.happened)).toMatchObject([
      { kind: 'opened' },
      { kind: 'note', text: 'a' },
      { kind: 'note', text: 'b' },
    ]);
    expect(receiver.received[0]?.body.id).toBe(good[0]?.body.id);
    expect(good[0]?.body.delivery_attempt).toBe(2);
  });

  it('are retried with increasing delays, in the order of events, and given up after a day', async () => {
    const { start, receiver, server, clock } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url, ['exception.opened']), ANN);
    receiver.answer(503);
    await server.read(1, { health: 'no_signal' });
    await run();
    const only = async () => (await webhooks.deliveries(webhook.webhook_id, { size: 5 })).items[0];
    expect(await only()).toMatchObject({ state: 'waiting', tries: 1, status: 503, problem: 'answered 503' });
    for (let n = 0; (await only())?.state === 'waiting' && n < 30; n += 1) {
      const before = receiver.received.length;
      const wait = RETRY_AFTER_MS[before - 1] ?? 8 * HOUR;
      clock.time += wait - 1;
      await run();
      expect(receiver.received).toHaveLength(before);
      clock.time += 1;
      await run();
      expect(receiver.received).toHaveLength(before + 1);
    }
    expect(await only()).toMatchObject({ state: 'given_up', tries: 11, next_try_at: null });
    const [delivery] = (await webhooks.deliveries(webhook.webhook_id, { size: 5 })).items;
    expect((await webhooks.delivery(delivery?.delivery_id ?? '')).last_tries).toHaveLength(11);
    expect((await webhooks.list())[0]).toMatchObject({ failing: { problem: 'answered 503' }, waiting: 0 });

    receiver.answer(200);
    await webhooks.resend(delivery?.delivery_id ?? '', ANN);
    await run();
    expect(await only()).toMatchObject({ state: 'delivered', status: 200, problem: null });
    expect(receiver.received.at(-1)?.body.id).toBe(receiver.received[0]?.body.id);
    expect((await webhooks.list())[0]).toMatchObject({ failing: null });
  });

  it('that fail for three days are turned off, which is logged; so is one that answers 410 at once', async () => {
    const { start, receiver, server, clock, activity } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    receiver.answer(500);
    await server.read(1, { health: 'no_signal' });
    await run();
    clock.time += OFF_AFTER_MS;
    await run();
    expect((await webhooks.list())[0]?.off).toMatchObject({
      by_name: null,
      reason: expect.stringContaining('answered 500'),
    });
    expect(await activity.list({ action: 'turn_off_outgoing_webhook', limit: 5 })).toHaveLength(1);
    const sent = receiver.received.length;
    await server.act({ kind: 'note', text: 'a' }, BOB);
    await run();
    expect(receiver.received).toHaveLength(sent);
    await expect(webhooks.test(webhook.webhook_id, ANN)).rejects.toMatchObject({ code: 409 });

    receiver.answer(410);
    await webhooks.update(webhook.webhook_id, { active: true }, ANN);
    await webhooks.test(webhook.webhook_id, ANN);
    await run();
    expect((await webhooks.list())[0]?.off?.reason).toContain('410');
  });

  it('are logged with their address when a person tests them, turns them off or on, or sends an event again', async () => {
    const { start, receiver, activity } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    const { webhook_id } = webhook;
    const { delivery_id } = await webhooks.test(webhook_id, ANN);
    await run();
    await webhooks.resend(delivery_id, ANN);
    await webhooks.update(webhook_id, { active: false }, ANN);
    await webhooks.update(webhook_id, { active: true }, ANN);
    const logged = (await activity.list({ limit: 10 })).map(activityEntryOf);
    expect(logged.map(({ action }) => action).sort()).toEqual([
      'create_outgoing_webhook',
      'resend_outgoing_delivery',
      'test_outgoing_webhook',
      'turn_off_outgoing_webhook',
      'update_outgoing_webhook',
    ]);
    for (const { detail, name } of logged) {
      expect(detail?.url).toContain(receiver.url);
      expect(name).toBe(ANN.name);
    }
  });

  it('that fail are paused between tries while many deliveries wait', async () => {
    const { start, receiver, server, clock } = await open();
    const { webhooks, run } = start();
    await webhooks.create(request(receiver.url), ANN);
    receiver.answer(500);
    await server.read(1, { health: 'no_signal' });
    for (let n = 0; n < 20; n += 1) await server.act({ kind: 'note', text: `note ${n}` }, BOB);
    await run();
    expect(receiver.received).toHaveLength(1);
    clock.time += 1_000;
    await run();
    expect(receiver.received).toHaveLength(2);
    clock.time += 1_000;
    await run();
    expect(receiver.received).toHaveLength(2);
    receiver.answer(200);
    clock.time += HOUR;
    await run();
    expect(new Set(receiver.received.slice(2).map(({ body }) => body.id)).size).toBe(21);
  });

  it('are tested with a separate event, which is sent once', async () => {
    const { start, receiver, names } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url, ['stop.arrived']), ANN);
    receiver.answer(404);
    const queued = await webhooks.test(webhook.webhook_id, ANN);
    expect(queued).toMatchObject({ state: 'waiting', event_name: 'webhook.test' });
    await run();
    expect(names()).toEqual(['webhook.test']);
    expect(await webhooks.delivery(queued.delivery_id)).toMatchObject({
      state: 'given_up',
      status: 404,
      last_tries: [{ status: 404, answer: 'status 404' }],
    });
  });

  it('count the attempts on, also in the body, when a person sends one again', async () => {
    const { start, receiver } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    receiver.answer(500);
    const { delivery_id } = await webhooks.test(webhook.webhook_id, ANN);
    await run();
    receiver.answer(200);
    await webhooks.resend(delivery_id, ANN);
    await run();
    expect(receiver.received.map(({ body }) => body.delivery_attempt)).toEqual([1, 2]);
    expect(await webhooks.delivery(delivery_id)).toMatchObject({
      tries: 2,
      body: { delivery_attempt: 2 },
      last_tries: [{ status: 500 }, { status: 200 }],
    });
  });

  it('that fail are sent at once on request, before older events and during the pause: a test, or one event', async () => {
    const { db, clock, start, receiver, server, names } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    receiver.answer(500);
    await server.read(1, { health: 'no_signal' });
    for (const text of ['a', 'b']) await server.act({ kind: 'note', text }, BOB);
    await run();
    const { delivery_id } = await webhooks.test(webhook.webhook_id, ANN);
    // As when one that was being sent fails now.
    await updateRow(db, 'outgoing_webhook', { id: webhook.webhook_id }, { rest_until: clock.time + MINUTE });
    await run();
    expect(names()).toEqual(['exception.opened', 'webhook.test']);
    expect(await webhooks.delivery(delivery_id)).toMatchObject({ state: 'given_up', status: 500, tries: 1 });
    receiver.answer(200);
    const [, newest] = (await webhooks.deliveries(webhook.webhook_id, { size: 5 })).items;
    await webhooks.resend(newest?.delivery_id ?? '', ANN);
    await run();
    const notes = receiver.received.slice(2).map(({ body }) => body.data[0]?.happened);
    expect(notes).toMatchObject([{ text: 'b' }, { text: 'a' }]);
  });

  it('sign with the new secret once it is replaced, and store neither in clear text', async () => {
    const database = await (await fresh()).open();
    const { start, receiver, clock, activity } = await outgoingWorld(database);
    const { webhooks, run } = start();
    const { webhook, secret } = await webhooks.create(request(receiver.url), ANN);
    const replaced = await webhooks.replaceSecret(webhook.webhook_id, 0, ANN);
    expect(replaced.secret).not.toBe(secret);
    await webhooks.test(webhook.webhook_id, ANN);
    await run();
    const [sent] = receiver.received;
    const signed = {
      signature: String(sent?.headers['x-webhook-signature']),
      timestamp: String(sent?.headers['x-webhook-timestamp']),
      body: Buffer.from(sent?.text ?? ''),
    };
    expect(signatureProblem(signed, replaced.secret, ASSUMPTIONS.webhooks, clock.time)).toBeNull();
    const stored = JSON.stringify([
      await database.db.selectFrom('outgoing_webhook').selectAll().execute(),
      await activity.list({ limit: 50 }),
      await webhooks.list(),
    ]);
    for (const one of [secret, replaced.secret]) expect(stored).not.toContain(one.slice(6, 20));
  });

  it('are deleted with their log, without affecting others', async () => {
    const { start, receiver, server } = await open();
    const { webhooks, run } = start();
    const first = (await webhooks.create(request(receiver.url), ANN)).webhook.webhook_id;
    const second = (await webhooks.create(request(`${receiver.url}/2`), ANN)).webhook.webhook_id;
    await server.read(1, { health: 'no_signal' });
    await run();
    await webhooks.delete(first, ANN);
    expect(await webhooks.list()).toMatchObject([{ webhook_id: second }]);
    expect((await webhooks.deliveries(second, { size: 5 })).items).toHaveLength(1);
    await expect(webhooks.deliveries(first, { size: 5 })).rejects.toMatchObject({ code: 404 });
  });

  it('leave no job behind when they are deleted, also not one that waits for its next try', async () => {
    const { db, start, receiver, server } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    receiver.answer(500);
    await server.read(1, { health: 'no_signal' });
    await run();
    expect(await rowsOf(db, 'job', {})).not.toEqual([]);
    await webhooks.delete(webhook.webhook_id, ANN);
    expect(await rowsOf(db, 'job', {})).toEqual([]);
  });

  it('that a server of the version before has queued and left are sent, and those that it will send itself are not', async () => {
    const { db, start, receiver, clock } = await open();
    const before = start();
    const { webhook } = await before.webhooks.create(request(receiver.url), ANN);
    const [left, its_own] = [
      await before.webhooks.test(webhook.webhook_id, ANN),
      await before.webhooks.test(webhook.webhook_id, ANN),
    ];
    await db.deleteFrom('job').execute();
    const dueAt = (event_id: string, at: number) =>
      sql`UPDATE outgoing_delivery SET next_at = ${at} WHERE event_id = ${event_id}`.execute(db);
    await dueAt(left.event_id, clock.time - 6 * MINUTE);
    await dueAt(its_own.event_id, clock.time - MINUTE);
    await start().run();
    await start().run();
    expect(receiver.received.map(({ body }) => body.id)).toEqual([left.event_id]);
  });

  it('are sent once and in order by several servers', async () => {
    const { start, receiver } = await open();
    const { webhooks } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    const sent: string[] = [];
    for (let n = 0; n < 10; n += 1) sent.push((await webhooks.test(webhook.webhook_id, ANN)).event_id);
    const servers = [start(), start(), start()];
    do await Promise.all(servers.map(({ jobs }) => jobs.runDue()));
    while (receiver.received.length < sent.length);
    expect(receiver.received.map(({ body }) => body.id)).toEqual(sent);
  });

  it('are sent once when the database rejects the result for a while', async () => {
    const { db, dialect, start, receiver } = await open();
    const { webhooks, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    await webhooks.test(webhook.webhook_id, ANN);
    const accept = await rejectWrites(db, dialect, 'outgoing_delivery', ['UPDATE']);
    const running = run();
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await accept();
    await running;
    await run();
    expect(receiver.received).toHaveLength(1);
    const { items } = await webhooks.deliveries(webhook.webhook_id, { size: 5 });
    expect(items).toMatchObject([{ state: 'delivered', tries: 1 }]);
  });

  it('of which one cannot be composed: the later ones are sent, it shows why, and can be retried when it is given up', async () => {
    const { db, clock, start, receiver } = await open();
    const { webhooks, jobs, run } = start();
    const { webhook } = await webhooks.create(request(receiver.url), ANN);
    const broken = await webhooks.test(webhook.webhook_id, ANN);
    await updateRow(db, 'outgoing_event', { id: broken.event_id }, { record: '{' });
    const next = await webhooks.test(webhook.webhook_id, ANN);
    await run();
    expect(receiver.received.map(({ body }) => body.id)).toEqual([next.event_id]);
    const shown = async () =>
      (await webhooks.deliveries(webhook.webhook_id, { size: 5 })).items.find(
        ({ delivery_id }) => delivery_id === broken.delivery_id,
      );
    expect(await shown()).toMatchObject({
      state: 'waiting',
      tries: 1,
      problem: expect.stringContaining('JSON'),
    });
    for (let n = 0; n < 10; n += 1) {
      clock.time += 8 * HOUR;
      await run();
    }
    expect(await shown()).toMatchObject({ state: 'given_up', tries: 11 });
    await updateRow(db, 'outgoing_event', { id: broken.event_id }, { record: '{}' });
    const [dead] = await rowsOf(db, 'job', { kind: 'outgoing_delivery' });
    await jobs.retry(dead?.id ?? '', ANN);
    await run();
    expect(await shown()).toMatchObject({ state: 'delivered' });
  });

  it('to one receiver that is down do not hold up those to another', async () => {
    const { start, receiver, server, clock } = await open();
    const { webhooks, run } = start();
    const other = await webhookReceiver(500);
    closing.push(other.close);
    for (const { url } of [other, receiver]) await webhooks.create(request(url), ANN);
    await server.read(1, { health: 'no_signal' });
    await server.act({ kind: 'note', text: 'a' }, BOB);
    await run();
    expect([other.received.length, receiver.received.length]).toEqual([1, 2]);
    clock.time += 1_000;
    await run();
    expect([other.received.length, receiver.received.length]).toEqual([2, 2]);
  });
});
