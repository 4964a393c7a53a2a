/** Share agreements with their current state, and connections. Our own API. */
import { z } from 'zod';
import { agreement, agreementStatus, agreementUpdate } from '../agreements.ts';
import { dateTime, uuid } from '../common.ts';
import { connection, dataFreshness } from '../connections.ts';
import { unreadRows } from '../unread.ts';
import { typeable } from './confirmation.ts';
import { activityEntry } from './session.ts';

/** `before`: dates that were seen; refused with 412 if they are no longer stored. */
export const agreementChange = agreementUpdate.extend({
  before: z
    .strictObject({ effective_date: dateTime.nullable(), expiration_date: dateTime.nullable() })
    .partial()
    .optional(),
});
export type AgreementChange = z.infer<typeof agreementChange>;

/** See `effectiveState` in ../agreements.ts. Computed at the time of the response; after `changes_at` the page recomputes it. */
export const effective = z.object({
  state: z.string(),
  shared: z.boolean(),
  changes_at: dateTime.nullable(),
});

export const freshness = z.object(
  dataFreshness.pick({
    resource: true,
    last_successful_execution_at: true,
    next_execution_at: true,
    schedule_status: true,
    share_level: true,
  }).shape,
);

/** Never contains credentials. */
export const boardConnection = z.object({
  ...connection.pick({
    id: true,
    fleet_id: true,
    fleet_ref: true,
    tsp_id: true,
    tsp_slug: true,
    source_name: true,
    description: true,
    status: true,
    created_at: true,
    updated_at: true,
  }).shape,
  /** Null when the service does not report it. */
  freshness: z.array(freshness).nullable(),
});
export type BoardConnection = z.infer<typeof boardConnection>;

/** A watched load that depends on an agreement. */
export const agreementLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  /** The load's last estimated time: it is watched until then. Null without estimates. */
  until: dateTime.nullable(),
  /**
   * Start of the journey and end of the access that it needs. A load still under way after its estimates needs access beyond
   * `until`.
   */
  needed_from: dateTime.nullable(),
  needed_until: dateTime.nullable(),
  /** Access ends before `needed_until`, and no other agreement of the fleet continues it. */
  ends_before: z.boolean(),
});
export const agreementMonitor = z.object({
  id: uuid,
  name: z.string().nullable(),
  /** The monitor's `expires_at`. */
  until: dateTime.nullable(),
  /** The monitor's `starts_at` and `expires_at`. */
  needed_from: dateTime.nullable(),
  needed_until: dateTime.nullable(),
  ends_before: z.boolean(),
});
export type AgreementLoad = z.infer<typeof agreementLoad>;
export type AgreementMonitor = z.infer<typeof agreementMonitor>;

/** Maximum dependents per agreement in the list; the single agreement has all of them. */
export const MAX_LISTED_DEPENDENTS = 50;

/**
 * What is known to depend on an agreement. The service does not report which fleet a load's vehicle belongs to, so that is
 * learned from responses that contain both.
 */
export const dependents = z.object({
  loads: z.number().int(),
  monitors: z.number().int(),
  /** Of these, how many need access beyond its end. */
  loads_at_risk: z.number().int(),
  monitors_at_risk: z.number().int(),
  /** The latest end among them: extending access until then covers all. Null when none has an end. */
  needed_until: dateTime.nullable(),
  /** Those at risk first, then by end. */
  load_list: z.array(agreementLoad),
  monitor_list: z.array(agreementMonitor),
});

export const boardAgreement = z.object({
  ...agreement.pick({
    id: true,
    fleet_id: true,
    partner_id: true,
    fleet_ref: true,
    effective_date: true,
    expiration_date: true,
    /** Resource name -> permission level. */
    scopes: true,
  }).shape,
  status: agreementStatus.nullable(),
  effective,
  fleet_name: z.string().nullable(),
  /** Waypost's key of the originating invitation; null when unknown. */
  invitation_key: uuid.nullable(),
  connections: z.array(boardConnection),
  dependents,
});
export type BoardAgreement = z.infer<typeof boardAgreement>;

const answered = z.enum(['yes', 'no', 'unknown']);

/** `GET /api/agreements`, by fleet_ref. */
export const agreementList = z.object({
  items: z.array(boardAgreement),
  /** Time of the last successful read from the service. */
  read_at: dateTime.nullable(),
  /** Why the last read failed, as one sentence; the data is then older. Null after success. */
  read_problem: z.string().nullable(),
  /** `no`: the service lacks this list (404, 405, 501). */
  lists: z.object({ agreements: answered, connections: answered, freshness: answered }),
  /** List items that could not be read. */
  unread: z.object({ agreements: unreadRows, connections: unreadRows }).prefault({}),
  /** Watched loads of unknown fleets, which may depend on any of these agreements. */
  loads_of_unknown_fleet: z.number().int(),
});
export type AgreementList = z.infer<typeof agreementList>;

/** An attempt to create a user that the tracking service answered with 501. */
export const usersRefused = z.object({ at: dateTime, by_name: z.string() });
export type UsersRefused = z.infer<typeof usersRefused>;

export const listedConnection = boardConnection.extend({
  /**
   * Learned by Waypost, at this connection or another one of the same provider: the last attempt to create a user met this. Null: none
   * did. Not sent by servers of version 0.1.
   */
  users_refused: usersRefused.nullable().default(null),
});
export type ListedConnection = z.infer<typeof listedConnection>;

export const connectionList = z.object({
  items: z.array(listedConnection),
  known: answered,
  read_at: dateTime.nullable(),
  read_problem: z.string().nullable(),
  unread: unreadRows,
});

/** Text that a person types to confirm; see `confirmationOf`. */
export const confirmed = z.strictObject({ confirm: z.string().min(1).max(500) });
/** What has to be typed: `fleet_ref` if it can be typed, otherwise `fleet_id`, otherwise the id of the item itself. */
export function confirmationOf(thing: {
  readonly id: string;
  readonly fleet_ref?: string | null | undefined;
  readonly fleet_id?: string | null | undefined;
}): string {
  return typeable(thing.fleet_ref) ?? (thing.fleet_id || thing.id);
}

/** `event: agreements` on the stream, without an id. The page fetches the list again. */
export const agreementsEvent = z.object({ changed_at: dateTime });

/** The agreement's latest activity log entries. */
export const agreementHistory = z.object({ items: z.array(activityEntry) });
