/** What is known of the vehicle of a draft, asked a moment after its identification stands. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import { type VehicleFacts, vehicleFactsQuery } from '@waypost/contract/api/monitors';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { Draft } from './draft.ts';
import { vehicleOf } from './wish.ts';

const AFTER_MS = 300;
/** Pings and other monitors go on while somebody draws. */
const AGAIN_MS = 60_000;

export interface KnownFacts {
  /** Null while nothing is known; then no check may say that all is well. */
  readonly facts: VehicleFacts | null;
  readonly asking: boolean;
  readonly failed: boolean;
}

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
