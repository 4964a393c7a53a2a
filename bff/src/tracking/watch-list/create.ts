import { boardLoadDetail } from '@waypost/contract/api/board';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { may } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Router } from 'express';
import { z } from 'zod';
import type { Auth } from '../../people/auth/create.ts';
import { type Config, isLoopback } from '../../platform/config/config.ts';
import { Problem } from '../../platform/http/problems.ts';
import { mountRoutes, sendJson, sendJsonList, slicesOf } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toWallTime } from '../../platform/lib/clocks.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { trailOf } from '../../platform/store/watched-loads.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Upstream } from '../../service/upstream/create.ts';
import { type Http, MAX_LIST_BYTES, parseJson } from '../../service/upstream/http.ts';
import type { Board } from '../board/board.ts';
import { type Events, Stream, wallItems } from '../events/hub.ts';
import type { Polling } from '../polling/create.ts';
import type { Poller } from '../polling/poller.ts';
import { WatchListCommands } from './commands.ts';

type WatchListOptions = Uses<'log' | 'db' | 'activity'> & {
  readonly config: Config;
  readonly board: Board;
  readonly auth: Auth;
  readonly events: Events;
  readonly polling: Polling;
  readonly upstream: Upstream;
};

interface WatchList extends Capability {
  readonly commands: WatchListCommands;
  /** True when the service turned out to be the sandbox: the page then labels its data as simulated. */
  readonly simulated: () => boolean;
}

export function createWatchList(options: WatchListOptions): WatchList {
  const { config, log, db, board, activity, polling, upstream } = options;
  const { poller } = polling;
  const stopping = new AbortController();
  let simulated = false;
  const commands = new WatchListCommands({ db, board, poller, activity });
  return {
    commands,
    simulated: () => simulated,
    routes: (router) => mountBoard(router, options, commands),
    start: () => {
      addSandboxLoads({
        baseUrl: config.service.baseUrl,
        path: config.assumptions.sandbox_loads_path,
        http: upstream.http,
        board,
        poller,
        log,
        signal: stopping.signal,
      }).then(
        (taken) => {
          simulated = taken;
        },
        (error) => log.warn({ err: error }, 'could not add the sandbox loads'),
      );
    },
    stop: () => stopping.abort(new Error('stopping')),
  };
}

const TRAIL_HOURS = 48;
const TRAIL_POINTS = 500;
const CACHE_MS = 1_000;
const MAX_CACHED = 500;

function mountBoard(router: Router, options: WatchListOptions, commands: WatchListCommands): void {
  const { db, board, activity, auth, upstream } = options;
  const { hub } = options.events;
  const { poller, status } = options.polling;

  const found = (load_id: string) => commands.find(load_id);

  const detail = async (load_id: string) => {
    const { item } = await found(load_id);
    const vehicle = item.vehicle_assignment?.vehicle.id;
    const trail = vehicle
      ? await trailOf(db, vehicle, Date.now() - TRAIL_HOURS * 3600_000, TRAIL_POINTS)
      : [];
    return {
      ...item,
      next_read_at: toIso(toWallTime(poller.nextReadAt(load_id))),
      trail: trail.map(withIsoTimes),
    };
  };

  /** One load open on many screens is serialized once per second, unless it changes. */
  const cache = new TtlCache<{ item: unknown; next: number | null; json: string }>(
    CACHE_MS,
    undefined,
    MAX_CACHED,
  );
  const detailJson = async (load_id: string): Promise<string> => {
    const { item } = await found(load_id);
    const next = poller.nextReadAt(load_id);
    const known = cache.get(load_id);
    if (known?.item === item && known.next === next) return known.json;
    const json = JSON.stringify(boardLoadDetail.parse(await detail(load_id)));
    cache.set(load_id, { item, next, json });
    return json;
  };

  mountRoutes(router, API_ROUTES, {
    listLoads: ({ response, session }) => {
      // Assembled from cached JSON: every page that opens requests thousands of loads. Metadata comes first and each load is on its own
      // line, so that the page can parse the document incrementally.
      // A load that changes in between is sent again by the stream, which starts from this version.
      const head = { version: board.version, status: status(), total: board.size };
      const start = `${JSON.stringify(head).slice(0, -1)},"items":[\n`;
      const items = may(session.roles, 'read') ? board.jsonItems() : wallItems(board.jsonItems());
      return sendJsonList(response, start, slicesOf(items), '\n]}');
    },
    watchLoads: async ({ body, session }) => {
      const { added, already_watched } = await commands.watch(body.load_ids, session);
      const ids = [...new Set(body.load_ids)];
      return {
        status: added.length > 0 ? 201 : 200,
        body: {
          items: await Promise.all(ids.map(async (id) => (await found(id)).item)),
          added: added.length,
          already_watched,
        },
      };
    },
    readLoad: async ({ params, response }) => {
      await found(params.load_id);
      poller.recordOpened(params.load_id);
      return sendJson(response, 200, await detailJson(params.load_id));
    },
    readRawLoad: async ({ params }) => {
      await found(params.load_id);
      return { raw: JSON.parse(board.responseOf(params.load_id) ?? 'null') };
    },
    refreshLoad: async ({ params, session }) => {
      await found(params.load_id);
      await poller.readNow(params.load_id, await auth.tokenOf(session));
      await board.flush();
      return await detail(params.load_id);
    },
    sayIdentifiers: ({ params, body, session }) =>
      commands.sayIdentifiers(params.load_id, body.sent, session),
    setCarrierPhone: ({ params, body, session }) =>
      commands.setCarrierPhone(params.load_id, body.phone, session),
    unwatchLoad: ({ params, session }) => commands.unwatch(params.load_id, session),
    endServicePause: async ({ session }) => {
      const { retry_at } = status();
      if (retry_at === null) return;
      await upstream.endPause((trx) =>
        activity.record(trx, session, 'end_service_pause', null, { paused_until: retry_at }),
      );
      hub.sendStatus();
    },
    events: async ({ request, response, session, query }) => {
      const last = request.get('Last-Event-ID') ?? query.last_event_id ?? null;
      // The id may come from another server that is slightly ahead.
      if (Number(last) > board.version) await board.catchUp().catch(() => undefined);
      if (response.destroyed) return undefined;
      if (!hub.hasRoomFor(session.id_hash))
        throw new Problem(429, 'too_many_requests', 'Too many Waypost tabs are open', {
          detail: "Close tabs you don't need",
        });
      const stream = new Stream(response, session.id_hash, session.roles);
      request.on('close', () => hub.close(stream));
      response.on('close', () => hub.close(stream));
      hub.open(stream, last);
      return undefined;
    },
  });
}

// The embedded sandbox lists its loads (an extra route), so that its board starts filled. Requested on this machine only; a real
// service responds with 404.
const sandboxList = z.object({ load_ids: z.array(uuid) });
const RETRY_MS = 3_000;

interface SandboxLoadsOptions extends Uses<'log'> {
  readonly board: Board;
  readonly baseUrl: URL;
  readonly path: string;
  readonly http: Http;
  readonly poller: Poller;
  readonly signal: AbortSignal;
}

/** Resolves when the loads were added (true), or when the service turns out not to be a sandbox (false). */
async function addSandboxLoads(options: SandboxLoadsOptions): Promise<boolean> {
  const { baseUrl, path, http, board, poller, log, signal } = options;
  if (!isLoopback(baseUrl)) return false;
  const url = new URL(baseUrl.href.replace(/\/$/, '') + path);
  while (!signal.aborted) {
    const answer = await http
      .exchange({
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        signal,
        maxBytes: MAX_LIST_BYTES,
      })
      .catch(() => null);
    if (answer) {
      const parsed = answer.status === 200 ? sandboxList.safeParse(parseJson(answer.text)) : null;
      if (!parsed?.success) return false;
      const listedIds = new Set(parsed.data.load_ids);
      const { watched, removed } = board.sandboxIds();
      // A sandbox with another seed has other loads; loads that a person removed stay removed.
      const obsolete = watched.filter((id) => !listedIds.has(id));
      poller.remove(await board.unwatch(obsolete));
      const taken = new Set([...removed, ...(await board.archivedAmong([...listedIds]))]);
      const added = await board.watch(
        [...listedIds].filter((id) => !taken.has(id)),
        'sandbox',
        null,
      );
      poller.add(added);
      if (added.length + obsolete.length > 0)
        log.info({ added: added.length, removed: obsolete.length }, 'added the sandbox loads');
      return true;
    }
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, RETRY_MS);
      signal.addEventListener('abort', done, { once: true });
    });
  }
  return false;
}
