/** Webhook subscriptions (assumed). A family becomes one subscription per event, in one group. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { WebhookCreate } from '@waypost/contract/webhooks';

export interface Subscription {
  readonly id: string;
  /** Id that a monitor refers to; the same for all subscriptions of one request. */
  readonly webhook_group_id: string;
  readonly url: string;
  readonly event_name: string;
  readonly filters: { readonly fleet_ids: readonly string[]; readonly fleet_refs: readonly string[] };
  readonly secret: string;
  readonly created_at: string;
}

/** Attributes by which an event is matched to subscriptions. */
export interface Addressed {
  readonly event_name: string;
  readonly fleet_id?: string | null;
  readonly fleet_ref?: string | null;
  /** Restricts the event to this group. */
  readonly webhook_group_id?: string | null;
}

/** All event names by family. */
export const EVENT_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ASSUMPTIONS.events).map(([family, names]) => [family, Object.values<string>(names)]),
);

/** Events that a subscription's `event_name` covers; none when it is unknown. */
export function eventNamesOf(event_name: string): readonly string[] {
  const { family_suffix } = ASSUMPTIONS.webhooks;
  if (event_name.endsWith(family_suffix)) {
    const family = event_name.slice(0, -family_suffix.length);
    return Object.hasOwn(EVENT_NAMES, family) ? (EVENT_NAMES[family] ?? []) : [];
  }
  return Object.values(EVENT_NAMES).some((names) => names.includes(event_name)) ? [event_name] : [];
}

/** An event without a fleet passes every filter. */
function passes({ filters }: Subscription, { fleet_id, fleet_ref }: Addressed): boolean {
  if (filters.fleet_ids.length > 0 && fleet_id && !filters.fleet_ids.includes(fleet_id)) return false;
  return !(filters.fleet_refs.length > 0 && fleet_ref && !filters.fleet_refs.includes(fleet_ref));
}

export class Subscriptions {
  readonly #byId = new Map<string, Subscription>();
  readonly #newId: () => string;
  readonly #newSecret: () => string;

  constructor(newId: () => string, newSecret: () => string) {
    this.#newId = newId;
    this.#newSecret = newSecret;
  }

  get all(): Subscription[] {
    return [...this.#byId.values()];
  }

  find(id: string): Subscription | null {
    return this.#byId.get(id.toLowerCase()) ?? null;
  }

  /** Subscriptions of a group, or the single one with this id. */
  of(id: string): Subscription[] {
    const subscription = this.find(id);
    if (subscription) return [subscription];
    return this.all.filter(({ webhook_group_id }) => webhook_group_id === id.toLowerCase());
  }

  /** Creates one subscription per event of the name; none for an unknown name. */
  create({ url, event_name, filters, secret }: WebhookCreate, created_at: string): Subscription[] {
    const webhook_group_id = this.#newId();
    const shared = secret ?? this.#newSecret();
    return eventNamesOf(event_name).map((name) => {
      const subscription: Subscription = {
        id: this.#newId(),
        webhook_group_id,
        url,
        event_name: name,
        filters: {
          fleet_ids: (filters?.fleet_ids ?? []).map((id) => id.toLowerCase()),
          fleet_refs: filters?.fleet_refs ?? [],
        },
        secret: shared,
        created_at,
      };
      this.#byId.set(subscription.id, subscription);
      return subscription;
    });
  }

  matching(event: Addressed): Subscription[] {
    return this.all.filter(
      (subscription) =>
        subscription.event_name === event.event_name &&
        (!event.webhook_group_id || subscription.webhook_group_id === event.webhook_group_id.toLowerCase()) &&
        passes(subscription, event),
    );
  }

  save(): Subscription[] {
    return this.all;
  }

  load(saved: readonly Subscription[]): void {
    for (const subscription of saved) this.#byId.set(subscription.id, subscription);
  }
}
