/** Long lists of the service that are imported for reports, and purged when nobody has asked for them in a while. */
import type { Logger } from 'pino';
import { FUEL_KEPT_MS } from '../fuel/fuel-report.ts';
import { IntervalJob } from '../lib/background-worker.ts';
import type { Capability } from '../lib/capability.ts';
import type { Database } from '../store/database.ts';
import { ListImports, purgeImports } from './imports.ts';

export interface ImportsCapability extends Capability {
  readonly imports: ListImports;
}

const PURGE_EVERY_MS = 5 * 60_000;

export function createImports(db: Database, log: Logger): ImportsCapability {
  const imports = new ListImports({ db, log });
  const purge = new IntervalJob({
    log,
    task: 'purge old imports',
    everyMs: PURGE_EVERY_MS,
    work: () => purgeImports(db, { now: Date.now(), fuelKeptMs: FUEL_KEPT_MS }),
  });
  return {
    imports,
    start: () => purge.wake(PURGE_EVERY_MS),
    stop: async () => {
      await Promise.all([imports.stop(), purge.stop()]);
    },
  };
}
