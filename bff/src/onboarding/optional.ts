/** Reads that the service may not have: tried, remembered, and tried again now and then. */
import { ServiceError } from '../service/errors.ts';

/** An operator may have changed something meanwhile. */
const AGAIN_MS = 3600_000;

/** True when the service says that it has no such address (404, 405, 501), and not merely that it will not answer now. */
export function isAbsent(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.kind === 'not_found' || error.kind === 'not_implemented' || error.status === 405)
  );
}

export class Optional {
  readonly #now: () => number;
  readonly #what: 'record' | 'list';
  #offered: 'yes' | 'no' | 'unknown' = 'unknown';
  #at = 0;

  /** `list`: what is read is all there is of its kind, so that it cannot be missing where it has been. */
  constructor(now: () => number = Date.now, what: 'record' | 'list' = 'record') {
    this.#now = now;
    this.#what = what;
  }

  get offered(): 'yes' | 'no' | 'unknown' {
    return this.#offered;
  }

  /** False for a while after the service said that it has no such thing. */
  get worthTrying(): boolean {
    return this.#offered !== 'no' || this.#now() - this.#at >= AGAIN_MS;
  }

  /** What `read` brings; null when the service has no such thing. Every other failure is thrown. */
  async try<T>(read: () => Promise<T>): Promise<T | null> {
    if (!this.worthTrying) return null;
    try {
      const found = await read();
      this.#offered = 'yes';
      this.#at = this.#now();
      return found;
    } catch (error) {
      if (!isAbsent(error)) throw error;
      // A list that was there not long ago has a fault, and has not become empty.
      if (this.#what === 'list' && this.#offered === 'yes' && this.#now() - this.#at < AGAIN_MS) throw error;
      // The address is known to be there: it is this one thing that is not.
      if (this.#what === 'record' && this.#offered === 'yes' && (error as ServiceError).kind === 'not_found')
        return null;
      this.#offered = 'no';
      this.#at = this.#now();
      return null;
    }
  }
}
