/**
 * Processes `items` in order, `width` at a time. The first error aborts the signal passed to the others, and is thrown when they have
 * stopped.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  width: number,
  signal: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failing = new AbortController();
  const either = AbortSignal.any([signal, failing.signal]);
  const errors: unknown[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined && !either.aborted; item = waiting.shift())
      try {
        await work(item, either);
      } catch (error) {
        errors.push(error);
        failing.abort(error);
      }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  signal.throwIfAborted();
  if (errors.length > 0) throw errors[0];
}

const MAX_SLICE_MS = 8;
let sliceBegan = Number.NEGATIVE_INFINITY;
const waiting: (() => void)[] = [];

function beginSlice(): void {
  sliceBegan = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginSlice);
}

/**
 * For loops over long lists: lets other work run once such loops have held the event loop for some milliseconds. Of several loops, one
 * goes on in each turn of the event loop.
 */
export async function nextTurn(): Promise<void> {
  if (performance.now() - sliceBegan < MAX_SLICE_MS) return;
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(beginSlice);
  });
}

/** `map` for long lists, during which other work runs. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    await nextTurn();
    mapped.push(map(item));
  }
  return mapped;
}

/** Rejects when it takes longer; the work itself continues. `what` is the subject of the error message. */
export function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not finish within ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

export class Topic<T = void> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Returns a function that unsubscribes. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls every listener, also when one throws; then throws the first error. */
  publish(value: T): void {
    const errors: unknown[] = [];
    for (const listener of this.#listeners)
      try {
        listener(value);
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}
