/** Which reads of monitors the service offers: none is described, so it is tried, remembered, and tried again rarely. */
import type { MonitorSources } from '@waypost/contract/api/monitors';
import type { ServiceError } from '../service/errors.ts';
import type { Database } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/settings.ts';

export type Offer = MonitorSources['reads'];

const KEY = 'monitor_reads';
/** A service may learn to read: asked again after this. */
const ASKED_AGAIN_MS = 6 * 3600_000;

interface Known {
  readonly offer: Offer;
  readonly at: number;
}

export type ReadName = 'list' | 'one';

export class Offered {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #known: Record<ReadName, Known> = { list: UNKNOWN, one: UNKNOWN };

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async open(): Promise<void> {
    const stored = JSON.parse((await readSetting(this.#db, KEY)) ?? '{}') as Partial<Record<ReadName, Known>>;
    Object.assign(this.#known, stored);
  }

  /** For people: does either work? */
  get any(): Offer {
    const offers = [this.#known.list.offer, this.#known.one.offer];
    if (offers.includes('yes')) return 'yes';
    return offers.includes('unknown') ? 'unknown' : 'no';
  }

  of(name: ReadName): Offer {
    return this.#known[name].offer;
  }

  /** Worth a call now? */
  worthAsking(name: ReadName): boolean {
    const { offer, at } = this.#known[name];
    return offer !== 'no' || this.#now() - at >= ASKED_AGAIN_MS;
  }

  async note(name: ReadName, offer: Offer): Promise<void> {
    const before = this.#known[name];
    this.#known[name] = { offer, at: this.#now() };
    if (before.offer !== offer || offer === 'no')
      await writeSetting(this.#db, KEY, JSON.stringify(this.#known));
  }
}

const UNKNOWN: Known = { offer: 'unknown', at: 0 };

/** True when the answer says that there is no such address, or none with these names. */
export function saysNotOffered(error: ServiceError): boolean {
  if (error.kind === 'not_found' || error.kind === 'not_implemented') return true;
  return error.kind === 'refused' && (error.status === 405 || error.status === 422);
}
