/** Exceptions as machines read them. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { MachineException, MachineExceptionsQuery } from '@waypost/contract/api/machine';
import { MACHINE_ROUTES } from '@waypost/contract/api/machine-routes';
import type { Router } from 'express';
import type { Board } from '../board/board.ts';
import { mountRoutes } from '../http/route.ts';
import { pageByLoad } from '../lib/page-by-load.ts';
import { exceptionState } from './triage-response.ts';

export function mountMachineExceptions(router: Router, board: Pick<Board, 'get' | 'ids'>): void {
  mountRoutes(router, MACHINE_ROUTES, {
    machineListExceptions: ({ query }) => {
      const fits = fitting(query);
      const exceptions = board.ids().flatMap((load_id) => exceptionOf(board.get(load_id)?.item) ?? []);
      return pageByLoad(exceptions.filter(fits), query);
    },
  });
}

function exceptionOf(load: BoardLoad | undefined): MachineException | null {
  if (!load?.triage) return null;
  const { load_id, load_ref, fleet, triage } = load;
  return { ...triage, load_id, load_ref, fleet, state: exceptionState(triage) };
}

function fitting({ state, cause, fleet_id, load_ref }: MachineExceptionsQuery) {
  const states = state && new Set(state);
  const causes = cause && new Set(cause);
  const fleets = fleet_id && new Set<string | undefined>(fleet_id);
  return (one: MachineException): boolean =>
    (states === undefined || states.has(one.state)) &&
    (causes === undefined || causes.has(one.cause)) &&
    (fleets === undefined || fleets.has(one.fleet?.fleet_id)) &&
    (load_ref === undefined || one.load_ref === load_ref);
}
