/** Whether the database can be written, found out by a probe: shown to people, operators and load balancers. */
import type { Logger } from 'pino';
import { Topic } from '../lib/async.ts';
import { BackgroundWorker } from '../lib/background-worker.ts';
import { unavailableReason } from './store-errors.ts';

export interface StoreOutage {
  /** Milliseconds since 1970. */
  readonly since: number;
  /** One sentence without a period. */
  readonly reason: string;
}

interface StoreHealthOptions {
  readonly log: Logger;
  /** A small write, limited in time. Throws when the database cannot be used. */
  readonly probe: () => Promise<void>;
  /** Milliseconds between probes of a working database; null: only after a failure. */
  readonly everyMs: number | null;
  /** Called after each failed probe with the number of consecutive failures, and with 0 when the database works again. */
  readonly onProbed?: (failures: number) => void;
}

const RETRY_MS = 1_000;

export class StoreHealth {
  readonly onChange = new Topic();
  readonly #options: StoreHealthOptions;
  readonly #worker: BackgroundWorker;
  #outage: StoreOutage | null = null;
  /** Something has failed, and no probe has succeeded since. */
  #suspected = false;
  #failures = 0;

  constructor(options: StoreHealthOptions) {
    this.#options = options;
    this.#worker = new BackgroundWorker(options, {
      task: 'check the database',
      retryMs: RETRY_MS,
      run: () => this.#check(),
    });
  }

  /** Begins to probe regularly. */
  start(): void {
    if (this.#options.everyMs !== null) this.#worker.wake(this.#options.everyMs);
  }

  /** Null while the database works. */
  get outage(): StoreOutage | null {
    return this.#outage;
  }

  /** From the first failure until a probe succeeds: one statement has waited in vain, so those behind it, and the probe, need not wait. */
  get isUnavailable(): boolean {
    return this.#suspected;
  }

  /** A statement or connection has failed: if that means that the database is unavailable, it is probed at once. */
  report(error: unknown): void {
    if (this.#suspected || unavailableReason(error) === null) return;
    this.#suspected = true;
    this.#worker.wake();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  async #check(): Promise<number | null> {
    const { log, probe, everyMs, onProbed } = this.#options;
    try {
      await probe();
    } catch (error) {
      if (this.#worker.stopped) return null;
      const reason = unavailableReason(error) ?? 'The database rejects changes';
      this.#suspected = true;
      this.#failures += 1;
      onProbed?.(this.#failures);
      if (this.#outage?.reason !== reason) {
        log.error({ err: error }, `${reason}; changes are kept and retried`);
        this.#outage = { since: this.#outage?.since ?? Date.now(), reason };
        this.onChange.publish();
      }
      return RETRY_MS;
    }
    if (this.#failures > 0) onProbed?.(0);
    this.#failures = 0;
    this.#suspected = false;
    if (this.#outage) {
      const seconds = Math.round((Date.now() - this.#outage.since) / 1000);
      log.info({ seconds }, 'the database works again');
      this.#outage = null;
      this.onChange.publish();
    }
    return everyMs;
  }
}
