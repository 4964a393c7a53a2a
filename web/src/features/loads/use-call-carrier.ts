/** Calls the carrier of a load. What that takes is loaded with the first call, so that the board does not wait for it. */
import { useNavigate } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useApi } from '../../api/context.ts';
import { showLoadFailure } from '../../ui/later.tsx';

export const CALL_CARRIER = 'Call carrier';

/** Without a truck nobody is known whom to call. */
export const canCall = (load: BoardLoad): boolean => load.vehicle_assignment !== null;

export function useCallCarrier(): (load: BoardLoad) => void {
  const { http } = useApi();
  const navigate = useNavigate();
  const dial = (address: string) => window.location.assign(address);
  const openFleet = (fleet_id: string) => void navigate({ to: '/fleets/$fleet_id', params: { fleet_id } });
  return (load) =>
    void import('./call-carrier.ts').then(
      ({ callCarrier }) => callCarrier(load, { http, dial, openFleet }),
      showLoadFailure,
    );
}
