/**
 * Tracks loads that have started to need attention since the person last acknowledged them: for the count in the
 * page title, the dot on the row and screen reader announcements. Those that exist when the page opens are not new.
 */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Cause } from '@waypost/triage/score';
import { Cell } from '../ui/signal.ts';
import type { LoadStore } from './store.ts';

export interface NewExceptions {
  readonly ids: ReadonlySet<string>;
  /** The loads of a quiet fleet count as one exception. */
  readonly count: number;
}

const NONE: NewExceptions = { ids: new Set(), count: 0 };

export class ExceptionWatch {
  readonly #known = new Map<string, Cause>();
  /** Known ones that were snoozed, closed or given an ETA: reopened or undone by a person, they are not new. */
  readonly #handled = new Set<string>();
  /** Loads with data of the service: the first data of the others raises no new exceptions. */
  readonly #read = new Set<string>();
  readonly #exceptionOf: (load_id: string) => string;
  readonly #fresh = new Cell(NONE);
  #begun = false;

  /** @param exceptionOf returns the same key for loads that share one exception */
  constructor(store: LoadStore, exceptionOf: (load_id: string) => string = (load_id) => load_id) {
    this.#exceptionOf = exceptionOf;
    store.subscribeFlush(({ changed, removed, reset }) => {
      // Data of an earlier visit cannot tell what is new.
      if (!store.loaded || store.shown_from !== null) return;
      const fresh = new Set(this.get().ids);
      for (const load_id of reset ? [...this.#read, ...this.#known.keys()] : removed) {
        if (store.get(load_id)) continue;
        this.#read.delete(load_id);
        this.#forget(load_id, fresh);
      }
      for (const load_id of reset ? store.ids() : changed) {
        const load = store.get(load_id);
        const facts = store.facts(load_id);
        const first_read = load?.tracking_health !== null && !this.#read.has(load_id);
        if (first_read) this.#read.add(load_id);
        if (facts?.triage && !facts.attention && this.#known.has(load_id)) {
          this.#handled.add(load_id);
          fresh.delete(load_id);
        } else if (!load || !facts?.attention) this.#forget(load_id, fresh);
        else {
          const before = this.#known.get(load_id);
          const is_back =
            this.#handled.delete(load_id) && (before !== facts.cause || hasReturnedByItself(load));
          this.#known.set(load_id, facts.cause);
          if ((before === undefined || is_back) && this.#begun && !first_read) fresh.add(load_id);
        }
      }
      this.#begun = true;
      this.#publish(fresh);
    });
  }

  readonly subscribe = this.#fresh.subscribe;
  readonly get = this.#fresh.get;

  acknowledge(load_id?: string): void {
    if (load_id === undefined) this.#publish(new Set());
    else if (this.get().ids.has(load_id)) {
      const fresh = new Set(this.get().ids);
      fresh.delete(load_id);
      this.#publish(fresh);
    }
  }

  #forget(load_id: string, fresh: Set<string>): void {
    this.#known.delete(load_id);
    this.#handled.delete(load_id);
    fresh.delete(load_id);
  }

  #publish(ids: Set<string>): void {
    const before = this.get();
    const count = new Set([...ids].map(this.#exceptionOf)).size;
    const same = count === before.count && ids.size === before.ids.size;
    if (same && [...ids].every((load_id) => before.ids.has(load_id))) return;
    this.#fresh.set(ids.size === 0 ? NONE : { ids, count });
  }
}

/** The snooze or the ETA is over, which a person who undoes or reopens takes away instead. */
const hasReturnedByItself = ({ triage, dispatcher_eta }: BoardLoad): boolean =>
  Boolean(triage?.snooze ?? triage?.woke ?? dispatcher_eta);
