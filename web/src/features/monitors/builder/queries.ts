import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import { type VehicleFacts, vehicleFactsQuery } from '@waypost/contract/api/monitors';
import type { Site } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { useLive, useLoad } from '../../../live/context.ts';
import { useSentLoad } from '../../../live/use-posted-load.ts';
import type { NewMonitorSearch } from '../search.ts';
import { copyDraft, draftFromLoad, followOnDraft, vehicleOf } from './convert.ts';
import { type Draft, emptyDraft } from './draft.ts';

const DEBOUNCE_MS = 300;
/** Pings and other monitors change while the form is open. */
const REFETCH_MS = 60_000;

export interface KnownFacts {
  /** Null while unknown; checks must not treat that as good news. */
  readonly facts: VehicleFacts | null;
  readonly loading: boolean;
  readonly failed: boolean;
}

/** Facts of the draft's vehicle, fetched shortly after its identification is complete. */
export function useFacts(draft: Pick<Draft, 'vehicle'>): KnownFacts {
  const { http } = useApi();
  const request = factsRequest(draft);
  const [debounced] = useDebouncedValue(request, DEBOUNCE_MS);
  const query = useQuery({
    queryKey: queryKeys.vehicleFacts(debounced),
    queryFn: ({ signal }) => http.call(MONITOR_ROUTES.vehicleFacts, { body: JSON.parse(debounced), signal }),
    enabled: debounced !== '',
    staleTime: 20_000,
    refetchInterval: REFETCH_MS,
  });
  const current = request !== '' && request === debounced;
  return {
    facts: current ? (query.data ?? null) : null,
    loading: request !== '' && (!current || query.isPending),
    failed: current && query.isError,
  };
}

/** The request as JSON, for comparison; empty until the vehicle is fully identified. */
function factsRequest(draft: Pick<Draft, 'vehicle'>): string {
  const named = vehicleOf(draft);
  const { vin, vehicle_id, license_plate_number, license_plate_region, license_plate_country } = named;
  const complete =
    vehicle_id !== undefined ||
    vin?.length === 17 ||
    (license_plate_number && license_plate_region?.length === 2 && license_plate_country?.length === 3);
  return complete && vehicleFactsQuery.safeParse(named).success ? JSON.stringify(named) : '';
}

type DraftSource =
  | { readonly phase: 'loading'; readonly load: null }
  | { readonly phase: 'failed'; readonly load: null; readonly problem: Problem; readonly retry: () => void }
  | {
      readonly phase: 'ready';
      readonly load: BoardLoad | null;
      /** The load has left the board meanwhile, and is as it was last: what was begun stays. */
      readonly has_left: boolean;
      readonly source: string;
      readonly createDraft: () => Draft;
    };

const MINUTE_MS = 60_000;
const newKey = () => crypto.randomUUID();

/**
 * The source of the draft named by the URL. Requires `WithQueries`.
 * @param sites null while loading; needed to match a load's stops
 */
export function useDraftSource(search: NewMonitorSearch, sites: readonly Site[] | null): DraftSource {
  const { clock } = useLive();
  const load_id = search.load ?? null;
  const monitor_id = load_id === null ? (search.copy ?? search.follow ?? null) : null;
  const live = useLoad(load_id ?? '');
  const load = useRead(BOARD_ROUTES.readLoad, queryKeys.monitorSourceLoad(load_id), {
    params: { load_id: load_id ?? '' },
    enabled: load_id !== null && live === undefined,
  });
  const found = live ?? load.data;
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  const has_left = live === undefined && load.error !== null && asProblem(load.error).code === 404;
  const sent = useSentLoad(load_id, 'form');
  const monitor = useRead(MONITOR_ROUTES.readMonitor, queryKeys.monitorSourceMonitor(monitor_id), {
    params: { monitor_id: monitor_id ?? '' },
    enabled: monitor_id !== null,
  });

  const pending = ({ error, refetch }: typeof load | typeof monitor): DraftSource =>
    error ? { phase: 'failed', load: null, problem: asProblem(error), retry: () => void refetch() } : LOADING;
  const ready = (source: string, createDraft: () => Draft, load: BoardLoad | null = null): DraftSource => ({
    phase: 'ready',
    load,
    has_left,
    source,
    createDraft,
  });
  if (load_id !== null) {
    const known = found ?? (last?.load_id === load_id ? last : undefined);
    if (!known) return pending(load);
    // Not fetched from the service yet, so its stops and vehicle are missing.
    if (sites === null || (known.tracking_health === null && known.read_error === null)) return LOADING;
    // Places that cannot be read are asked for, as those of a load that others have posted.
    if (sent.isPending) return LOADING;
    const create = () => draftFromLoad(known, sites, clock.now(), newKey, sent.data);
    return ready(`load:${load_id}`, create, known);
  }
  if (monitor_id !== null) {
    if (!monitor.data) return pending(monitor);
    if (sites === null) return LOADING;
    const from = monitor.data;
    const [kind, draftFrom] =
      search.copy === undefined ? (['follow', followOnDraft] as const) : (['copy', copyDraft] as const);
    return ready(`${kind}:${monitor_id}`, () => draftFrom(from, sites, clock.now(), newKey));
  }
  const minute = () => new Date(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS).toISOString();
  return ready('blank', () => emptyDraft(minute(), newKey));
}

const LOADING: DraftSource = { phase: 'loading', load: null };
