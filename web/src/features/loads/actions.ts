/**
 * What the buttons of rows and headings do: a ready message on the clipboard, a call, a read now, off the board. Their script comes when the
 * page has a quiet moment.
 */
import { useNavigate } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useCallback, useMemo } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import type { FleetCounts } from '../../live/fleets.ts';
import { whenFirstViewReady } from '../../ui/deferred.tsx';
import { showLoadFailure } from '../../ui/lazy-with-retry.tsx';
import { type Action, actionWords } from './explain.ts';
import type { ActionDeps } from './run-actions.ts';

type Script = typeof import('./run-actions.ts');
let script: Script | null = null;

async function load(): Promise<Script> {
  script ??= await import('./run-actions.ts');
  return script;
}
// What fails now is tried again by the first press, which says so.
void whenFirstViewReady()
  .then(load)
  .catch(() => undefined);

/** At once when it is here: some browsers let a page write to the clipboard only while they handle the press itself. */
function withScript(run: (script: Script) => void): void {
  if (script) run(script);
  else void load().then(run, showLoadFailure);
}

/** `Copy 21 messages for the carriers` */
export function groupActionWords(count: number, action: Action): string {
  if (count === 1) return actionWords(action);
  switch (action.kind) {
    case 'message':
      return `Copy ${count} messages`;
    case 'read_now':
      return `Refresh ${count} loads`;
    case 'remove':
      return `Remove ${count} loads`;
  }
}

function useActionDeps(): ActionDeps {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  return useMemo(() => ({ http, store, disabledReason }), [http, store, disabledReason]);
}

export function useLoadActions(): (load_id: string, action: Action) => void {
  const deps = useActionDeps();
  return useCallback(
    (load_id, action) => withScript(({ runAction }) => runAction(deps, load_id, action)),
    [deps],
  );
}

/** One action for all loads of a group. */
export function useGroupActions(): (load_ids: readonly string[], action: Action) => void {
  const deps = useActionDeps();
  return useCallback(
    (load_ids, action) => withScript(({ runGroupAction }) => runGroupAction(deps, load_ids, action)),
    [deps],
  );
}

/** The message to the carrier whose fleet is quiet. */
export const copyFleetMessage = (counts: FleetCounts, loads: readonly BoardLoad[]): void =>
  withScript((script) => script.copyFleetMessage(counts, loads));

export const CALL_CARRIER = 'Call carrier';

/** Without a truck nobody is known whom to call. */
export const canCall = (load: BoardLoad): boolean => load.vehicle_assignment !== null;

export function useCallCarrier(): (load: BoardLoad) => void {
  const { http } = useApi();
  const navigate = useNavigate();
  const dial = (address: string) => window.location.assign(address);
  const openFleet = (fleet_id: string) => void navigate({ to: '/fleets/$fleet_id', params: { fleet_id } });
  return (load) => withScript((script) => void script.callCarrier(load, { http, dial, openFleet }));
}
