/**
 * Requests the service to resend events: on an administrator's request, and automatically after a period in which nothing could be
 * received, because no server was running or the database rejected writes. Repeated events are recognized as duplicates.
 */
import type { ReplayResult } from '@waypost/contract/api/webhooks';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { Problem } from '../../platform/http/problems.ts';
import { BackgroundWorker } from '../../platform/lib/background-worker.ts';
import { toIso } from '../../platform/lib/time.ts';
import { readSetting, writeSetting } from '../../platform/store/query.ts';
import { lastReceivedAt, type WebhookRow } from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { WebhookSubscriptions } from './subscriptions.ts';

interface ReplaysOptions extends Uses<'db' | 'log' | 'now'> {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: Pick<ServiceEndpoints, 'replayWebhook'>;
  readonly subscriptions: Pick<WebhookSubscriptions, 'list'>;
}

const HEARTBEAT_MS = 20_000;
/** About as long as the service retries by itself. */
const OUTAGE_MS = 60_000;
/** Setting: when any server was last able to receive. */
const RECEIVING_AT = 'webhooks_receiving_at';
/** Setting: start of the period to request; remains until the request succeeds. */
const MISSED_SINCE = 'webhooks_missed_since';
/** Statuses that mean that the service does not offer replays, which is normal. */
const NOT_OFFERED = new Set([404, 405, 501]);

export class Replays extends BackgroundWorker<ReplaysOptions> {
  constructor(options: ReplaysOptions) {
    super(options, {
      task: 'request missed events',
      retryMs: HEARTBEAT_MS,
      run: async () => {
        await this.#heartbeat();
        return HEARTBEAT_MS;
      },
    });
  }

  /** `from` in ms; null: since the last delivery. Throws ServiceError on a temporary failure. */
  async request(
    webhook: WebhookRow,
    from: number | null,
    priority: Priority = 'person',
  ): Promise<ReplayResult> {
    const { db, client, endpoints } = this.options;
    const ids = webhookIdsOf(webhook);
    if (ids.length === 0)
      throw Problem.conflict(
        'The ID of this subscription is unknown',
        'Ask the operator of the tracking service to send the events again',
      );
    const since = from ?? (await lastReceivedAt(db, webhook.id)) ?? webhook.created_at;
    const period = { from: toIso(since), to: toIso(this.now()) };
    try {
      for (const webhook_id of ids)
        await client.call(endpoints.replayWebhook, { params: { webhook_id }, body: period, priority });
    } catch (error) {
      if (!(error instanceof ServiceError) || !NOT_OFFERED.has(error.status ?? 0)) throw error;
      const message = `The tracking service can't send events again, or no longer knows this subscription (it answered ${error.status}). Ask its operator for the events since then`;
      return { requested: false, ...period, message };
    }
    return { requested: true, ...period, message: null };
  }

  async #heartbeat(): Promise<void> {
    const { db, subscriptions, log } = this.options;
    const now = this.now();
    const before = Number((await readSetting(db, RECEIVING_AT)) ?? now);
    if (now - before > OUTAGE_MS && (await readSetting(db, MISSED_SINCE)) === null)
      await writeSetting(db, MISSED_SINCE, String(before));
    await writeSetting(db, RECEIVING_AT, String(now));
    const missed = await readSetting(db, MISSED_SINCE);
    if (missed === null) return;
    for (const webhook of await subscriptions.list()) {
      if (webhook.state !== 'active' || webhookIdsOf(webhook).length === 0) continue;
      const last = (await lastReceivedAt(db, webhook.id)) ?? Number(missed);
      const result = await this.request(webhook, Math.min(last, Number(missed)), 'background');
      log.info({ purpose: webhook.purpose, ...result }, 'requested events that may have been missed');
    }
    await db.deleteFrom('setting').where('key', '=', MISSED_SINCE).execute();
  }
}

/** Subscriptions of an earlier version of Waypost are known only by their group. */
function webhookIdsOf({ webhook_ids, webhook_group_id }: WebhookRow): readonly string[] {
  if (webhook_ids !== null) return JSON.parse(webhook_ids) as string[];
  return webhook_group_id === null ? [] : [webhook_group_id];
}
