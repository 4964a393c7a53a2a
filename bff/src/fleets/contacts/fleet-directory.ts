/**
 * Fleets with their names, shared data, loads and contacts. The tracking service has no list of fleets, so it is combined from
 * agreements, connections, invitations, vehicles with a known fleet, and contacts.
 */
import { type Agreement, effectiveState } from '@waypost/contract/agreements';
import type { BoardLoad } from '@waypost/contract/api/board';
import type {
  FleetDetail,
  FleetList,
  FleetProfile,
  FleetSummary,
  LoadContacts,
} from '@waypost/contract/api/contacts';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { causeOf } from '@waypost/triage/cause';
import { healthOf } from '@waypost/triage/facts';
import { naturalKey } from '@waypost/triage/rank';
import { Problem } from '../../platform/http/problems.ts';
import { mapInTurns, nextTurn } from '../../platform/lib/async.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { searchText } from '../../platform/store/activity.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { FleetIndex } from '../onboarding/fleet-index.ts';
import { allInvitations } from '../onboarding/invitation-response.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Contacts } from './contacts.ts';

interface FleetDirectoryOptions extends Uses<'db' | 'now'> {
  readonly board: Pick<Board, 'ids' | 'get'>;
  readonly directory: Directory;
  readonly onboarding: Pick<Onboarding, 'agreements' | 'readFleetsSoon'>;
  readonly fleets: Pick<FleetIndex, 'profileOf'>;
  readonly contacts: Contacts;
}

/** Names change rarely, and thousands of invitations must not be read for each load that is opened. */
const INVITATIONS_CACHE_MS = 10_000;

export class FleetDirectory extends ServerPart<FleetDirectoryOptions> {
  readonly #invitations = new TtlCache<readonly BoardInvitation[]>(INVITATIONS_CACHE_MS, this.monotonicNow);

  /** Sorted by name. */
  async list(): Promise<FleetList> {
    const { directory, contacts } = this.options;
    const { agreements, connections, read_at, problem } = await directory.get();
    const counts = await contacts.countByFleet();
    const loads = this.#loads();
    await nextTurn();
    const byFleet = groupLoads(loads);
    const ids = new Set<string>([...byFleet.keys(), ...counts.keys()]);
    for (const { fleet_id } of [...agreements, ...connections]) if (fleet_id) ids.add(fleet_id);
    await nextTurn();
    const profileOf = this.#profiles();
    await nextTurn();
    const shared = Map.groupBy(agreements, ({ fleet_id }) => fleet_id ?? '');
    const connected = Map.groupBy(connections, ({ fleet_id }) => fleet_id ?? '');
    const unknown = loadsOfUnknownFleet(loads);
    if (unknown > 0) this.options.onboarding.readFleetsSoon();
    const now = this.now();
    const items: FleetSummary[] = [];
    for (const fleet_id of ids) {
      await nextTurn();
      const fleetLoads = byFleet.get(fleet_id) ?? [];
      const health = countBy(fleetLoads, (load) =>
        healthOf(load, causeOf(load, { now, outage: false }), now),
      );
      items.push({
        ...profileOf(fleet_id),
        loads_by_health: Object.fromEntries(health),
        contacts: counts.get(fleet_id) ?? 0,
        agreement: longestLived(shared.get(fleet_id) ?? [], now),
        connections: connected.get(fleet_id) ?? [],
      });
    }
    return {
      items: await sortedBy(items, (fleet) => naturalKey(searchText(nameOf(fleet)))),
      loads_of_unknown_fleet: unknown,
      read_at: toIso(read_at),
      read_problem: problem,
    };
  }

  /** Throws 404 for an unknown fleet. */
  async detail(fleet_id: string): Promise<FleetDetail> {
    const { directory, onboarding, contacts } = this.options;
    const { connections, read_at, problem } = await directory.get();
    const loads = this.#loads();
    const profile = this.#profiles()(fleet_id);
    const agreements = await onboarding.agreements.ofFleet(fleet_id);
    const invitations = (await this.#invitations.fetch('', () => allInvitations(this.options.db))).filter(
      (one) =>
        one.fleet_id === fleet_id || (profile.fleet_ref !== null && one.fleet_ref === profile.fleet_ref),
    );
    const detail: FleetDetail = {
      ...profile,
      contacts: await contacts.ofFleet(fleet_id),
      agreements,
      connections: connections.filter((one) => one.fleet_id === fleet_id),
      invitations,
      load_ids: (groupLoads(loads).get(fleet_id) ?? []).map(({ load_id }) => load_id),
      loads_of_unknown_fleet: loadsOfUnknownFleet(loads),
      read_at: toIso(read_at),
      read_problem: problem,
    };
    const known = [detail.contacts, agreements, detail.connections, invitations, detail.load_ids];
    if (known.every((part) => part.length === 0))
      throw Problem.notFound(
        'Fleet not found',
        'It shares nothing with you, carries no watched load and has no contacts',
      );
    return detail;
  }

  /** Contacts for a watched load. Throws 404. */
  async ofLoad(load_id: string): Promise<LoadContacts> {
    const load = this.options.board.get(load_id)?.item;
    if (!load) throw Problem.notFound('This load is not on the board');
    const { fleet } = load;
    if (fleet === null) {
      // The fleet is needed now: request it, unless this was done recently.
      if (load.vehicle_assignment) this.options.onboarding.readFleetsSoon();
      return { fleet: null, contacts: [] };
    }
    const profile = this.#profiles()(fleet.fleet_id);
    return {
      // The vehicle's record may contain what no invitation or agreement does.
      fleet: {
        ...profile,
        fleet_ref: profile.fleet_ref ?? fleet.fleet_ref,
        name: profile.name ?? fleet.name,
      },
      contacts: await this.options.contacts.ofFleet(fleet.fleet_id),
    };
  }

  /** The name or reference of a fleet, without a request; null: not known. */
  fleetNames(): (fleet_id: string) => string | null {
    const profileOf = this.#profiles();
    return (fleet_id) => {
      const { name, fleet_ref } = profileOf(fleet_id);
      return name ?? fleet_ref;
    };
  }

  #loads(): BoardLoad[] {
    const { board } = this.options;
    return board.ids().flatMap((id) => board.get(id)?.item ?? []);
  }

  /** Returns a lookup by fleet id. Agreements and connections have the reference of a fleet that carries no load. */
  #profiles(): (fleet_id: string) => FleetProfile {
    const { directory, fleets } = this.options;
    const { agreements, connections } = directory.known;
    const refs = new Map<string, string>();
    for (const { fleet_id, fleet_ref } of [...connections, ...agreements])
      if (fleet_id && fleet_ref) refs.set(fleet_id, fleet_ref);
    return (fleet_id) => fleets.profileOf(fleet_id, refs.get(fleet_id) ?? null);
  }
}

const nameOf = ({ name, fleet_ref, fleet_id }: FleetProfile) => name ?? fleet_ref ?? fleet_id;

/** Each key is computed once. */
async function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): Promise<T[]> {
  const keyed = await mapInTurns(items, (item) => ({ item, key: keyOf(item) }));
  await nextTurn();
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.map(({ item }) => item);
}

function groupLoads(loads: readonly BoardLoad[]): Map<string, BoardLoad[]> {
  const groups = Map.groupBy(loads, ({ fleet }) => fleet?.fleet_id ?? '');
  groups.delete('');
  return groups;
}

const loadsOfUnknownFleet = (loads: readonly BoardLoad[]): number =>
  loads.filter(({ vehicle_assignment, fleet }) => vehicle_assignment !== null && fleet === null).length;

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Active agreements before scheduled ones, those before ended ones; then the one that ends last. */
function longestLived(agreements: readonly Agreement[], now: number): FleetSummary['agreement'] {
  const rank = (one: Agreement) => {
    const { state } = effectiveState(one, now);
    return state === 'active' ? 0 : state === 'scheduled' ? 1 : 2;
  };
  const end = ({ expiration_date }: Agreement) =>
    expiration_date ? Date.parse(expiration_date) : Number.MAX_SAFE_INTEGER;
  const [best] = agreements.toSorted((a, b) => rank(a) - rank(b) || end(b) - end(a));
  if (!best) return null;
  const { id, status = null, effective_date, expiration_date } = best;
  return { id, status, effective_date, expiration_date };
}
