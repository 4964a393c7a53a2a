/**
 * Events of the service:
 *
 *   events.emit({ event_name, data: [record], fleet_id, fleet_ref });   // to every matching subscription
 *   events.notify(url, { event_name, data });                           // to one URL: callback_url of an invitation
 *
 * - `event_name` comes from `ASSUMPTIONS.events`; records follow `EVENT_RECORDS` of the contract and have `occurred_at`.
 * - Pass `fleet_id` and `fleet_ref` whenever the event concerns a fleet: subscription filters use them.
 * - Both return immediately; deliveries.ts handles signing, retries, duplicates, the log and the replay.
 * - `events.onDelivered(listener)` is called for each delivery, for the usage rows.
 * - Call `emit` after the change that it reports, so that a receiver who reads immediately sees that change.
 */
import { randomBytes } from 'node:crypto';
import type { WebhookCreate } from '@waypost/contract/webhooks';
import { type Attempt, Deliveries, type DeliveryParts, type PendingDelivery } from './deliveries.ts';
import { type Addressed, type Subscription, Subscriptions } from './subscriptions.ts';

export interface EventInput extends Addressed {
  readonly data: readonly object[];
}

/** A successful attempt, by the service's clock. */
export interface Delivered {
  readonly event_name: string;
  readonly data: readonly object[];
  readonly webhook_id: string | null;
  readonly fleet_id: string | null;
  readonly at: number;
}

export interface EventParts extends Omit<DeliveryParts, 'onDelivered' | 'onChange'> {
  readonly newId: () => string;
}

export interface SavedEvents {
  readonly subscriptions: ReturnType<Subscriptions['save']>;
  readonly deliveries: ReturnType<Deliveries['save']>;
}

export class Events {
  readonly subscriptions: Subscriptions;
  readonly #deliveries: Deliveries;
  readonly #newId: () => string;
  readonly #listeners: ((delivered: Delivered) => void)[] = [];
  readonly #changed: (() => void)[] = [];

  constructor({ newId, ...parts }: EventParts) {
    this.#newId = newId;
    this.subscriptions = new Subscriptions(newId, () => randomBytes(24).toString('base64url'));
    this.#deliveries = new Deliveries({
      ...parts,
      onChange: () => this.#notifyChange(),
      onDelivered: ({ event, fleet_id }, at) => {
        const { event_name, data, webhook_id } = event;
        for (const listener of this.#listeners) listener({ event_name, data, webhook_id, fleet_id, at });
      },
    });
  }

  /** Latest attempts, oldest first. */
  get log(): readonly Attempt[] {
    return this.#deliveries.log;
  }

  onDelivered(listener: (delivered: Delivered) => void): void {
    this.#listeners.push(listener);
  }

  /** Called after each change of subscriptions and undelivered events. */
  onChange(listener: () => void): void {
    this.#changed.push(listener);
  }

  #notifyChange(): void {
    for (const listener of this.#changed) listener();
  }

  /** Creates one subscription per event of the name; none for an unknown name. */
  subscribe(body: WebhookCreate, created_at: string): Subscription[] {
    const created = this.subscriptions.create(body, created_at);
    this.#notifyChange();
    return created;
  }

  emit(event: EventInput): void {
    const id = this.#newId();
    for (const subscription of this.subscriptions.matching(event))
      this.#send(id, event, {
        webhook_id: subscription.id,
        url: subscription.url,
        secret: subscription.secret,
        lane: subscription.webhook_group_id,
      });
  }

  /** Notifies one URL, unsigned because no secret was agreed on. */
  notify(url: string, event: EventInput): void {
    this.#send(this.#newId(), event, { webhook_id: null, url, secret: null, lane: url });
  }

  #send(
    id: string,
    { event_name, data, fleet_id }: EventInput,
    to: { webhook_id: string | null } & Pick<PendingDelivery, 'url' | 'secret' | 'lane'>,
  ): void {
    const { webhook_id, ...address } = to;
    // Snapshot, because later changes must not alter the event.
    const snapshot = JSON.parse(JSON.stringify(data)) as object[];
    this.#deliveries.send({
      event: { id, event_name, data: snapshot, webhook_id },
      ...address,
      fleet_id: fleet_id ?? null,
      attempts: 0,
    });
  }

  /** Resends what failed for a subscription or group, and what was delivered to it in a period (ms). Returns the number. */
  replay(id: string, from: number, to: number): number {
    const ids = this.subscriptions.of(id).map((subscription) => subscription.id);
    return this.#deliveries.replay(ids, from, to);
  }

  save(): SavedEvents {
    return { subscriptions: this.subscriptions.save(), deliveries: this.#deliveries.save() };
  }

  load({ subscriptions, deliveries }: SavedEvents): void {
    this.subscriptions.load(subscriptions);
    this.#deliveries.load(deliveries);
  }

  close(): void {
    this.#deliveries.close();
  }
}
