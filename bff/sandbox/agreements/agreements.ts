/**
 * Share agreements as the partner reads and changes them. They live with their fleets: what is changed
 * here decides at once what tracking, fuel, overview and monitors show. Time changes no status.
 */
import type { Agreement, AgreementUpdate } from '@waypost/contract/agreements';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { AGREEMENT_MACHINE, isTerminal } from '@waypost/contract/states';
import type { Events } from '../events/events.ts';
import { ServiceError } from '../http/problem.ts';
import type { Fleet } from '../world/fleets.ts';
import type { World } from '../world/world.ts';

const NAMES = ASSUMPTIONS.events.share_agreement;

type EventSink = Pick<Events, 'emit'>;

export class Agreements {
  readonly #world: World;
  readonly #events: EventSink;
  /** Fleets whose agreement is not what the seed made it. */
  readonly #changed = new Set<Fleet>();
  /** Agreements that another one has replaced, since their fleet was asked again: they stay as they ended. */
  readonly #past = new Map<Fleet, readonly Agreement[]>();

  constructor(world: World, events: EventSink) {
    this.#world = world;
    this.#events = events;
  }

  /** Of each fleet those that were replaced, then the one that counts. */
  get all(): Agreement[] {
    return this.#world.fleets.flatMap((fleet) => [...(this.#past.get(fleet) ?? []), fleet.agreement]);
  }

  /** Throws 404 when there is no such agreement. */
  #find(given: string): { fleet: Fleet; agreement: Agreement } {
    const id = given.toLowerCase();
    for (const fleet of this.#world.fleets)
      for (const agreement of [fleet.agreement, ...(this.#past.get(fleet) ?? [])])
        if (agreement.id === id) return { fleet, agreement };
    throw new ServiceError(404, `share agreement ${given} not found`);
  }

  /** The agreement that a change is about. Throws 409 when nothing can change it any more. */
  #changeable(id: string): Fleet {
    const { fleet, agreement } = this.#find(id);
    const { status } = agreement;
    if (isTerminal(AGREEMENT_MACHINE, status ?? ''))
      throw new ServiceError(409, `the share agreement is ${status} and cannot be changed`);
    return fleet;
  }

  #change(fleet: Fleet, change: Partial<Agreement>, event_name: string): Agreement {
    this.#world.changeAgreement(fleet, change);
    this.#changed.add(fleet);
    this.publish(fleet, event_name);
    return fleet.agreement;
  }

  /** A fleet shares anew. What it agreed to before is over for good, and stays in the list. */
  replace(fleet: Fleet, agreement: Agreement): void {
    this.#past.set(fleet, [...(this.#past.get(fleet) ?? []), fleet.agreement]);
    this.#world.changeAgreement(fleet, agreement);
    this.#changed.add(fleet);
  }

  /** Sends the event about a fleet's agreement. */
  publish({ fleet_id, fleet_ref, ...fleet }: Fleet, event_name: string, agreement = fleet.agreement): void {
    const occurred_at = new Date(this.#world.clock.now()).toISOString();
    this.#events.emit({ event_name, data: [{ ...agreement, occurred_at }], fleet_id, fleet_ref });
  }

  /** What is left out stays; `expiration_date: null` removes the end. */
  update(id: string, { effective_date, expiration_date }: AgreementUpdate): Agreement {
    const fleet = this.#changeable(id);
    const change = {
      ...(effective_date === undefined ? {} : { effective_date: inUtc(effective_date) }),
      ...(expiration_date === undefined
        ? {}
        : { expiration_date: expiration_date === null ? null : inUtc(expiration_date) }),
    };
    return Object.keys(change).length === 0 ? fleet.agreement : this.#change(fleet, change, NAMES.updated);
  }

  /** For control routes: any change, also one that its state would forbid. */
  order(fleet: Fleet, change: Partial<Agreement>): Agreement {
    return this.#change(fleet, change, NAMES.updated);
  }

  cancel(id: string): Agreement {
    return this.#change(this.#changeable(id), { status: 'cancelled' }, NAMES.updated);
  }

  /** It stays in the list, as deleted. A cancelled one can be deleted too. */
  delete(id: string): void {
    const { fleet, agreement } = this.#find(id);
    if (agreement.status === 'deleted') throw new ServiceError(409, 'the share agreement is already deleted');
    if (agreement === fleet.agreement) {
      this.#change(fleet, { status: 'deleted' }, NAMES.deleted);
      return;
    }
    const deleted: Agreement = { ...agreement, status: 'deleted' };
    const past = (this.#past.get(fleet) ?? []).map((one) => (one === agreement ? deleted : one));
    this.#past.set(fleet, past);
    this.publish(fleet, NAMES.deleted, deleted);
  }

  save(): SavedAgreements {
    return {
      current: [...this.#changed].map(({ agreement }) => agreement),
      past: [...this.#past.values()].flat(),
    };
  }

  /** @param saved a list: as kept before there were past ones */
  load(saved: SavedAgreements | readonly Agreement[]): void {
    const { current, past } = 'current' in saved ? saved : { current: saved, past: [] };
    for (const agreement of past) {
      const fleet = this.#fleetOf(agreement);
      if (fleet) this.#past.set(fleet, [...(this.#past.get(fleet) ?? []), agreement]);
    }
    for (const agreement of current) {
      const fleet = this.#fleetOf(agreement);
      if (!fleet) continue;
      fleet.agreement = agreement;
      this.#changed.add(fleet);
    }
  }

  #fleetOf({ fleet_id }: Agreement): Fleet | undefined {
    return this.#world.fleets.find((fleet) => fleet.fleet_id === fleet_id);
  }
}

interface SavedAgreements {
  readonly current: readonly Agreement[];
  readonly past: readonly Agreement[];
}

/** Times are UTC, whatever offset they came with. */
function inUtc(dateTime: string): string {
  return new Date(dateTime).toISOString();
}
