/**
 * Share links: show one load to people without an account. A token is 256 random bits; only its hash is stored, so neither the database
 * nor a backup of it reveals a token. The shared fields are listed one by one, so that a new field of a load is not shared
 * automatically.
 */
import { randomUUID } from 'node:crypto';
import type { BoardLoad } from '@waypost/contract/api/board';
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import {
  type CreatedShareLink,
  MAX_SHARE_LINKS,
  SHARE_LINK_MAX_DAYS,
  SHARE_TOKEN_HEADER,
  type SharedLoad,
  type ShareLink,
  type ShareLinkCreate,
} from '@waypost/contract/api/share-links';
import type { ArchiveReason } from '@waypost/contract/api/url-enums';
import { DAY_MS } from '@waypost/contract/common';
import { timeZoneAt } from '@waypost/geo/time-zone';
import { causeOf, isDelivered } from '@waypost/triage/cause';
import { etaAhead } from '@waypost/triage/dispatcher-eta';
import { truckDoubt } from '@waypost/triage/doubt';
import { shownStop } from '@waypost/triage/lateness';
import { journeyOfLoad } from '@waypost/triage/monitored';
import { appointmentsOf, arrivalAt, stopTiming } from '@waypost/triage/plan';
import type { Router } from 'express';
import { sql } from 'kysely';
import type { Company } from '../../people/company/company.ts';
import type { Action } from '../../platform/activity/activity.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { networkOf, tooManyRequests } from '../../platform/http/rate-limits.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { pick } from '../../platform/lib/pick.ts';
import { RateWindow } from '../../platform/lib/rate-window.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso, withIsoTimes } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { hashOf, randomToken } from '../../platform/secrets/keys.ts';
import { archivedWithItems } from '../../platform/store/archived-loads.ts';
import type { Database } from '../../platform/store/database.ts';
import { addRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import type { ShareLinkRow } from '../../platform/store/share-links.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';
import type { StopPlace, StopPlaceOf } from '../arrival/stop-places.ts';
import type { Board } from '../board/board.ts';

interface ShareLinksOptions extends Uses<'db' | 'activity' | 'now'> {
  readonly board: Pick<Board, 'get' | 'catchUpFor'>;
  readonly company: Pick<Company, 'identity' | 'settings'>;
  readonly stopPlaceOf: StopPlaceOf;
}

const TOKEN = /^[\w-]{43}$/;
/** An open page updates every minute. After a longer break it was opened again. */
const OPEN_MS = 3 * 60_000;

/** Archived by itself without a known delivery: the link says only that tracking has ended. */
const ENDED_REASON: ArchiveReason = 'overdue';

type SharedStop = NonNullable<SharedLoad['tracking']>['stops'][number];
type DeliveredLoad = Pick<BoardLoad, 'stops' | 'monitor'>;
type TrackedLoad = Pick<SharedLoad, 'load_ref' | 'delivered' | 'tracking'>;

export class ShareLinks extends ServerPart<ShareLinksOptions> {
  /** Links that are open, by link and network. */
  readonly #readers = new TtlCache<true>(OPEN_MS, this.now);

  /** Links of one load, newest first. */
  async list(load_id: string): Promise<ShareLink[]> {
    return (await rowsOf(this.options.db, 'share_link', { load_id }, ['-created_at', 'id'])).map(
      toShareLinkResponse,
    );
  }

  /** The response contains the token, which cannot be read again later. Throws 404, 409 (too many) and 422 (expiry). */
  async create(load_id: string, fields: ShareLinkCreate, by: Person): Promise<CreatedShareLink> {
    const { db, board } = this.options;
    const now = this.now();
    const expires_at = Date.parse(fields.expires_at);
    if (expires_at <= now) throw invalidField('body.expires_at', fields.expires_at, 'must be in the future');
    if (expires_at > now + SHARE_LINK_MAX_DAYS * DAY_MS)
      throw invalidField(
        'body.expires_at',
        fields.expires_at,
        `must be at most ${SHARE_LINK_MAX_DAYS} days from now`,
      );
    await board.catchUpFor([load_id]);
    if (!board.get(load_id)) throw Problem.notFound('This load is not on the board');
    const links = await rowsOf(db, 'share_link', { load_id }, ['-created_at', 'id']);
    if (links.filter((link) => isValid(link, now)).length >= MAX_SHARE_LINKS)
      throw Problem.conflict(
        `This load already has ${MAX_SHARE_LINKS} active share links`,
        "Revoke one you don't need.",
      );
    const token = randomToken();
    const row: ShareLinkRow = {
      id: randomUUID(),
      token_hash: hashOf(token),
      load_id,
      shows_vehicle: fields.shows_vehicle ? 1 : 0,
      created_at: now,
      created_by_name: by.name,
      expires_at,
      revoked_at: null,
      revoked_by_name: null,
      opened: 0,
      last_opened_at: null,
    };
    const { shows_vehicle } = fields;
    await inTransaction(db, async (trx) => {
      await addRow(trx, 'share_link', row);
      const detail = { expires_at: toIso(expires_at), shows_vehicle };
      await this.#record(trx, 'create_share_link', row, by, detail);
    });
    return { share_link: toShareLinkResponse(row), token };
  }

  /** Revokes a link permanently; one that was revoked before stays unchanged. Throws 404. */
  async revoke(id: string, by: Person): Promise<ShareLink> {
    const row = await inTransaction(this.options.db, async (trx) => {
      const change = { revoked_at: this.now(), revoked_by_name: by.name };
      const revoked = await updateRow(trx, 'share_link', { id, revoked_at: null }, change);
      const link = await rowOf(trx, 'share_link', { id });
      if (!link) throw Problem.notFound('Share link not found');
      if (revoked) await this.#record(trx, 'revoke_share_link', link, by, { opened: link.opened });
      return link;
    });
    return toShareLinkResponse(row);
  }

  /**
   * What the link with this token shows. Throws the same 404 for an unknown, expired or revoked token, and for a load that is gone.
   * Counts an opening unless this network has read the link shortly before: the caller, a stranger, has no say in it.
   */
  async read(token: string, network: string): Promise<SharedLoad> {
    const { db, company } = this.options;
    const now = this.now();
    const row = TOKEN.test(token) ? await rowOf(db, 'share_link', { token_hash: hashOf(token) }) : undefined;
    const shown = row && isValid(row, now) ? await this.#toTrackedLoad(row, now) : null;
    if (!row || !shown) throw this.#notFound();
    const reader = `${row.id} ${network}`;
    const is_update = this.#readers.get(reader) !== undefined;
    this.#readers.set(reader, true);
    if (!is_update)
      await updateRow(db, 'share_link', { id: row.id }, { opened: sql`opened + 1`, last_opened_at: now });
    const { length_unit, clock } = company.settings;
    return {
      company: company.identity,
      writing: { length_unit, clock },
      server_time: toIso(now),
      expires_at: toIso(row.expires_at),
      ...shown,
    };
  }

  async #toTrackedLoad({ load_id, shows_vehicle }: ShareLinkRow, now: number): Promise<TrackedLoad | null> {
    const { db, board } = this.options;
    const load = board.get(load_id)?.item;
    if (load) {
      // A failed read of ours is no reason to show a delivered load as under way.
      const delivered =
        load.leaving && causeOf(load, { now, outage: true }) === 'delivered'
          ? this.#deliveryOf(load, load.leaving)
          : null;
      const tracking = delivered ? null : this.#trackingOf(load, shows_vehicle === 1, now);
      return { load_ref: load.load_ref, delivered, tracking };
    }
    const [archived] = await archivedWithItems(db, [load_id]);
    if (!archived) return null;
    const { load_ref, item, ...row } = archived;
    const load_then = {
      stops: [],
      monitor: null,
      leaving: null,
      ...(JSON.parse(item) as Partial<BoardLoad>),
    };
    // A delivered load that a person removed was delivered all the same.
    const ending = (row.reason === 'removed' && load_then.leaving) || { ...row, since: toIso(row.since) };
    if (ending.reason === ENDED_REASON) return { load_ref, delivered: null, tracking: null };
    if (!isDelivered(ending)) return null;
    return { load_ref, delivered: this.#deliveryOf(load_then, ending), tracking: null };
  }

  #deliveryOf(
    load: DeliveredLoad,
    { reason, since }: { readonly reason: string; readonly since: string | null },
  ): SharedLoad['delivered'] {
    const last = appointmentsOf(load.stops).at(-1);
    const presumed = reason === ('next_load' satisfies ArchiveReason);
    return {
      at: since,
      time_zone: last ? this.#timeZoneOf(load, last) : null,
      presumed,
      stop: last
        ? {
            ...pick(last, ['sequence', 'name', 'estimated_arrival_at']),
            arrived_at: presumed ? null : arrivalAt(last, load),
          }
        : null,
    };
  }

  #timeZoneOf(load: DeliveredLoad, stop: BoardLoad['stops'][number]): string | null {
    const place = this.options.stopPlaceOf(load, stop);
    return place && timeZoneAt(place);
  }

  #trackingOf(load: BoardLoad, shows_vehicle: boolean, now: number): SharedLoad['tracking'] {
    const next = shownStop(load, now);
    const last = appointmentsOf(load.stops).at(-1);
    const stops = [next, last].flatMap((stop, at, all) => (stop && all.indexOf(stop) === at ? [stop] : []));
    const shown = new Set(stops.map(({ sequence }) => sequence));
    const journey = journeyOfLoad(load);
    const eta = etaAhead(load, now)?.eta;
    const truck_in_doubt = truckDoubt(load, now) !== null;
    return {
      tracking_health: load.tracking_health,
      truck_in_doubt,
      last_position: load.last_position,
      place: load.place,
      time_zone: load.last_position && timeZoneAt(load.last_position),
      motion: load.motion,
      read_at: load.read_at,
      at_stop: journey?.kind === 'at_stop' ? (journey.stop?.name ?? null) : null,
      stops: stops.map((stop) => ({
        ...stop,
        time_zone: this.#timeZoneOf(load, stop),
        place: roughly(this.options.stopPlaceOf(load, stop)),
        passed: passedOf(stop, load, now),
        arrived: truck_in_doubt ? null : arrivedOf(stop, load, now),
      })),
      // Without the coordinates of stops, which may be from the company's own site book.
      predicted_arrivals: load.predicted_arrivals
        .filter(({ stop_sequence }) => shown.has(stop_sequence))
        .map(({ place: _, ...prediction }) => prediction),
      // Without the person who learned it.
      confirmed_eta: eta && shown.has(eta.stop_sequence) ? pick(eta, ['stop_sequence', 'at']) : null,
      vehicle: shows_vehicle ? (load.vehicle_assignment?.vehicle ?? null) : null,
    };
  }

  #notFound(): Problem {
    const { name } = this.options.company.identity;
    return Problem.notFound(
      'This link does not work',
      `It has expired or was revoked, its load is no longer tracked, or a part of the link is missing. Ask ${name ?? 'the person who sent it to you'} for a new one.`,
    );
  }

  async #record(
    trx: Database,
    action: Action,
    { id, load_id }: ShareLinkRow,
    by: Person,
    detail: object,
  ): Promise<void> {
    const load_ref = this.options.board.get(load_id)?.item.load_ref ?? null;
    const about = { share_link_id: id, load_ref, ...detail };
    await this.options.activity.record(trx, by, action, load_id, about);
  }
}

function arrivedOf(stop: BoardLoad['stops'][number], load: BoardLoad, now: number): SharedStop['arrived'] {
  const { kind } = stopTiming(stop, load, now);
  if (kind === 'at_start') return { at: null, is_late: false };
  const at = arrivalAt(stop, load);
  return at === null ? null : { at, is_late: kind === 'late' };
}

/** Rounded to about a mile, because a reader needs no dock of our site book. */
function roughly(place: StopPlace | null): SharedStop['place'] {
  if (!place) return null;
  const rounded = (degrees: number) => Math.round(degrees * 50) / 50;
  return {
    latitude: rounded(place.latitude),
    longitude: rounded(place.longitude),
    is_city: place.place_by === 'city',
  };
}

function passedOf(stop: BoardLoad['stops'][number], load: BoardLoad, now: number): SharedStop['passed'] {
  const { kind } = stopTiming(stop, load, now);
  if (kind === 'past_plan') return 'unseen';
  return kind === 'late' && arrivalAt(stop, load) === null ? 'late' : null;
}

const isValid = ({ revoked_at, expires_at }: ShareLinkRow, now: number): boolean =>
  revoked_at === null && expires_at > now;

function toShareLinkResponse({ id, token_hash: _, shows_vehicle, ...row }: ShareLinkRow): ShareLink {
  return { ...withIsoTimes(row), share_link_id: id, shows_vehicle: shows_vehicle === 1 };
}

interface ShareLinksCapability extends Capability {
  /** Mounts the route that requires a token instead of a session. */
  readonly mountPublic: (router: Router) => void;
}

/** Per address: enough for a hundred open pages in one office, too few for guessing tokens. */
export const SHARED_READS_PER_MINUTE = 120;
const MAX_NETWORKS = 10_000;

export function createShareLinks(
  options: Uses<'db' | 'activity'> & { readonly board: Board; readonly company: Company } & Pick<
      ShareLinksOptions,
      'stopPlaceOf'
    >,
): ShareLinksCapability {
  const links = new ShareLinks(options);
  const rateWindow = new RateWindow(undefined, MAX_NETWORKS);
  return {
    routes: (router) =>
      mountRoutes(router, SHARE_LINK_ROUTES, {
        listShareLinks: async ({ params }) => ({
          items: await links.list(params.load_id),
        }),
        createShareLink: ({ params, body, session }) => links.create(params.load_id, body, session),
        revokeShareLink: ({ params, session }) => links.revoke(params.share_link_id, session),
      }),
    machineRoutes: (router) =>
      mountRoutes(router, SHARE_LINK_ROUTES, {
        machineListShareLinks: async ({ params }) => ({ items: await links.list(params.load_id) }),
        machineCreateShareLink: ({ params, body, machine }) => links.create(params.load_id, body, machine),
        machineRevokeShareLink: ({ params, machine }) => links.revoke(params.share_link_id, machine),
      }),
    mountPublic: (router) =>
      mountRoutes(router, SHARE_LINK_ROUTES, {
        readSharedLoad: async ({ request, response }) => {
          const network = networkOf(request.ip ?? '');
          const wait = rateWindow.count(network, SHARED_READS_PER_MINUTE);
          if (wait > 0) throw tooManyRequests(wait);
          response.setHeader('X-Robots-Tag', 'noindex, nofollow');
          return await links.read(request.get(SHARE_TOKEN_HEADER) ?? '', network);
        },
      }),
  };
}
