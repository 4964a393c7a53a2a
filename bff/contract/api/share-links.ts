/**
 * Share links: show one load to someone without an account until a chosen time. Our own API. Only the response that creates a
 * link contains its token.
 */
import { z } from 'zod';
import { dateTime, dateTimeWithOffset, latitude, longitude, uuid } from '../common.ts';
import { embeddedVehicle, lastPosition, loadStop } from '../loads.ts';
import { boardLoad } from './board.ts';
import { dispatcherEta } from './load-triage.ts';
import { preferencesChange } from './preferences.ts';
import { companyIdentity } from './session.ts';

/** Maximum validity in days. */
export const SHARE_LINK_MAX_DAYS = 90;
/** Active links per load. */
export const MAX_SHARE_LINKS = 20;

/** Page that shows a shared load. The token is in the fragment, which browsers do not send to servers. */
export const SHARE_PAGE = '/share';

/** The page sends the token in this header because URLs are logged. */
export const SHARE_TOKEN_HEADER = 'X-Share-Token';

export const shareLink = z.object({
  share_link_id: uuid,
  load_id: uuid,
  /** Whether the page shows the truck's unit number, VIN and plate. */
  shows_vehicle: z.boolean(),
  created_at: dateTime,
  created_by_name: z.string(),
  expires_at: dateTime,
  revoked_at: dateTime.nullable(),
  revoked_by_name: z.string().nullable(),
  /** How often the page was opened, without its updates while it stays open. Once for readers behind one address at the same time. */
  opened: z.number().int().min(0),
  last_opened_at: dateTime.nullable(),
});
export type ShareLink = z.infer<typeof shareLink>;

export const shareLinks = z.object({ items: z.array(shareLink) });

export const shareLinkCreate = z.strictObject({
  expires_at: dateTimeWithOffset,
  shows_vehicle: z.boolean(),
});
export type ShareLinkCreate = z.infer<typeof shareLinkCreate>;

/** The only response that contains a token. */
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

/** IANA zone of a stop's place; null when its place is unknown. */
const stopTimeZone = z.string().nullable();

/** Everything that a link shows of a load; fields not listed here never leave the server. */
export const sharedLoad = z.object({
  company: companyIdentity,
  /** The company's units and clock format. */
  writing: preferencesChange.required().pick({ length_unit: true, clock: true }),
  server_time: dateTime,
  expires_at: dateTime,
  load_ref: z.string().nullable(),
  /**
   * Set when the board says that the load was delivered; `presumed` when that follows from its truck's next load. Nothing else is shown
   * then. `at`: when it was over, after unloading.
   */
  delivered: z
    .object({
      at: dateTime.nullable(),
      time_zone: stopTimeZone,
      presumed: z.boolean(),
      /** Its destination; null: unknown. `arrived_at` null: nobody saw the arrival. Missing from a server of an earlier version. */
      stop: loadStop
        .pick({ sequence: true, name: true, estimated_arrival_at: true })
        .extend({ arrived_at: dateTime.nullable() })
        .nullish(),
    })
    .nullable(),
  /** Null after delivery, and when the load left the board without a known delivery. */
  tracking: z
    .object({
      tracking_health: boardLoad.shape.tracking_health,
      /** The position may belong to another truck. */
      truck_in_doubt: z.boolean(),
      last_position: lastPosition.nullable(),
      place: boardLoad.shape.place,
      /** IANA zone of the last position; null without one. */
      time_zone: z.string().nullable(),
      motion: boardLoad.shape.motion,
      read_at: boardLoad.shape.read_at,
      /** The stop where the truck is, according to the monitor; null when at none or unknown. */
      at_stop: z.string().nullable(),
      /** The next and the last stop, without duplicates. */
      stops: z.array(
        loadStop.pick({ sequence: true, name: true, estimated_arrival_at: true }).extend({
          time_zone: stopTimeZone,
          /** About a mile from the true place, which may be from the company's site book; null: unknown. */
          place: z.object({ latitude, longitude, is_city: z.boolean() }).nullable(),
          /** The appointment has passed and no arrival was seen: `late` when that is known, otherwise `unseen`. */
          passed: z.enum(['unseen', 'late']).nullable(),
          /** When the truck reached it; `at` null: it was there when tracking started. Missing from a server of an earlier version. */
          arrived: z.object({ at: dateTime.nullable(), is_late: z.boolean() }).nullish(),
        }),
      ),
      predicted_arrivals: boardLoad.shape.predicted_arrivals,
      /** Arrival that was confirmed by phone and is still ahead, for one of `stops`. */
      confirmed_eta: dispatcherEta.pick({ stop_sequence: true, at: true }).nullable(),
      /** Null unless the link shows the vehicle. */
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
