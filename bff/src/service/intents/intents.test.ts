/** Intents with a fake service, on both databases: what is stored at each moment, and the effect of a restart. */

import { randomUUID } from 'node:crypto';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SecretBox } from '../../platform/secrets/keys.ts';
import { rowOf, rowsOf } from '../../platform/store/query.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { rejectWrites } from '../../testing/rejected-writes.ts';
import { id, silentLog } from '../../testing/tracking.ts';
import type { Actor } from '../upstream/actor.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { TokenSource } from '../upstream/token-source.ts';
import { Finder } from './finder.ts';
import { Intents } from './intents.ts';
import { Resolver } from './resolver.ts';

const box = new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);
const ann: Actor = { sub: 'ann', name: 'Ann', token: async () => undefined };
const invitation = { fleet_ref: 'F-1', expires_in_hours: 72 };
const monitor = {
  origin: { latitude: 35, longitude: -101, radius_meters: 500 },
  destination: { latitude: 36, longitude: -97, radius_meters: 500 },
  starts_at: '2026-11-21T00:00:00Z',
  vehicle_id: id(5),
  name: 'BOL 1',
};
const user = { connection_id: id(6), username: 'ann', password: 'pw-of-a-driver' };

describeOnBothDatabases('intents', (fresh) => {
  async function setUp() {
    const database = await fresh();
    const { db, dialect } = await database.open();
    const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
    const calls: { name: string; body: Record<string, unknown> | undefined }[] = [];
    /** Records at the service, under the field with the tag. */
    const there: Record<string, unknown>[] = [];
    /** What creates of people wait for before they are sent, as in the scheduler during a pause. */
    const turn: { current: Promise<void> | null } = { current: null };
    let answer: (name: string, body: Record<string, unknown>) => unknown = () => null;
    const client = {
      call: async (
        endpoint: { name: string },
        call: {
          body?: Record<string, unknown>;
          beforeSend?: () => Promise<void>;
          onSend?: () => void;
          token?: TokenSource;
        },
      ) => {
        await call.token?.get();
        if (call.beforeSend) {
          await turn.current;
          await call.beforeSend();
        }
        calls.push({ name: endpoint.name, body: call.body });
        if (endpoint.name.startsWith('list'))
          return { status: 200, data: { items: there }, raw: { items: there } };
        call.onSend?.();
        const record = { id: id(calls.length), ...call.body };
        there.push(record);
        const given = (await answer(endpoint.name, call.body ?? {})) ?? record;
        return { status: 201, data: given, raw: given };
      },
    } as unknown as ServiceClient;
    const endpoints = serviceEndpoints();
    const activity = new Activity(db, silentLog, () => clock.now);
    const common = { db, box, assumptions: ASSUMPTIONS, activity, log: silentLog, now: () => clock.now };
    const process = (aliveMs = 60_000) => {
      const finder = new Finder({ client, endpoints });
      const resolver = new Resolver({ ...common, finder, tokenOf: async () => null });
      const intents = new Intents({ ...common, client, endpoints, resolver, aliveMs });
      // Checks run only when the test calls them.
      resolver.wake = () => undefined;
      return { resolver, intents };
    };
    const says = (next: typeof answer) => {
      answer = next;
    };
    const sent = () => calls.filter(({ name }) => name.startsWith('create')).length;
    return { db, dialect, clock, calls, there, says, turn, process, sent };
  }
  const lost = () => {
    throw new ServiceError('timeout', 'The tracking service did not respond in time');
  };

  it('the intent is stored before the call, and its outcome after it', async () => {
    const { db, says, process } = await setUp();
    const intent_id = randomUUID();
    let during: unknown;
    says(async () => {
      during = await rowOf(db, 'intent', { id: intent_id });
      return null;
    });
    const { intents } = process();
    const { row } = await intents.send({ kind: 'monitor', body: monitor, intent_id }, ann);
    expect(during).toMatchObject({ state: 'sending', attempt: 1, subject: 'BOL 1', created_by: 'ann' });
    expect(row).toMatchObject({ state: 'done', request: null, service_status: 201, result_id: id(1) });
  });

  it('a crash while sending makes it unknown, and it is found by its tag, not sent again', async () => {
    const { db, says, process, sent, there } = await setUp();
    const intent_id = randomUUID();
    // The call never returns to this process.
    let arrived = () => {};
    const reached = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    says(() => {
      arrived();
      return new Promise(() => undefined);
    });
    void process().intents.send({ kind: 'user', body: user, intent_id }, ann);
    await reached;
    expect(JSON.stringify(await rowOf(db, 'intent', { id: intent_id }))).not.toContain('pw-of-a-driver');

    const { resolver } = process();
    await resolver.open();
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'unknown' });
    await resolver.run();
    await resolver.stop();
    expect(sent()).toBe(1);
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({
      state: 'done',
      result_id: there[0]?.id,
      message: null,
    });
    // Who sent it is in the activity log, although the outcome was only found out later.
    expect(await rowsOf(db, 'activity', {}, ['action'])).toMatchObject([
      { action: 'create_user', sub: 'ann', outcome: 'unknown' },
      { action: 'resolve_intent', sub: null, outcome: 'found at the service' },
    ]);
  });

  it('an outcome that cannot be stored with its entry of the activity log is found later, and logged once', async () => {
    const { db, dialect, clock, process, sent } = await setUp();
    const intent_id = randomUUID();
    const { intents, resolver } = process();
    const allow = await rejectWrites(db, dialect, 'activity');
    const send = intents.send({ kind: 'user', body: user, intent_id }, ann);
    await expect(send).rejects.toThrow('rejected by the test');
    await allow();
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    clock.now += 600_000;
    await resolver.run();
    await resolver.stop();
    expect(sent()).toBe(1);
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'done' });
    expect(await rowsOf(db, 'activity', {}, ['action'])).toMatchObject([
      { action: 'create_user', sub: 'ann', outcome: 'unknown' },
      { action: 'resolve_intent', sub: null, outcome: 'found at the service' },
    ]);
  });

  it('a crash before the call leaves it unknown, checked less and less often, and never sent', async () => {
    const { db, clock, process, sent, calls, says } = await setUp();
    const intent_id = randomUUID();
    says(() => new Promise(() => undefined));
    void process().intents.send(
      { kind: 'monitor', body: monitor, intent_id },
      { ...ann, token: async () => ({ get: () => new Promise(() => undefined), reject: () => undefined }) },
    );
    await expect.poll(() => rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    const { resolver } = process();
    await resolver.open();
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      await resolver.run();
      const row = await rowOf(db, 'intent', { id: intent_id });
      if (row?.next_check_at == null) break;
      waits.push(row.next_check_at - clock.now);
      clock.now = row.next_check_at;
    }
    await resolver.stop();
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.length).toBeGreaterThan(3);
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({
      state: 'unknown',
      next_check_at: null,
    });
    expect(sent()).toBe(0);
    expect(calls.every(({ name }) => name === 'listMonitors')).toBe(true);
  });

  it('an invitation is sent again instead, automatically', async () => {
    const { db, clock, says, process, sent } = await setUp();
    says(lost);
    const { intents, resolver } = process();
    const { row } = await intents.send({ kind: 'invitation', body: invitation }, ann);
    expect(row.state).toBe('unknown');
    says(() => null);
    clock.now = row.next_check_at ?? 0;
    await resolver.run();
    await resolver.stop();
    expect(sent()).toBe(2);
    expect(await rowOf(db, 'intent', { id: row.id })).toMatchObject({ state: 'done', result_id: null });
  });

  it('an invitation is not sent again after a later one, nor an hour later', async () => {
    const { db, clock, says, process, sent } = await setUp();
    says(lost);
    const { intents, resolver } = process();
    const first = await intents.send({ kind: 'invitation', body: invitation }, ann);
    const other = await intents.send({ kind: 'invitation', body: { ...invitation, fleet_ref: 'F-2' } }, ann);
    says(() => null);
    clock.now += 1000;
    await intents.send({ kind: 'invitation', body: { ...invitation, fleet_name: 'New' } }, ann);
    clock.now += 3600_000;
    await resolver.run();
    await resolver.stop();
    expect(sent()).toBe(3);
    for (const { row } of [first, other])
      expect(await rowOf(db, 'intent', { id: row.id })).toMatchObject({
        state: 'unknown',
        next_check_at: null,
      });
  });

  it('three processes check an unknown one with one call', async () => {
    const { db, clock, says, process, sent } = await setUp();
    says(lost);
    const { row } = await process().intents.send({ kind: 'invitation', body: invitation }, ann);
    says(() => null);
    clock.now = row.next_check_at ?? 0;
    const resolvers = [1, 2, 3].map(() => process().resolver);
    await Promise.all(resolvers.map((resolver) => resolver.run()));
    await Promise.all(resolvers.map((resolver) => resolver.stop()));
    expect(sent()).toBe(2);
    expect(await rowOf(db, 'intent', { id: row.id })).toMatchObject({ state: 'done' });
  });

  it('one that waits for its turn for long is not taken for abandoned, and is sent once', async () => {
    const { db, clock, turn, process, sent } = await setUp();
    const intent_id = randomUUID();
    const pause = Promise.withResolvers<void>();
    turn.current = pause.promise;
    const sending = process(5).intents.send({ kind: 'invitation', body: invitation, intent_id }, ann);
    await expect.poll(() => rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    clock.now += 300_000;
    await expect.poll(() => rowOf(db, 'intent', { id: intent_id })).toMatchObject({ updated_at: clock.now });
    const { resolver } = process();
    await resolver.run();
    await resolver.stop();
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    pause.resolve();
    expect((await sending).row.state).toBe('done');
    expect(sent()).toBe(1);
  });

  it('one whose process was frozen while it waited for its turn is not sent after it was abandoned', async () => {
    const { db, clock, turn, process, sent } = await setUp();
    const intent_id = randomUUID();
    const pause = Promise.withResolvers<void>();
    turn.current = pause.promise;
    const sending = process().intents.send({ kind: 'invitation', body: invitation, intent_id }, ann);
    await expect.poll(() => rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    clock.now += 300_000;
    const { resolver } = process();
    await resolver.run();
    await resolver.stop();
    expect(sent()).toBe(1);
    pause.resolve();
    expect((await sending).row.state).toBe('done');
    expect(sent()).toBe(1);
  });

  it('the same id twice at once is one call', async () => {
    const { process, sent } = await setUp();
    const { intents } = process();
    const command = { kind: 'monitor', body: monitor, intent_id: randomUUID() } as const;
    const both = await Promise.all([intents.send(command, ann), intents.send(command, ann)]);
    expect(sent()).toBe(1);
    expect(both[0].result).toEqual(both[1].result);
  });

  it('the same id twice at once is one call, even when the second request has its token first', async () => {
    const { process, sent } = await setUp();
    const { intents } = process();
    const command = { kind: 'monitor', body: monitor, intent_id: randomUUID() } as const;
    const token = Promise.withResolvers<undefined>();
    const first = intents.send(command, { ...ann, token: () => token.promise });
    const second = intents.send(command, ann);
    await new Promise(setImmediate);
    token.resolve(undefined);
    expect((await first).result).not.toBeNull();
    expect((await second).result).toEqual((await first).result);
    expect(sent()).toBe(1);
  });

  it('the same id at two processes is one call', async () => {
    const { process, sent } = await setUp();
    const command = { kind: 'monitor', body: monitor, intent_id: randomUUID() } as const;
    const both = await Promise.all([1, 2].map(() => process().intents.send(command, ann)));
    expect(sent()).toBe(1);
    expect(both.map(({ row }) => row.state)).toContain('done');
  });

  it('an outcome that could not be stored is found later', async () => {
    const { db, clock, process, sent, says } = await setUp();
    const { intents, resolver } = process();
    const intent_id = randomUUID();
    const away = () => db.schema.alterTable('intent').renameTo('intent_away').execute();
    says(async () => {
      await away();
      return null;
    });
    await expect(intents.send({ kind: 'monitor', body: monitor, intent_id }, ann)).rejects.toThrow();
    await db.schema.alterTable('intent_away').renameTo('intent').execute();
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'sending' });
    clock.now += 121_000;
    await resolver.run();
    await resolver.stop();
    expect(await rowOf(db, 'intent', { id: intent_id })).toMatchObject({ state: 'done' });
    expect(sent()).toBe(1);
  });

  it('neither the password nor the request is stored in clear text, nor a link in the result', async () => {
    const { db, says, process } = await setUp();
    const { intents } = process();
    says(lost);
    const { row } = await intents.send({ kind: 'user', body: user }, ann);
    says((_, body) => ({
      id: id(9),
      ...body,
      magic_link: 'https://x/link',
      pre_registration_access_token: 'tok',
    }));
    const invited = await intents.send({ kind: 'invitation', body: invitation }, ann);
    expect(JSON.stringify(invited.result)).not.toMatch(/link|tok/);
    expect(JSON.stringify(await db.selectFrom('intent').selectAll().execute())).not.toMatch(/pw-of|x\/link/);
    const request = box.open(
      (await rowOf(db, 'intent', { id: row.id }))?.request ?? '',
      `intent/${row.id}/request`,
    );
    expect(JSON.parse(request)).toEqual({ connection_id: id(6), username: 'ann' });
  });
});
