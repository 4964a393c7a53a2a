/**
 * Share agreements as the partner reads and changes them (2.9, 3.3, 4.5, 4.6). They live with their fleets: what is changed
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

type Told = Pick<Events, 'emit'>;

export class Agreements {
  readonly #world: World;
  readonly #events: Told;
  /** Fleets whose agreement is not what the seed made it. */
  readonly #changed = new Set<Fleet>();

  constructor(world: World, events: Told) {
    this.#world = world;
    this.#events = events;
  }

  get all(): Agreement[] {
    return this.#world.fleets.map(({ agreement }) => agreement);
  }

  /** Throws 404 when there is no such agreement. */
  fleetOf(id: string): Fleet {
    const wanted = id.toLowerCase();
    const fleet = this.#world.fleets.find(({ agreement }) => agreement.id === wanted);
    if (!fleet) throw new ServiceError(404, `no share agreement ${id} is known here`);
    return fleet;
  }

  /** The agreement that a change is about. Throws 409 when nothing can change it any more. */
  #changeable(id: string): Fleet {
    const fleet = this.fleetOf(id);
    const { status } = fleet.agreement;
    if (isTerminal(AGREEMENT_MACHINE, status ?? ''))
      throw new ServiceError(409, `the share agreement is ${status} and cannot be changed`);
    return fleet;
  }

  #change(fleet: Fleet, change: Partial<Agreement>, event_name: string): Agreement {
    this.#world.changeAgreement(fleet, change);
    this.#changed.add(fleet);
    this.tell(fleet, event_name);
    return fleet.agreement;
  }

  /** Tells what became of a fleet's agreement. */
  tell({ agreement, fleet_id, fleet_ref }: Fleet, event_name: string): void {
    const occurred_at = new Date(this.#world.clock.now()).toISOString();
    this.#events.emit({ event_name, data: [{ ...agreement, occurred_at }], fleet_id, fleet_ref });
  }

  /** 4.5: what is left out stays; `expiration_date: null` removes the end. */
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

  /** 4.6: it stays in the list, as deleted. A cancelled one can be deleted too. */
  delete(id: string): void {
    const fleet = this.fleetOf(id);
    if (fleet.agreement.status === 'deleted')
      throw new ServiceError(409, 'the share agreement is deleted already');
    this.#change(fleet, { status: 'deleted' }, NAMES.deleted);
  }

  save(): Agreement[] {
    return [...this.#changed].map(({ agreement }) => agreement);
  }

  load(saved: readonly Agreement[]): void {
    for (const agreement of saved) {
      const fleet = this.#world.fleets.find((one) => one.agreement.id === agreement.id);
      if (!fleet) continue;
      fleet.agreement = agreement;
      this.#changed.add(fleet);
    }
  }
}

/** Section 1: times are UTC, whatever offset they came with. */
function inUtc(dateTime: string): string {
  return new Date(dateTime).toISOString();
}
