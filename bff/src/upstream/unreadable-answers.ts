/**
 * Tells one odd record from a service that answers everything with a maintenance page: unreadable answers in a row, from several addresses
 * or for a while, are an outage; a readable answer ends the row.
 */
export class UnreadableAnswers {
  readonly #now: () => number;
  readonly #addresses = new Set<string>();
  #count = 0;
  #since = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  readable(): void {
    if (this.#count === 0) return;
    this.#count = 0;
    this.#addresses.clear();
  }

  /** Notes an unreadable answer. True when there are so many by now that it is an outage. */
  unreadable(address: string): boolean {
    if (this.#count === 0) this.#since = this.#now();
    this.#count += 1;
    if (this.#addresses.size < SEVERAL) this.#addresses.add(address);
    if (this.#count < IN_A_ROW) return false;
    return this.#addresses.size >= SEVERAL || this.#now() - this.#since >= ALONE_FOR_MS;
  }
}

const IN_A_ROW = 3;
const SEVERAL = 2;
/** With one address alone nothing else shows whether the service is well, so it takes this long. */
const ALONE_FOR_MS = 60_000;
