/**
 * Brings events to their addresses: at least once, mostly in order. One lane per group works in turn; what finds no answer within
 * three seconds, a 5xx or no connection is tried again later, beside its lane; any other answer counts as delivered. What fails each
 * time is kept for a replay. By the seed some are sent twice, and some wait while later ones pass.
 */

import type { Timers } from '../timers.ts';
import { keyOf, unit } from '../world/random.ts';
import { type Outgoing, signedDelivery } from './envelope.ts';
import type { Post, PostResult } from './post.ts';

/** Waits before the second, third and fourth attempt. */
export const RETRY_AFTER_MS = [1000, 5000, 25_000] as const;
/** How long a held one lets others pass. */
export const HOLD_MS = 1500;
/** Undelivered ones that are kept, and lines of the log. */
const MAX_KEPT = 10_000;
const MAX_LOG = 2000;

export interface Parcel {
  readonly event: Outgoing;
  readonly url: string;
  readonly secret: string | null;
  /** Those of one lane go in turn. */
  readonly lane: string;
  /** Whose fleet it concerns. */
  readonly fleet_id: string | null;
  /** Deliveries tried so far. */
  attempts: number;
}

/** One line of the log: what happened to one attempt. */
export interface Attempt {
  /** Service time. */
  readonly at: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly webhook_id: string | null;
  readonly url: string;
  readonly delivery_attempt: number;
  readonly outcome: 'delivered' | 'timeout' | 'connection' | 'server_error';
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
}

export interface DeliveryParts {
  readonly post: Post;
  readonly timers: Timers;
  /** Clock of the service; may have been moved. */
  readonly serviceNow: () => number;
  /** Clock of the world outside. */
  readonly realNow: () => number;
  readonly seed: number;
  /** Part of all deliveries that is sent twice, 0 to 1. */
  readonly duplicates: number;
  /** Part of all deliveries that later ones may pass, 0 to 1. */
  readonly reorder: number;
  /** Called after each change of what is not delivered yet. */
  readonly onChange: () => void;
  /** Called about each attempt that was delivered; each counts as usage. */
  readonly onDelivered: (parcel: Parcel, at: number) => void;
}

const DUPLICATE = keyOf('duplicate delivery');
const HELD = keyOf('held delivery');

export class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #lanes = new Map<string, Parcel[]>();
  /** On their way, or waiting for another attempt. */
  readonly #open = new Set<Parcel>();
  #undelivered: Parcel[] = [];
  /** The latest that were delivered, by the clock of the world outside; a restart forgets them. */
  #delivered: { readonly parcel: Parcel; readonly at: number }[] = [];
  readonly log: Attempt[] = [];
  #closed = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  send(parcel: Parcel): void {
    this.#open.add(parcel);
    this.#parts.onChange();
    if (this.#lucky(HELD, parcel, this.#parts.reorder))
      this.#parts.timers.after(HOLD_MS, () => this.#enqueue(parcel));
    else this.#enqueue(parcel);
  }

  /** Sends again what failed for these subscriptions, and what was delivered to them in a period (ms). Returns how many. */
  replay(webhookIds: readonly string[], from: number, to: number): number {
    const meant = (parcel: Parcel) => webhookIds.includes(parcel.event.webhook_id ?? '');
    const delivered = this.#delivered.filter(({ parcel, at }) => meant(parcel) && at >= from && at <= to);
    const again = [...delivered.map(({ parcel }) => parcel), ...this.#undelivered.filter(meant)];
    this.#undelivered = this.#undelivered.filter((parcel) => !meant(parcel));
    for (const parcel of again) {
      this.#open.add(parcel);
      this.#enqueue(parcel);
    }
    this.#parts.onChange();
    return again.length;
  }

  /** Everything not delivered, for the state file. */
  save(): { open: Parcel[]; undelivered: Parcel[] } {
    return { open: [...this.#open], undelivered: this.#undelivered };
  }

  /** What was on its way is sent again: at least once. */
  load({ open, undelivered }: { open: Parcel[]; undelivered: Parcel[] }): void {
    this.#undelivered = undelivered;
    for (const parcel of open) {
      this.#open.add(parcel);
      this.#enqueue(parcel);
    }
  }

  close(): void {
    this.#closed = true;
    this.#lanes.clear();
  }

  #lucky(key: number, { event, url }: Parcel, part: number): boolean {
    return part > 0 && unit(this.#parts.seed, key, keyOf(event.id), keyOf(url)) < part;
  }

  #enqueue(parcel: Parcel): void {
    const lane = this.#lanes.get(parcel.lane);
    if (lane) lane.push(parcel);
    else {
      this.#lanes.set(parcel.lane, [parcel]);
      void this.#work(parcel.lane);
    }
  }

  async #work(name: string): Promise<void> {
    for (let lane = this.#lanes.get(name); lane && !this.#closed; lane = this.#lanes.get(name)) {
      const parcel = lane.shift();
      if (!parcel) {
        this.#lanes.delete(name);
        return;
      }
      await this.#attempt(parcel);
    }
  }

  async #attempt(parcel: Parcel): Promise<void> {
    parcel.attempts += 1;
    const result = await this.#deliver(parcel);
    if (this.#closed) return;
    if (this.#note(parcel, result)) {
      this.#open.delete(parcel);
      this.#remember(parcel);
      if (parcel.attempts === 1 && this.#lucky(DUPLICATE, parcel, this.#parts.duplicates)) {
        const second = await this.#deliver(parcel);
        if (!this.#closed) this.#note(parcel, second);
      }
    } else this.#later(parcel);
    this.#parts.onChange();
  }

  #deliver({ event, url, secret, attempts }: Parcel): Promise<PostResult> {
    const { post, serviceNow, realNow } = this.#parts;
    return post(url, signedDelivery(event, attempts, secret, serviceNow(), realNow()));
  }

  /** Writes an attempt down. True when it counts as delivered. */
  #note(parcel: Parcel, result: PostResult): boolean {
    const delivered = 'status' in result && result.status < 500;
    const { event, url, attempts } = parcel;
    const at = this.#parts.serviceNow();
    this.log.push({
      at: new Date(at).toISOString(),
      event_id: event.id,
      event_name: event.event_name,
      webhook_id: event.webhook_id,
      url,
      delivery_attempt: attempts,
      outcome: delivered ? 'delivered' : 'status' in result ? 'server_error' : result.failed,
      status: 'status' in result ? result.status : null,
    });
    if (this.log.length > MAX_LOG) this.log.splice(0, this.log.length - MAX_LOG);
    if (delivered) this.#parts.onDelivered(parcel, at);
    return delivered;
  }

  #remember(parcel: Parcel): void {
    this.#delivered = this.#delivered.filter((one) => one.parcel !== parcel);
    this.#delivered.push({ parcel, at: this.#parts.realNow() });
    if (this.#delivered.length > MAX_LOG) this.#delivered.shift();
  }

  #later(parcel: Parcel): void {
    // A replayed one has used its attempts up and gets the same number again.
    const round = (parcel.attempts - 1) % (RETRY_AFTER_MS.length + 1);
    const wait = RETRY_AFTER_MS[round];
    if (wait !== undefined) {
      this.#parts.timers.after(wait, () => void this.#again(parcel));
      return;
    }
    this.#open.delete(parcel);
    this.#undelivered.push(parcel);
    if (this.#undelivered.length > MAX_KEPT) this.#undelivered.shift();
  }

  async #again(parcel: Parcel): Promise<void> {
    if (!this.#closed) await this.#attempt(parcel);
  }
}
