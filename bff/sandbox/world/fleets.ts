/** Fleets and what they share with the partner. */
import { type Agreement, effectiveState } from '@waypost/contract/agreements';
import type { ResourceName } from '@waypost/contract/resources';
import { DAY } from './clock.ts';
import { keyOf, Random, uuidOf } from './random.ts';

/**
 * `open` shares vehicles and locations; `unmatched` does too, but is not covered by location matching; `vehicles_only` does not
 * share locations; the others have an agreement that is not in effect.
 */
export const FLEET_KINDS = [
  'open',
  'unmatched',
  'vehicles_only',
  'scheduled',
  'ended',
  'paused',
  'cancelled',
] as const;
export type FleetKind = (typeof FLEET_KINDS)[number];

export interface Fleet {
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly name: string;
  readonly kind: FleetKind;
  /** Whether the service matches its vehicles by location. */
  readonly covered_by_matching: boolean;
  /**
   * The agreement's read model, with wall-clock times. Change it only through `World.changeAgreement`, which lets monitors catch
   * up first.
   */
  agreement: Agreement;
}

/** Whether the fleet shares a resource with the partner at a wall-clock time. */
export function shares(fleet: Fleet, resource: ResourceName, wall: number): boolean {
  return effectiveState(fleet.agreement, wall).shared && fleet.agreement.scopes?.[resource] !== undefined;
}

const FIRST_WORDS = [
  'Blue Mesa',
  'Cottonwood Fork',
  'Granite Spur',
  'Longleaf',
  'Saltgrass',
  'Harrow & Field',
  'Juniper Flats',
  'Redwater',
  'Prairie Lantern',
  'Copper Kettle',
  'Stonebridge Hollow',
  'Two Elms',
  'Windrow',
  'Larkspur',
  'Bent Oak',
  'Ironwood Bend',
  'Cinder Butte',
  'Marsh Hawk',
  'Silver Culvert',
  'Tamarack',
] as const;
const SECOND_WORDS = [
  'Haulage',
  'Motor Lines',
  'Freightways',
  'Cartage',
  'Transport',
  'Truck Lines',
  'Logistics',
  'Carriers',
  'Express',
  'Trucking',
  'Road Freight',
  'Hauling',
  'Van Lines',
  'Dispatch',
  'Linehaul',
  'Drayage',
  'Cargo',
  'Transit',
  'Freight',
  'Overland',
] as const;

const MIN_FLEETS = 8;
const LOADS_PER_FLEET = 25;

/** Kinds of `count` fleets: every kind occurs, most are open. */
function kindsOf(count: number): FleetKind[] {
  const share: Record<Exclude<FleetKind, 'open'>, number> = {
    unmatched: 0.08,
    vehicles_only: 0.08,
    scheduled: 0.03,
    ended: 0.03,
    paused: 0.02,
    cancelled: 0.02,
  };
  const special = Object.entries(share).flatMap(([kind, part]) =>
    Array.from({ length: Math.max(1, Math.round(part * count)) }, () => kind as FleetKind),
  );
  const open = Array.from({ length: Math.max(2, count - special.length) }, (): FleetKind => 'open');
  return [...open, ...special];
}

const LOCATED = { vehicle: 'read', vehicle_location: 'read' } as const;
const USUAL = {
  ...LOCATED,
  user: 'read_write',
  trailer: 'read',
  fuel_transaction: 'read',
  hos_event: 'read',
} as const;
const VEHICLES_ONLY = { vehicle: 'read', trailer: 'read', fuel_transaction: 'read' } as const;

function agreementOf(kind: FleetKind, ids: Agreement, random: Random, start: number): Agreement {
  const date = (days: number) => new Date(start + days * DAY).toISOString();
  const effective_date = date(-random.between(40, 400));
  const open = random.chance(0.6) ? null : date(random.between(20, 300));
  const usual = {
    ...ids,
    effective_date,
    expiration_date: open,
    scopes: { ...USUAL },
    status: 'active',
  } as const;
  switch (kind) {
    case 'open':
      return { ...usual, scopes: random.chance(0.7) ? { ...USUAL } : { ...LOCATED } };
    case 'unmatched':
      return { ...usual, scopes: { ...LOCATED } };
    case 'vehicles_only':
      return { ...usual, scopes: { ...VEHICLES_ONLY } };
    case 'scheduled':
      return { ...usual, effective_date: date(random.between(6, 40)), expiration_date: null };
    case 'ended':
      // Access is over although the status stays active, because time does not change it.
      return { ...usual, expiration_date: date(-random.between(1, 30)) };
    case 'paused':
    case 'cancelled':
      return { ...usual, status: kind };
  }
}

export function partnerId(seed: number): string {
  return uuidOf(seed, keyOf('partner'));
}

/** @param start wall clock at which the world begins */
export function buildFleets(seed: number, loads: number, start: number): Fleet[] {
  const key = keyOf('fleets');
  const partner_id = partnerId(seed);
  const offset = new Random(seed, key).int(0, FIRST_WORDS.length * SECOND_WORDS.length - 1);
  return kindsOf(Math.max(MIN_FLEETS, Math.round(loads / LOADS_PER_FLEET))).map((kind, i) => {
    const random = new Random(seed, key, i);
    // 61 is coprime with the number of names, so no name repeats before all have been used.
    const nameIndex = offset + i * 61;
    const round = Math.floor((i * 61) / (FIRST_WORDS.length * SECOND_WORDS.length));
    const first = FIRST_WORDS[nameIndex % FIRST_WORDS.length];
    const second = SECOND_WORDS[Math.floor(nameIndex / FIRST_WORDS.length) % SECOND_WORDS.length];
    const ids = {
      id: uuidOf(seed, keyOf('agreement'), i),
      fleet_id: uuidOf(seed, keyOf('fleet'), i),
      partner_id,
      fleet_ref: `CARRIER-${String(1000 + i)}`,
      invitation_id: uuidOf(seed, keyOf('invitation'), i),
    };
    return {
      fleet_id: ids.fleet_id,
      fleet_ref: ids.fleet_ref,
      name: round === 0 ? `${first} ${second}` : `${first} ${second} ${round + 1}`,
      kind,
      covered_by_matching: kind !== 'unmatched',
      agreement: agreementOf(kind, ids, random, start),
    };
  });
}

interface FleetQuery {
  readonly fleet_ids?: readonly string[] | undefined;
  readonly fleet_refs?: readonly string[] | undefined;
}

/** The filters `fleet_ids` and `fleet_refs` of several lists, combined with AND. */
export function fleetFilter({ fleet_ids, fleet_refs }: FleetQuery): (fleet: Fleet) => boolean {
  const ids = fleet_ids && new Set(fleet_ids.map((id) => id.toLowerCase()));
  const refs = fleet_refs && new Set(fleet_refs);
  return ({ fleet_id, fleet_ref }) => (!ids || ids.has(fleet_id)) && (!refs || refs.has(fleet_ref));
}
