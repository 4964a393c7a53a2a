/** What needs a share agreement, and until when: pure. */
import { type Agreement, effectiveState } from '@waypost/contract/agreements';
import {
  type AgreementLoad,
  type AgreementMonitor,
  type BoardAgreement,
  type BoardConnection,
  DEPENDENTS_LISTED,
} from '@waypost/contract/api/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';

export interface DependentMonitor {
  readonly id: string;
  readonly name: string | null;
  readonly fleet_id: string | null;
  readonly vehicle_id: string | null;
  readonly expires_at: string | null;
}

export interface Around {
  readonly agreements: readonly Agreement[];
  readonly connections: readonly BoardConnection[];
  readonly loads: readonly BoardLoad[];
  /** Those that are active. */
  readonly monitors: readonly DependentMonitor[];
  /** Fleet of a vehicle, where it is known. */
  readonly fleetOf: (vehicle_id: string) => string | undefined;
  /** Our key and the fleet's name of an invitation, by the service's id. */
  readonly invitationOf: (id: string) => { readonly key: string; readonly fleet_name: string | null } | null;
  readonly now: number;
}

/** Until when a load is watched: its last estimate. */
export function untilOf({ stops }: BoardLoad): string | null {
  let last: string | null = null;
  for (const { estimated_arrival_at, estimated_departure_at } of stops)
    for (const time of [estimated_arrival_at, estimated_departure_at])
      if (time && (last === null || Date.parse(time) > Date.parse(last))) last = time;
  return last;
}

export function loadsOfUnknownFleet({ loads, fleetOf }: Pick<Around, 'loads' | 'fleetOf'>): number {
  return loads.filter(({ vehicle_assignment }) => {
    const id = vehicle_assignment?.vehicle.id;
    return id !== undefined && fleetOf(id) === undefined;
  }).length;
}

const endOf = ({ expiration_date }: Agreement) =>
  expiration_date ? Date.parse(expiration_date) : Number.POSITIVE_INFINITY;

/** `all`: every dependent; else the first so many. */
export function boardAgreements(around: Around, all = false): BoardAgreement[] {
  const { agreements, now, fleetOf } = around;
  const lives = (one: Agreement) =>
    ['active', 'scheduled'].includes(effectiveState(one, now).state as string);
  const loads = groupBy(around.loads, (load) => {
    const id = load.vehicle_assignment?.vehicle.id;
    return id === undefined ? undefined : fleetOf(id);
  });
  const monitors = groupBy(
    around.monitors,
    ({ fleet_id, vehicle_id }) => fleet_id ?? (vehicle_id === null ? undefined : fleetOf(vehicle_id)),
  );
  const connections = groupBy(around.connections, ({ fleet_id }) => fleet_id ?? undefined);
  const ofFleet = groupBy(agreements, ({ fleet_id }) => fleet_id ?? undefined);

  return agreements.map((one) => {
    const fleet = one.fleet_id ?? '';
    const others = (ofFleet.get(fleet) ?? []).filter(({ id }) => id !== one.id).filter(lives);
    // What another agreement of the fleet carries does not hang on one that is over.
    const carries = lives(one) || others.length === 0;
    const end = lives(one) ? Math.max(endOf(one), ...others.map(endOf)) : Number.POSITIVE_INFINITY;
    const isLate = (until: string | null) => until !== null && Date.parse(until) > end;
    const load_list = (carries ? (loads.get(fleet) ?? []) : [])
      .map((load): AgreementLoad => {
        const until = untilOf(load);
        return { load_id: load.load_id, load_ref: load.load_ref, until, ends_before: isLate(until) };
      })
      .sort(riskFirst);
    const monitor_list = (carries ? (monitors.get(fleet) ?? []) : [])
      .map(({ id, name, expires_at }): AgreementMonitor => {
        return { id, name, until: expires_at, ends_before: isLate(expires_at) };
      })
      .sort(riskFirst);
    const needed = [...load_list, ...monitor_list]
      .flatMap(({ until }) => (until === null ? [] : [Date.parse(until)]))
      .reduce((latest, at) => Math.max(latest, at), 0);
    const invitation = one.invitation_id ? around.invitationOf(one.invitation_id) : null;
    const { id, fleet_id, partner_id, fleet_ref, effective_date, expiration_date, scopes } = one;
    return {
      ...{ id, fleet_id, partner_id, fleet_ref, effective_date, expiration_date, scopes },
      status: one.status ?? null,
      effective: effectiveState(one, now),
      fleet_name: invitation?.fleet_name ?? null,
      invitation_key: invitation?.key ?? null,
      connections: [...(connections.get(fleet) ?? [])],
      dependents: {
        loads: load_list.length,
        monitors: monitor_list.length,
        loads_at_risk: load_list.filter(({ ends_before }) => ends_before).length,
        monitors_at_risk: monitor_list.filter(({ ends_before }) => ends_before).length,
        needed_until: needed === 0 ? null : new Date(needed).toISOString(),
        load_list: all ? load_list : load_list.slice(0, DEPENDENTS_LISTED),
        monitor_list: all ? monitor_list : monitor_list.slice(0, DEPENDENTS_LISTED),
      },
    };
  });
}

function riskFirst(
  a: { readonly ends_before: boolean; readonly until: string | null },
  b: { readonly ends_before: boolean; readonly until: string | null },
): number {
  if (a.ends_before !== b.ends_before) return a.ends_before ? -1 : 1;
  return (a.until ?? '9') < (b.until ?? '9') ? -1 : 1;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
