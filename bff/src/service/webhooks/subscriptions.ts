/**
 * URLs to which the service delivers events: one per purpose, with a secret in its path. Subscribed automatically where the service
 * allows it; otherwise a person is asked to register the URL.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { WebhookPurpose } from '@waypost/contract/api/webhooks';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { subscribedNames, type Webhook, webhookGroupIdOf } from '@waypost/contract/webhooks';
import { isLoopback } from '../../platform/config/config.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { hashOf, randomToken, type SecretBox } from '../../platform/secrets/keys.ts';
import { rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import { addWebhook, type WebhookRow } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';

interface WebhookSubscriptionsOptions extends Uses<'db' | 'box' | 'log' | 'activity' | 'now'> {
  readonly assumptions: Assumptions;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: Pick<ServiceEndpoints, 'createWebhook'>;
  /** Origin of our URLs as seen by the service. */
  readonly publicUrl: URL;
  readonly serviceUrl: URL;
}

type Person = { readonly sub: string; readonly name: string } | null;

interface Refusals {
  readonly count: number;
  readonly last_at: number;
  readonly reason: string;
}

/** Called directly by the service, without subscription or signature. */
const CALLBACK = 'invitation_callback';
/** Errors that mean that the service rejects subscriptions, or this one. */
const REFUSALS = new Set(['refused', 'forbidden', 'not_found', 'not_implemented']);

export class WebhookSubscriptions extends ServerPart<WebhookSubscriptionsOptions> {
  readonly #known = new Map<string, WebhookRow>();
  readonly #refusals = new Map<string, Refusals>();
  readonly #pending = new Map<WebhookPurpose, Promise<WebhookRow>>();

  /** Loads all subscriptions, so that a wrong URL costs no query. */
  async open(): Promise<void> {
    for (const row of await rowsOf(this.options.db, 'webhook_subscription', {}, ['created_at', 'id']))
      this.#known.set(row.id, row);
  }

  /** The cached subscription with this secret, compared in constant time. */
  knownBySecret(secret: string): WebhookRow | null {
    const registration = Buffer.from(hashOf(secret));
    let found: WebhookRow | null = null;
    for (const row of this.#known.values())
      if (timingSafeEqual(Buffer.from(row.secret_hash), registration)) found = row;
    return found;
  }

  /** The same, including subscriptions created by another process. */
  async bySecret(secret: string): Promise<WebhookRow | null> {
    const row = await rowOf(this.options.db, 'webhook_subscription', { secret_hash: hashOf(secret) });
    if (row) this.#known.set(row.id, row);
    return row ?? null;
  }

  /** Null when deliveries are unsigned. */
  signingSecret(row: WebhookRow): string | null {
    return row.signing_secret === null
      ? null
      : this.options.box.open(row.signing_secret, context(row.id, 'signing'));
  }

  address(row: WebhookRow): string {
    const secret = pathSecretOf(this.options.box, row);
    return new URL(`/hooks/${secret}`, row.base_url).href;
  }

  refuse(row: WebhookRow, reason: string): void {
    const count = (this.#refusals.get(row.id)?.count ?? 0) + 1;
    this.#refusals.set(row.id, { count, last_at: this.now(), reason });
    this.options.log.warn({ subscription_id: row.id, purpose: row.purpose, reason }, 'rejected a delivery');
  }

  refusals(row: WebhookRow): Refusals | null {
    return this.#refusals.get(row.id) ?? null;
  }

  /** State of a purpose's subscription; `none`: not requested yet. */
  stateOf(purpose: WebhookPurpose): 'active' | 'pending' | 'by_hand' | 'none' {
    return (this.#of(purpose)?.state as 'active' | 'pending' | 'by_hand' | undefined) ?? 'none';
  }

  /** Null until it is known. */
  groupOf(purpose: WebhookPurpose): string | null {
    return this.#of(purpose)?.webhook_group_id ?? null;
  }

  #of(purpose: WebhookPurpose): WebhookRow | undefined {
    const { origin } = this.options.publicUrl;
    return [...this.#known.values()].find((one) => one.purpose === purpose && one.base_url === origin);
  }

  list(): Promise<WebhookRow[]> {
    return rowsOf(this.options.db, 'webhook_subscription', {}, ['created_at', 'id']);
  }

  /**
   * Our URL for a purpose, subscribed at the service if possible (see `state`). Called by features when they first need events. Throws
   * ServiceError on a temporary failure. A service that has refused is called again only on a person's request.
   * @param by the person who requests it; null: Waypost does so by itself, whatever the person wanted who made it necessary
   */
  ensureSubscription(purpose: WebhookPurpose, by: Person = null): Promise<WebhookRow> {
    let pending = this.#pending.get(purpose);
    if (!pending) {
      pending = this.#ensure(purpose, by).finally(() => this.#pending.delete(purpose));
      this.#pending.set(purpose, pending);
    }
    return pending;
  }

  /** Marks a subscription as lost at the service: the next `ensureSubscription` creates another one with the same URL. */
  async markLost(row: WebhookRow, message: string): Promise<void> {
    await this.#change(row, { state: 'pending', webhook_group_id: null, webhook_ids: null, message });
  }

  /** Stores the data that a person received when registering the URL manually; omitted values stay unchanged. */
  async register(
    purpose: WebhookPurpose,
    registration: {
      readonly webhook_group_id?: string | undefined;
      readonly signing_secret?: string | null | undefined;
    },
    by: Person,
  ): Promise<WebhookRow | null> {
    const row = await rowOf(this.options.db, 'webhook_subscription', {
      purpose,
      base_url: this.options.publicUrl.origin,
    });
    if (!row) return null;
    const { webhook_group_id, signing_secret } = registration;
    const change: Partial<WebhookRow> = {
      state: 'active',
      message: null,
      ...(webhook_group_id !== undefined && { webhook_group_id }),
      ...(signing_secret !== undefined && {
        signing_secret: signing_secret === null ? null : this.#sealSigning(row, signing_secret),
      }),
    };
    const registered = { ...row, ...change };
    const { db, activity } = this.options;
    await inTransaction(db, async (store) => {
      await updateRow(store, 'webhook_subscription', { id: row.id }, change);
      await activity.record(store, by, 'register_hook', purpose, {
        signed: registered.signing_secret !== null,
      });
    });
    this.#known.set(row.id, registered);
    return registered;
  }

  async #ensure(purpose: WebhookPurpose, by: Person): Promise<WebhookRow> {
    const row = await this.#row(purpose);
    // A person who subscribes again wants signed deliveries.
    const isComplete = row.state === 'active' && (by === null || row.signing_secret !== null);
    if (purpose === CALLBACK || isComplete || (row.state === 'by_hand' && by === null)) return row;
    const { publicUrl, serviceUrl, client, endpoints, assumptions, activity } = this.options;
    if (isLoopback(publicUrl) && !isLoopback(serviceUrl))
      return this.#byHand(
        row,
        `${publicUrl.origin} works on this machine only: set HOOKS_PUBLIC_URL to an address that the tracking service can reach`,
      );
    // Stored before the call: if the response is lost, deliveries can be verified anyway.
    const secret = this.signingSecret(row) ?? randomToken();
    const pending = await this.#change(row, {
      state: 'pending',
      signing_secret: this.#sealSigning(row, secret),
    });
    const act = await activity.start(by, 'subscribe_hook', purpose);
    try {
      const created: Webhook[] = [];
      for (const event_name of subscribedNames(purpose, assumptions)) {
        const { data } = await client.call(endpoints.createWebhook, {
          body: { url: this.address(row), event_name, secret },
          priority: 'person',
        });
        created.push(...(Array.isArray(data) ? data : [data]));
      }
      await act.finish('done');
      const agreed = created.find((one) => one.secret)?.secret;
      return await this.#change(pending, {
        state: 'active',
        message: null,
        webhook_group_id: webhookGroupIdOf(created, assumptions),
        webhook_ids: JSON.stringify(created.map(({ id }) => id)),
        ...(agreed ? { signing_secret: this.#sealSigning(row, agreed) } : {}),
      });
    } catch (error) {
      if (!(error instanceof ServiceError) || !REFUSALS.has(error.kind)) {
        await act.failed(error);
        throw error;
      }
      await act.finish('refused');
      return this.#byHand(pending, `The tracking service did not accept the subscription: ${error.message}`);
    }
  }

  async #row(purpose: WebhookPurpose): Promise<WebhookRow> {
    const { db, box, publicUrl } = this.options;
    const existing = await rowOf(db, 'webhook_subscription', { purpose, base_url: publicUrl.origin });
    if (existing) return existing;
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
    // No secret was agreed on: the person who registers the URL enters one, if any.
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

/** Throws when its key was removed. */
export const pathSecretOf = (box: SecretBox, row: WebhookRow): string =>
  box.open(row.path_secret, context(row.id, 'path'));

const context = (id: string, part: 'path' | 'signing') => `hook/${id}/${part}`;
