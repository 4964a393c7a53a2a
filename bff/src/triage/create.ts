/** Exceptions of loads: kept by the server that leads, acted on by people at any server. */
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { mountMachineExceptions } from './machine-exceptions.ts';
import { ExceptionObserver } from './observer.ts';
import { mountTriage } from './routes.ts';
import { Triage } from './triage.ts';

export type CreateTriageOptions = Pick<Wiring, 'log' | 'db' | 'activity' | 'board' | 'cluster' | 'polling'>;

export interface TriageCapability extends Capability {
  readonly triage: Triage;
}

export async function createTriage(options: CreateTriageOptions): Promise<TriageCapability> {
  const { log, db, activity, board, cluster, polling } = options;
  const { bus, isLeader } = cluster;
  const triage = await Triage.open({ db, board, isLeader, onCommit: () => bus.publish('triage', '') });
  bus.subscribe('triage', () => {
    triage
      .catchUp()
      .catch((error) => log.warn({ err: error }, 'could not read exceptions from another server'));
  });
  bus.onSync(() => triage.catchUp());
  const serviceState = () => polling.status().state;
  const observer = new ExceptionObserver({ board, triage, isLeader, serviceState, log });
  return {
    triage,
    routes: (router) => mountTriage(router, { db, triage, board, activity }),
    machineRoutes: (router) => mountMachineExceptions(router, board),
    start: () => observer.start(),
    stop: () => observer.stop(),
  };
}
