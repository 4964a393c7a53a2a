/** The board: watched loads and their stream. */

import { boardLoadDetail, type ServiceStatus } from '@waypost/contract/api/board';
import { API_ROUTES } from '@waypost/contract/api/routes';
import type { Router } from 'express';
import type { Auth } from '../auth/create.ts';
import type { Uses } from '../dependencies.ts';
import type { EventHub } from '../events/hub.ts';
import { Stream } from '../events/stream.ts';
import { Problem } from '../http/problems.ts';
import { mountRoutes, sendJson } from '../http/route.ts';
import { toIso } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { Poller } from '../polling/poller.ts';
import { trailOf } from '../store/watched-loads.ts';
import type { WatchListCommands } from './commands.ts';

export interface BoardRoutesOptions extends Uses<'db' | 'activity' | 'board' | 'now'> {
  readonly commands: WatchListCommands;
  readonly poller: Poller;
  readonly hub: EventHub;
  readonly status: () => ServiceStatus;
  readonly endPause: () => Promise<void>;
  readonly tokenOf: Auth['tokenOf'];
}

const TRAIL_HOURS = 48;
const TRAIL_POINTS = 500;
const CACHED_MS = 1_000;
const MAX_CACHED = 500;

export function mountBoard(router: Router, options: BoardRoutesOptions): void {
  const { board, commands, poller, hub, db, activity } = options;
  const now = options.now ?? Date.now;

  const found = (load_id: string) => commands.find(load_id);

  const detail = async (load_id: string) => {
    const { item, raw } = found(load_id);
    const vehicle = item.vehicle_assignment?.vehicle.id;
    const trail = vehicle ? await trailOf(db, vehicle, now() - TRAIL_HOURS * 3600_000, TRAIL_POINTS) : [];
    const next = poller.nextReadAt(load_id);
    return {
      ...item,
      next_read_at: toIso(next),
      raw,
      trail: trail.map(({ latitude, longitude, occurred_at }) => ({
        latitude,
        longitude,
        occurred_at: toIso(occurred_at),
      })),
    };
  };

  /** The same load open on many screens is put together once, until something about it changes or a second has gone by. */
  const cache = new TtlCache<{ item: unknown; next: number | null; json: Buffer }>(
    CACHED_MS,
    now,
    MAX_CACHED,
  );
  const detailJson = async (load_id: string): Promise<Buffer> => {
    const { item } = found(load_id);
    const next = poller.nextReadAt(load_id);
    const known = cache.get(load_id);
    if (known?.item === item && known.next === next) return known.json;
    const json = Buffer.from(JSON.stringify(boardLoadDetail.parse(await detail(load_id))));
    cache.set(load_id, { item, next, json });
    return json;
  };

  mountRoutes(router, API_ROUTES, {
    listLoads: ({ response }) => {
      // Put together from ready-made JSON: thousands of loads, asked for by every page that opens. The rest first and each load
      // on a line of its own, so that the page can take them in piece by piece; it is one JSON document all the same.
      const status = JSON.stringify(options.status());
      response
        .status(200)
        .set({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
        .send(
          `{"version":${board.version},"status":${status},"items":[\n${[...board.jsonItems()].join(',\n')}\n]}`,
        );
      return undefined;
    },
    watchLoads: async ({ body, session }) => {
      const { added, already_watched } = await commands.watch(body.load_ids, session);
      const ids = [...new Set(body.load_ids)];
      return {
        status: added.length > 0 ? 201 : 200,
        body: {
          items: ids.map((id) => found(id).item),
          added: added.length,
          already_watched,
        },
      };
    },
    readLoad: async ({ params, response }) => {
      found(params.load_id);
      poller.noteOpened(params.load_id);
      return sendJson(response, 200, await detailJson(params.load_id));
    },
    refreshLoad: async ({ params, session }) => {
      found(params.load_id);
      await poller.readNow(params.load_id, await options.tokenOf(session));
      await board.flush();
      return await detail(params.load_id);
    },
    sayIdentifiers: ({ params, body, session }) =>
      commands.sayIdentifiers(params.load_id, body.sent, session),
    unwatchLoad: ({ params, session }) => commands.unwatch(params.load_id, session),
    endServicePause: async ({ session }) => {
      const { retry_at } = options.status();
      if (retry_at === null) return;
      await options.endPause();
      hub.sendStatus();
      await activity.record(session, 'end_service_pause', null, { paused_until: retry_at });
    },
    events: async ({ request, response, session, query }) => {
      const last = request.get('Last-Event-ID') ?? query.last_event_id ?? null;
      // Perhaps seen at another server, which may be ahead of this one by a moment.
      if (Number(last) > board.version) await board.catchUp().catch(() => undefined);
      if (response.destroyed) return undefined;
      if (!hub.hasRoomFor(session.id_hash))
        throw new Problem(429, 'too_many_requests', 'Too many Waypost tabs are open', {
          detail: "Close tabs you don't need",
        });
      const stream = new Stream(response, session.id_hash);
      request.on('close', () => hub.close(stream));
      response.on('close', () => hub.close(stream));
      hub.open(stream, last);
      return undefined;
    },
  });
}
