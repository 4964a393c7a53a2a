/**
 * Learns whether the service offers an undocumented capability: tries it, remembers the result and retries now and then. A 404 is not
 * always final: a list that has worked may have a fault, and a single record may be missing.
 */
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { Database } from '../../platform/store/database.ts';
import { readSetting, writeSetting } from '../../platform/store/query.ts';
import { ServiceError } from './errors.ts';

export type Capability = 'yes' | 'no' | 'unknown';

/** True when the service has no such endpoint (404, 405, 501), as opposed to a temporary failure. */
export function isAbsent(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    (error.kind === 'not_found' || error.kind === 'not_implemented' || error.status === 405)
  );
}

interface CapabilityProbeOptions {
  /** `list`: a read returns the whole collection, so a 404 after a success is a fault, not a missing record. */
  readonly kind: 'record' | 'list';
  readonly now?: (() => number) | undefined;
  /** Time after which an absent capability is tried again: the service or its configuration may have changed. */
  readonly retryMs?: number;
  /** Consecutive absences after which a list that has worked counts as absent, even before `retryMs` is over. */
  readonly maxFaults?: number;
  readonly isAbsent?: (error: unknown) => error is ServiceError;
  /** Persists the result under this key. */
  readonly stored?: { readonly db: Database; readonly key: string };
}

const RETRY_MS = 3600_000;

export class CapabilityProbe extends ServerPart<CapabilityProbeOptions> {
  readonly #retryMs = this.options.retryMs ?? RETRY_MS;
  readonly #isAbsent = this.options.isAbsent ?? isAbsent;
  #state: Capability = 'unknown';
  #at = 0;
  #faults = 0;

  async open(): Promise<void> {
    const { stored } = this.options;
    const text = stored && (await readSetting(stored.db, stored.key));
    if (!text) return;
    const { state, at } = JSON.parse(text) as { readonly state: Capability; readonly at: number };
    this.#state = state;
    this.#at = at;
  }

  get state(): Capability {
    return this.#state;
  }

  /** False for a while after the service reported the capability as absent. */
  get worthTrying(): boolean {
    return this.#state !== 'no' || this.#isOld;
  }

  get #isOld(): boolean {
    const ms = this.now() - this.#at;
    // The stored time is in the future when the clock was set back.
    return ms < 0 || ms >= this.#retryMs;
  }

  /**
   * Result of `read`, or null when the capability is absent. Throws every other failure, including an absence of a list that has
   * worked.
   */
  async try<T>(read: () => Promise<T>): Promise<T | null> {
    if (!this.worthTrying) return null;
    try {
      return await this.observe(read);
    } catch (error) {
      const fault = this.options.kind === 'list' && this.#state === 'yes';
      if (fault || !this.#isAbsent(error)) throw error;
      return null;
    }
  }

  /** The same without skipping the call. Throws whatever `read` throws. */
  async observe<T>(read: () => Promise<T>): Promise<T> {
    try {
      const found = await read();
      this.#faults = 0;
      await this.#record('yes');
      return found;
    } catch (error) {
      if (this.#isAbsent(error) && this.#confirmsAbsence(error)) await this.#record('no');
      throw error;
    }
  }

  #confirmsAbsence(error: ServiceError): boolean {
    if (this.#state !== 'yes') return true;
    // The endpoint is known to exist: only this record is missing.
    if (this.options.kind === 'record') return error.kind !== 'not_found';
    this.#faults += 1;
    const { maxFaults = Number.POSITIVE_INFINITY } = this.options;
    return this.#faults >= maxFaults || this.#isOld;
  }

  async #record(state: Capability): Promise<void> {
    const changed = this.#state !== state;
    this.#state = state;
    this.#at = this.now();
    const { stored } = this.options;
    if (stored && (changed || state === 'no'))
      await writeSetting(stored.db, stored.key, JSON.stringify({ state, at: this.#at }));
  }
}

/** Combined state of several ways to the same capability. */
export function anyOf(...probes: readonly CapabilityProbe[]): Capability {
  const states = probes.map(({ state }) => state);
  if (states.includes('yes')) return 'yes';
  return states.includes('unknown') ? 'unknown' : 'no';
}
