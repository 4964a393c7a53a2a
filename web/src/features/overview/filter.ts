/** What the counts are of: everything, one fleet, one connection. Goes along from page to page while the window is open. */
import { useSyncExternalStore } from 'react';

/** Known to us by its own reference, or by the service's id alone. */
export interface FleetChoice {
  readonly by: 'fleet_refs' | 'fleet_ids';
  readonly value: string;
}

export interface OverviewFilter {
  readonly fleet: FleetChoice | null;
  /** With the words by which it was chosen. */
  readonly connection: { readonly id: string; readonly label: string } | null;
}

export const NO_FILTER: OverviewFilter = { fleet: null, connection: null };

const listeners = new Set<() => void>();
let filter = NO_FILTER;

export const overviewFilter = {
  get: (): OverviewFilter => filter,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  set: (to: OverviewFilter): void => {
    filter = to;
    for (const listener of listeners) listener();
  },
};

export const useOverviewFilter = (): OverviewFilter =>
  useSyncExternalStore(overviewFilter.subscribe, overviewFilter.get);

/** `ACME over Samsara`, `fleet ACME`; null: everything. */
export function filterWords({ fleet, connection }: OverviewFilter): string | null {
  if (connection) return connection.label;
  return fleet && `fleet ${fleet.value}`;
}
