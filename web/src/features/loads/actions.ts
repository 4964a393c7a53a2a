/** Actions of rows and headings: copy a message, refresh, remove. Their code is loaded when the page is idle. */
import { useNavigate } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useCallback, useMemo } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import type { FleetCounts } from '../../live/fleets.ts';
import { whenFirstViewReady } from '../../ui/deferred.tsx';
import { showLoadFailure } from '../../ui/lazy-with-retry.tsx';
import { type Action, actionWords } from './cause-words.ts';
import type { ActionDeps } from './run-actions.ts';

type Script = typeof import('./run-actions.ts');
let script: Script | null = null;

async function load(): Promise<Script> {
  script ??= await import('./run-actions.ts');
  return script;
}
// If this fails, the first click retries and reports the failure.
void whenFirstViewReady()
  .then(load)
  .catch(() => undefined);

/** Synchronous once loaded: some browsers allow clipboard writes only while they handle the click itself. */
function withScript(run: (script: Script) => void): void {
  if (script) run(script);
  else void load().then(run, showLoadFailure);
}

export function groupActionWords(count: number, action: Action): string {
  if (count === 1) return actionWords(action);
  switch (action.kind) {
    case 'message':
      return `Copy ${count} messages`;
    case 'read_now':
      return `Refresh ${count} loads`;
    case 'remove':
      return `Remove ${count} loads`;
    case 'open_monitor':
      return 'Open monitors';
  }
}

function useActionDeps(): ActionDeps {
  const { http } = useApi();
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const navigate = useNavigate();
  return useMemo(() => {
    const openMonitor = (monitor_id: string | null) =>
      void (monitor_id === null
        ? navigate({ to: '/monitors' })
        : navigate({ to: '/monitors/$monitor_id', params: { monitor_id } }));
    return { http, store, disabledReason, openMonitor };
  }, [http, store, disabledReason, navigate]);
}

export function useLoadActions(): (load_id: string, action: Action) => void {
  const deps = useActionDeps();
  return useCallback(
    (load_id, action) => withScript(({ runAction }) => runAction(deps, load_id, action)),
    [deps],
  );
}

export function useGroupActions(): (load_ids: readonly string[], action: Action) => void {
  const deps = useActionDeps();
  return useCallback(
    (load_ids, action) => withScript(({ runGroupAction }) => runGroupAction(deps, load_ids, action)),
    [deps],
  );
}

export const copyFleetMessage = (counts: FleetCounts, loads: readonly BoardLoad[]): void =>
  withScript((script) => script.copyFleetMessage(counts, loads));
