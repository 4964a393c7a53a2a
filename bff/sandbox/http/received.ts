/** What was received lately, for tests that ask what a client has sent. Control routes are left out. */
export interface ReceivedRequest {
  /** Real time. */
  readonly at: string;
  readonly method: string;
  /** With the query on /v2 only: elsewhere it carries codes of sign-ins. */
  readonly path: string;
  readonly status: number;
}

const MAX_KEPT = 1000;

export class ReceivedLog {
  #requests: ReceivedRequest[] = [];

  /** Oldest first. */
  get all(): readonly ReceivedRequest[] {
    return this.#requests;
  }

  add(at: number, method: string, url: string, status: number): void {
    const path = url.startsWith('/v2/') ? url : (url.split('?')[0] ?? url);
    this.#requests.push({ at: new Date(at).toISOString(), method, path, status });
    if (this.#requests.length > MAX_KEPT) this.#requests.shift();
  }

  clear(): void {
    this.#requests = [];
  }
}
