/**
 * TMS invitations, a separate resource; the interface shows only that one can be deleted until it is accepted. A few are seeded,
 * and none are created.
 */
import type { TmsInvitation } from '@waypost/contract/tms-invitations';
import { ServiceError } from '../http/problem.ts';
import { DAY } from '../world/clock.ts';
import { keyOf, uuidOf } from '../world/random.ts';

interface Row {
  readonly id: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly accepted: boolean;
}

export class TmsInvitations {
  readonly #rows: readonly Row[];
  readonly #deleted = new Set<string>();
  readonly #now: () => number;

  /** @param start wall clock at which the world begins */
  constructor(seed: number, start: number, now: () => number) {
    this.#now = now;
    const row = (n: number, daysAgo: number, accepted: boolean): Row => ({
      id: uuidOf(seed, keyOf('tms invitation'), n),
      created_at: start - daysAgo * DAY,
      expires_at: start - daysAgo * DAY + 28 * DAY,
      accepted,
    });
    this.#rows = [row(1, 1, false), row(2, 6, false), row(3, 20, true), row(4, 45, false), row(5, 90, true)];
  }

  /** Without deleted ones. */
  get all(): TmsInvitation[] {
    return this.#rows
      .filter(({ id }) => !this.#deleted.has(id))
      .map(({ id, created_at, expires_at, accepted }) => ({
        id,
        status: accepted ? 'accepted' : expires_at <= this.#now() ? 'expired' : 'active',
        created_at: new Date(created_at).toISOString(),
        expires_at: new Date(expires_at).toISOString(),
      }));
  }

  /** Throws 404 for an unknown invitation, 409 for an accepted one. */
  delete(given: string): void {
    const id = given.toLowerCase();
    const row = this.#rows.find((item) => item.id === id && !this.#deleted.has(id));
    if (!row) throw new ServiceError(404, `TMS invitation ${given} not found`);
    if (row.accepted)
      throw new ServiceError(409, 'the TMS invitation has been accepted: end its share agreement instead');
    this.#deleted.add(id);
  }

  save(): string[] {
    return [...this.#deleted];
  }

  load(saved: readonly string[]): void {
    for (const id of saved) this.#deleted.add(id);
  }
}
