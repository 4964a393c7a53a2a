/**
 * Situations in a world and their frequency. A case describes the world (whose truck, what was entered, what the device does),
 * never the service's response, which follows from the rules.
 */
import type { ErrorStatus } from '@waypost/contract/endpoint';
import type { FleetKind } from './fleets.ts';
import type { Phase } from './itinerary.ts';
import type { Random } from './random.ts';

/**
 * `believable`: working hours, appointments that most trucks keep, and few faults, for demonstrations. `hostile`: every fault often,
 * for tests.
 */
export const WORLD_KINDS = ['believable', 'hostile'] as const;
export type WorldKind = (typeof WORLD_KINDS)[number];

export interface Case {
  readonly name: string;
  /** Share of all loads; the rest is `usual`. */
  readonly share: number;
  readonly fleet: FleetKind;
  /** What the shipper entered: the carrier's identifiers, those of another truck, mistyped ones, or none. */
  readonly identifiers: 'right' | 'wrong' | 'mistyped' | 'none';
  readonly device: 'works' | 'never_connected' | 'clock_ahead' | 'clock_behind' | 'coarse' | 'silent';
  /** Phases in turn; otherwise phases are drawn by their duration. */
  readonly phases?: readonly Phase[];
  /** The load waits for a later trip of a truck that currently carries another one. */
  readonly next_trip?: boolean;
  /** Two loads of each pair are planned for the same trip of one truck. */
  readonly in_pairs?: boolean;
  /** The shipper moves the load between two trucks. */
  readonly changes_truck?: boolean;
  /** The service fails to answer for this load. */
  readonly refused?: ErrorStatus;
  /** The service answers with an agreement that the interface does not know. */
  readonly unknown_agreement?: boolean;
}

const USUAL: Case = { name: 'usual', share: 0, fleet: 'open', identifiers: 'right', device: 'works' };

const HOSTILE_CASES: readonly Case[] = [
  { ...USUAL, name: 'next trip', share: 0.05, next_trip: true },
  { ...USUAL, name: 'not covered by matching', share: 0.05, fleet: 'unmatched' },
  { ...USUAL, name: 'location not shared', share: 0.05, fleet: 'vehicles_only' },
  { ...USUAL, name: 'never connected', share: 0.03, device: 'never_connected' },
  { ...USUAL, name: 'silent', share: 0.08, device: 'silent' },
  { ...USUAL, name: 'clock ahead', share: 0.011, device: 'clock_ahead' },
  { ...USUAL, name: 'coarse positions', share: 0.011, device: 'coarse' },
  {
    ...USUAL,
    name: 'another truck drives it',
    share: 0.045,
    identifiers: 'wrong',
    phases: ['under_way', 'under_way', 'upcoming', 'under_way', 'transit', 'loading'],
  },
  {
    ...USUAL,
    name: 'no identifiers',
    share: 0.09,
    identifiers: 'none',
    phases: ['under_way', 'upcoming', 'under_way', 'loading', 'under_way', 'transit', 'upcoming'],
  },
  { ...USUAL, name: 'mistyped', share: 0.02, identifiers: 'mistyped' },
  { ...USUAL, name: 'agreement not yet effective', share: 0.006, fleet: 'scheduled' },
  { ...USUAL, name: 'agreement ended', share: 0.006, fleet: 'ended' },
  { ...USUAL, name: 'agreement paused', share: 0.006, fleet: 'paused' },
  { ...USUAL, name: 'agreement cancelled', share: 0.006, fleet: 'cancelled' },
];

const UNDER_WAY: readonly Phase[] = ['under_way'];

const BELIEVABLE_CASES: readonly Case[] = [
  { ...USUAL, name: 'next trip', share: 0.05, next_trip: true },
  { ...USUAL, name: 'not covered by matching', share: 0.05, fleet: 'unmatched' },
  { ...USUAL, name: 'location not shared', share: 0.01, fleet: 'vehicles_only' },
  { ...USUAL, name: 'never connected', share: 0.008, device: 'never_connected' },
  { ...USUAL, name: 'silent', share: 0.006, device: 'silent' },
  { ...USUAL, name: 'clock ahead', share: 0.006, device: 'clock_ahead' },
  { ...USUAL, name: 'clock behind', share: 0.006, device: 'clock_behind', phases: UNDER_WAY },
  { ...USUAL, name: 'another truck drives it', share: 0.012, identifiers: 'wrong', phases: UNDER_WAY },
  { ...USUAL, name: 'no identifiers, matched', share: 0.02, identifiers: 'none', phases: UNDER_WAY },
  { ...USUAL, name: 'no identifiers', share: 0.012, identifiers: 'none', fleet: 'unmatched' },
  { ...USUAL, name: 'mistyped', share: 0.006, identifiers: 'mistyped' },
  { ...USUAL, name: 'one truck for two loads', share: 0.008, in_pairs: true },
  { ...USUAL, name: 'truck changes', share: 0.004, fleet: 'unmatched', changes_truck: true },
  { ...USUAL, name: 'unknown agreement', share: 0.002, unknown_agreement: true },
  { ...USUAL, name: 'reading fails', share: 0.002, refused: 500 },
  { ...USUAL, name: 'reading forbidden', share: 0.002, refused: 403 },
  { ...USUAL, name: 'reading refused', share: 0.002, refused: 409 },
  { ...USUAL, name: 'not found', share: 0.002, refused: 404 },
  { ...USUAL, name: 'agreement not yet effective', share: 0.002, fleet: 'scheduled' },
  { ...USUAL, name: 'agreement ended', share: 0.002, fleet: 'ended' },
  { ...USUAL, name: 'agreement paused', share: 0.002, fleet: 'paused' },
  { ...USUAL, name: 'agreement cancelled', share: 0.002, fleet: 'cancelled' },
];

const CASES = { believable: BELIEVABLE_CASES, hostile: HOSTILE_CASES } as const;

/** With at least this many loads, every case occurs. */
export const ENOUGH_FOR_EVERY_CASE = 40;

const PHASE_SHARES: readonly (readonly [Phase, number])[] = [
  ['upcoming', 16],
  ['loading', 7],
  ['transit', 61],
  ['unloading', 6],
  ['delivered', 10],
];

export function phaseOf({ phases }: Case, ordinal: number, random: Random, kind: WorldKind): Phase {
  if (phases) return phases[ordinal % phases.length] as Phase;
  if (kind === 'believable') return 'any';
  const drawn = PHASE_SHARES[random.weighted(PHASE_SHARES.map(([, weight]) => weight))];
  return drawn ? drawn[0] : 'transit';
}

export interface DrawnCase {
  readonly case: Case;
  /** Number within its case. */
  readonly ordinal: number;
  /** Planned for a truck that currently has another load, so its identifiers are not known yet. */
  readonly later: boolean;
}

/** Maximum loads that one truck carries in turn. */
const MAX_IN_TURN = 3;
const trucksFor = ({ next_trip, identifiers, changes_truck }: Case) =>
  next_trip ? 0 : identifiers === 'wrong' || changes_truck ? 2 : 1;

/**
 * Draws the cases of all loads in random order.
 * @param trucks desired number; null: as many as the cases need. With fewer, usual loads wait for a truck.
 */
export function drawCases(
  loads: number,
  random: Random,
  kind: WorldKind,
  trucks: number | null = null,
): DrawnCase[] {
  const least = loads >= ENOUGH_FOR_EVERY_CASE ? 1 : 0;
  const special = CASES[kind]
    .flatMap((item) => {
      const pairs = item.in_pairs ? 2 : 1;
      const count = Math.max(least, Math.round((item.share * loads) / pairs)) * pairs;
      return Array.from({ length: count }, (_, ordinal) => ({ case: item, ordinal, later: false }));
    })
    .slice(0, loads);
  const usual = loads - special.length;
  const needed = special.reduce((sum, { case: item }) => sum + trucksFor(item), usual);
  const longest = Math.floor((loads * (MAX_IN_TURN - 1)) / MAX_IN_TURN);
  const later = Math.min(usual, longest, Math.max(0, needed - (trucks ?? needed)));
  const all = [
    ...special,
    ...Array.from({ length: usual }, (_, ordinal) => ({
      case: USUAL,
      ordinal,
      later: ordinal >= usual - later,
    })),
  ];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.int(0, i);
    const swapped = all[i] as (typeof all)[0];
    all[i] = all[j] as (typeof all)[0];
    all[j] = swapped;
  }
  return all;
}
