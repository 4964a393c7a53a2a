/** Exceptions of loads: maintained by the leader, acted on by people at any server. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MachineException, MachineExceptionsQuery } from '@waypost/contract/api/machine';
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { TriageAct } from '@waypost/contract/api/triage';
import type { Router } from 'express';
import type { Action } from '../activity/activity.ts';
import type { Person } from '../auth/create.ts';
import type { Board } from '../board/board.ts';
import { pageByLoad } from '../http/list-pages.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { ExceptionObserver } from './observer.ts';
import { periodOf, shiftReport } from './shift-report.ts';
import { Triage } from './triage.ts';
import { exceptionState, toOffers } from './triage-response.ts';

type CreateTriageOptions = Pick<Wiring, 'log' | 'db' | 'activity' | 'board' | 'cluster' | 'polling'>;

export async function createTriage(
  options: CreateTriageOptions,
): Promise<Capability & { readonly triage: Triage }> {
  const { log, db, board, cluster, polling } = options;
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
    routes: (router) => mountTriage(router, options, triage),
    machineRoutes: (router) => mountMachineExceptions(router, board),
    start: () => observer.start(),
    stop: () => observer.stop(),
  };
}

const ACTIONS: Readonly<Record<TriageAct['kind'], Action>> = {
  assign: 'assign_exception',
  note: 'note_exception',
  snooze: 'snooze_exception',
  wake: 'wake_exception',
  close: 'close_exception',
  reopen: 'reopen_exception',
  offer: 'offer_exception',
};
/** Maximum loads named in a log entry. */
const MAX_NAMED_LOADS = 20;

/** Routes for actions on exceptions. Each action is logged once, regardless of the number of loads. */
function mountTriage(router: Router, options: CreateTriageOptions, triage: Triage): void {
  const { db, board, activity } = options;
  const record = async (by: Person, action: Action, load_ids: readonly string[], detail: object) => {
    if (load_ids.length === 0) return;
    const load_refs = load_ids
      .slice(0, MAX_NAMED_LOADS)
      .map((load_id) => board.get(load_id)?.item.load_ref ?? load_id);
    await activity.record(by, action, load_ids.length === 1 ? load_ids[0] : null, {
      loads: load_ids.length,
      load_refs,
      ...detail,
    });
  };

  mountRoutes(router, API_ROUTES, {
    actOnExceptions: async ({ body, session }) => {
      const { owner, repeated, ...result } = await triage.act(body, session);
      const { kind, ...detail } = body.act;
      const logged = kind === 'assign' ? { owner: owner?.name ?? null } : detail;
      if (!repeated) await record(session, ACTIONS[kind], result.changed, logged);
      return result;
    },
    undoTriage: async ({ body, session }) => {
      const { kind, ...result } = await triage.undo(body.act_id, session);
      await record(session, 'undo_exception_act', result.done, { undone: ACTIONS[kind] });
      return result;
    },
    triageHistory: async ({ params }) => ({
      items: await triage.history(params.load_id),
    }),
    handover: async () => ({ items: await triage.handover() }),
    handoverOffers: async ({ session }) => ({
      items: toOffers(await triage.handover(), session.sub),
    }),
    shiftReport: ({ query }) => shiftReport(db, periodOf(query)),
    triagePeople: async () => ({ items: await triage.people() }),
  });
}

function mountMachineExceptions(router: Router, board: Pick<Board, 'get' | 'ids'>): void {
  mountRoutes(router, MACHINE_ROUTES, {
    machineListExceptions: ({ query }) => {
      const matches = matcherOf(query);
      const exceptions = board.ids().flatMap((load_id) => exceptionOf(board.get(load_id)?.item) ?? []);
      return pageByLoad(exceptions.filter(matches), query);
    },
  });
}

function exceptionOf(load: BoardLoad | undefined): MachineException | null {
  if (!load?.triage) return null;
  const { load_id, load_ref, fleet, triage } = load;
  return { ...triage, load_id, load_ref, fleet, state: exceptionState(triage) };
}

function matcherOf({ state, cause, fleet_id, load_ref }: MachineExceptionsQuery) {
  const states = state && new Set(state);
  const causes = cause && new Set(cause);
  const fleets = fleet_id && new Set<string | undefined>(fleet_id);
  return (one: MachineException): boolean =>
    (states === undefined || states.has(one.state)) &&
    (causes === undefined || causes.has(one.cause)) &&
    (fleets === undefined || fleets.has(one.fleet?.fleet_id)) &&
    (load_ref === undefined || one.load_ref === load_ref);
}
