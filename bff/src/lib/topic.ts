/** Something that happens, and who wants to know. */
export class Topic<T = void> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Returns how to end it. */
  subscribe(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
