/** Exceptions of loads: maintained by one server, acted on by people at any server. */
import type { BoardLoad, ServiceStatus } from '@waypost/contract/api/board';
import type { MachineException, MachineExceptionsQuery } from '@waypost/contract/api/machine';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { isServiceUnavailable } from '@waypost/triage/cause';
import { factsOf } from '@waypost/triage/facts';
import { quietFleetOf, quietFleets } from '@waypost/triage/fleet';
import { worstFirst, worstFirstPlace } from '@waypost/triage/rank';
import { CAUSES, isCause } from '@waypost/triage/score';
import type { Router } from 'express';
import { TEAM } from '../../people/views/views.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { assertVisible, maySee } from '../../platform/http/key-limits.ts';
import { pageAfter, pageByLoad } from '../../platform/http/list-pages.ts';
import { invalidField } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { loadsOfLists } from '../../platform/store/load-lists.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Board } from '../board/board.ts';
import type { Polling } from '../polling/create.ts';
import { ExceptionObserver } from './observer.ts';
import { periodOf, shiftReport } from './shift-report.ts';
import { Triage } from './triage.ts';
import { exceptionState, toOffers } from './triage-response.ts';

type CreateTriageOptions = Uses<'log' | 'db' | 'activity'> & {
  readonly board: Board;
  readonly cluster: Cluster;
  readonly polling: Polling;
};

export async function createTriage(
  options: CreateTriageOptions,
): Promise<Capability & { readonly triage: Triage }> {
  const { log, db, activity, board, cluster, polling } = options;
  const { bus } = cluster;
  const triage = await Triage.open({
    db,
    log,
    activity,
    board,
    onCommit: () => bus.publish('triage', ''),
  });
  bus.follow('triage', () => triage.catchUp());
  const serviceState = () => polling.state();
  const observer = new ExceptionObserver({ board, triage, serviceState, log });
  cluster.runExclusively('reader', observer);
  return {
    triage,
    routes: (router) => mountTriage(router, options, triage),
    machineRoutes: (router) => mountMachineExceptions(router, options, triage, serviceState),
  };
}

function mountTriage(router: Router, { db }: CreateTriageOptions, triage: Triage): void {
  mountRoutes(router, API_ROUTES, {
    actOnExceptions: ({ body, session }) => triage.act(body, session),
    undoTriage: ({ body, session }) => triage.undo(body.act_id, session),
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

function mountMachineExceptions(
  router: Router,
  { db, board }: CreateTriageOptions,
  triage: Triage,
  serviceState: () => ServiceStatus['state'],
): void {
  mountRoutes(router, API_ROUTES, {
    machineActOnExceptions: async ({ body, machine }) => {
      await assertVisible(
        machine,
        body.items.map(({ load_id }) => load_id),
      );
      return triage.act(body, machine);
    },
    machineUndoTriage: ({ body, machine }) => triage.undo(body.act_id, machine),
    machineTriageHistory: async ({ params }) => ({ items: await triage.history(params.load_id) }),
    machineListExceptions: async ({ query, machine }) => {
      // A misspelled cause must not read as "no exceptions".
      const unknown = query.cause?.find((cause) => !isCause(cause));
      if (unknown !== undefined)
        throw invalidField('query.cause', unknown, `must be one of ${CAUSES.join(', ')}`);
      const matches = matcherOf(query, query.list_id && (await loadsOfLists(db, query.list_id, TEAM)));
      const loads = board.ids().flatMap((load_id) => board.get(load_id)?.item ?? []);
      const listed = loads.flatMap((load) => {
        const exception = exceptionOf(load);
        const is_visible = maySee(machine, load.load_id, load.fleet?.fleet_id);
        return is_visible && exception && matches(exception)
          ? [{ load, exception, load_id: load.load_id }]
          : [];
      });
      const { items, next_page } =
        query.sort === 'load_id'
          ? pageByLoad(listed, query)
          : pageAfter(sortedAsBoard(listed, loads, isServiceUnavailable(serviceState())), query);
      return { items: items.map(({ exception }) => exception), next_page };
    },
  });
}

/** Worst first, as people see them. @param loads all loads: they tell which fleets are quiet */
function sortedAsBoard<T extends { readonly load: BoardLoad }>(
  listed: readonly T[],
  loads: readonly BoardLoad[],
  outage: boolean,
): readonly T[] {
  const quiet = quietFleets(loads);
  const context = { now: Date.now(), outage };
  return worstFirst(listed, ({ load }) => {
    const facts = factsOf(load, context);
    return worstFirstPlace(
      load,
      facts,
      quietFleetOf(load, facts.cause, (fleet_id) => quiet.has(fleet_id)),
    );
  });
}

function exceptionOf(load: BoardLoad): MachineException | null {
  if (!load.triage) return null;
  const { load_id, load_ref, fleet, triage } = load;
  return { ...triage, load_id, load_ref, fleet, state: exceptionState(triage) };
}

function matcherOf(
  { state, cause, fleet_id, load_ref }: MachineExceptionsQuery,
  listed: ReadonlySet<string> | undefined,
) {
  const states = state && new Set(state);
  const causes = cause && new Set(cause);
  const fleets = fleet_id && new Set<string | undefined>(fleet_id);
  return (one: MachineException): boolean =>
    (states === undefined || states.has(one.state)) &&
    (causes === undefined || causes.has(one.cause)) &&
    (fleets === undefined || fleets.has(one.fleet?.fleet_id)) &&
    (listed === undefined || listed.has(one.load_id)) &&
    (load_ref === undefined || one.load_ref === load_ref);
}
