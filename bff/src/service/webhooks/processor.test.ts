import { randomUUID } from 'node:crypto';
import { PROCESSED_AGAIN } from '@waypost/contract/api/webhooks';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { SINGLE_SERVER } from '../../platform/cluster/notify-bus.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { SecretBox } from '../../platform/secrets/keys.ts';
import type { Database } from '../../platform/store/database.ts';
import { addRow, rowsOf, updateRow, writeSetting } from '../../platform/store/query.ts';
import { addWebhook, readDelivery } from '../../platform/store/webhooks.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { envelopeOf } from '../../testing/deliveries.ts';
import { silentLog } from '../../testing/tracking.ts';
import { ANN } from '../../testing/triage.ts';
import { HOUR_MS, useWallClock } from '../../testing/wall-clock.ts';
import {
  bodyContext,
  DELIVERY_JOB,
  type Handler,
  Processor,
  queueDelivery,
  RETRY_AFTER_MS,
} from './processor.ts';

const box = new SecretBox([{ id: 'test', key: Buffer.alloc(32, 7) }]);

const setWallClock = useWallClock();

describeOnBothDatabases('the processor of deliveries', (fresh) => {
  async function setUp() {
    const { db, dialect } = await (await fresh()).open();
    const clock = { now: 1_000_000 };
    const jobsOf = (now: (() => number) | null) => {
      const activity = new Activity(db, silentLog);
      return new Jobs({ db, dialect, log: silentLog, activity, bus: SINGLE_SERVER, ...(now && { now }) });
    };
    let n = 0;
    const webhookFor = async (purpose: string) =>
      addWebhook(db, {
        id: randomUUID(),
        purpose,
        base_url: 'http://localhost',
        secret_hash: randomUUID(),
        path_secret: 'x',
        signing_secret: null,
        webhook_group_id: null,
        webhook_ids: null,
        state: 'active',
        message: null,
        created_at: 0,
      });
    const webhook = await webhookFor('geofence_monitor');
    const store = async (event: object | string, subscription_id = webhook.id) => {
      const id = randomUUID();
      const text = typeof event === 'string' ? event : JSON.stringify(event);
      n += 1;
      const row = { id, subscription_id, received_at: clock.now + n };
      await addRow(db, 'webhook_delivery', {
        ...row,
        body: box.seal(Buffer.from(text).toString('base64'), bodyContext(id)),
        bytes: text.length,
        content_type: null,
        content_encoding: null,
        headers: null,
        signed_at: null,
        event_id: typeof event === 'string' ? null : ((event as { id?: string }).id ?? null),
        event_name: null,
        state: 'stored',
        outcome: null,
        tries: 0,
        handled_at: null,
      });
      await queueDelivery(db, queue, row);
      return id;
    };
    /** A server. */
    const processor = (
      handler?: Handler<'geofence_monitor'>,
      handlerTimeoutMs = 10_000,
      now: (() => number) | null = () => clock.now,
    ) => {
      const jobs = jobsOf(now);
      const made = new Processor({
        db,
        box,
        jobs,
        assumptions: ASSUMPTIONS,
        log: silentLog,
        handlerTimeoutMs,
      });
      if (handler) made.on('geofence_monitor', handler);
      return { jobs, run: () => jobs.runDue(), stop: () => jobs.stop(), wake: () => jobs.wake() };
    };
    const queue = jobsOf(() => clock.now);
    new Processor({ db, box, jobs: queue, assumptions: ASSUMPTIONS, log: silentLog });
    const stateOf = async (id: string) => {
      const row = await readDelivery(db, id);
      return { state: row?.state, outcome: row?.outcome, tries: row?.tries };
    };
    return { db, clock, queue, webhook, webhookFor, store, processor, stateOf };
  }

  const arrived = (id?: string) => envelopeOf('geofence_monitor.stop_arrived', [{ name: 'M' }], id);
  /** A handler's effect in the database, one row each. */
  const count = async (store: Database) => writeSetting(store, `seen/${randomUUID()}`, '1');
  const seen = async (db: Database) => {
    const rows = await db.selectFrom('setting').select('key').where('key', 'like', 'seen/%').execute();
    return rows.length;
  };

  it('takes over what a server of the version before has stored and left', async () => {
    const { db, clock, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    await db.deleteFrom('job').execute();
    await sql`UPDATE webhook_delivery SET next_at = ${clock.now - 6 * 60_000}`.execute(db);
    await processor(async (_, trx) => {
      await count(trx);
      return { outcome: 'handled' };
    }).run();
    expect(await stateOf(id)).toMatchObject({ state: 'done' });
    expect(await seen(db)).toBe(1);
  });

  it('passes each event on once, in order of arrival', async () => {
    const { store, processor, stateOf } = await setUp();
    const order: string[] = [];
    const ids = ['a', 'b', 'a', 'c', 'b'];
    const deliveries: string[] = [];
    for (const id of ids) deliveries.push(await store(arrived(id)));
    const made = processor(async (event) => {
      order.push(String(event.event_id));
      return { outcome: 'handled' };
    });
    await made.run();
    await made.stop();
    expect(order).toEqual(['a', 'b', 'c']);
    expect(await stateOf(deliveries[2] ?? '')).toMatchObject({
      state: 'done',
      outcome: `duplicate of ${deliveries[0]}`,
    });
  });

  it('events that were stored before the clock was set back by an hour are processed at once', async () => {
    const { clock, store, processor, stateOf } = await setUp();
    clock.now = Date.now();
    const id = await store(arrived());
    setWallClock(-HOUR_MS);
    const made = processor(async () => ({ outcome: 'handled' }), 10_000, null);
    await made.run();
    await made.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'done', outcome: 'handled' });
  });

  it('an event counts once though its second delivery was stored and processed before its first', async () => {
    const { db, store, processor, stateOf } = await setUp();
    const second = await store(arrived('a'));
    const made = processor(async (_, trx) => {
      await count(trx);
      return { outcome: 'handled' };
    });
    await made.run();
    const first = await store(arrived('a'));
    await updateRow(db, 'webhook_delivery', { id: first }, { received_at: 0 });
    await made.run();
    await made.stop();
    expect(await seen(db)).toBe(1);
    expect(await stateOf(first)).toMatchObject({ state: 'done', outcome: `duplicate of ${second}` });
  });

  it('an effect and its done state are committed together: a crash in between repeats neither', async () => {
    const { db, clock, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    const failing = processor(async (_, trx) => {
      await count(trx);
      throw new Error('cut off');
    });
    await failing.run();
    await failing.stop();
    expect(await seen(db)).toBe(0);
    expect(await stateOf(id)).toEqual({ state: 'stored', outcome: 'failed: cut off', tries: 1 });
    clock.now += 1_500;
    const next = processor(async (_, trx) => {
      await count(trx);
      return { outcome: 'handled: counted' };
    });
    await next.run();
    await next.run();
    await next.stop();
    expect(await seen(db)).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: 'done', outcome: 'handled: counted' });
  });

  it('a delivery that is processed again keeps its first outcome', async () => {
    const { db, queue, webhook, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    let outcome = 'handled: arrived';
    const made = processor(async () => {
      if (outcome === '') throw new Error('busy');
      return { outcome };
    });
    await made.run();
    for (outcome of ['', 'handled: nothing new']) {
      const stored = {
        state: 'stored',
        tries: 0,
        outcome: `handled: arrived${PROCESSED_AGAIN}`,
        handled_at: null,
      } as const;
      await queue.cancel(db, DELIVERY_JOB, id);
      await updateRow(db, 'webhook_delivery', { id }, stored);
      await queueDelivery(db, queue, { id, subscription_id: webhook.id, received_at: 1 });
      await made.run();
      const again = outcome || 'failed: busy';
      expect((await stateOf(id)).outcome).toBe(`handled: arrived${PROCESSED_AGAIN}${again}`);
    }
    await made.stop();
  });

  it('two processes sharing a database have one effect', async () => {
    const { db, store, processor } = await setUp();
    for (let n = 0; n < 5; n += 1) await store(arrived());
    const both = [1, 2].map(() =>
      processor(async (_, trx) => {
        await count(trx);
        return { outcome: 'handled' };
      }),
    );
    await Promise.all(both.map((one) => one.run()));
    await Promise.all(both.map((one) => one.stop()));
    expect(await seen(db)).toBe(5);
  });

  it('three servers try a failing event once each time it is due, and show it as failed only then', async () => {
    const { clock, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    let tries = 0;
    const servers = [1, 2, 3].map(() =>
      processor(async () => {
        tries += 1;
        throw new Error('busy');
      }),
    );
    for (const [n, wait] of [0, ...RETRY_AFTER_MS].entries()) {
      expect(await stateOf(id)).toMatchObject({ state: 'stored', tries: n });
      clock.now += wait;
      await Promise.all(servers.map((one) => one.run()));
      expect(tries).toBe(n + 1);
    }
    await Promise.all(servers.map((one) => one.stop()));
    expect(await stateOf(id)).toMatchObject({ state: 'failed', tries: RETRY_AFTER_MS.length + 1 });
  });

  it('a failing event is retried and then given up, without blocking others', async () => {
    const { clock, store, processor, stateOf } = await setUp();
    const bad = await store(arrived('bad'));
    const good = await store(arrived('good'));
    const made = processor(async (event) => {
      if (event.event_id === 'bad') throw new Error('never');
      return { outcome: 'handled' };
    });
    await made.run();
    expect(await stateOf(good)).toMatchObject({ state: 'done' });
    for (const wait of RETRY_AFTER_MS) {
      expect(await stateOf(bad)).toMatchObject({ state: 'stored' });
      clock.now += wait + 1;
      await made.run();
    }
    await made.stop();
    expect(await stateOf(bad)).toEqual({
      state: 'failed',
      outcome: 'failed: never',
      tries: RETRY_AFTER_MS.length + 1,
    });
  });

  it('an event that was given up is processed when its job is retried, unless it was processed meanwhile', async () => {
    const { db, clock, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    let isBroken = true;
    const { jobs, run, stop } = processor(async () => {
      if (isBroken) throw new Error('busy');
      return { outcome: 'handled' };
    });
    for (const wait of [0, ...RETRY_AFTER_MS]) {
      clock.now += wait;
      await run();
    }
    const [dead] = await rowsOf(db, 'job');
    await updateRow(db, 'webhook_delivery', { id }, { state: 'done' });
    await expect(jobs.retry(dead?.id ?? '', ANN)).rejects.toMatchObject({ code: 409 });
    await updateRow(db, 'webhook_delivery', { id }, { state: 'failed' });
    isBroken = false;
    await jobs.retry(dead?.id ?? '', ANN);
    await run();
    await stop();
    expect(await stateOf(id)).toMatchObject({ state: 'done', tries: 1 });
    expect(await rowsOf(db, 'job')).toEqual([]);
  });

  it('an event that crashes the process each time is given up', async () => {
    const { db, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    await updateRow(db, 'job', { dedupe_key: id }, { claimed_by: 'ended', interruptions: 20 });
    const made = processor(async () => ({ outcome: 'handled' }));
    await made.run();
    await made.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'failed' });
  });

  it('a later delivery of a failed event is processed', async () => {
    const { db, store, processor, stateOf } = await setUp();
    const first = await store(arrived('e'));
    await db.updateTable('webhook_delivery').set({ state: 'failed' }).where('id', '=', first).execute();
    const second = await store(arrived('e'));
    const made = processor(async () => ({ outcome: 'handled' }));
    await made.run();
    await made.stop();
    expect(await stateOf(second)).toMatchObject({ state: 'done', outcome: 'handled' });
  });

  it('a handler that bypasses its transaction is given up and leaves nothing behind', async () => {
    const { db, store, processor, stateOf } = await setUp();
    const id = await store(arrived());
    const made = processor(async (_, trx) => {
      await count(trx);
      await new Promise(() => undefined);
      return null;
    }, 50);
    await made.run();
    await made.stop();
    expect(await seen(db)).toBe(0);
    expect(await stateOf(id)).toMatchObject({ state: 'stored', outcome: expect.stringContaining('50 ms') });
  });

  it('a slow subscription does not block another', async () => {
    const { webhookFor, store, processor, stateOf } = await setUp();
    const other = await webhookFor('connection');
    await store(arrived('slow'));
    const quick = await store(envelopeOf('connection.created', []), other.id);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reached = () => {};
    const inside = new Promise<void>((resolve) => {
      reached = resolve;
    });
    // On SQLite a transaction holds the only connection, so the handler is delayed after its end.
    const made = processor(async () => ({
      outcome: 'handled',
      after: () => {
        reached();
        return held;
      },
    }));
    const working = made.run();
    await inside;
    const late = await store(envelopeOf('connection.created', []), other.id);
    made.wake();
    for (const id of [quick, late]) await expect.poll(async () => (await stateOf(id)).state).toBe('done');
    release();
    await working;
    await made.stop();
  });

  it.each([
    ['{"id": ', 'malformed: not JSON; kept as received'],
    ['42', 'malformed: not an event; kept as received'],
    [JSON.stringify(envelopeOf('weather.changed', [])), 'kept'],
    [JSON.stringify(envelopeOf('connection.created', [])), 'kept'],
    [JSON.stringify(envelopeOf('geofence_monitor.x', [7])), 'handled; 1 of 1 records could not be read'],
  ])('of %s the outcome is: %s', async (body, outcome) => {
    const { store, processor, stateOf } = await setUp();
    const id = await store(body);
    const made = processor(async () => ({ outcome: 'handled' }));
    await made.run();
    await made.stop();
    expect(await stateOf(id)).toMatchObject({ state: 'done', outcome });
  });
});
