/** What goes on while the server is killed: deliveries as the service sends them, and people who create things. */
import { randomUUID } from 'node:crypto';
import type { TestBrowser } from '../src/testing/browser.ts';
import { deliver, envelopeOf } from '../src/testing/deliveries.ts';

/** Sends events one after the other; what was not acknowledged is sent again, as the service does, up to three times. */
export class Sender {
  /** Events that were answered with 204. */
  readonly acknowledged = new Set<string>();
  /** Answers other than 204 and 503. */
  readonly strange: number[] = [];
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
        const wish = { secret: this.#secret, gzip: n % 2 === 1 };
        const status = await deliver(this.#address, event, wish).catch(() => null);
        if (status === 204) {
          this.acknowledged.add(event.id);
          // At least once: now and then one comes again all the same.
          if (this.acknowledged.size % 10 !== 0) break;
          await deliver(this.#address, event, wish).catch(() => null);
          break;
        }
        if (status !== null && status !== 503) this.strange.push(status);
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

export interface Wish {
  readonly kind: Kind;
  /** Unique text in what is created. */
  readonly mark: string;
  readonly key: string;
  /** Last state received; null until the first answer. */
  state: string | null;
}

export interface PersonParts {
  readonly url: string;
  readonly browser: TestBrowser;
  readonly connection_id: string;
  readonly vehicle_id: string;
}

/** Intents one thing after the other; now and then an answer that did not come is asked for with the same key. */
export class Person {
  readonly wishes: Wish[] = [];
  readonly #parts: PersonParts;
  readonly #random: () => number;
  #stopped = false;

  constructor(parts: PersonParts, random: () => number) {
    this.#parts = parts;
    this.#random = random;
  }

  async run(): Promise<void> {
    const kinds: readonly Kind[] = ['monitor', 'user', 'invitation'];
    for (let n = 0; !this.#stopped; n += 1) {
      const kind = kinds[n % kinds.length] as Kind;
      const wish: Wish = { kind, mark: `soak-${randomUUID()}`, key: randomUUID(), state: null };
      const body = this.#body(wish);
      let answered = await this.#send(wish, body);
      if (answered) this.wishes.push(wish);
      // The connection was refused or cut: half of the browsers try again, the others walk away.
      else {
        this.wishes.push(wish);
        const patient = this.#random() < 0.5;
        for (let tries = 0; patient && !answered && tries < 40 && !this.#stopped; tries += 1) {
          await pause(150);
          answered = await this.#send(wish, body);
        }
      }
      await pause(20);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #send(wish: Wish, body: unknown): Promise<boolean> {
    const { url, browser } = this.#parts;
    const headers = { 'Idempotency-Key': wish.key };
    try {
      const { status, json } = await browser.api(`${url}/api/${wish.kind}s`, {
        method: 'POST',
        body,
        headers,
      });
      const intent = json?.intent as { state: string } | undefined;
      wish.state = intent?.state ?? `refused with ${status}`;
      return true;
    } catch {
      return false;
    }
  }

  #body({ kind, mark }: Wish): unknown {
    const { connection_id, vehicle_id } = this.#parts;
    if (kind === 'invitation') return { fleet_ref: mark };
    // No username: the sandbox would notice a second one by itself.
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
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
