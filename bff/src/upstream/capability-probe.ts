/**
 * Learns whether the service offers something that its interface does not promise: tried, remembered, and tried again now and then. An
 * answer "no such address" is not always the last word: a list that has worked may have a fault, and a record may be gone by itself.
 */
import { ServerPart } from '../lib/server-part.ts';
import type { Database } from '../store/database.ts';
import { readSetting, writeSetting } from '../store/query.ts';
import { ServiceError } from './errors.ts';

export type Capability = 'yes' | 'no' | 'unknown';

/** True when the service says that it has no such address (404, 405, 501), and not merely that it will not answer now. */
export function isAbsent(error: unknown): error is ServiceError {
  return (
    error instanceof ServiceError &&
    (error.kind === 'not_found' || error.kind === 'not_implemented' || error.status === 405)
  );
}

interface CapabilityProbeOptions {
  /** `list`: what is read is all there is of its kind, so that it cannot be missing where it has been. */
  readonly kind: 'record' | 'list';
  readonly now?: (() => number) | undefined;
  /** A service may learn it, or an operator may have changed something: tried again after this. */
  readonly retryMs?: number;
  /** A list that has worked is held for absent after so many refusals in a row, even before `retryMs` is over. */
  readonly maxFaults?: number;
  readonly isAbsent?: (error: unknown) => error is ServiceError;
  /** Outlives a restart under this name. */
  readonly stored?: { readonly db: Database; readonly key: string };
}

const RETRY_MS = 3600_000;

export class CapabilityProbe extends ServerPart<CapabilityProbeOptions> {
  readonly #retryMs = this.options.retryMs ?? RETRY_MS;
  readonly #isAbsent = this.options.isAbsent ?? isAbsent;
  #state: Capability = 'unknown';
  #at = 0;
  #faults = 0;

  /** Takes over what was stored. */
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

  /** False for a while after the service said that it has no such thing. */
  get worthTrying(): boolean {
    return this.#state !== 'no' || this.now() - this.#at >= this.#retryMs;
  }

  /** What `read` brings; null when the service has no such thing. Every other failure is thrown, a fault of a list that has worked too. */
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

  /** The same, tried in any case. Throws whatever `read` throws. */
  async observe<T>(read: () => Promise<T>): Promise<T> {
    try {
      const found = await read();
      this.#faults = 0;
      await this.#note('yes');
      return found;
    } catch (error) {
      if (this.#isAbsent(error) && this.#saysAbsent(error)) await this.#note('no');
      throw error;
    }
  }

  #saysAbsent(error: ServiceError): boolean {
    if (this.#state !== 'yes') return true;
    // The address is known to be there: it is this one record that is not.
    if (this.options.kind === 'record') return error.kind !== 'not_found';
    this.#faults += 1;
    const { maxFaults = Number.POSITIVE_INFINITY } = this.options;
    return this.#faults >= maxFaults || this.now() - this.#at >= this.#retryMs;
  }

  async #note(state: Capability): Promise<void> {
    const changed = this.#state !== state;
    this.#state = state;
    this.#at = this.now();
    const { stored } = this.options;
    if (stored && (changed || state === 'no'))
      await writeSetting(stored.db, stored.key, JSON.stringify({ state, at: this.#at }));
  }
}

/** Of several ways to the same thing. */
export function anyOf(...probes: readonly CapabilityProbe[]): Capability {
  const states = probes.map(({ state }) => state);
  if (states.includes('yes')) return 'yes';
  return states.includes('unknown') ? 'unknown' : 'no';
}
