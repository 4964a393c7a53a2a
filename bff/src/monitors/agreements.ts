/** Share agreements as the service lists them, kept for some minutes: whether a fleet shares its trucks' locations with us. */
import { type Agreement, effectiveState } from '@waypost/contract/agreements';
import type { VehicleFacts } from '@waypost/contract/api/monitors';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';

export interface AgreementsOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: Pick<ServiceEndpoints, 'listAgreements'>;
  readonly now?: () => number;
}

type Shared = Pick<VehicleFacts, 'location_shared' | 'location_shared_until'>;

const KEPT_MS = 5 * 60_000;
/** After the service could not be asked: people go on typing meanwhile. */
const RETRY_MS = 30_000;
const PAGE_SIZE = 1000;
const MOST_PAGES = 20;

export const UNKNOWN: Shared = { location_shared: 'unknown', location_shared_until: null };

export class Agreements {
  readonly #options: AgreementsOptions;
  readonly #now: () => number;
  #byFleet: ReadonlyMap<string, readonly Agreement[]> | null = null;
  #until = 0;
  #flight: Promise<void> | null = null;

  constructor(options: AgreementsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Does this fleet share `vehicle_location` now? Never throws: what cannot be asked is unknown. */
  async locationOf(fleet_id: string): Promise<Shared> {
    if (this.#now() >= this.#until) {
      this.#flight ??= this.#read().finally(() => {
        this.#flight = null;
      });
      await this.#flight;
    }
    const agreements = this.#byFleet?.get(fleet_id);
    return agreements === undefined ? UNKNOWN : sharedBy(agreements, this.#now());
  }

  async #read(): Promise<void> {
    const { client, endpoints } = this.#options;
    const byFleet = new Map<string, Agreement[]>();
    let cursor: string | undefined;
    try {
      for (let n = 0; n < MOST_PAGES; n += 1) {
        const query = { size: PAGE_SIZE, cursor };
        const { data } = await client.call(endpoints.listAgreements, { query, priority: 'person' });
        for (const one of data.items)
          if (one.fleet_id) byFleet.set(one.fleet_id, [...(byFleet.get(one.fleet_id) ?? []), one]);
        if (!data.next_page || data.items.length === 0) break;
        cursor = data.next_page;
      }
      this.#byFleet = byFleet;
      this.#until = this.#now() + KEPT_MS;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#until = this.#now() + RETRY_MS;
    }
  }
}

/** Several agreements of a fleet: one that gives access is enough, and the one that gives it longest counts. */
export function sharedBy(agreements: readonly Agreement[], now: number): Shared {
  const ends = agreements
    .filter((one) => one.scopes?.vehicle_location && effectiveState(one, now).shared)
    .map((one) => one.expiration_date ?? null);
  if (ends.length === 0) return { location_shared: 'no', location_shared_until: null };
  const last = ends.reduce((a, b) =>
    a === null || b === null ? null : Date.parse(a) > Date.parse(b) ? a : b,
  );
  return { location_shared: 'yes', location_shared_until: last };
}
