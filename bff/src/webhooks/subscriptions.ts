/**
 * Addresses that the service delivers events to: one for each purpose, with a secret part in its path. Where the service allows
 * it the subscription is made by us; else a person is asked to register the address.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { WebhookPurpose } from '@waypost/contract/api/webhooks';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { subscribedNames, type Webhook, webhookGroupIdOf } from '@waypost/contract/webhooks';
import { hashOf, randomToken } from '../auth/keys.ts';
import { isLoopback } from '../config.ts';
import { ServerPart } from '../lib/server-part.ts';
import { rowOf, rowsOf, updateRow } from '../store/query.ts';
import { addWebhook, type WebhookRow } from '../store/webhooks.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Uses } from '../wiring.ts';

interface WebhookSubscriptionsOptions
  extends Uses<'db' | 'box' | 'log' | 'activity' | 'assumptions' | 'client' | 'now'> {
  readonly endpoints: Pick<ServiceEndpoints, 'createWebhook'>;
  /** Origin of our addresses as the service sees it. */
  readonly publicUrl: URL;
  readonly serviceUrl: URL;
}

type Person = { readonly sub: string; readonly name: string } | null;

interface Refusals {
  readonly count: number;
  readonly last_at: number;
  readonly reason: string;
}

/** Called straight by the service, which has no subscription for it and signs nothing. */
const CALLBACK = 'invitation_callback';
/** Answers that mean: this service does not let us subscribe, or not like this. */
const REFUSALS = new Set(['refused', 'forbidden', 'not_found', 'not_implemented']);

export class WebhookSubscriptions extends ServerPart<WebhookSubscriptionsOptions> {
  readonly #known = new Map<string, WebhookRow>();
  readonly #refusals = new Map<string, Refusals>();
  readonly #flights = new Map<WebhookPurpose, Promise<WebhookRow>>();

  /** Reads the addresses, so that a wrong one costs no look into the store. */
  async open(): Promise<void> {
    for (const row of await rowsOf(this.options.db, 'webhook_subscription', {}, ['created_at', 'id']))
      this.#known.set(row.id, row);
  }

  /** The webhook of a path's secret part among those known, in the same time whatever it is. */
  knownBySecret(secret: string): WebhookRow | null {
    const given = Buffer.from(hashOf(secret));
    let found: WebhookRow | null = null;
    for (const row of this.#known.values())
      if (timingSafeEqual(Buffer.from(row.secret_hash), given)) found = row;
    return found;
  }

  /** The same, also when another process of ours has made it. */
  async bySecret(secret: string): Promise<WebhookRow | null> {
    const row = await rowOf(this.options.db, 'webhook_subscription', { secret_hash: hashOf(secret) });
    if (row) this.#known.set(row.id, row);
    return row ?? null;
  }

  /** Null when deliveries to it are not signed. */
  signingSecret(row: WebhookRow): string | null {
    return row.signing_secret === null
      ? null
      : this.options.box.open(row.signing_secret, context(row.id, 'signing'));
  }

  address(row: WebhookRow): string {
    const secret = this.options.box.open(row.path_secret, context(row.id, 'path'));
    return new URL(`/hooks/${secret}`, row.base_url).href;
  }

  /** Notes a delivery that was turned away. */
  refuse(row: WebhookRow, reason: string): void {
    const count = (this.#refusals.get(row.id)?.count ?? 0) + 1;
    this.#refusals.set(row.id, { count, last_at: this.now(), reason });
    this.options.log.warn({ subscription_id: row.id, purpose: row.purpose, reason }, 'rejected a delivery');
  }

  refusals(row: WebhookRow): Refusals | null {
    return this.#refusals.get(row.id) ?? null;
  }

  /** How far we have come with the service about a family; `none`: nobody has asked for it yet. */
  stateOf(purpose: WebhookPurpose): 'active' | 'pending' | 'by_hand' | 'none' {
    const { origin } = this.options.publicUrl;
    const row = [...this.#known.values()].find((one) => one.purpose === purpose && one.base_url === origin);
    return (row?.state as 'active' | 'pending' | 'by_hand' | undefined) ?? 'none';
  }

  list(): Promise<WebhookRow[]> {
    return rowsOf(this.options.db, 'webhook_subscription', {}, ['created_at', 'id']);
  }

  /**
   * Our address for a purpose, subscribed at the service where that is possible: see `state`. Asked for by the features that
   * need events, at their first need. Throws ServiceError when the service cannot be asked now. A service that has refused is
   * asked again only when a person wants it (`again`).
   */
  ensureSubscription(purpose: WebhookPurpose, by: Person, again = false): Promise<WebhookRow> {
    let flight = this.#flights.get(purpose);
    if (!flight) {
      flight = this.#ensure(purpose, by, again).finally(() => this.#flights.delete(purpose));
      this.#flights.set(purpose, flight);
    }
    return flight;
  }

  /** The service no longer knows our subscription: the next `ensureSubscription` makes another for the same address. */
  async forget(row: WebhookRow, message: string): Promise<void> {
    await this.#change(row, { state: 'pending', webhook_group_id: null, webhook_ids: null, message });
  }

  /** What a person got when registering the address by hand. */
  async register(
    purpose: WebhookPurpose,
    given: { readonly webhook_group_id?: string | undefined; readonly signing_secret?: string | undefined },
    by: Person,
  ): Promise<WebhookRow | null> {
    const row = await rowOf(this.options.db, 'webhook_subscription', {
      purpose,
      base_url: this.options.publicUrl.origin,
    });
    if (!row) return null;
    const registered = await this.#change(row, {
      state: 'active',
      message: null,
      ...(given.webhook_group_id === undefined ? {} : { webhook_group_id: given.webhook_group_id }),
      // Registered by hand, it is the service's secret that signs, or none.
      signing_secret:
        given.signing_secret === undefined ? null : this.#sealSigning(row, given.signing_secret),
    });
    await this.options.activity.record(by, 'register_hook', purpose, {
      signed: registered.signing_secret !== null,
    });
    return registered;
  }

  async #ensure(purpose: WebhookPurpose, by: Person, again: boolean): Promise<WebhookRow> {
    const row = await this.#row(purpose);
    if (purpose === CALLBACK || row.state === 'active' || (row.state === 'by_hand' && !again)) return row;
    const { publicUrl, serviceUrl, client, endpoints, assumptions, activity } = this.options;
    if (isLoopback(publicUrl) && !isLoopback(serviceUrl))
      return this.#byHand(
        row,
        `${publicUrl.origin} works on this machine only: set HOOKS_PUBLIC_URL to an address that the tracking service can reach`,
      );
    // Written down before the call: if its answer is lost, deliveries are already understood.
    const secret = this.signingSecret(row) ?? randomToken();
    const pending = await this.#change(row, {
      state: 'pending',
      signing_secret: this.#sealSigning(row, secret),
    });
    try {
      const created: Webhook[] = [];
      for (const event_name of subscribedNames(purpose, assumptions)) {
        const { data } = await client.call(endpoints.createWebhook, {
          body: { url: this.address(row), event_name, secret },
          priority: 'person',
        });
        created.push(...(Array.isArray(data) ? data : [data]));
      }
      const agreed = created.find((one) => one.secret)?.secret;
      const active = await this.#change(pending, {
        state: 'active',
        message: null,
        webhook_group_id: webhookGroupIdOf(created, assumptions),
        webhook_ids: JSON.stringify(created.map(({ id }) => id)),
        ...(agreed ? { signing_secret: this.#sealSigning(row, agreed) } : {}),
      });
      await activity.record(by, 'subscribe_hook', purpose);
      return active;
    } catch (error) {
      if (!(error instanceof ServiceError) || !REFUSALS.has(error.kind)) throw error;
      await activity.record(by, 'subscribe_hook', purpose, null, 'refused');
      return this.#byHand(pending, `The tracking service did not accept the subscription: ${error.message}`);
    }
  }

  async #row(purpose: WebhookPurpose): Promise<WebhookRow> {
    const { db, box, publicUrl } = this.options;
    const there = await rowOf(db, 'webhook_subscription', { purpose, base_url: publicUrl.origin });
    if (there) return there;
    const id = randomUUID();
    const secret = randomToken();
    const row = await addWebhook(db, {
      id,
      purpose,
      base_url: publicUrl.origin,
      secret_hash: hashOf(secret),
      path_secret: box.seal(secret, context(id, 'path')),
      signing_secret: null,
      webhook_group_id: null,
      webhook_ids: null,
      state: purpose === CALLBACK ? 'active' : 'pending',
      message: null,
      created_at: this.now(),
    });
    this.#known.set(row.id, row);
    return row;
  }

  #byHand(row: WebhookRow, message: string): Promise<WebhookRow> {
    // Nobody has agreed on a secret: who registers the address by hand says which one, if any.
    return this.#change(row, { state: 'by_hand', message, signing_secret: null });
  }

  async #change(row: WebhookRow, change: Partial<WebhookRow>): Promise<WebhookRow> {
    await updateRow(this.options.db, 'webhook_subscription', { id: row.id }, change);
    const changed = { ...row, ...change };
    this.#known.set(row.id, changed);
    return changed;
  }

  #sealSigning(row: WebhookRow, secret: string): string {
    return this.options.box.seal(secret, context(row.id, 'signing'));
  }
}

const context = (id: string, part: 'path' | 'signing') => `hook/${id}/${part}`;
