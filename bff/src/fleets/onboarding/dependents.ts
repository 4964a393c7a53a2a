/** Pure functions: what depends on a share agreement, and until when. */
import {
  type Agreement,
  effectiveState,
  LOAD_RESOURCES,
  MONITOR_RESOURCES,
  sharedUntil,
  shares,
} from '@waypost/contract/agreements';
import {
  type AgreementLoad,
  type AgreementMonitor,
  type BoardAgreement,
  type BoardConnection,
  MAX_LISTED_DEPENDENTS,
} from '@waypost/contract/api/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import { fleetVehicle } from '@waypost/triage/doubt';
import { plannedWindow } from '@waypost/triage/same-truck';
import { mapInTurns, nextTurn } from '../../platform/lib/async.ts';
import { toIso } from '../../platform/lib/time.ts';

export interface DependentMonitor {
  readonly id: string;
  readonly name: string | null;
  readonly fleet_id: string | null;
  readonly vehicle_id: string | null;
  readonly starts_at: string | null;
  readonly expires_at: string | null;
}

export interface AgreementContext {
  readonly agreements: readonly Agreement[];
  readonly connections: readonly BoardConnection[];
  readonly loads: readonly BoardLoad[];
  readonly monitors: readonly DependentMonitor[];
  /** Fleet of a vehicle; undefined when unknown. */
  readonly fleetOf: (vehicle_id: string) => string | undefined;
  /** Our key and the fleet's name of an invitation, by the service's id. */
  readonly invitationOf: (id: string) => { readonly key: string; readonly fleet_name: string | null } | null;
  readonly now: number;
}

/** A load past its estimates is assumed to need access for this much longer. */
const OVERDUE_ACCESS_MS = 24 * 3600_000;

interface AccessPeriod {
  readonly from: number;
  readonly until: number;
}

/** Period in which a load needs access, ms; null when its plan has no times. */
export function accessPeriodOf(load: BoardLoad, now: number): AccessPeriod | null {
  const window = plannedWindow(load);
  if (window === null) return null;
  // A single estimate does not tell when the trip begins.
  const from = window.from < window.until ? window.from : Math.min(now, window.until);
  const overdue = window.until <= now && isUnderWay(load, window.until, now);
  return { from, until: overdue ? now + OVERDUE_ACCESS_MS : window.until };
}

/** Whether a load past its last estimate is under way: by its monitor, else while it has moved since, or for a day. */
function isUnderWay(load: BoardLoad, until: number, now: number): boolean {
  const { monitor, motion } = load;
  if (fleetVehicle(load) === null) return false;
  if (monitor?.status === 'completed' || monitor?.stops.at(-1)?.arrived_at) return false;
  if (monitor?.status === 'active' || now - until < OVERDUE_ACCESS_MS) return true;
  return motion?.last_moved_at != null && Date.parse(motion.last_moved_at) > until;
}

export function loadsOfUnknownFleet({ loads, fleetOf }: Pick<AgreementContext, 'loads' | 'fleetOf'>): number {
  return loads.filter((load) => {
    const id = fleetVehicle(load);
    return id !== null && fleetOf(id) === undefined;
  }).length;
}
const endOf = ({ expiration_date }: Agreement) =>
  expiration_date ? Date.parse(expiration_date) : Number.POSITIVE_INFINITY;

/** Lets other work run in between: with ten thousand loads this takes a fifth of a second. */
export async function boardAgreements(context: AgreementContext, all = false): Promise<BoardAgreement[]> {
  const { agreements, now, fleetOf } = context;
  const isCurrent = (one: Agreement) =>
    ['active', 'scheduled'].includes(effectiveState(one, now).state as string);
  const sharesTrucks = (one: Agreement) => LOAD_RESOURCES.some((resource) => shares(one, resource));
  const loads = await groupInTurns(context.loads, (load) => {
    const id = fleetVehicle(load);
    return id === null ? undefined : fleetOf(id);
  });
  const monitors = await groupInTurns(
    context.monitors,
    ({ fleet_id, vehicle_id }) => fleet_id ?? (vehicle_id === null ? undefined : fleetOf(vehicle_id)),
  );
  const connections = await groupInTurns(context.connections, ({ fleet_id }) => fleet_id ?? undefined);
  const ofFleet = await groupInTurns(agreements, ({ fleet_id }) => fleet_id ?? undefined);

  const toBoardAgreement = (one: Agreement): BoardAgreement => {
    const fleet = one.fleet_id ?? '';
    const others = (ofFleet.get(fleet) ?? []).filter((other) => other.id !== one.id && isCurrent(other));
    // An agreement that is over, or shares no trucks, has no dependents if another one covers them.
    const hasDependents = (isCurrent(one) && sharesTrucks(one)) || !others.some(sharesTrucks);
    const endsBefore = (need: AccessPeriod | null, resources: readonly string[]) =>
      need !== null &&
      isCurrent(one) &&
      endOf(one) < need.until &&
      resources.some(
        (resource) =>
          shares(one, resource) &&
          sharedUntil([one, ...others], resource, Math.max(now, need.from), now) < need.until,
      );
    const load_list = (hasDependents ? (loads.get(fleet) ?? []) : [])
      .map((load): AgreementLoad => {
        const need = accessPeriodOf(load, now);
        return {
          load_id: load.load_id,
          load_ref: load.load_ref,
          until: toIso(plannedWindow(load)?.until),
          needed_from: toIso(need?.from),
          needed_until: toIso(need?.until),
          ends_before: endsBefore(need, LOAD_RESOURCES),
        };
      })
      .sort(byRisk);
    const monitor_list = (hasDependents ? (monitors.get(fleet) ?? []) : [])
      .map(({ id, name, starts_at, expires_at }): AgreementMonitor => {
        const from = starts_at === null ? now : Date.parse(starts_at);
        const need = expires_at === null ? null : { from, until: Date.parse(expires_at) };
        return {
          id,
          name,
          until: expires_at,
          needed_from: starts_at,
          needed_until: expires_at,
          ends_before: endsBefore(need, MONITOR_RESOURCES),
        };
      })
      .sort(byRisk);
    const needed = [...load_list, ...monitor_list]
      .flatMap(({ needed_until }) => (needed_until === null ? [] : [Date.parse(needed_until)]))
      .reduce((latest, at) => Math.max(latest, at), 0);
    const invitation = one.invitation_id ? context.invitationOf(one.invitation_id) : null;
    const { id, fleet_id, partner_id, fleet_ref, effective_date, expiration_date, scopes } = one;
    return {
      id,
      fleet_id,
      partner_id,
      fleet_ref,
      effective_date,
      expiration_date,
      scopes,
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
        needed_until: needed === 0 ? null : toIso(needed),
        load_list: all ? load_list : load_list.slice(0, MAX_LISTED_DEPENDENTS),
        monitor_list: all ? monitor_list : monitor_list.slice(0, MAX_LISTED_DEPENDENTS),
      },
    };
  };
  return mapInTurns(agreements, toBoardAgreement);
}

function byRisk(
  a: { readonly ends_before: boolean; readonly until: string | null },
  b: { readonly ends_before: boolean; readonly until: string | null },
): number {
  if (a.ends_before !== b.ends_before) return a.ends_before ? -1 : 1;
  return (a.until ?? '9') < (b.until ?? '9') ? -1 : 1;
}

async function groupInTurns<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): Promise<Map<string, T[]>> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    await nextTurn();
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
