/** Something whose script comes when it is first used. After a failure the next use loads it again, and nothing that was asked for is lost. */
export class LoadedOnDemand<T> {
  readonly #load: () => Promise<T>;
  readonly #onFailure: () => void;
  readonly #waiting: ((it: T) => void)[] = [];
  #loading = false;
  #it: T | undefined;

  constructor(load: () => Promise<T>, onFailure: () => void) {
    this.#load = load;
    this.#onFailure = onFailure;
  }

  /** In the order in which it was asked for. */
  use(act: (it: T) => void): void {
    if (this.#it !== undefined) {
      act(this.#it);
      return;
    }
    this.#waiting.push(act);
    if (!this.#loading) void this.#begin();
  }

  /** In the same order; not at all when it was never used. */
  ifUsed(act: (it: T) => void): void {
    if (this.#it !== undefined || this.#waiting.length > 0) this.use(act);
  }

  /** Undefined until it has come. */
  get it(): T | undefined {
    return this.#it;
  }

  /** Not at all before it has come. */
  ifThere(act: (it: T) => void): void {
    if (this.#it !== undefined) act(this.#it);
  }

  async #begin(): Promise<void> {
    this.#loading = true;
    try {
      this.#it = await this.#load();
    } catch {
      this.#onFailure();
      return;
    } finally {
      this.#loading = false;
    }
    for (const act of this.#waiting.splice(0)) act(this.#it);
  }
}
