/** Share links: one load for somebody without an account, until a chosen time. Our own API; the token is in the answer that creates it and nowhere else. */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, uuid } from '../common.ts';
import { embeddedVehicle, lastPosition, loadStop } from '../loads.ts';
import { boardLoad } from './board.ts';
import { preferencesChange } from './preferences.ts';
import { companyIdentity } from './session.ts';

/** A link may not last longer, days. */
export const SHARE_LINK_MAX_DAYS = 90;
/** Links of one load that work at the same time. */
export const MOST_SHARE_LINKS = 20;

/** Where a shared load is shown. The token is in the fragment, which browsers send to nobody. */
export const SHARE_PAGE = '/share';

/** The page sends the token in this header: addresses are kept in logs. */
export const SHARE_TOKEN_HEADER = 'X-Share-Token';

export const shareLink = z.object({
  share_link_id: uuid,
  load_id: uuid,
  /** Whether the page shows the truck's unit, VIN and plate. */
  shows_vehicle: z.boolean(),
  created_at: dateTime,
  created_by_name: z.string(),
  expires_at: dateTime,
  revoked_at: dateTime.nullable(),
  revoked_by_name: z.string().nullable(),
  /** How often the page was opened. What it asks by itself does not count. */
  opened: z.number().int().min(0),
  last_opened_at: dateTime.nullable(),
});
export type ShareLink = z.infer<typeof shareLink>;

/** `GET /api/loads/{load_id}/share-links`, newest first. */
export const shareLinks = z.object({ items: z.array(shareLink) });

/** `POST /api/loads/{load_id}/share-links` */
export const shareLinkCreate = z.strictObject({
  expires_at: dateTimeWithOffset,
  shows_vehicle: z.boolean(),
});
export type ShareLinkCreate = z.infer<typeof shareLinkCreate>;

/** The only answer that holds a token. */
export const createdShareLink = z.object({ share_link: shareLink, token: z.string() });
export type CreatedShareLink = z.infer<typeof createdShareLink>;

export type ShareLinkState = 'active' | 'expired' | 'revoked';

/** @param now milliseconds since 1970 */
export function shareLinkState(
  link: Pick<ShareLink, 'expires_at' | 'revoked_at'>,
  now: number,
): ShareLinkState {
  if (link.revoked_at !== null) return 'revoked';
  return Date.parse(link.expires_at) <= now ? 'expired' : 'active';
}

/** What a link shows of a load, and nothing else: whatever is not named here never leaves the server. */
export const sharedLoad = z.object({
  company: companyIdentity,
  /** How the company writes lengths and times. */
  writing: preferencesChange.required().pick({ length_unit: true, clock: true }),
  server_time: dateTime,
  expires_at: dateTime,
  load_ref: z.string().nullable(),
  /** Not null: the load was delivered, `presumed` where nobody saw it. Nothing more is shown then. */
  delivered: z.object({ at: dateTime.nullable(), presumed: z.boolean() }).nullable(),
  /** Null after the delivery. */
  tracking: z
    .object({
      tracking_health: boardLoad.shape.tracking_health,
      /** The position may be another truck's. */
      truck_in_doubt: z.boolean(),
      last_position: lastPosition.nullable(),
      place: boardLoad.shape.place,
      motion: boardLoad.shape.motion,
      read_at: boardLoad.shape.read_at,
      /** Name of the stop that it is at, by its monitor; null: at none, or not known. */
      at_stop: z.string().nullable(),
      /** The next one and the last one, each once. */
      stops: z.array(loadStop.pick({ sequence: true, name: true, estimated_arrival_at: true })),
      predicted_arrivals: boardLoad.shape.predicted_arrivals,
      /** Null unless the link shows it. */
      vehicle: embeddedVehicle
        .pick({
          vehicle_name: true,
          vin: true,
          license_plate_number: true,
          license_plate_region: true,
        })
        .nullable(),
    })
    .nullable(),
});
export type SharedLoad = z.infer<typeof sharedLoad>;
