/** Webhook subscriptions (assumed). A family is one subscription for each of its events, in one group. */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { WebhookCreate } from '@waypost/contract/webhooks';

export interface Subscription {
  readonly id: string;
  /** What a monitor names; the same for all subscriptions that one request made. */
  readonly webhook_group_id: string;
  readonly url: string;
  readonly event_name: string;
  readonly filters: { readonly fleet_ids: readonly string[]; readonly fleet_refs: readonly string[] };
  readonly secret: string;
  readonly created_at: string;
}

/** What an event says about whom it concerns. */
export interface Addressed {
  readonly event_name: string;
  readonly fleet_id?: string | null;
  readonly fleet_ref?: string | null;
  /** Only this group gets it. */
  readonly webhook_group_id?: string | null;
}

/** Every event name that exists, by family. */
export const EVENT_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(ASSUMPTIONS.events).map(([family, names]) => [family, Object.values<string>(names)]),
);

/** Names that a subscription's `event_name` represents; none when it is unknown. */
export function eventNamesOf(event_name: string): readonly string[] {
  const { family_suffix } = ASSUMPTIONS.webhooks;
  if (event_name.endsWith(family_suffix)) {
    const family = event_name.slice(0, -family_suffix.length);
    return Object.hasOwn(EVENT_NAMES, family) ? (EVENT_NAMES[family] ?? []) : [];
  }
  return Object.values(EVENT_NAMES).some((names) => names.includes(event_name)) ? [event_name] : [];
}

/** A filter lets through what it names; an event without a fleet passes every filter. */
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

  /** Subscriptions of a group; of a subscription's own id, that one alone. */
  of(id: string): Subscription[] {
    const one = this.find(id);
    if (one) return [one];
    return this.all.filter(({ webhook_group_id }) => webhook_group_id === id.toLowerCase());
  }

  /** One for each event that the name represents; none for an unknown name. */
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
      (one) =>
        one.event_name === event.event_name &&
        (!event.webhook_group_id || one.webhook_group_id === event.webhook_group_id.toLowerCase()) &&
        passes(one, event),
    );
  }

  save(): Subscription[] {
    return this.all;
  }

  load(saved: readonly Subscription[]): void {
    for (const one of saved) this.#byId.set(one.id, one);
  }
}
