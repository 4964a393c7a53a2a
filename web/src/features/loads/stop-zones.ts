/** Appointments are agreed on in the time of the dock: it is said beside the person's own, where the two differ. */
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useApi } from '../../api/context.ts';
import { loadContactsQuery } from '../../live/ContactLine.tsx';
import { shortDateTime, zoneName } from '../../ui/time.ts';

/** The IANA zone of a stop; null while it is unknown. Inside WithQueries. */
export function useStopZone(load: BoardLoad, sequence: number | null): string | null {
  const { http } = useApi();
  const vehicle_id = load.vehicle_assignment?.vehicle.id ?? null;
  const { data } = useQuery(loadContactsQuery(http, load.load_id, vehicle_id));
  return data?.stop_zones.find(({ stop_sequence }) => stop_sequence === sequence)?.time_zone ?? null;
}

/** ` (11:30 EST there)`; empty where it is the person's own time. @param at ISO 8601 @param now the server's clock */
export function dockTimeText(at: string, zone: string | null, now: number): string {
  if (zone === null) return '';
  const there = shortDateTime(at, now, zone);
  return there === shortDateTime(at, now) ? '' : ` (${there} ${zoneName(at, zone)} there)`;
}
