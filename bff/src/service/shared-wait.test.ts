import { expect, it, vi } from 'vitest';
import { waitLeft } from '../store/announced-wait.ts';
import type { Database, Dialect } from '../store/database.ts';
import { NO_WIRE, type Signal, type Wire } from '../store/wire.ts';
import { describeOnBothDatabases } from '../testing/databases.ts';
import { silentLog } from '../testing/tracking.ts';
import { PausedError } from './gate.ts';
import { sharedGate } from './shared-wait.ts';

const CONFIG = { serviceMaxRps: 50, serviceMaxWaitSeconds: 3_600 };

describeOnBothDatabases('a wait that another server was told', (fresh) => {
  it('is found in the store before each call while the servers cannot tell each other', async () => {
    const { db, dialect } = await (await fresh()).open();
    const wire: Wire = { ...NO_WIRE, whole: false };
    const options = { ...lone(db, dialect), wire };
    let told = 0;
    const { gate: one } = await sharedGate(options);
    const { gate: other } = await sharedGate({
      ...options,
      onPause: () => {
        told += 1;
      },
      onEnd: () => undefined,
    });
    await other.enter('person');
    await other.enter('background');
    one.pause(60);
    await vi.waitFor(async () => expect(await waitLeft(db, dialect, 3_600_000)).toBeGreaterThan(50_000));
    await expect(other.enter('person')).rejects.toBeInstanceOf(PausedError);
    expect(told).toBe(1);
    let through = false;
    other.enter('background').then(
      () => {
        through = true;
      },
      () => undefined,
    );
    await other.enter('person').catch(() => undefined);
    expect(through).toBe(false);
    // It was told to slow down as well: it began with 10.
    expect(other.rps).toBeLessThan(10);
    one.close();
    other.close();
  });

  it('holds at once when it is told, before the store knows', async () => {
    const { db, dialect } = await (await fresh()).open();
    let tell: (ms: string) => void = () => undefined;
    const wire: Wire = {
      ...NO_WIRE,
      on: (signal, listener) => {
        if (signal === 'wait') tell = listener;
      },
    };
    const { gate } = await sharedGate({
      ...lone(db, dialect),
      wire,
    });
    tell('60000');
    await expect(gate.enter('person')).rejects.toBeInstanceOf(PausedError);
    // What it was told it does not announce in its turn.
    expect(await waitLeft(db, dialect, 3_600_000)).toBeLessThanOrEqual(0);
    gate.close();
  });

  it('without bounds, stored by an earlier version, is bounded when it is read and does not begin again', async () => {
    const { db, dialect } = await (await fresh()).open();
    const value = String(Date.now() + 1.8e15);
    await db.insertInto('setting').values({ key: 'service_paused_until', value }).execute();
    const { gate } = await sharedGate({
      ...lone(db, dialect),
      config: { ...CONFIG, serviceMaxWaitSeconds: 600 },
    });
    expect(gate.pausedUntil).toBeLessThanOrEqual(Date.now() + 601_000);
    expect(await waitLeft(db, dialect, 1e18)).toBeLessThanOrEqual(600_000);
    gate.close();
  });

  it('is ended everywhere by one person, also where the word of it is lost, and before a restart', async () => {
    const { db, dialect } = await (await fresh()).open();
    const listeners = new Map<Signal, (detail: string) => void>();
    const lookers: (() => Promise<void>)[] = [];
    const sent: [Signal, string][] = [];
    const options = lone(db, dialect);
    let ended = 0;
    const one = await sharedGate({
      ...options,
      wire: { ...NO_WIRE, tell: (signal, detail) => void sent.push([signal, detail]) },
    });
    const other = await sharedGate({
      ...options,
      onEnd: () => {
        ended += 1;
      },
      wire: {
        ...NO_WIRE,
        on: (signal, listener) => listeners.set(signal, listener),
        onLook: (look) => lookers.push(look),
      },
    });
    const hand = () => {
      for (const [signal, detail] of sent.splice(0)) listeners.get(signal)?.(detail);
    };
    one.gate.pause(60);
    hand();
    expect(other.gate.pausedUntil).not.toBeNull();
    await vi.waitFor(async () => expect(await waitLeft(db, dialect, 3_600_000)).toBeGreaterThan(0));

    await one.endPause();
    expect(one.gate.pausedUntil).toBeNull();
    for (const look of lookers) await look();
    expect(other.gate.pausedUntil).toBeNull();
    const started = await sharedGate(options);
    expect(started.gate.pausedUntil).toBeNull();

    // What is announced after it goes on, though the word of the end comes late.
    other.gate.pause(60);
    hand();
    for (const look of lookers) await look();
    expect(other.gate.pausedUntil).not.toBeNull();
    expect(ended).toBe(1);
    for (const { gate } of [one, other, started]) gate.close();
  });
});

const lone = (db: Database, dialect: Dialect) => ({
  db,
  dialect,
  wire: NO_WIRE,
  log: silentLog,
  config: CONFIG,
  onPause: () => undefined,
  onEnd: () => undefined,
});
