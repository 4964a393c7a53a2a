/** Which events webhooks hear of: loads, estimates, positions, invitations, agreements; two secrets, and events sent again. */

import type { BoardLoad } from '@waypost/contract/api/board';
import {
  type OutgoingEvent,
  type OutgoingEventName,
  outgoingEnvelope,
} from '@waypost/contract/api/outgoing-events';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { expect, it } from 'vitest';
import { newInvitationRow } from '../../platform/store/onboarding.ts';
import { OUTGOING_JOB, type OutgoingWebhookRow } from '../../platform/store/outgoing-webhooks.ts';
import { addRow, rowsOf } from '../../platform/store/query.ts';
import { signatureProblem } from '../../service/webhooks/verifier.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { HOUR, outgoingWorld, request } from '../../testing/outgoing.ts';
import { id } from '../../testing/tracking.ts';
import { ANN, MINUTE, START } from '../../testing/triage.ts';
import type { Received } from '../../testing/webhook-receiver.ts';
import { type LoadSubscriber, toLoadEvents } from './load-events.ts';
import { PostedLoadEvents } from './posted-loads.ts';

const iso = (time: number) => new Date(time).toISOString();

describeOnBothDatabases('webhooks hear', (fresh) => {
  async function open(...events: OutgoingEvent[]) {
    const world = await outgoingWorld(await (await fresh()).open());
    const started = world.start();
    const { webhook } = await started.webhooks.create(request(world.receiver.url, events), ANN);
    /** Events since the last call, each as its schema says. */
    const received = async () => {
      await started.run();
      const received = world.receiver.received.splice(0);
      for (const { body } of received)
        expect(outgoingEnvelope(body.event_name as OutgoingEventName).safeParse(body).error).toBeUndefined();
      return received.map(({ body }) => [body.event_name, body.data[0]] as const);
    };
    return { ...world, ...started, id: webhook.webhook_id, received };
  }
  const leaving = (reason: 'left_destination' | 'overdue') => ({
    reason,
    since: iso(START + MINUTE),
    at: iso(START + HOUR),
    next_load: null,
  });

  it('that a load was delivered, once, and that it was archived or removed, and why', async () => {
    const { server, clock, received } = await open('load.delivered', 'load.archived', 'load.removed');
    const { board } = server;
    clock.time += 2 * MINUTE;
    board.recordLeaving(id(1), leaving('left_destination'));
    await board.flush();
    const load = { load_id: id(1), load_ref: 'LD-1' };
    expect(await received()).toMatchObject([
      ['load.delivered', { ...load, at: iso(START + MINUTE), reason: 'left_destination' }],
    ]);
    board.recordLeaving(id(1), null);
    await board.flush();
    board.recordLeaving(id(1), leaving('left_destination'));
    await board.flush();
    expect(await received()).toEqual([]);
    const departure = { reason: 'left_destination', since: START + MINUTE, by: null } as const;
    await board.archive(new Map([[id(1), departure]]));
    expect(await received()).toMatchObject([['load.archived', { ...load, archived_by_name: null }]]);
    await board.archive(new Map([[id(2), { reason: 'removed', since: null, by: ANN }]]));
    expect(await received()).toMatchObject([
      ['load.removed', { load_id: id(2), reason: 'removed', since: null, archived_by_name: 'Ann' }],
    ]);
  });

  it('that a removed load is back on the board, once it was read, and once only', async () => {
    const { server, clock, received } = await open('load.removed', 'load.restored');
    const { board } = server;
    clock.time += 2 * MINUTE;
    await board.archive(new Map([[id(2), { reason: 'removed', since: null, by: ANN }]]));
    expect(await received()).toMatchObject([['load.removed', { load_id: id(2) }]]);
    const kept = { by_name: 'Ann', at: iso(clock.time) };
    await board.watch([id(2)], 'person', ANN.sub, () => ({ kept }));
    const restored_at = iso(clock.time);
    expect(await received()).toEqual([]);
    clock.time += MINUTE;
    await server.read(2, {});
    expect(await received()).toMatchObject([
      ['load.restored', { load_id: id(2), load_ref: 'LD-2', restored_at, restored_by_name: 'Ann' }],
    ]);
    clock.time += MINUTE;
    await server.read(2, { health: 'stale' });
    expect(await received()).toEqual([]);
  });

  it('of an exception that was closed before its load left and returned as a change, not as opened', async () => {
    const { server, received } = await open('exception.opened', 'exception.changed');
    const { board } = server;
    await server.read(1, { health: 'no_signal' });
    await server.act({ kind: 'close', reason: 'known' }, ANN);
    await received();
    await board.unwatch([id(1)]);
    await server.look();
    expect(await received()).toMatchObject([['exception.changed', { ended: { as: 'left' } }]]);
    await board.watch([id(1)], 'person', null);
    await server.read(1, { health: 'no_signal' });
    expect(await received()).toMatchObject([
      ['exception.changed', { state: 'closed', ended: null, happened: { kind: 'returned' } }],
    ]);
  });

  it('of no return of a load that somebody keeps on the board', async () => {
    const { server, clock, received } = await open('load.restored');
    clock.time += 2 * MINUTE;
    await server.board.decide(id(1), { leaving: null, kept: { by_name: 'Ann', at: iso(clock.time) } });
    await server.read(1, { health: 'stale' });
    expect(await received()).toEqual([]);
  });

  it('that a load was delivered even if it left the board before anybody looked', async () => {
    const { server, clock, received } = await open('load.delivered', 'load.archived');
    clock.time += 2 * MINUTE;
    const departure = { reason: 'next_load', since: START + MINUTE, by: null } as const;
    await server.board.archive(new Map([[id(1), departure]]));
    expect(await received()).toMatchObject([
      ['load.delivered', { reason: 'next_load' }],
      ['load.archived', {}],
    ]);
  });

  it('of a position at the chosen interval, each webhook at its own', async () => {
    const { server, clock, webhooks, receiver, run, id: often } = await open('position.reported');
    await webhooks.update(often, { position_minutes: 10 }, ANN);
    const seldom = (
      await webhooks.create({ ...request(receiver.url, ['position.reported']), position_minutes: 60 }, ANN)
    ).webhook.webhook_id;
    const times: Record<string, number[]> = { [often]: [], [seldom]: [] };
    for (let minute = 1; minute <= 61; minute += 4) {
      clock.time = START + minute * MINUTE;
      await server.read(1, { health: 'live', at: iso(clock.time) });
      await run();
      for (const { body } of receiver.received.splice(0) as (Received & { body: { webhook_id: string } })[])
        times[body.webhook_id]?.push((Date.parse(String(body.data[0]?.occurred_at)) - START) / MINUTE);
    }
    expect(times).toEqual({ [often]: [1, 13, 25, 37, 49, 61], [seldom]: [1, 61] });
  });

  it('that an estimate is known, and that it has moved as far as the webhook asks', async () => {
    const { server } = await open('estimate.moved');
    const load = server.board.get(id(1))?.item as BoardLoad;
    const at = (minutes: number) => iso(START + minutes * MINUTE);
    const webhook = { id: id(80) } as OutgoingWebhookRow;
    let state: LoadSubscriber['state'] = { position_at: null, estimates: '{}' };
    const moves = [100, 109, 92, 110, 96, 95].map((likely, version) => {
      const prediction = { stop_sequence: 1, from: at(likely - 5), likely: at(likely), to: at(likely + 9) };
      const changed = { ...load, version, predicted_arrivals: [prediction] } as BoardLoad;
      const minutes = { position: 15, estimate: 15 };
      const subscribes = (event: OutgoingEvent) => event === 'estimate.moved';
      const { events, published } = toLoadEvents(changed, [{ webhook, minutes, subscribes, state }], START);
      state = published[0] ?? state;
      return events.map(({ record }) => record);
    });
    const estimate = (likely: number) => ({ from: at(likely - 5), likely: at(likely), to: at(likely + 9) });
    expect(moves).toMatchObject([
      [{ load_id: id(1), stop: { sequence: 1 }, estimate: estimate(100), before: null }],
      [],
      [],
      [],
      [],
      [],
    ]);
    const far = { ...load, predicted_arrivals: [{ stop_sequence: 1, ...estimate(115) }] } as BoardLoad;
    const minutes = { position: 15, estimate: 15 };
    const moved = toLoadEvents(far, [{ webhook, minutes, subscribes: () => true, state }], START).events;
    expect(moved.find(({ event_name }) => event_name === 'estimate.moved')?.record).toMatchObject({
      estimate: estimate(115),
      before: at(100),
    });
  });

  it('of a posted load in the transaction that ends its request, once', async () => {
    const { db, jobs, received } = await open('load.posted');
    const listener = new PostedLoadEvents(jobs);
    const row = { id: id(900), kind: 'load', subject: 'LD-9', created_by_name: 'API key TMS' } as never;
    for (let n = 0; n < 2; n += 1) await (await listener.done(db, row, { load_id: id(9) }))?.();
    expect(await received()).toMatchObject([
      ['load.posted', { load_id: id(9), load_ref: 'LD-9', posted_by_name: 'API key TMS' }],
    ]);
  });

  it('that an invitation was opened, accepted, declined, or expires without an answer', async () => {
    const { db, clock, received, collector } = await open(
      'invitation.opened',
      'invitation.accepted',
      'invitation.declined',
      'invitation.expiring',
    );
    clock.time += HOUR;
    const add = (n: number, steps: [string, number][], expires_at: number) =>
      addRow(db, 'invitation', {
        ...newInvitationRow({ key: id(500 + n), sealed_id: 'x', first_seen_at: START }),
        status: steps.at(-1)?.[0] ?? 'active',
        fleet_ref: `F-${n}`,
        state: JSON.stringify({
          starts: [START],
          steps,
          fields: {
            status: { v: steps.at(-1)?.[0] ?? 'active', from: START, rank: 1 },
            expires_at: { v: iso(expires_at), from: START, rank: 1 },
          },
        }),
        version: 1,
      });
    const far = START + 90 * HOUR;
    await add(1, [['viewed', START + MINUTE]], far);
    await add(2, [['accepted', START + 2 * MINUTE]], far);
    await add(3, [['declined', START + 3 * MINUTE]], far);
    await add(4, [], START + 20 * HOUR);
    // Before the webhook.
    await add(5, [['accepted', START - MINUTE]], far);
    const found = (await received()).map(([name, record]) => [name, record?.fleet_ref, record?.at]);
    expect(found.toSorted()).toEqual([
      ['invitation.accepted', 'F-2', iso(START + 2 * MINUTE)],
      ['invitation.declined', 'F-3', iso(START + 3 * MINUTE)],
      ['invitation.expiring', 'F-4', iso(START + 20 * HOUR)],
      ['invitation.opened', 'F-1', iso(START + MINUTE)],
    ]);
    clock.time += HOUR;
    await collector.collect();
    expect(await received()).toEqual([]);
  });

  it('that an agreement ends within a week, and that one has ended', async () => {
    const { agreements, clock, received } = await open('agreement.ending', 'agreement.ended');
    const agreement = (n: number, more: object) => ({
      id: id(600 + n),
      fleet_ref: `F-${n}`,
      status: 'active',
      ...more,
    });
    const soon = iso(START + 48 * HOUR);
    agreements.push(
      agreement(1, { expiration_date: soon }),
      agreement(2, { expiration_date: null }),
      agreement(3, { status: 'cancelled' }),
      agreement(4, { expiration_date: iso(START + 30 * 24 * HOUR) }),
    );
    clock.time += MINUTE;
    expect(await received()).toMatchObject([
      ['agreement.ending', { fleet_ref: 'F-1', state: 'active', at: soon }],
    ]);
    agreements[1] = agreement(2, { status: 'cancelled' });
    clock.time += 49 * HOUR;
    expect(await received()).toMatchObject([
      ['agreement.ended', { fleet_ref: 'F-1', state: 'ended', at: soon }],
      ['agreement.ended', { fleet_ref: 'F-2', state: 'cancelled', at: null }],
    ]);
    clock.time += HOUR;
    expect(await received()).toEqual([]);
  });

  it('with jobs that name the event, the load or the fleet, and the receiver', async () => {
    const { db, agreements, clock, server, collector, jobs, receiver } = await open(
      'agreement.ending',
      'load.removed',
    );
    agreements.push({
      id: id(600),
      fleet_ref: 'F-1',
      status: 'active',
      expiration_date: iso(START + 48 * HOUR),
    });
    await server.board.archive(new Map([[id(1), { reason: 'removed', since: null, by: ANN }]]));
    clock.time += MINUTE;
    while (await collector.collect());
    const rows = await rowsOf(db, 'job', { kind: OUTGOING_JOB });
    const { host } = new URL(receiver.url);
    expect((await jobs.subjects(OUTGOING_JOB, rows)).map(String).toSorted()).toEqual([
      expect.stringMatching(`^agreement.ending of F-1 to .*${host}`),
      expect.stringMatching(`^load.removed of LD-1.* to .*${host}`),
    ]);
  });

  it('with both secrets while one is replaced, and then with the new one only', async () => {
    const { webhooks, receiver, run, clock, id: webhook_id } = await open('load.removed');
    const before = (await webhooks.replaceSecret(webhook_id, 0, ANN)).secret;
    const after = await webhooks.replaceSecret(webhook_id, 2, ANN);
    expect(after.webhook.previous_secret_until).toBe(iso(clock.time + 2 * HOUR));
    const signed = async () => {
      await webhooks.test(webhook_id, ANN);
      await run();
      const [{ headers, text }] = receiver.received.splice(0) as [Received];
      const isSigned = (header: string, secret: string) =>
        signatureProblem(
          {
            signature: headers[header] === undefined ? undefined : String(headers[header]),
            timestamp: String(headers['x-webhook-timestamp']),
            body: Buffer.from(text),
          } as never,
          secret,
          ASSUMPTIONS.webhooks,
          clock.time,
        ) === null;
      return [
        isSigned('x-webhook-signature', after.secret),
        isSigned('x-webhook-signature-previous', before),
        'x-webhook-signature-previous' in headers,
      ];
    };
    expect(await signed()).toEqual([true, true, true]);
    clock.time += 2 * HOUR;
    expect(await signed()).toEqual([true, false, false]);
  });

  it('events of a chosen time again with the same ids, also those that only another webhook received', async () => {
    const { server, clock, webhooks, receiver, run, id: webhook_id } = await open('load.removed');
    const ids = () => receiver.received.splice(0).map(({ body }) => body.id);
    await server.board.watch([id(3)], 'person', null);
    const sent = [];
    for (const n of [1, 2, 3]) {
      clock.time += HOUR;
      await server.board.archive(new Map([[id(n), { reason: 'removed', since: null, by: ANN }]]));
      await run();
      sent.push(...ids());
    }
    expect(new Set(sent).size).toBe(3);
    const period = { since: iso(START + HOUR + MINUTE), until: iso(START + 3 * HOUR) };
    expect(await webhooks.replay(webhook_id, period, ANN)).toEqual({ events: 1, next_since: null });
    await run();
    expect(ids()).toEqual([sent[1]]);
    const late = (await webhooks.create(request(receiver.url, ['load.removed']), ANN)).webhook.webhook_id;
    await run();
    expect(ids()).toEqual([]);
    expect(await webhooks.replay(late, { since: iso(START) }, ANN)).toMatchObject({ events: 3 });
    await run();
    expect(ids()).toEqual(sent);
    await webhooks.update(late, { active: false }, ANN);
    await expect(webhooks.replay(late, { since: iso(START) }, ANN)).rejects.toMatchObject({ code: 409 });
  });
});
