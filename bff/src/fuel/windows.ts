/** A range of any length as windows that the service allows (at most 45 days), so that every instant lies in exactly one. */
import { fuelWindowCount } from '@waypost/contract/api/fuel';
import type { FuelWindow } from '@waypost/contract/fuel';

/** Earliest first; each begins where the one before ends. Milliseconds since 1970. */
export function windowsOf({ from, to }: FuelWindow): FuelWindow[] {
  const length = to - from;
  const count = fuelWindowCount(length);
  // Whole milliseconds, none longer than allowed: the widths differ by one at most.
  const edge = (n: number) => from + Math.floor((length * n) / count);
  return Array.from({ length: count }, (_, n) => ({ from: edge(n), to: n === count - 1 ? to : edge(n + 1) }));
}
