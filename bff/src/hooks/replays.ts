/**
 * Asks the service to send events once more: when an administrator wants it, and by itself after a time in which nothing could be
 * received, because no server was running or the store took nothing. Events that come twice are known as duplicates.
 */
import type { ReplayResult } from '@waypost/contract/api/webhooks';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Logger } from 'pino';
import { Problem } from '../http/problems.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Priority } from '../service/gate.ts';
import type { Database } from '../store/database.ts';
import { type HookRow, lastReceivedAt } from '../store/hooks.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import type { Hooks } from './hooks.ts';

export interface ReplaysOptions {
  readonly db: Database;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: Pick<ServiceEndpoints, 'replayWebhook'>;
  readonly hooks: Pick<Hooks, 'list'>;
  readonly log: Logger;
  readonly now?: () => number;
}

const BEAT_MS = 20_000;
/** The service itself tries again for about as long. */
const OUTAGE_MS = 60_000;
/** When a server was last able to receive, written by all of them. */
const RECEIVING_AT = 'webhooks_receiving_at';
/** Since when events are to be asked for; stays until the service was asked. */
const MISSED_SINCE = 'webhooks_missed_since';
/** Answers that mean: the service does not offer this. Its absence is normal. */
const NOT_OFFERED = new Set([404, 405, 501]);

export class Replays {
  readonly #options: ReplaysOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> | null = null;

  constructor(options: ReplaysOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  start(): void {
    void this.beat();
    this.#timer = setInterval(() => void this.beat(), BEAT_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#beating;
  }

  /** Notes that deliveries can be received now, and asks for what was missed before. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat()
      .catch((error) => this.#options.log.warn({ err: error }, 'missed events could not be asked for yet'))
      .finally(() => {
        this.#beating = null;
      });
    return this.#beating;
  }

  /** @param from ms; null: since the last delivery. Throws ServiceError when the service cannot be asked now. */
  async request(hook: HookRow, from: number | null, priority: Priority = 'person'): Promise<ReplayResult> {
    const { db, client, endpoints } = this.#options;
    const ids = webhookIdsOf(hook);
    if (ids.length === 0)
      throw new Problem(409, 'conflict', 'The id of this subscription is not known', {
        detail: 'Ask the operator of the tracking service to send the events again',
      });
    const since = from ?? (await lastReceivedAt(db, hook.id)) ?? hook.created_at;
    const period = { from: new Date(since).toISOString(), to: new Date(this.#now()).toISOString() };
    try {
      for (const webhook_id of ids)
        await client.call(endpoints.replayWebhook, { params: { webhook_id }, body: period, priority });
    } catch (error) {
      if (!(error instanceof ServiceError) || !NOT_OFFERED.has(error.status ?? 0)) throw error;
      const message = `The tracking service does not send events again, or no longer knows this subscription (it answered ${error.status}). Ask its operator for the events since then`;
      return { requested: false, ...period, message };
    }
    return { requested: true, ...period, message: null };
  }

  async #beat(): Promise<void> {
    const { db, hooks, log } = this.#options;
    const now = this.#now();
    const before = Number((await readSetting(db, RECEIVING_AT)) ?? now);
    if (now - before > OUTAGE_MS && (await readSetting(db, MISSED_SINCE)) === null)
      await writeSetting(db, MISSED_SINCE, String(before));
    await writeSetting(db, RECEIVING_AT, String(now));
    const missed = await readSetting(db, MISSED_SINCE);
    if (missed === null) return;
    for (const hook of await hooks.list()) {
      if (hook.state !== 'active' || webhookIdsOf(hook).length === 0) continue;
      const last = (await lastReceivedAt(db, hook.id)) ?? Number(missed);
      const result = await this.request(hook, Math.min(last, Number(missed)), 'background');
      log.info({ purpose: hook.purpose, ...result }, 'events were asked for that may have been missed');
    }
    await db.deleteFrom('setting').where('key', '=', MISSED_SINCE).execute();
  }
}

/** A subscription of an earlier version of Waypost is known by its group only. */
function webhookIdsOf({ webhook_ids, webhook_group_id }: HookRow): readonly string[] {
  if (webhook_ids !== null) return JSON.parse(webhook_ids) as string[];
  return webhook_group_id === null ? [] : [webhook_group_id];
}
