/** Traffic while the server is killed: deliveries from the service, and people who create records. */
import { randomUUID } from 'node:crypto';
import type { TestBrowser } from '../src/testing/browser.ts';
import { deliver, envelopeOf } from '../src/testing/deliveries.ts';

/** Sends events one at a time; an unacknowledged event is retried up to three times, like the service does. */
export class DeliverySender {
  /** Ids of events answered with 204. */
  readonly acknowledged = new Set<string>();
  /** Statuses other than 204 and 503. */
  readonly unexpected: number[] = [];
  sent = 0;
  readonly #address: string;
  readonly #secret: string;
  #stopped = false;

  constructor(address: string, secret: string) {
    this.#address = address;
    this.#secret = secret;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const event = envelopeOf('geofence_monitor.stop_arrived', [{ name: 'soak', pad: 'x'.repeat(600) }]);
      for (let n = 0; n < 4 && !this.#stopped; n += 1) {
        this.sent += 1;
        const options = { secret: this.#secret, gzip: n % 2 === 1 };
        const status = await deliver(this.#address, event, options).catch(() => null);
        if (status === 204) {
          this.acknowledged.add(event.id);
          // At-least-once delivery: some events arrive again.
          if (this.acknowledged.size % 10 !== 0) break;
          await deliver(this.#address, event, options).catch(() => null);
          break;
        }
        if (status !== null && status !== 503) this.unexpected.push(status);
        await pause(40);
      }
      await pause(5);
    }
  }

  stop(): void {
    this.#stopped = true;
  }
}

type Kind = 'invitation' | 'user' | 'monitor';

export interface CreateRequest {
  readonly kind: Kind;
  /** Unique text in the created record. */
  readonly mark: string;
  readonly key: string;
  /** Last state received; null until the first response. */
  state: string | null;
}

export interface RecordCreatorOptions {
  readonly url: string;
  readonly browser: TestBrowser;
  readonly connection_id: string;
  readonly vehicle_id: string;
}

/** Creates records one at a time; sometimes repeats an unanswered request with the same key. */
export class RecordCreator {
  readonly requests: CreateRequest[] = [];
  readonly #options: RecordCreatorOptions;
  readonly #random: () => number;
  #stopped = false;

  constructor(options: RecordCreatorOptions, random: () => number) {
    this.#options = options;
    this.#random = random;
  }

  async run(): Promise<void> {
    const kinds: readonly Kind[] = ['monitor', 'user', 'invitation'];
    for (let n = 0; !this.#stopped; n += 1) {
      const kind = kinds[n % kinds.length] as Kind;
      const request: CreateRequest = { kind, mark: `soak-${randomUUID()}`, key: randomUUID(), state: null };
      const body = createBody(request, this.#options);
      let answered = await this.#send(request, body);
      if (answered) this.requests.push(request);
      // The connection was refused or cut: half of the browsers retry, the others give up.
      else {
        this.requests.push(request);
        const retries = this.#random() < 0.5;
        for (let tries = 0; retries && !answered && tries < 40 && !this.#stopped; tries += 1) {
          await pause(150);
          answered = await this.#send(request, body);
        }
      }
      await pause(20);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #send(request: CreateRequest, body: unknown): Promise<boolean> {
    const { url, browser } = this.#options;
    const headers = { 'Idempotency-Key': request.key };
    try {
      const { status, json } = await browser.api(`${url}/api/${request.kind}s`, {
        method: 'POST',
        body,
        headers,
      });
      const intent = json?.intent as { state: string } | undefined;
      request.state = intent?.state ?? `refused with ${status}`;
      return true;
    } catch {
      return false;
    }
  }
}

/** Body of the request that creates a record with this mark. */
export function createBody(
  { kind, mark }: Pick<CreateRequest, 'kind' | 'mark'>,
  { connection_id, vehicle_id }: Pick<RecordCreatorOptions, 'connection_id' | 'vehicle_id'>,
): unknown {
  if (kind === 'invitation') return { fleet_ref: mark };
  // No username, because the sandbox would detect a duplicate.
  if (kind === 'user') return { connection_id, partner_ref: mark, password: 'soak-password' };
  const circle = { latitude: 35.2, longitude: -101.8, radius_meters: 500 };
  const starts_at = new Date(Date.now() + 86_400_000).toISOString();
  return {
    origin: circle,
    destination: { ...circle, longitude: -97.5 },
    starts_at,
    vehicle_id,
    name: mark,
  };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
