/**
 * Delivers events at least once and mostly in order. Each group has a queue; a delivery without a response within three seconds,
 * with a 5xx or without a connection is retried later, outside its queue; any other response counts as delivered. Deliveries that
 * fail every time are stored for a replay. Depending on the seed, some are sent twice, and some wait while later ones overtake
 * them.
 */

import type { Timers } from '../timers.ts';
import { keyOf, unit } from '../world/random.ts';
import { type Outgoing, signedDelivery } from './envelope.ts';
import type { Post, PostResult } from './post.ts';

/** Waits before the second, third and fourth attempt. */
export const RETRY_AFTER_MS = [1000, 5000, 25_000] as const;
/** How long a held delivery lets others overtake it. */
export const HOLD_MS = 1500;
/** Limits for stored undelivered events and for the log. */
const MAX_KEPT = 10_000;
const MAX_LOG = 2000;

export interface PendingDelivery {
  readonly event: Outgoing;
  readonly url: string;
  readonly secret: string | null;
  /** Deliveries in the same lane are sent one after another. */
  readonly lane: string;
  /** Fleet concerned by the event. */
  readonly fleet_id: string | null;
  /** Attempts so far. */
  attempts: number;
}

/** Log entry of one attempt. */
export interface Attempt {
  /** Service time. */
  readonly at: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly webhook_id: string | null;
  readonly url: string;
  readonly delivery_attempt: number;
  readonly outcome: 'delivered' | 'timeout' | 'connection' | 'server_error';
  /** HTTP status; null without a response. */
  readonly status: number | null;
}

export interface DeliveryParts {
  readonly post: Post;
  readonly timers: Timers;
  /** The service's clock, which may be ahead. */
  readonly serviceNow: () => number;
  /** The real clock. */
  readonly realNow: () => number;
  readonly seed: number;
  /** Share of deliveries that are sent twice, 0 to 1. */
  readonly duplicates: number;
  /** Share of deliveries that later ones may overtake, 0 to 1. */
  readonly reorder: number;
  /** Called after each change of undelivered events. */
  readonly onChange: () => void;
  /** Called for each successful attempt; each counts as usage. */
  readonly onDelivered: (parcel: PendingDelivery, at: number) => void;
}

const DUPLICATE = keyOf('duplicate delivery');
const HELD = keyOf('held delivery');

export class Deliveries {
  readonly #parts: DeliveryParts;
  readonly #lanes = new Map<string, PendingDelivery[]>();
  /** In progress or waiting for a retry. */
  readonly #open = new Set<PendingDelivery>();
  #undelivered: PendingDelivery[] = [];
  /** Recently delivered, by real time; lost at a restart. */
  #delivered: { readonly parcel: PendingDelivery; readonly at: number }[] = [];
  readonly log: Attempt[] = [];
  #closed = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  send(parcel: PendingDelivery): void {
    this.#open.add(parcel);
    this.#parts.onChange();
    if (this.#drawn(HELD, parcel, this.#parts.reorder))
      this.#parts.timers.after(HOLD_MS, () => this.#enqueue(parcel));
    else this.#enqueue(parcel);
  }

  /** Resends what failed for these subscriptions and what was delivered to them in a period (ms). Returns the number. */
  replay(webhookIds: readonly string[], from: number, to: number): number {
    const matches = (parcel: PendingDelivery) => webhookIds.includes(parcel.event.webhook_id ?? '');
    const delivered = this.#delivered.filter(({ parcel, at }) => matches(parcel) && at >= from && at <= to);
    const again = [...delivered.map(({ parcel }) => parcel), ...this.#undelivered.filter(matches)];
    this.#undelivered = this.#undelivered.filter((parcel) => !matches(parcel));
    for (const parcel of again) {
      this.#open.add(parcel);
      this.#enqueue(parcel);
    }
    this.#parts.onChange();
    return again.length;
  }

  /** All undelivered events, for the state file. */
  save(): { open: PendingDelivery[]; undelivered: PendingDelivery[] } {
    return { open: [...this.#open], undelivered: this.#undelivered };
  }

  /** Deliveries in progress are sent again, since delivery is at least once. */
  load({ open, undelivered }: { open: PendingDelivery[]; undelivered: PendingDelivery[] }): void {
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

  #drawn(key: number, { event, url }: PendingDelivery, part: number): boolean {
    return part > 0 && unit(this.#parts.seed, key, keyOf(event.id), keyOf(url)) < part;
  }

  #enqueue(parcel: PendingDelivery): void {
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

  async #attempt(parcel: PendingDelivery): Promise<void> {
    parcel.attempts += 1;
    const result = await this.#deliver(parcel);
    if (this.#closed) return;
    if (this.#logAttempt(parcel, result)) {
      this.#open.delete(parcel);
      this.#remember(parcel);
      if (parcel.attempts === 1 && this.#drawn(DUPLICATE, parcel, this.#parts.duplicates)) {
        const second = await this.#deliver(parcel);
        if (!this.#closed) this.#logAttempt(parcel, second);
      }
    } else this.#scheduleRetry(parcel);
    this.#parts.onChange();
  }

  #deliver({ event, url, secret, attempts }: PendingDelivery): Promise<PostResult> {
    const { post, serviceNow, realNow } = this.#parts;
    return post(url, signedDelivery(event, attempts, secret, serviceNow(), realNow()));
  }

  /** Logs an attempt. Returns whether it counts as delivered. */
  #logAttempt(parcel: PendingDelivery, result: PostResult): boolean {
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

  #remember(parcel: PendingDelivery): void {
    this.#delivered = this.#delivered.filter((item) => item.parcel !== parcel);
    this.#delivered.push({ parcel, at: this.#parts.realNow() });
    if (this.#delivered.length > MAX_LOG) this.#delivered.shift();
  }

  #scheduleRetry(parcel: PendingDelivery): void {
    // A replayed delivery has used up its attempts and starts over with the same number.
    const round = (parcel.attempts - 1) % (RETRY_AFTER_MS.length + 1);
    const wait = RETRY_AFTER_MS[round];
    if (wait !== undefined) {
      this.#parts.timers.after(wait, () => void this.#retry(parcel));
      return;
    }
    this.#open.delete(parcel);
    this.#undelivered.push(parcel);
    if (this.#undelivered.length > MAX_KEPT) this.#undelivered.shift();
  }

  async #retry(parcel: PendingDelivery): Promise<void> {
    if (!this.#closed) await this.#attempt(parcel);
  }
}
