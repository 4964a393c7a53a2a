import type { Logger } from 'pino';
import { withTimeout } from './async.ts';

type Parts = Readonly<Record<string, (() => unknown) | undefined>>;

/** Stops the parts of the server in stages, those of a stage together. */
export class Shutdown {
  readonly #log: Logger;
  readonly #running = new Set<Promise<void>>();
  readonly #startedAt = performance.now();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Resolves after `ms` in any case: a part that takes longer or fails is named in the log. Never rejects. */
  async stage(ms: number, parts: Parts): Promise<void> {
    const stopPart = async ([part, stop]: [string, Parts[string]]) => {
      const running = (async () => {
        await stop?.();
      })().catch((error) =>
        this.#log.warn({ err: error, part }, 'a part of the server stopped with an error'),
      );
      this.#running.add(running);
      void running.then(() => this.#running.delete(running));
      await withTimeout(running, ms, part).catch(() =>
        this.#log.warn({ part, ms }, 'a part of the server did not stop in time; the others go on'),
      );
    };
    await Promise.all(Object.entries(parts).map(stopPart));
  }

  /** Waits for the parts that did not stop in time, until `ms` after the beginning. */
  async waitForLate(ms: number): Promise<void> {
    const left = this.#startedAt + ms - performance.now();
    await withTimeout(Promise.all(this.#running), left, 'late parts').catch(() => undefined);
  }
}
