/**
 * The only home of values that the interface leaves open ("not shown"). Operators override them with SERVICE_ASSUMPTIONS, without
 * a rebuild; see `withOverrides`.
 *
 * Basis of each value: "public" = seen in public documentation of services with this very interface, "ours" = chosen by us, so
 * expect it to differ.
 */
import { z } from 'zod';
import { ASSUMED_BEHAVIOR } from './assumed-behavior.ts';

const path = z
  .string()
  .regex(/^\/[\w\-./{}]*$/, { error: 'must be a path such as /v2/orgs/invitations/{invitation_id}' });
const name = z.string().min(1).max(255);

const parametersOf = (value: string) => (value.match(/\{\w+\}/g) ?? []).sort().join(' ');

/**
 * A path with its default. An override must have the same parameters in braces: a DELETE whose path lost its id would address the
 * whole collection.
 */
function pathLike(fallback: string) {
  const expected = parametersOf(fallback);
  return path
    .refine((value) => parametersOf(value) === expected, {
      error: expected === '' ? 'must hold no parameter in braces' : `must hold exactly ${expected}`,
    })
    .default(fallback);
}

/** Renameable fields: contract name -> wire name. No two may share a wire name. */
function fieldAliases<const K extends string>(defaults: Readonly<Record<K, string>>) {
  const shape = Object.fromEntries(
    Object.entries<string>(defaults).map(([key, value]) => [key, name.default(value)]),
  ) as Record<K, z.ZodDefault<typeof name>>;
  return (
    z
      .strictObject(shape)
      .refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
        error: 'must not give two fields the same name',
      })
      // Every key has a default, which TypeScript cannot see while K is generic.
      .prefault({} as never)
  );
}

/** For defaults where the wire name equals the contract name. */
function sameNames<const K extends string>(...keys: readonly K[]) {
  return fieldAliases(
    Object.fromEntries(keys.map((key) => [key, key])) as Record<string, string> as Record<K, string>,
  );
}

/** Event names of a family: action -> wire name, `family.action` by default. */
function eventNames<const K extends string>(family: string, ...actions: readonly K[]) {
  return fieldAliases(
    Object.fromEntries(actions.map((action) => [action, `${family}.${action}`])) as Record<K, string>,
  );
}

export const assumptions = z.strictObject({
  /** Paths below {base_url} that the interface does not show. */
  paths: z
    .strictObject({
      /** Post a load; ours. */
      loads: pathLike('/v2/visibility/loads'),
      /** Update a load; ours. */
      load: pathLike('/v2/visibility/loads/{load_id}'),
      /** List monitors; ours, may not exist. The interface shows the path for creating one. */
      geofence_monitors: pathLike('/v2/notifications/geofence-monitors'),
      /** Read a monitor; ours, may not exist. */
      geofence_monitor: pathLike('/v2/notifications/geofence-monitors/{geofence_monitor_id}'),
      /** Cancel a monitor; ours, may not exist. */
      geofence_monitor_cancel: pathLike('/v2/notifications/geofence-monitors/{geofence_monitor_id}/cancel'),
      /** List resource operations; public. */
      resource_operations: pathLike('/v2/integrations/connections/resource-operations'),
      /** Read a resource operation; public. */
      resource_operation: pathLike(
        '/v2/integrations/connections/{connection_id}/resource-operations/{resource_operation_id}',
      ),
      /** List share agreements; public. */
      share_agreements: pathLike('/v2/orgs/share-agreements'),
      /** Cancel a share agreement; public. */
      share_agreement_cancel: pathLike('/v2/orgs/share-agreements/{share_agreement_id}/cancel'),
      /** Create and list fleet invitations; public. */
      invitations: pathLike('/v2/orgs/invitations'),
      /** Read and delete a fleet invitation; public. */
      invitation: pathLike('/v2/orgs/invitations/{invitation_id}'),
      /** List TMS invitations; ours. The interface shows the path for deleting one. */
      tms_invitations: pathLike('/v2/orgs/tms-invitations'),
      /** List connections; public. */
      connections: pathLike('/v2/integrations/connections'),
      /** Delete a connection; public. */
      connection: pathLike('/v2/integrations/connections/{connection_id}'),
      /** Freshness of each connection's data; public, optional. */
      data_freshness: pathLike('/v2/integrations/connections/data-freshness'),
      /** Vehicle positions; public, optional. */
      vehicle_locations: pathLike('/v2/telematics/vehicle-locations'),
      /** Successor of the overview; the interface names the path, the shape is ours. */
      analytics_overview_successor: pathLike('/v2/intelligence/analytics/overview'),
      /** Create a webhook subscription; public. */
      webhooks: pathLike('/v2/notifications/webhooks'),
      /** Replay undelivered events; public, its body is ours. May not exist. */
      webhook_replay: pathLike('/v2/notifications/webhooks/{webhook_id}/replay'),
    })
    .prefault({}),
  /** Query parameters whose names the interface does not show: contract name -> wire name. */
  query: z
    .strictObject({
      /** Cursor and page size of every list; public. */
      pagination: sameNames('cursor', 'size'),
      /** Synchronous write; public. */
      users: sameNames('is_sync'),
      /** Include raw provider data; public (sibling lists). */
      fuel_transactions: sameNames('include_source_data'),
      /** Filters of the usage list; ours. */
      usage: sameNames('year', 'month', 'entity_type'),
      /** Filter of the monitor list; ours. */
      geofence_monitors: sameNames('status'),
      /** Filters of the operation list; ours. */
      resource_operations: sameNames('connection_id', 'resource', 'status'),
      /** Filters of the agreement list; public. */
      share_agreements: sameNames('fleet_id', 'fleet_ref', 'share_agreement_status'),
      /** Filter of the invitation list; public. */
      invitations: sameNames('fleet_ref'),
      /** Filters of the connection list; public. */
      connections: sameNames('tsp_id', 'fleet_ids', 'fleet_refs'),
      /** Filters of data freshness; public. */
      data_freshness: sameNames('fleet_ids', 'fleet_refs'),
      /** Filters of vehicle locations; ours. */
      vehicle_locations: sameNames('vehicle_ids', 'from_datetime', 'to_datetime'),
    })
    .prefault({}),
  /**
   * User attributes whose names are not shown: contract name -> wire name. `username` to `phone_number` without `password` are
   * public; most others are public in the read model; `password`, `phone_country_code`, `dot_number`, `hos_tracking_config` and
   * its two fields are ours.
   */
  user_attributes: sameNames(
    'username',
    'is_active',
    'status',
    'is_driver',
    'user_designation',
    'user_email',
    'first_name',
    'last_name',
    'password',
    'phone_number',
    'phone_country_code',
    'country_code',
    'license_country',
    'license_region',
    'license_number',
    'license_expiration',
    'employee_number',
    'carrier_number',
    'notes',
    'hos_ruleset_code',
    'allow_yard_move',
    'allow_personal_conveyance',
    'allow_adverse_driving',
    'default_time_zone',
    'dot_number',
    'hos_tracking_config',
    'compliance_classification',
    'tracking_method',
  ),
  /** Response fields whose names are not shown. */
  fields: z
    .strictObject({
      /** Link to share with the fleet; public. */
      magic_link: name.default('magic_link'),
      /**
       * Field of a created subscription that a monitor takes as `webhook_group_id`; ours. The subscription's `id` when it is
       * missing.
       */
      webhook_group_id: name.default('webhook_group_id'),
      /**
       * Name in `extras` that holds the unit of `fuel_volume`, which no field shows; ours. The unit is unknown when it is
       * missing.
       */
      fuel_volume_unit: name.default('fuel_volume_unit'),
    })
    .prefault({}),
  /** Words in `fuel_type`, whose values are not shown, that mark fuel not used to drive the truck; ours. */
  fuel_not_for_driving: z.array(name).default(['def', 'adblue', 'reefer']),
  /** Exact event type names. Match by family and content first: events with unknown names are kept raw and visible. */
  events: z
    .strictObject({
      /** ours */
      geofence_monitor: eventNames(
        'geofence_monitor',
        'stop_arrived',
        'stop_departed',
        'completed',
        'expired',
        'cancelled',
      ),
      /** public */
      resource_operation: eventNames('resource_operation', 'created', 'succeeded', 'failed'),
      /** public */
      invitation: eventNames('invitation', 'viewed', 'accepted', 'declined', 'expired', 'deleted'),
      /** public */
      share_agreement: eventNames('share_agreement', 'created', 'updated', 'deleted'),
      /** public */
      connection: eventNames('connection', 'created', 'staled'),
    })
    .prefault({}),
  /** Webhook signing and delivery. */
  webhooks: z
    .strictObject({
      /** Header with the signature; its name is ours. */
      signature_header: name.default('X-Webhook-Signature'),
      /** Hash and encoding of the signature; public. */
      signature_algorithm: z.enum(['sha1', 'sha256', 'sha512']).default('sha256'),
      signature_encoding: z.enum(['base64', 'hex']).default('base64'),
      /** Prefix in the header, such as `sha256=`; public: none. */
      signature_prefix: z.string().max(50).default(''),
      /** Signed content, where the body is the one before compression. Without `{timestamp}` the time is not checked; public. */
      signed_content: z
        .string()
        .max(100)
        .refine((value) => value.split('{body}').length === 2, { error: 'must hold {body} once' })
        .default('{timestamp}.{body}'),
      /** Header with the signed time, RFC 3339 or seconds or milliseconds since 1970; its name is ours. */
      timestamp_header: name.default('X-Webhook-Timestamp'),
      /** A delivery signed longer ago, or further in the future, is rejected; public. */
      signature_tolerance_seconds: z.number().int().min(1).max(86_400).default(300),
      /** The service retries when we take longer to respond; public. */
      answer_within_seconds: z.number().min(0.1).max(60).default(3),
      /** Suffix of an event name that subscribes to the whole family; public. */
      family_suffix: name.default('.*'),
      /** Fields of the subscription request; public. */
      subscription: sameNames('url', 'event_name', 'filters', 'secret'),
      /** Fields of the replay request; ours. */
      replay: sameNames('from', 'to'),
      /** Fields of the event envelope; public. */
      envelope: sameNames(
        'id',
        'event_name',
        'version',
        'timestamp',
        'webhook_id',
        'delivery_attempt',
        'data',
      ),
    })
    .prefault({}),
  /** Service behavior that the interface does not specify. The screen labels these as our assumptions. */
  behavior: z
    .strictObject({
      /** Age in minutes at which the service calls a position stale; the value is not shown; ours. */
      stale_after_minutes: z.number().int().min(1).max(10_080).default(ASSUMED_BEHAVIOR.stale_after_minutes),
      /** A monitor waits for its stops in travel order; ours. */
      monitor_stops_in_order: z.boolean().default(ASSUMED_BEHAVIOR.monitor_stops_in_order),
      /**
       * An arrival at the origin within this many seconds of the start of tracking may be a truck that was parked there; ours.
       */
      tracking_start_seconds: z
        .number()
        .int()
        .min(0)
        .max(86_400)
        .default(ASSUMED_BEHAVIOR.tracking_start_seconds),
    })
    .prefault({}),
  /** Page size that the service uses when the request sends none; public. */
  page_size_default: z.number().int().min(1).max(1000).default(300),
  /** Scope requested when people sign in through the service's authorization-code flow; standard names and ours. */
  login_scope: name.default('openid profile offline_access organization'),
  /** Wait, in seconds, after a 429 without `detail` and Retry-After header; ours. */
  retry_after_unknown_seconds: z.number().int().min(1).max(3600).default(5),
  /**
   * Lifetime, in seconds, of a token without a usable `expires_in`; ours. Much shorter than the described 3600, because every
   * in-flight call fails when a token has expired, whereas fetching a new one every few minutes is cheap.
   */
  token_lifetime_unknown_seconds: z.number().int().min(10).max(86_400).default(300),
  /** Not part of the interface: where our sandbox lists its loads, so that an embedded board starts with loads. */
  sandbox_loads_path: path.default('/_sandbox/loads'),
});

export type Assumptions = z.infer<typeof assumptions>;

export const ASSUMPTIONS: Assumptions = assumptions.parse({});

/** Merges an operator's values into the defaults. Throws a ZodError that names the wrong key. */
export function withOverrides(overrides: unknown): Assumptions {
  return assumptions.parse(overrides ?? {});
}
