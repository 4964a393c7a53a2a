import { expect, it, vi } from 'vitest';
import { waitLeft } from '../store/announced-wait.ts';
import { NO_WIRE, type Wire } from '../store/wire.ts';
import { describeOnBothDatabases } from '../testing/databases.ts';
import { silentLog } from '../testing/tracking.ts';
import { PausedError } from './gate.ts';
import { sharedGate } from './shared-wait.ts';

describeOnBothDatabases('a wait that another server was told', (fresh) => {
  it('is found in the store before each call while the servers cannot tell each other', async () => {
    const { db, dialect } = await (await fresh()).open();
    const wire: Wire = { ...NO_WIRE, whole: false };
    const options = { db, dialect, wire, log: silentLog, maxRps: 50 };
    let told = 0;
    const one = await sharedGate({ ...options, onPause: () => undefined });
    const other = await sharedGate({
      ...options,
      onPause: () => {
        told += 1;
      },
    });
    await other.enter('person');
    await other.enter('background');
    one.pause(60);
    await vi.waitFor(async () => expect(await waitLeft(db, dialect)).toBeGreaterThan(50_000));
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
      on: (_, listener) => {
        tell = listener;
      },
    };
    const gate = await sharedGate({
      db,
      dialect,
      wire,
      log: silentLog,
      maxRps: 50,
      onPause: () => undefined,
    });
    tell('60000');
    await expect(gate.enter('person')).rejects.toBeInstanceOf(PausedError);
    // What it was told it does not announce in its turn.
    expect(await waitLeft(db, dialect)).toBeLessThanOrEqual(0);
    gate.close();
  });
});
