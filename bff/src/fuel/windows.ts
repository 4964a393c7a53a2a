/** A range of any length as windows that the service allows (at most 45 days), so that every instant lies in exactly one. */
import { FUEL_MAX_RANGE_MS, type FuelWindow } from '@waypost/contract/fuel';

const DAY_MS = 86_400_000;
/** More windows than must be, so that several are read side by side; none shorter than a day for that. */
const SIDE_BY_SIDE = 6;

/** Earliest first; each begins where the one before ends. Milliseconds since 1970. */
export function windowsOf({ from, to }: FuelWindow): FuelWindow[] {
  const length = to - from;
  const needed = Math.ceil(length / FUEL_MAX_RANGE_MS);
  const count = Math.max(1, needed, Math.min(SIDE_BY_SIDE, Math.floor(length / DAY_MS)));
  // Whole milliseconds, none longer than allowed: the widths differ by one at most.
  const edge = (n: number) => from + Math.floor((length * n) / count);
  return Array.from({ length: count }, (_, n) => ({ from: edge(n), to: n === count - 1 ? to : edge(n + 1) }));
}
