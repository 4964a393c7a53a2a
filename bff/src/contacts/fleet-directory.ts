/**
 * Fleets as a whole: their names, what they share, the loads on their trucks and the people who work there. The tracking service has no
 * list of fleets, so it is put together from agreements, connections, invitations, vehicles whose fleet is known, and contacts.
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
import type { Board } from '../board/board.ts';
import { Problem } from '../http/problems.ts';
import { toIso } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { loadsOfUnknownFleet } from '../onboarding/dependents.ts';
import type { Directory } from '../onboarding/directory.ts';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Database } from '../store/database.ts';
import { invitationPages } from '../store/invitations.ts';
import type { Contacts } from './contacts.ts';

export interface FleetDirectoryOptions {
  readonly db: Database;
  readonly board: Pick<Board, 'ids' | 'get'>;
  readonly directory: Directory;
  readonly onboarding: Pick<Onboarding, 'agreements' | 'fleets' | 'readFleetsSoon'>;
  readonly contacts: Contacts;
  readonly now?: () => number;
}

/** Names change seldom, and thousands of invitations are not read for each load that is opened. */
const INVITATIONS_KEPT_MS = 10_000;

type FleetOf = (vehicle_id: string) => string | undefined;

export class FleetDirectory {
  readonly #options: FleetDirectoryOptions;
  readonly #now: () => number;
  readonly #invitations: TtlCache<readonly BoardInvitation[]>;

  constructor(options: FleetDirectoryOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#invitations = new TtlCache(INVITATIONS_KEPT_MS, this.#now);
  }

  /** By name. */
  async list(): Promise<FleetList> {
    const { directory, contacts } = this.#options;
    const { agreements, connections, read_at, problem } = await directory.get();
    const fleetOf = await this.#fleetOf();
    const people = await contacts.list();
    const loads = groupLoads(this.#loads(), fleetOf);
    const ids = new Set<string>([...loads.keys(), ...people.map(({ fleet_id }) => fleet_id)]);
    for (const { fleet_id } of [...agreements, ...connections]) if (fleet_id) ids.add(fleet_id);
    const profiles = await this.#profiles();
    const shared = Map.groupBy(agreements, ({ fleet_id }) => fleet_id ?? '');
    const unknown = loadsOfUnknownFleet({ loads: this.#loads(), fleetOf });
    if (unknown > 0) this.#options.onboarding.readFleetsSoon();
    const counts = countBy(people, ({ fleet_id }) => fleet_id);
    const items = [...ids].map((fleet_id): FleetSummary => {
      const theirs = loads.get(fleet_id) ?? [];
      const health = countBy(theirs, ({ tracking_health }) => tracking_health ?? '');
      return {
        ...profiles(fleet_id),
        loads_by_health: Object.fromEntries(health),
        contacts: counts.get(fleet_id) ?? 0,
        agreement: longestLived(shared.get(fleet_id) ?? [], this.#now()),
      };
    });
    return {
      items: items.sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en', { numeric: true })),
      loads_of_unknown_fleet: unknown,
      read_at: toIso(read_at),
      read_problem: problem,
    };
  }

  /** Throws 404 for a fleet of which nothing is known. */
  async detail(fleet_id: string): Promise<FleetDetail> {
    const { directory, onboarding, contacts } = this.#options;
    const { connections, read_at, problem } = await directory.get();
    const fleetOf = await this.#fleetOf();
    const loads = this.#loads();
    const profile = (await this.#profiles())(fleet_id);
    const agreements = await onboarding.agreements.ofFleet(fleet_id);
    const invitations = (await this.#allInvitations()).filter(
      (one) =>
        one.fleet_id === fleet_id || (profile.fleet_ref !== null && one.fleet_ref === profile.fleet_ref),
    );
    const detail: FleetDetail = {
      ...profile,
      contacts: await contacts.ofFleet(fleet_id),
      agreements,
      connections: connections.filter((one) => one.fleet_id === fleet_id),
      invitations,
      load_ids: (groupLoads(loads, fleetOf).get(fleet_id) ?? []).map(({ load_id }) => load_id),
      loads_of_unknown_fleet: loadsOfUnknownFleet({ loads, fleetOf }),
      read_at: toIso(read_at),
      read_problem: problem,
    };
    const known = [detail.contacts, agreements, detail.connections, invitations, detail.load_ids];
    if (known.every((part) => part.length === 0))
      throw new Problem(404, 'not_found', 'Nothing is known of this fleet', {
        detail: 'It shares nothing with you, carries no watched load, and has no contacts',
      });
    return detail;
  }

  /** Whom to call about a watched load. Throws 404. */
  async ofLoad(load_id: string): Promise<LoadContacts> {
    const load = this.#options.board.get(load_id)?.item;
    if (!load) throw new Problem(404, 'not_found', 'This load is not on the watch list');
    const vehicle_id = load.vehicle_assignment?.vehicle.id;
    const fleet_id = vehicle_id === undefined ? undefined : (await this.#fleetOf())(vehicle_id);
    if (fleet_id === undefined) {
      // Somebody wants to know: those that were not asked about lately are asked about now.
      if (vehicle_id !== undefined) this.#options.onboarding.readFleetsSoon();
      return { fleet: null, contacts: [] };
    }
    return {
      fleet: (await this.#profiles())(fleet_id),
      contacts: await this.#options.contacts.ofFleet(fleet_id),
    };
  }

  #loads(): BoardLoad[] {
    const { board } = this.#options;
    return board.ids().flatMap((id) => board.get(id)?.item ?? []);
  }

  async #fleetOf(): Promise<FleetOf> {
    return this.#options.onboarding.fleets.fleetOf();
  }

  async #allInvitations(): Promise<readonly BoardInvitation[]> {
    return this.#invitations.fetch('', async () => {
      const found: BoardInvitation[] = [];
      for await (const rows of invitationPages(this.#options.db))
        found.push(...rows.map(toInvitationResponse));
      return found;
    });
  }

  /** Names of a fleet by its id. Invitations know the name, and the id only once they are accepted: the reference joins them. */
  async #profiles(): Promise<(fleet_id: string) => FleetProfile> {
    const { agreements, connections } = this.#options.directory.known;
    const refs = new Map<string, string>();
    for (const { fleet_id, fleet_ref } of [...connections, ...agreements])
      if (fleet_id && fleet_ref) refs.set(fleet_id, fleet_ref);
    const byId = new Map<string, BoardInvitation>();
    const byRef = new Map<string, BoardInvitation>();
    // Oldest first, so that the newest stays.
    for (const invitation of (await this.#allInvitations()).toReversed()) {
      const { fleet_id, fleet_ref } = invitation;
      if (fleet_id && fleet_ref && !refs.has(fleet_id)) refs.set(fleet_id, fleet_ref);
      if (fleet_id) byId.set(fleet_id, invitation);
      if (fleet_ref) byRef.set(fleet_ref, invitation);
    }
    return (fleet_id) => {
      const fleet_ref = refs.get(fleet_id) ?? null;
      const invitation = byId.get(fleet_id) ?? (fleet_ref === null ? undefined : byRef.get(fleet_ref));
      return {
        fleet_id,
        fleet_ref,
        name: invitation?.fleet_name ?? null,
        phone: invitation?.fleet_phone ?? null,
        email: invitation?.fleet_email ?? null,
      };
    };
  }
}

const nameOf = ({ name, fleet_ref, fleet_id }: FleetProfile) => name ?? fleet_ref ?? fleet_id;

/** Loads whose fleet is known, by it. */
function groupLoads(loads: readonly BoardLoad[], fleetOf: FleetOf): Map<string, BoardLoad[]> {
  const groups = Map.groupBy(loads, ({ vehicle_assignment }) =>
    vehicle_assignment ? (fleetOf(vehicle_assignment.vehicle.id) ?? '') : '',
  );
  groups.delete('');
  return groups;
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** One that shares now goes before one that will, and that before one that is over; then the one that ends last. */
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
