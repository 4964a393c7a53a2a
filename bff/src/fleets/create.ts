import { IntervalJob } from '../lib/background-worker.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { FleetIndex } from './fleet-index.ts';

/** Other servers learn too, and invitations get names. */
const REFRESH_MS = 60_000;

export interface FleetsCapability extends Capability {
  readonly fleets: FleetIndex;
}

export async function createFleets({ db, log }: Pick<Wiring, 'db' | 'log'>): Promise<FleetsCapability> {
  const fleets = new FleetIndex(db);
  await fleets.refresh();
  const job = new IntervalJob({
    log,
    task: 'read the fleets of vehicles from the database',
    everyMs: REFRESH_MS,
    work: () => fleets.refresh(),
  });
  return { fleets, start: () => job.wake(REFRESH_MS), stop: () => job.stop() };
}
