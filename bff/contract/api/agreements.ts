/** Share agreements with what they mean now, and connections. Our own API. */
import { z } from 'zod';
import { agreement, agreementStatus } from '../agreements.ts';
import { dateTime, uuid } from '../common.ts';
import { connection, dataFreshness } from '../connections.ts';
import { unreadRows } from '../unread.ts';
import { typeable } from './confirmation.ts';
import { activityEntry } from './session.ts';

/** See `effectiveState` of ../agreements.ts; worked out when it is answered: past `changes_at` the page works it out anew. */
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

/** A connection. What the service may send of credentials is not in it. */
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
  /** Null: the service does not say. */
  freshness: z.array(freshness).nullable(),
});
export type BoardConnection = z.infer<typeof boardConnection>;

/** A watched load that needs an agreement. */
export const agreementLoad = z.object({
  load_id: uuid,
  load_ref: z.string().nullable(),
  /** Last estimate of its stops: until then it is watched; null when it has none. */
  until: dateTime.nullable(),
  /** When its journey begins, and until when it needs access: a load past its estimates that is still under way needs it on. */
  needed_from: dateTime.nullable(),
  needed_until: dateTime.nullable(),
  /** True when the access ends before `needed_until` and no other agreement of the fleet carries on. */
  ends_before: z.boolean(),
});
export const agreementMonitor = z.object({
  id: uuid,
  name: z.string().nullable(),
  /** Its `expires_at`. */
  until: dateTime.nullable(),
  /** Its `starts_at` and `expires_at`. */
  needed_from: dateTime.nullable(),
  needed_until: dateTime.nullable(),
  ends_before: z.boolean(),
});
export type AgreementLoad = z.infer<typeof agreementLoad>;
export type AgreementMonitor = z.infer<typeof agreementMonitor>;

/** Most dependents that an item of the list carries; the detail has all. */
export const DEPENDENTS_LISTED = 50;

/**
 * What depends on an agreement, as far as it is known: the service does not say which fleet a load's vehicle belongs to, so that is
 * learnt from answers that have both.
 */
export const dependents = z.object({
  loads: z.number().int(),
  monitors: z.number().int(),
  /** Of these, whose end lies after the end of the access. */
  loads_at_risk: z.number().int(),
  monitors_at_risk: z.number().int(),
  /** The latest end among all of them: extending to it is enough; null when none has an end. */
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
    /** Resource name -> level. */
    scopes: true,
  }).shape,
  status: agreementStatus.nullable(),
  effective,
  fleet_name: z.string().nullable(),
  /** Invitation it stems from, by our key; null when it is not known here. */
  invitation_key: uuid.nullable(),
  connections: z.array(boardConnection),
  dependents,
});
export type BoardAgreement = z.infer<typeof boardAgreement>;

const answered = z.enum(['yes', 'no', 'unknown']);

/** `GET /api/agreements`, by fleet_ref. */
export const agreementList = z.object({
  items: z.array(boardAgreement),
  /** When the service was read; the answer is as of then. */
  read_at: dateTime.nullable(),
  /** Why the last read failed, one sentence: the answer is then older; null when it did not. */
  read_problem: z.string().nullable(),
  /** `no`: the service has no such list (404, 405, 501). */
  lists: z.object({ agreements: answered, connections: answered, freshness: answered }),
  /** What of the lists could not be read. */
  unread: z.object({ agreements: unreadRows, connections: unreadRows }).prefault({}),
  /** Watched loads whose fleet is not known: they may depend on any of these. */
  loads_of_unknown_fleet: z.number().int(),
});
export type AgreementList = z.infer<typeof agreementList>;

/** A connection in a list of its own, with what would be lost without it. */
export const connectionList = z.object({
  items: z.array(boardConnection),
  known: answered,
  read_at: dateTime.nullable(),
  read_problem: z.string().nullable(),
  unread: unreadRows,
});

/** What has to be typed: `fleet_ref` where it can be typed, else `fleet_id`, else the id of the thing itself. */
export const confirmed = z.strictObject({ confirm: z.string().min(1).max(500) });
export function confirmationOf(thing: {
  readonly id: string;
  readonly fleet_ref?: string | null | undefined;
  readonly fleet_id?: string | null | undefined;
}): string {
  return typeable(thing.fleet_ref) ?? (thing.fleet_id || thing.id);
}

/** `event: agreements` on the stream, without an id: something has changed; the page reads the list again. */
export const agreementsEvent = z.object({ changed_at: dateTime });

/** Its latest entries of the activity log. */
export const agreementHistory = z.object({ items: z.array(activityEntry) });
