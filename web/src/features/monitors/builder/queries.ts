/** What a draft begins from, by the address: a load, a monitor to copy or to follow, or nothing. */

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import { type VehicleFacts, vehicleFactsQuery } from '@waypost/contract/api/monitors';
import type { Site } from '@waypost/contract/api/sites';
import { useApi } from '../../../api/context.ts';
import { asProblem, type Problem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { useLive, useLoad } from '../../../live/context.ts';
import type { NewMonitorSearch } from '../search.ts';
import { copyOf, followOf, fromLoad, vehicleOf } from './convert.ts';
import { type Draft, emptyDraft } from './draft.ts';

const AFTER_MS = 300;
/** Pings and other monitors go on while somebody draws. */
const AGAIN_MS = 60_000;

export interface KnownFacts {
  /** Null while nothing is known; then no check may say that all is well. */
  readonly facts: VehicleFacts | null;
  readonly asking: boolean;
  readonly failed: boolean;
}

/** What is known of the vehicle of a draft, asked a moment after its identification stands. */
export function useFacts(draft: Pick<Draft, 'vehicle'>): KnownFacts {
  const { http } = useApi();
  const wanted = questionOf(draft);
  const [question] = useDebouncedValue(wanted, AFTER_MS);
  const query = useQuery({
    queryKey: queryKeys.vehicleFacts(question),
    queryFn: ({ signal }) => http.call(MONITOR_ROUTES.vehicleFacts, { body: JSON.parse(question), signal }),
    enabled: question !== '',
    staleTime: 20_000,
    refetchInterval: AGAIN_MS,
  });
  const current = wanted !== '' && wanted === question;
  return {
    facts: current ? (query.data ?? null) : null,
    asking: wanted !== '' && (!current || query.isPending),
    failed: current && query.isError,
  };
}

/** As JSON, so that the same question is the same value; empty while the vehicle is not named in full. */
function questionOf(draft: Pick<Draft, 'vehicle'>): string {
  const named = vehicleOf(draft);
  const { vin, vehicle_id, license_plate_number, license_plate_region, license_plate_country } = named;
  const whole =
    vehicle_id !== undefined ||
    vin?.length === 17 ||
    (license_plate_number && license_plate_region?.length === 2 && license_plate_country?.length === 3);
  return whole && vehicleFactsQuery.safeParse(named).success ? JSON.stringify(named) : '';
}

type Beginning =
  | { readonly phase: 'loading'; readonly load: null }
  | { readonly phase: 'failed'; readonly load: null; readonly problem: Problem; readonly retry: () => void }
  | {
      readonly phase: 'ready';
      readonly load: BoardLoad | null;
      readonly source: string;
      readonly begin: () => Draft;
    };

const MINUTE_MS = 60_000;
const newKey = () => crypto.randomUUID();

/** @param sites null while they are on their way: a load's stops are looked up among them. Stands inside `WithQueries`. */
export function useBeginning(search: NewMonitorSearch, sites: readonly Site[] | null): Beginning {
  const { clock } = useLive();
  const load_id = search.load ?? null;
  const monitor_id = load_id === null ? (search.copy ?? search.follow ?? null) : null;
  const live = useLoad(load_id ?? '');
  const load = useRead(BOARD_ROUTES.readLoad, queryKeys.monitorSourceLoad(load_id), {
    params: { load_id: load_id ?? '' },
    // The board has it already, or will not.
    enabled: load_id !== null && live === undefined,
  });
  const monitor = useRead(MONITOR_ROUTES.readMonitor, queryKeys.monitorSourceMonitor(monitor_id), {
    params: { monitor_id: monitor_id ?? '' },
    enabled: monitor_id !== null,
  });

  const waiting = ({ error, refetch }: typeof load | typeof monitor): Beginning =>
    error ? { phase: 'failed', load: null, problem: asProblem(error), retry: () => void refetch() } : LOADING;
  const ready = (source: string, begin: () => Draft, load: BoardLoad | null = null): Beginning => ({
    phase: 'ready',
    load,
    source,
    begin,
  });
  if (load_id !== null) {
    const known = live ?? load.data;
    if (!known) return waiting(load);
    // Not read from the service yet: its stops and vehicle are on their way.
    if (sites === null || (known.tracking_health === null && known.read_error === null)) return LOADING;
    return ready(`load:${load_id}`, () => fromLoad(known, sites, clock.now(), newKey), known);
  }
  if (monitor_id !== null) {
    if (!monitor.data) return waiting(monitor);
    if (sites === null) return LOADING;
    const from = monitor.data;
    const [kind, draftFrom] =
      search.copy === undefined ? (['follow', followOf] as const) : (['copy', copyOf] as const);
    return ready(`${kind}:${monitor_id}`, () => draftFrom(from, sites, clock.now(), newKey));
  }
  const minute = () => new Date(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS).toISOString();
  return ready('blank', () => emptyDraft(minute(), newKey));
}

const LOADING: Beginning = { phase: 'loading', load: null };
