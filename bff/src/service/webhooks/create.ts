/** Events from the service: our webhook URLs, received deliveries, and replays. */
import { API_ROUTES } from '@waypost/contract/api/routes';
import { PROCESSED_AGAIN } from '@waypost/contract/api/webhooks';
import type { Assumptions } from '@waypost/contract/assumptions';
import { EVENT_RECORDS, type EventFamily } from '@waypost/contract/events';
import { redactEvent } from '@waypost/contract/redact-event';
import { subscribedNames } from '@waypost/contract/webhooks';
import type { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import { nextPage, positionOf } from '../../platform/http/list-pages.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso } from '../../platform/lib/time.ts';
import { rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import {
  type DeliveryRow,
  deliveryCounts,
  type ListedDelivery,
  lastUnverified,
  listDeliveries,
  readDelivery,
  unverifiedAt,
  type WebhookRow,
} from '../../platform/store/webhooks.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Upstream } from '../upstream/create.ts';
import { BodyRefused, decompressed, readEnvelope } from './body.ts';
import { bodyContext, DELIVERY_JOB, Processor, queueDelivery } from './processor.ts';
import { mountReceiver } from './receiver.ts';
import { Replays } from './replays.ts';
import { type FleetName, subjectOf } from './subject.ts';
import { WebhookSubscriptions } from './subscriptions.ts';
import { Verifier } from './verifier.ts';

type WebhooksOptions = Uses<'log' | 'db' | 'box' | 'activity'> & {
  readonly config: Config;
  readonly jobs: Jobs;
  readonly upstream: Upstream;
  readonly fleetName: FleetName;
};

export interface Webhooks extends Capability {
  readonly subscriptions: WebhookSubscriptions;
  readonly processor: Processor;
  readonly replays: Replays;
  /** Mounts the endpoints for deliveries. `accepts`: false as soon as the server stops. */
  readonly mountReceiver: (router: Router, accepts: () => boolean) => void;
}

export async function createWebhooks({ config, upstream, ...common }: WebhooksOptions): Promise<Webhooks> {
  const { assumptions } = config;
  const { client, endpoints } = upstream;
  const subscriptions = new WebhookSubscriptions({
    ...common,
    client,
    endpoints,
    assumptions,
    publicUrl: config.hooksPublicUrl,
    serviceUrl: config.service.baseUrl,
  });
  await subscriptions.open();
  const processor = new Processor({ ...common, assumptions });
  const verifier = new Verifier({ ...common, subscriptions, assumptions });
  const replays = new Replays({ ...common, client, endpoints, subscriptions });
  const parts = { ...common, assumptions, subscriptions, verifier, replays };
  return {
    subscriptions,
    processor,
    replays,
    mountReceiver: (router, accepts) => mountReceiver(router, { ...parts, accepts }),
    routes: (router) => mountWebhooks(router, parts),
    start: () => replays.wake(),
    stop: () => replays.stop(),
  };
}

interface WebhookRoutesOptions extends Uses<'db' | 'box' | 'activity'> {
  readonly assumptions: Assumptions;
  readonly fleetName: FleetName;
  readonly subscriptions: WebhookSubscriptions;
  readonly verifier: Verifier;
  readonly replays: Replays;
  readonly jobs: Pick<Jobs, 'add' | 'added' | 'cancel'>;
}

const PAGE = 100;

/** Routes of subscriptions and deliveries, for administrators (rule 24). */
function mountWebhooks(router: Router, options: WebhookRoutesOptions): void {
  const { db, subscriptions, verifier, replays, jobs, activity, assumptions } = options;

  const found = async (id: string) => {
    const row = await readDelivery(db, id);
    if (!row) throw Problem.notFound('Delivery not found');
    return row;
  };

  const toWebhookResponse = async (row: WebhookRow) => {
    const refusals = subscriptions.refusals(row);
    const last = await lastUnverified(db, row.id);
    return {
      ...row,
      address: row.state === 'by_hand' ? subscriptions.address(row) : null,
      signed: row.signing_secret !== null,
      created_at: toIso(row.created_at),
      event_names: isFamily(row.purpose) ? [...subscribedNames(row.purpose, assumptions)] : [],
      unverified: {
        count: last ? (await unverifiedAt(db, row.id)).count : 0,
        last_at: last ? toIso(last.received_at) : null,
        reason: last?.outcome ?? null,
      },
      refused: {
        count: refusals?.count ?? 0,
        last_at: toIso(refusals?.last_at),
        reason: refusals?.reason ?? null,
      },
    };
  };

  mountRoutes(router, API_ROUTES, {
    listWebhooks: async () => ({
      items: await Promise.all((await subscriptions.list()).map(toWebhookResponse)),
    }),
    subscribeWebhook: async ({ params, session }) =>
      toWebhookResponse(await subscriptions.ensureSubscription(params.purpose, session)),
    registerWebhook: async ({ params, body, session }) => {
      const row = await subscriptions.register(params.purpose, body, session);
      if (!row) throw Problem.notFound('This address does not exist yet');
      return await toWebhookResponse(row);
    },
  });

  const foundWebhook = async (id: string) => {
    const row = (await subscriptions.list()).find((one) => one.id === id);
    if (!row) throw Problem.notFound('Address not found');
    return row;
  };

  mountRoutes(router, API_ROUTES, {
    verifyDeliveries: async ({ params, body, session }) => {
      const row = await foundWebhook(params.subscription_id);
      // Too many deliveries for one transaction: recorded before, like an act at the tracking service.
      return await activity.perform(session, 'verify_deliveries', row.purpose, body, async (act) => {
        const result = await verifier.verifyAgain(row, body.tolerance_seconds);
        await act.finish('done', result);
        jobs.added();
        return result;
      });
    },
    requestReplay: async ({ params, body, session }) => {
      const row = await foundWebhook(params.subscription_id);
      const from = body.from === undefined ? null : Date.parse(body.from);
      return await activity.perform(session, 'request_replay', row.purpose, null, async (act) => {
        const result = await replays.request(row, from);
        const period = { from: result.from, to: result.to };
        await act.finish(result.requested ? 'done' : 'not offered', period);
        return result;
      });
    },
    listDeliveries: async ({ query }) => {
      const { state, event, cursor } = query;
      const size = query.size ?? PAGE;
      const position = cursor === undefined ? null : positionOf(cursor);
      const after = position ? { received_at: position.at, id: position.id } : undefined;
      const family = event?.endsWith('.*') ? event.slice(0, -2) : '';
      const names = isFamily(family) ? Object.values<string>(assumptions.events[family]) : [];
      const rows = await listDeliveries(db, { state, event, names, after, limit: size + 1 });
      const page = rows.slice(0, size);
      const last = page.at(-1);
      const next_page = nextPage(last && { at: last.received_at, id: last.id }, rows.length > size);
      const subjects = await subjectsOf(page, options);
      const items = page.map((row) => ({
        ...toDeliveryResponse(row),
        subject: subjects.get(row.id) ?? null,
      }));
      const counts = position === null ? await deliveryCounts(db, { event, names }) : null;
      return { items, next_page, counts };
    },
    readDelivery: async ({ params }) => {
      const row = await found(params.id);
      const body = await bodyOf(row, options);
      return { ...toDeliveryResponse(row), subject: subjectOf(body, assumptions, options.fleetName), body };
    },
    replayDelivery: async ({ params, session }) => {
      const row = await found(params.id);
      if (row.state === 'unverified')
        throw Problem.conflict(
          'This delivery has not been verified',
          'Fix the problem shown, then verify the deliveries of this address again',
        );
      // Processing it again usually changes nothing: the first outcome is the interesting one.
      const first = row.outcome?.split(PROCESSED_AGAIN)[0];
      const outcome = first !== undefined && row.state === 'done' ? `${first}${PROCESSED_AGAIN}` : null;
      const again = { state: 'stored', tries: 0, outcome, handled_at: null } as const;
      await inTransaction(db, async (store) => {
        await jobs.cancel(store, DELIVERY_JOB, row.id);
        await updateRow(store, 'webhook_delivery', { id: row.id }, again);
        await queueDelivery(store, jobs, row);
        const detail = { event_name: row.event_name, was: row.state };
        await activity.record(store, session, 'replay_delivery', row.id, detail);
      });
      jobs.added();
      const stored = { ...row, state: 'stored', outcome, tries: 0, handled_at: null } as const;
      return {
        ...toDeliveryResponse(stored),
        subject: (await subjectsOf([row], options)).get(row.id) ?? null,
      };
    },
  });
}

/** The body without secrets; null when it is not JSON. */
async function bodyOf(row: DeliveryRow, { box, assumptions }: WebhookRoutesOptions): Promise<unknown> {
  const raw = Buffer.from(box.open(row.body, bodyContext(row.id)), 'base64');
  const plain = await decompressed(raw, row.content_encoding).catch((error: unknown) => {
    if (error instanceof BodyRefused) return null;
    throw error;
  });
  const read = readEnvelope(plain, assumptions);
  return read === null ? null : redactEvent(read.json, assumptions);
}

/** Larger bodies are not read only to name a row of the list. */
const MAX_SUBJECT_BYTES = 64 * 1024;

/** What each delivery is about, by id. */
async function subjectsOf(
  page: readonly ListedDelivery[],
  options: WebhookRoutesOptions,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = page.filter(({ bytes }) => bytes <= MAX_SUBJECT_BYTES).map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await rowsOf(options.db, 'webhook_delivery', { id: ids });
  const subjects = new Map<string, string | null>();
  for (const row of rows) {
    // A body whose key was removed names nothing; it must not hide the list.
    const body = await bodyOf(row, options).catch(() => null);
    subjects.set(row.id, subjectOf(body, options.assumptions, options.fleetName));
  }
  return subjects;
}

const isFamily = (purpose: string): purpose is EventFamily => Object.hasOwn(EVENT_RECORDS, purpose);
const toDeliveryResponse = (row: ListedDelivery) => ({
  ...row,
  received_at: toIso(row.received_at),
  handled_at: toIso(row.handled_at),
});
