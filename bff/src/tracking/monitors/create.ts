import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import { MONITOR_STOPS_MAX, type MonitorSources } from '@waypost/contract/api/monitors';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { PAGE_SIZE } from '@waypost/contract/common';
import type { Router } from 'express';
import { nextPage, positionOf } from '../../platform/http/list-pages.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { mountRoutes, sendJson } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import { archivedWithItems } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { eventsOfMonitor } from '../../platform/store/monitors.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import { trailOf } from '../../platform/store/watched-loads.ts';
import type { Directory } from '../../service/directory/directory.ts';
import {
  type CreateIntentsOptions,
  createdAnswer,
  type IntentsCapability,
  intentIdOf,
} from '../../service/intents/create.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import type { Board } from '../board/board.ts';
import type { PlaceOf } from '../board/entry.ts';
import type { Events } from '../events/hub.ts';
import type { Sites } from '../sites/sites.ts';
import { byAge } from './entry.ts';
import { factOfRecord } from './facts.ts';
import { storePersonLink } from './links.ts';
import { handleMonitorEvents, MonitorCreationListener } from './monitor-events.ts';
import { MonitorPoller } from './monitor-poller.ts';
import { Monitors } from './monitors.ts';
import { factsOfVehicle } from './vehicle-facts.ts';

type CreateMonitorsOptions = CreateIntentsOptions & {
  readonly board: Board;
  readonly directory: Directory;
  readonly events: Events;
  readonly intents: IntentsCapability;
  readonly placeOf: PlaceOf;
  readonly sites: Sites;
};

export async function createMonitors(
  options: CreateMonitorsOptions,
): Promise<Capability & { readonly monitors: Monitors }> {
  const { config, log, db, box, board, cluster, events, placeOf, sites } = options;
  const { bus } = cluster;
  const { client, endpoints } = options.upstream;
  const { subscriptions, processor } = options.webhooks;
  const { assumptions } = config;
  const monitors = await Monitors.open({
    db,
    log,
    board,
    placeOf,
    assumptions,
    site: (id) => sites.get(id),
    siteAt: (circle) => sites.at(circle),
    broadcaster: events.broadcaster,
    onCommit: () => bus.publish('monitors', ''),
  });
  sites.onChange.subscribe(() => monitors.sitesChanged());
  bus.follow('monitors', () => monitors.catchUp());

  const creations = new MonitorCreationListener({ db, box, board, monitors, log });
  await creations.open();
  options.intents.addListener(creations);

  const poller = new MonitorPoller({
    db,
    client,
    endpoints,
    monitors,
    log,
    receivesEvents: () => subscriptions.stateOf('geofence_monitor') === 'active',
    intervalMs: config.pollIntervalSeconds * 1000,
  });
  await poller.open();
  cluster.runExclusively('reader', {
    task: poller.task,
    start: (lease) => {
      monitors.publish(lease);
      poller.start(lease);
    },
    stop: () => poller.stop(),
  });
  return {
    monitors,
    routes: (router) => mountMonitors(router, options, monitors, poller),
    machineRoutes: (router) => mountStopTimes(router, options, monitors),
    start: () => handleMonitorEvents(processor, { monitors, assumptions }),
    stop: () => monitors.stop(),
  };
}

const TRAIL_POINTS = 2_000;

async function historyOf(db: Database, id: string) {
  return (await eventsOfMonitor(db, id)).map((row) => ({
    ...withIsoTimes(row),
    event_id: row.event_id ?? row.delivery_id,
    record: JSON.parse(row.record) as unknown,
  }));
}

function mountStopTimes(router: Router, { db, board }: CreateMonitorsOptions, monitors: Monitors): void {
  mountRoutes(router, API_ROUTES, {
    machineStopTimes: async ({ params: { load_id } }) => {
      const [archived] = board.has(load_id) ? [] : await archivedWithItems(db, [load_id]);
      const load = board.get(load_id)?.item ?? (archived && (JSON.parse(archived.item) as BoardLoad));
      if (!load) throw Problem.notFound('This load is neither on the board nor in the archive');
      const id = load.monitor?.monitor_id;
      const monitor = id === undefined ? null : await monitors.find(id);
      return {
        load_id,
        load_ref: load.load_ref,
        monitor: monitor && { ...monitor, history: await historyOf(db, monitor.id) },
      };
    },
  });
}

function mountMonitors(
  router: Router,
  options: CreateMonitorsOptions,
  monitors: Monitors,
  poller: MonitorPoller,
): void {
  const { db, log, board, activity, directory } = options;
  const { client, endpoints } = options.upstream;
  const { subscriptions } = options.webhooks;
  const { intents } = options.intents;
  const { tokenOf, actorOf } = options.auth;

  const found = async (id: string) => {
    const item = await monitors.find(id);
    if (!item)
      throw Problem.notFound(
        'Monitor not found',
        'A monitor created outside Waypost appears with its first event, or at the next refresh',
      );
    return item;
  };

  const detail = async (id: string) => {
    const item = await found(id);
    const since = item.starts_at === null ? 0 : Date.parse(item.starts_at);
    const { vehicle_id } = item;
    const trail = vehicle_id === null ? [] : await trailOf(db, vehicle_id, since, TRAIL_POINTS);
    return {
      ...item,
      history: await historyOf(db, id),
      trail: trail.map(withIsoTimes),
    };
  };

  const sources = (): MonitorSources => {
    const latest = monitors.lastActivity();
    return {
      events: subscriptions.stateOf('geofence_monitor'),
      webhook_group_id: subscriptions.groupOf('geofence_monitor'),
      reads: poller.offered.any,
      last_event_at: toIso(latest.event),
      last_read_at: toIso(latest.read),
    };
  };

  mountRoutes(router, API_ROUTES, {
    listMonitors: async ({ query, response }) => {
      const { load_id, part, status, q = '' } = query;
      const size = query.size ?? PAGE_SIZE.max;
      const after = query.cursor === undefined ? null : positionOf(query.cursor);
      // Assembled from cached JSON: every page that opens requests thousands of monitors.
      const current = part === 'ended' ? [] : monitors.positions(load_id);
      const rows = current
        .filter((position) => after === null || byAge(after, position) < 0)
        .slice(0, size + 1)
        .map((position) => ({ position, json: monitors.json(position.id) }));
      if (part !== 'current' && load_id === undefined) {
        const ended = await monitors.ended.list({ status, words: q.split(/\s+/), after, limit: size + 1 });
        rows.push(...ended.map(({ position, item }) => ({ position, json: JSON.stringify(item) })));
        rows.sort((a, b) => byAge(a.position, b.position));
      }
      const page = rows.slice(0, size);
      const answer = {
        ended: await monitors.countEnded(),
        sources: sources(),
        next_page: nextPage(page.at(-1)?.position, page.length < rows.length),
      };
      const items = page.map(({ json }) => json).join(',');
      return sendJson(response, 200, `{"items":[${items}],${JSON.stringify(answer).slice(1)}`);
    },
    createMonitor: async ({ body, session, request }) => {
      const stops = body.stops?.length ?? 0;
      if (stops > MONITOR_STOPS_MAX)
        throw invalidField('body.stops', stops, `must be at most ${MONITOR_STOPS_MAX} stops`);
      const intent_id = intentIdOf(request) ?? randomUUID();
      const send = (webhook_group_id: string | null) => {
        const added = webhook_group_id === null ? {} : { webhook_group_id };
        return intents.send({ kind: 'monitor', body, added, intent_id }, actorOf(session));
      };
      if (body.webhook_group_id !== undefined) return createdAnswer(await send(null), [201]);
      const webhook = await subscriptions.ensureSubscription('geofence_monitor');
      try {
        return createdAnswer(await send(webhook.webhook_group_id), [201]);
      } catch (error) {
        if (webhook.webhook_group_id === null || !isGroupUnknown(error)) throw error;
        // The service has lost our subscription, so nothing was created: retry with a new one.
        await subscriptions.markLost(webhook, 'The tracking service no longer had this subscription');
        const renewed = await subscriptions.ensureSubscription('geofence_monitor');
        return createdAnswer(await send(renewed.webhook_group_id), [201]);
      }
    },
    readMonitor: ({ params }) => detail(params.monitor_id),
    refreshMonitor: async ({ params, session }) => {
      await found(params.monitor_id);
      await poller.readNow(params.monitor_id, await tokenOf(session));
      return await detail(params.monitor_id);
    },
    cancelMonitor: async ({ params, session }) => {
      const id = params.monitor_id;
      const { name } = await found(id);
      const token = await tokenOf(session);
      const act = await activity.start(session, 'cancel_monitor', id, { name });
      const call = { params: { geofence_monitor_id: id }, priority: 'person', token } as const;
      const answer = await client.call(endpoints.cancelMonitor, call).catch(async (error: unknown) => {
        await act.failed(error);
        throw error;
      });
      await act.finish('done');
      await monitors.addFacts([
        { id, tag: null, state: factOfRecord({ ...answer.data, id }), read_at: Date.now() },
      ]);
      return await found(id);
    },
    linkMonitor: async ({ params, body, session }) => {
      const id = params.monitor_id;
      const { links } = await found(id);
      const load_ref = board.get(body.load_id)?.item.load_ref ?? null;
      if (!board.has(body.load_id) && !links.some((link) => link.load_id === body.load_id))
        throw invalidField('body.load_id', body.load_id, 'must be a load on the board');
      const detail = { load_id: body.load_id, load_ref };
      await inTransaction(db, async (store) => {
        await storePersonLink(store, { monitor_id: id, ...body, load_ref, at: Date.now() });
        await activity.record(store, session, 'link_monitor', id, detail, body.state);
      });
      await afterCommit(log, 'show a linked monitor', () => monitors.relink(id));
      return await found(id);
    },
    vehicleFacts: ({ body }) => factsOfVehicle(body, { db, board, monitors, directory }),
  });
}

/** A 422 that concerns only the webhook group. */
function isGroupUnknown(error: unknown): boolean {
  const detail = error instanceof ServiceError && error.kind === 'refused' ? error.body?.detail : null;
  return (
    Array.isArray(detail) &&
    detail.length > 0 &&
    detail.every(({ path }) => path.split('.').at(-1) === 'webhook_group_id')
  );
}
