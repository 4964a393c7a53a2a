/**
 * Which fleet each vehicle belongs to and the fleets' names, in memory for the board and the search. Persisted in the store; `refresh`
 * reads what other servers have learned.
 */
import type { LoadFleet } from '@waypost/contract/api/board';
import type { FleetProfile } from '@waypost/contract/api/contacts';
import { sql } from 'kysely';
import { nextTurn, Topic } from '../../platform/lib/async.ts';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Database, Tables } from '../../platform/store/database.ts';
import {
  type InvitationRow,
  invitationsByKeys,
  invitationVersions,
} from '../../platform/store/onboarding.ts';
import { inChunks, inPages, putRows } from '../../platform/store/query.ts';
import type { Uses } from '../../platform/uses.ts';
import { toInvitationResponse } from './invitation-response.ts';

/** Contact data of a fleet from an invitation. */
type Naming = Omit<FleetProfile, 'fleet_id'>;
const NO_NAMING: Naming = { name: null, fleet_ref: null, phone: null, email: null };

/** What an invitation says about its fleet. */
interface Invited {
  readonly version: number;
  readonly fleet_id: string | null | undefined;
  readonly naming: Naming;
}

export class FleetIndex {
  readonly onChange = new Topic();
  readonly #db: Database;
  readonly #now: () => number;
  readonly #vehicles = new Map<string, LearnedFleet>();
  /** By the invitation's key. */
  #invited: ReadonlyMap<string, Invited> = new Map();
  #byId: ReadonlyMap<string, Naming> = new Map();
  #byRef: ReadonlyMap<string, Naming> = new Map();
  #refreshing: Promise<void> | null = null;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Fleet of a vehicle; null: unknown. */
  readonly ofVehicle = (vehicle_id: string): LoadFleet | null => {
    const learned = this.#vehicles.get(vehicle_id);
    if (!learned) return null;
    const { fleet_id } = learned;
    const naming = this.#byId.get(fleet_id);
    const fleet_ref = naming?.fleet_ref ?? learned.fleet_ref;
    const name = naming?.name ?? (fleet_ref === null ? null : this.nameOf(fleet_ref));
    return { fleet_id, name, fleet_ref };
  };

  /** Whether the fleet of a vehicle is known. */
  knows(vehicle_id: string): boolean {
    return this.#vehicles.has(vehicle_id);
  }

  /** Name of the fleet with this reference; null: unknown. */
  readonly nameOf = (fleet_ref: string): string | null => this.#byRef.get(fleet_ref)?.name ?? null;

  /** References of the fleets whose name has this, at most `limit`; `hasIt` gets the name. */
  refsNamed(hasIt: (name: string) => boolean, limit: number): readonly string[] {
    const found: string[] = [];
    for (const [fleet_ref, { name }] of this.#byRef) {
      if (found.length === limit) break;
      if (name !== null && hasIt(name)) found.push(fleet_ref);
    }
    return found;
  }

  /** Profile of a fleet; `fleet_ref`: its reference from another source. */
  profileOf(fleet_id: string, fleet_ref: string | null): FleetProfile {
    const naming = this.#byId.get(fleet_id);
    const ref = naming?.fleet_ref ?? fleet_ref;
    const { name, phone, email } = naming ?? (ref === null ? undefined : this.#byRef.get(ref)) ?? NO_NAMING;
    return { fleet_id, fleet_ref: ref, name, phone, email };
  }

  /** Stores the fleets of vehicles from a service response. Known ones cause no write. */
  async learn(rows: readonly LearnedFleet[]): Promise<void> {
    const fresh = rows.filter((row) => {
      const known = this.#vehicles.get(row.vehicle_id);
      return known?.fleet_id !== row.fleet_id || (row.fleet_ref !== null && known.fleet_ref === null);
    });
    if (fresh.length === 0) return;
    await learnVehicleFleets(this.#db, fresh, this.#now());
    for (const row of fresh) this.#vehicles.set(row.vehicle_id, row);
    this.onChange.publish();
  }

  /** Forgets vehicles learned before `before` (ms) that have no recorded position. They are learned again when they return. */
  async forgetBefore(before: number): Promise<void> {
    const db = this.#db;
    const forgotten = await inChunks([...this.#vehicles.keys()], (ids) =>
      db
        .deleteFrom('vehicle_fleet')
        .where('vehicle_id', 'in', ids)
        .where('learned_at', '<', before)
        .where(
          sql<boolean>`NOT EXISTS (SELECT 1 FROM vehicle_position WHERE vehicle_position.vehicle_id = vehicle_fleet.vehicle_id)`,
        )
        .returning('vehicle_id')
        .execute(),
    );
    for (const { vehicle_id } of forgotten) this.#vehicles.delete(vehicle_id);
  }

  /**
   * Reads from the store what other servers have learned or forgotten, and the names in invitations. Calls at the same time share one
   * read.
   */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    let changed = false;
    const forgotten = new Set(this.#vehicles.keys());
    for await (const rows of vehicleFleetPages(this.#db))
      for (const row of rows) {
        await nextTurn();
        forgotten.delete(row.vehicle_id);
        if (this.#vehicles.get(row.vehicle_id)?.fleet_id === row.fleet_id) continue;
        this.#vehicles.set(row.vehicle_id, row);
        changed = true;
      }
    for (const vehicle_id of forgotten) this.#vehicles.delete(vehicle_id);
    const byId = new Map<string, Naming>();
    const byRef = new Map<string, Naming>();
    const invited = await this.#readInvited();
    for (const { fleet_id, naming } of invited.values()) {
      await nextTurn();
      const { fleet_ref, name } = naming;
      // Most recently seen first, so the first one counts.
      if (fleet_id && !byId.has(fleet_id)) byId.set(fleet_id, naming);
      if (fleet_ref && name !== null && !byRef.has(fleet_ref)) byRef.set(fleet_ref, naming);
    }
    await nextTurn();
    const renamed = ([fleet_id, { name, fleet_ref }]: [string, Naming]) => {
      const before = this.#byId.get(fleet_id);
      return before?.name !== name || before.fleet_ref !== fleet_ref;
    };
    changed ||= [...byId].some(renamed) || [...byRef].some(([ref, { name }]) => this.nameOf(ref) !== name);
    this.#invited = invited;
    this.#byId = byId;
    this.#byRef = byRef;
    if (changed) this.onChange.publish();
  }

  /** What all invitations say, most recently seen first. Reads only those that have changed. */
  async #readInvited(): Promise<Map<string, Invited>> {
    const all = new Map<string, Invited>();
    for await (const rows of invitationVersions(this.#db)) {
      const changed = rows.filter(({ key, version }) => this.#invited.get(key)?.version !== version);
      const keys = changed.map(({ key }) => key);
      const read = new Map((await invitationsByKeys(this.#db, keys)).map((row) => [row.key, toInvited(row)]));
      for (const { key } of rows) {
        const one = read.get(key) ?? this.#invited.get(key);
        if (one) all.set(key, one);
      }
    }
    return all;
  }
}

function toInvited(row: InvitationRow): Invited {
  const { fleet_id, fleet_name, fleet_ref, fleet_phone, fleet_email } = toInvitationResponse(row);
  const [name = null, phone = null, email = null] = [fleet_name, fleet_phone, fleet_email];
  return { version: row.version, fleet_id, naming: { name, fleet_ref, phone, email } };
}

/** Other servers learn fleets too, and invitations get names. */
const REFRESH_MS = 60_000;

export async function createFleets({
  db,
  log,
}: Uses<'db' | 'log'>): Promise<Capability & { readonly fleets: FleetIndex }> {
  const fleets = new FleetIndex(db);
  await fleets.refresh();
  const job = new IntervalJob({
    log,
    task: 'read the fleets of vehicles from the database',
    everyMs: REFRESH_MS,
    work: () => fleets.refresh(),
  });
  return { fleets, start: () => job.wake(REFRESH_MS), stop: () => job.stop() };
}

// Which fleet a vehicle belongs to. Tracking responses do not contain it, so it is learned from every response that has both.
type LearnedFleet = Omit<Tables['vehicle_fleet'], 'learned_at'>;

const ROWS_PER_PAGE = 1000;

const vehicleFleetPages = (db: Database) =>
  inPages(ROWS_PER_PAGE, (last?: Tables['vehicle_fleet']) => {
    const query = db.selectFrom('vehicle_fleet').selectAll().orderBy('vehicle_id').limit(ROWS_PER_PAGE);
    return (last ? query.where('vehicle_id', '>', last.vehicle_id) : query).execute();
  });

/** Later information replaces earlier. */
export async function learnVehicleFleets(
  db: Database,
  rows: readonly LearnedFleet[],
  learned_at: number,
): Promise<void> {
  // Duplicate keys within one statement would be an error.
  const each = [...new Map(rows.map((row) => [row.vehicle_id, { ...row, learned_at }])).values()];
  await putRows(db, 'vehicle_fleet', ['vehicle_id'], each);
}
