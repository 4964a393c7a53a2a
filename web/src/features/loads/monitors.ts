/** Monitors that are linked to one load, or may be: asked for when its panel is open, kept by the stream. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, MonitorLink } from '@waypost/contract/api/monitors';
import { useEffect, useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/context.ts';

const linkTo = ({ links }: BoardMonitor, load_id: string) => links.find((link) => link.load_id === load_id);

export interface LoadMonitors {
  /** The one with the load's actual times; null when none is linked. */
  readonly linked: BoardMonitor | null;
  /** A person is asked whether they are about this load. */
  readonly suggested: readonly BoardMonitor[];
}

/** Of several that are linked the active one, else the newest: as the board chooses (api/board.ts). */
export function monitorsOf(items: readonly BoardMonitor[], load_id: string): LoadMonitors {
  const state = (monitor: BoardMonitor) => linkTo(monitor, load_id)?.state;
  const linked = items.filter((one) => state(one) === 'linked');
  const newest = linked.toSorted((a, b) => Date.parse(b.created_at ?? '') - Date.parse(a.created_at ?? ''));
  return {
    linked: newest.find(({ status }) => status === 'active') ?? newest[0] ?? null,
    suggested: items.filter((one) => state(one) === 'suggested'),
  };
}

/** Newer ones take the place of older ones; what is about the load and not there yet comes in. */
export function merged(
  before: readonly BoardMonitor[],
  changed: readonly BoardMonitor[],
  load_id: string,
): readonly BoardMonitor[] {
  const news = changed.filter((one) => {
    const known = before.find(({ id }) => id === one.id);
    return known ? one.version > known.version : linkTo(one, load_id) !== undefined;
  });
  if (news.length === 0) return before;
  return [...before.filter(({ id }) => news.every((one) => one.id !== id)), ...news];
}

function loadMonitors(http: Http, load_id: string) {
  let asked = false;
  return queryOptions({
    queryKey: queryKeys.loadMonitors(load_id),
    queryFn: async ({ signal }): Promise<readonly BoardMonitor[]> => {
      const background = asked;
      asked = true;
      const { items } = await http.call(MONITOR_ROUTES.listMonitors, {
        query: { load_id },
        background,
        signal,
      });
      // A server without this filter returns all.
      return items.filter((one) => linkTo(one, load_id) !== undefined);
    },
    staleTime: 2_000,
    gcTime: 60_000,
  });
}

/** Undefined until the first answer. */
export function useLoadMonitors(load_id: string): {
  readonly monitors: LoadMonitors | undefined;
  readonly put: (monitor: BoardMonitor) => void;
} {
  const { http } = useApi();
  const { changes } = useLive();
  const queries = useQueryClient();
  const { data } = useQuery(useMemo(() => loadMonitors(http, load_id), [http, load_id]));
  const put = useMemo(
    () => (monitor: BoardMonitor) =>
      queries.setQueryData<readonly BoardMonitor[]>(queryKeys.loadMonitors(load_id), (before) =>
        before ? merged(before, [monitor], load_id) : before,
      ),
    [queries, load_id],
  );
  useEffect(
    () =>
      changes.subscribe('monitors', {
        onChange: ({ items }) => {
          for (const item of items) put(item);
        },
        onOpened: () => void queries.invalidateQueries({ queryKey: queryKeys.loadMonitors(load_id) }),
      }),
    [changes, queries, load_id, put],
  );
  return { monitors: useMemo(() => data && monitorsOf(data, load_id), [data, load_id]), put };
}

/** A person's word that a monitor is about a load, or is not; `suggested` takes it back. @throws Problem */
export function sayLink(
  http: Http,
  monitor_id: string,
  load_id: string,
  state: MonitorLink['state'],
): Promise<BoardMonitor> {
  return http.call(MONITOR_ROUTES.linkMonitor, { params: { monitor_id }, body: { load_id, state } });
}
