/** Rejects when it takes longer; what was begun continues. `what` is the subject of the error's message. */
export function withTimeout<T>(work: Promise<T>, ms: number, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not finish within ${ms} ms`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
