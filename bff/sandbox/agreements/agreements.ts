/**
 * Share agreements as the partner reads and changes them. They are stored on the fleets: a change affects tracking, fuel,
 * overview and monitors immediately. Time changes no status.
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
  /** Fleets whose agreement differs from the seeded one. */
  readonly #changed = new Set<Fleet>();
  /** Agreements replaced when their fleet was invited again; they remain as they ended. */
  readonly #past = new Map<Fleet, readonly Agreement[]>();

  constructor(world: World, events: EventSink) {
    this.#world = world;
    this.#events = events;
  }

  /** For each fleet the replaced agreements, then the current one. */
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

  /** The fleet of an agreement to change. Throws 409 when the agreement is terminal. */
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

  /** Replaces a fleet's agreement; the previous one stays in the list. */
  replace(fleet: Fleet, agreement: Agreement): void {
    this.#past.set(fleet, [...(this.#past.get(fleet) ?? []), fleet.agreement]);
    this.#world.changeAgreement(fleet, agreement);
    this.#changed.add(fleet);
  }

  publish({ fleet_id, fleet_ref, ...fleet }: Fleet, event_name: string, agreement = fleet.agreement): void {
    const occurred_at = new Date(this.#world.clock.now()).toISOString();
    this.#events.emit({ event_name, data: [{ ...agreement, occurred_at }], fleet_id, fleet_ref });
  }

  /** Omitted fields keep their value; `expiration_date: null` removes the end date. */
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

  /** For control routes: any change, even one that the state forbids. */
  override(fleet: Fleet, change: Partial<Agreement>): Agreement {
    return this.#change(fleet, change, NAMES.updated);
  }

  cancel(id: string): Agreement {
    return this.#change(this.#changeable(id), { status: 'cancelled' }, NAMES.updated);
  }

  /** Remains in the list as deleted. A cancelled agreement can be deleted too. */
  delete(id: string): void {
    const { fleet, agreement } = this.#find(id);
    if (agreement.status === 'deleted') throw new ServiceError(409, 'the share agreement is already deleted');
    if (agreement === fleet.agreement) {
      this.#change(fleet, { status: 'deleted' }, NAMES.deleted);
      return;
    }
    const deleted: Agreement = { ...agreement, status: 'deleted' };
    const past = (this.#past.get(fleet) ?? []).map((item) => (item === agreement ? deleted : item));
    this.#past.set(fleet, past);
    this.publish(fleet, NAMES.deleted, deleted);
  }

  save(): SavedAgreements {
    return {
      current: [...this.#changed].map(({ agreement }) => agreement),
      past: [...this.#past.values()].flat(),
    };
  }

  /** @param saved an array in files from before replaced agreements were stored */
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

function inUtc(dateTime: string): string {
  return new Date(dateTime).toISOString();
}
