import { expect, it, vi } from 'vitest';
import { type NotifyBus, SINGLE_SERVER, type Signal } from '../../platform/cluster/notify-bus.ts';
import type { Database, Dialect } from '../../platform/store/database.ts';
import { waitLeft } from '../../platform/store/shared-clock.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { PausedError } from './request-scheduler.ts';
import { createSharedScheduler } from './shared-pause.ts';

const CONFIG = { serviceMaxRps: 50, serviceMaxWaitSeconds: 3_600 };

describeOnBothDatabases('a wait that another server received', (fresh) => {
  it('is found in the database before each call while notifications are disconnected', async () => {
    const { db, dialect } = await (await fresh()).open();
    const bus: NotifyBus = { ...SINGLE_SERVER, isConnected: false };
    const options = { ...lone(db, dialect), bus };
    let shown = 0;
    const { scheduler: one } = await createSharedScheduler(options);
    const { scheduler: other, onChange } = await createSharedScheduler(options);
    onChange.subscribe(() => {
      shown += 1;
    });
    await other.enter('person');
    await other.enter('background');
    one.pause(60);
    await vi.waitFor(async () => expect(await waitLeft(db, dialect, 3_600_000)).toBeGreaterThan(50_000));
    await expect(other.enter('person')).rejects.toBeInstanceOf(PausedError);
    expect(shown).toBe(1);
    let through = false;
    other.enter('background').then(
      () => {
        through = true;
      },
      () => undefined,
    );
    await other.enter('person').catch(() => undefined);
    expect(through).toBe(false);
    // The adaptive limit is shared as well: it began with 10.
    expect(other.rps).toBeLessThan(10);
    one.close();
    other.close();
  });

  it('takes effect when it is published, before the database has it', async () => {
    const { db, dialect } = await (await fresh()).open();
    let publish: (ms: string) => void = () => undefined;
    const bus: NotifyBus = {
      ...SINGLE_SERVER,
      subscribe: (signal, listener) => {
        if (signal === 'wait') publish = listener;
      },
    };
    const { scheduler } = await createSharedScheduler({
      ...lone(db, dialect),
      bus,
    });
    publish('60000');
    await expect(scheduler.enter('person')).rejects.toBeInstanceOf(PausedError);
    // A received pause is not published again.
    expect(await waitLeft(db, dialect, 3_600_000)).toBeLessThanOrEqual(0);
    scheduler.close();
  });

  it('without a limit, stored by an earlier version, is limited when read and does not start again', async () => {
    const { db, dialect } = await (await fresh()).open();
    const value = String(Date.now() + 1.8e15);
    await db.insertInto('setting').values({ key: 'service_paused_until', value }).execute();
    const { scheduler } = await createSharedScheduler({
      ...lone(db, dialect),
      config: { ...CONFIG, serviceMaxWaitSeconds: 600 },
    });
    expect(scheduler.pausedUntil).toBeLessThanOrEqual(Date.now() + 601_000);
    expect(await waitLeft(db, dialect, 1e18)).toBeLessThanOrEqual(600_000);
    scheduler.close();
  });

  it('is ended everywhere by one person, also when the notification is lost, and across a restart', async () => {
    const { db, dialect } = await (await fresh()).open();
    const listeners = new Map<Signal, (detail: string) => void>();
    const syncs: (() => Promise<void>)[] = [];
    const sent: [Signal, string][] = [];
    const options = lone(db, dialect);
    let ended = 0;
    const one = await createSharedScheduler({
      ...options,
      bus: { ...SINGLE_SERVER, publish: (signal, detail) => void sent.push([signal, detail]) },
    });
    const other = await createSharedScheduler({
      ...options,
      bus: {
        ...SINGLE_SERVER,
        subscribe: (signal, listener) => listeners.set(signal, listener),
        onSync: (sync) => syncs.push(sync),
      },
    });
    other.onEnd.subscribe(() => {
      ended += 1;
    });
    const hand = () => {
      for (const [signal, detail] of sent.splice(0)) listeners.get(signal)?.(detail);
    };
    one.scheduler.pause(60);
    hand();
    expect(other.scheduler.pausedUntil).not.toBeNull();
    await vi.waitFor(async () => expect(await waitLeft(db, dialect, 3_600_000)).toBeGreaterThan(0));

    await one.endPause();
    expect(one.scheduler.pausedUntil).toBeNull();
    for (const sync of syncs) await sync();
    expect(other.scheduler.pausedUntil).toBeNull();
    const started = await createSharedScheduler(options);
    expect(started.scheduler.pausedUntil).toBeNull();

    // A pause announced after it continues, although the notification of the end is late.
    other.scheduler.pause(60);
    hand();
    for (const sync of syncs) await sync();
    expect(other.scheduler.pausedUntil).not.toBeNull();
    expect(ended).toBe(1);
    for (const { scheduler } of [one, other, started]) scheduler.close();
  });
});

const lone = (db: Database, dialect: Dialect) => ({
  db,
  dialect,
  bus: SINGLE_SERVER,
  log: silentLog,
  config: CONFIG,
});
