/** What our copy of the agreements says of why a load has lost its truck. */
import { effectiveState, isOngoing } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useChanges, useNow } from '../../live/context.ts';
import { shortDateTime } from '../../ui/time.ts';

type Access = Pick<BoardAgreement, 'status' | 'effective_date' | 'expiration_date'>;

/**
 * "The fleet's agreement ended 14:05."; null while one shares, or if none of them says it.
 * @param lost_at when the truck was missed: what ended later is not why
 * @param now milliseconds since 1970
 */
export function endOfAccess(agreements: readonly Access[], lost_at: string, now: number): string | null {
  const states = agreements.map((one) => effectiveState(one, now).state);
  if (states.some((state) => isOngoing(state) && state !== 'paused')) return null;
  const ends = agreements.flatMap(({ expiration_date: end }, n) =>
    states[n] === 'ended' && end ? [end] : [],
  );
  const last = ends.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  if (last !== undefined && Date.parse(last) > Date.parse(lost_at)) return null;
  if (last !== undefined) return `The fleet's agreement ended ${shortDateTime(last, now)}.`;
  const said = states.find((state) => state === 'paused' || state === 'cancelled');
  return said === undefined ? null : `The fleet's agreement is ${said}.`;
}

/** As endOfAccess, for the fleet of a truck that a load has lost; null for any other load and while the agreements are not read. */
export function useEndOfAccess({
  lost_truck,
  fleet,
}: Pick<BoardLoad, 'lost_truck' | 'fleet'>): string | null {
  const fleet_id = lost_truck ? (fleet?.fleet_id ?? null) : null;
  const { data, refetch } = useRead(CONTACT_ROUTES.readFleet, queryKeys.fleet(fleet_id ?? ''), {
    params: { fleet_id: fleet_id ?? '' },
    enabled: fleet_id !== null,
    background: 'always',
  });
  const reread = () => fleet_id !== null && void refetch();
  useChanges('agreements', reread, reread);
  return useNow((now) => (lost_truck ? endOfAccess(data?.agreements ?? [], lost_truck.lost_at, now) : null));
}
