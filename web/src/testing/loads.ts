/** Loads for tests: the same as those of the rules of triage. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { assignment, id, load } from '@waypost/triage/testing/loads';

export * from '@waypost/triage/testing/loads';

/** Five loads of one fleet, each on a different truck. */
export function onFiveTrucks(change: Partial<BoardLoad>, from = 1): readonly BoardLoad[] {
  const declared = assignment();
  return [0, 1, 2, 3, 4].map((at) => {
    const vehicle_assignment = { ...declared, vehicle: { ...declared.vehicle, id: id(500 + from + at) } };
    return load({ load_id: id(from + at), vehicle_assignment, ...change });
  });
}
