/** Text of README.md by resource; everything else in it is generated from the schemas and descriptors. */
import { DAY_MS, MAX_FILTER_VALUES, PAGE_SIZE } from '../common.ts';
import type { ENDPOINT_GROUPS } from '../endpoints.ts';
import { FUEL_MAX_RANGE_MS } from '../fuel.ts';
import { INVITATION_HOURS } from '../invitations.ts';
import { MONITOR_DEFAULT_WINDOW_MS, MONITOR_MAX_WINDOW_MS } from '../monitors.ts';
import type { StateMachine } from '../states.ts';
import { AGREEMENT_MACHINE, INVITATION_MACHINE, MONITOR_MACHINE, OPERATION_MACHINE } from '../states.ts';
import { DESCRIBED_TOKEN_LIFETIME_SECONDS } from '../token.ts';

export type Group = keyof typeof ENDPOINT_GROUPS;

interface Introduction {
  readonly title: string;
  readonly text: readonly string[];
  readonly states?: StateMachine;
}

const HOURS_A_DAY = 24;

/** Opening paragraphs of README.md, before the resources. */
export const GENERAL: readonly string[] = [
  `The fleet telematics service lets a partner (a broker or a shipper: us) read the vehicles, drivers, positions and fuel purchases of
fleets that have shared them. A fleet shares by accepting an invitation, which makes a share agreement. For a load that the partner
has posted the service says which truck carries it, where that truck last was and how far this can be trusted. A geofence monitor
watches a truck from an origin to a destination and reports arrivals and departures as webhook events.`,
  `**Transport.** JSON over HTTPS; only the token request is form-encoded. Times are ISO 8601 in UTC, identifiers are UUIDs. Every path
begins with \`/v2/\`, and there is no other version. Responses may grow: unknown enum values and unknown fields are tolerated.`,
  `**Token.** OAuth 2.0 bearer tokens: client credentials between servers, the authorization code flow for people. A token is good for
${DESCRIBED_TOKEN_LIFETIME_SECONDS} seconds and is reused until then; requesting one for each call may be rate limited. 401 means that it is missing, invalid or expired:
get a new one and retry. Only load tracking names the scope that it needs. Besides scopes, share agreements decide: a caller sees only
data of fleets that share it with the caller, at the level and within the dates of the agreement.`,
  `**Lists.** A page has \`items\`, \`total\` and the cursors \`next_page\`, \`previous_page\`, \`current_page\` and \`current_page_backwards\`. A
cursor is opaque and is sent as \`cursor\`; each of them and \`total\` may be missing. \`size\` is ${PAGE_SIZE.min} to ${PAGE_SIZE.max} items (names assumed). A list filter takes at most
${MAX_FILTER_VALUES} values, each as a separate parameter.`,
  `**Limits.** The quota is not documented: a caller that exceeds it gets 429 with the seconds to wait. All our users and our polling
share one quota.`,
];

/** A resource without an entry uses its name as the heading. */
export const INTRODUCTIONS: Readonly<Partial<Record<Group, Introduction>>> = {
  loads: {
    title: 'Loads',
    text: [
      `A load is a journey of ordered stops that the partner posts under its own reference (\`load_ref\`). Tracking returns the truck that
carries it and that truck's last position. The service has no list of loads: without its \`load_id\` a load cannot be found again.`,
      `**\`tracking_health\`** rates the position. \`live\`: reported recently. \`stale\`: the last position is old. \`no_signal\`: we may
read the truck's positions, but it has never reported one. \`not_shared\`: the fleet shares the truck but not its position. \`unassigned\`: no truck
qualifies. \`unknown\`: there is a truck, but its position cannot be rated. The age at which a position is stale is not documented.`,
      `**\`vehicle_assignment\`** is \`declared\` when it matches the identifiers that were posted, \`inferred\` when there were none and positions
match the route. Only a declared truck has an \`agreement\`: \`agree\` or \`disagree\` with the positions, or null when it is unknown, which is
not agreement. \`last_position\` is null without an assignment, when the truck never reported a position, or when its fleet does not share positions;
otherwise it is the last one, however old. \`arrived_at\` and \`departed_at\` of a stop are always null: actual times require a geofence monitor.`,
    ],
  },
  monitors: {
    title: 'Geofence monitors',
    text: [
      `A monitor watches one truck from an origin circle through planned stops to a destination circle, from \`starts_at\` to \`expires_at\`. It needs
an active share agreement with \`vehicle_location\`. The truck is identified by \`vehicle_id\`, by VIN or by the full plate: exactly one of them.
Pings before \`starts_at\` are ignored. \`expires_at\` is ${MONITOR_DEFAULT_WINDOW_MS / DAY_MS} days after \`starts_at\` by default, and at most ${MONITOR_MAX_WINDOW_MS / DAY_MS} days after it.`,
      `Each stop has an arrival and a departure event; the monitor completes when the truck leaves the destination, so dwell can be measured.
A truck that is parked at the origin when tracking starts is recorded as arriving there.`,
    ],
    states: MONITOR_MACHINE,
  },
  users: {
    title: 'Users at a provider',
    text: [
      `A user (mostly a driver) is created at the fleet's telematics provider, over one connection. The response is a resource operation: with
\`is_sync\` the service writes immediately and we handle retries; without it the operation is asynchronous and we read its outcome. The
operation may echo the body with the password.`,
    ],
  },
  operations: {
    title: 'Resource operations',
    text: [
      `One write at a provider, with a log entry for each attempt. The values of a log's \`status\` and \`error_type\` are not documented. \`partner_ref\`
is returned unchanged, in the operation and in its events.`,
    ],
    states: OPERATION_MACHINE,
  },
  agreements: {
    title: 'Share agreements',
    text: [
      `What a fleet shares with us: resource names, each with a level. Access begins at \`effective_date\` and ends at \`expiration_date\` (null:
never), **and the status stays \`active\` throughout**, so the effective state is computed from both (\`effectiveState\`). In an update, an omitted
field keeps its value, and \`expiration_date: null\` removes the end date.`,
    ],
    states: AGREEMENT_MACHINE,
  },
  fuel: {
    title: 'Fuel transactions',
    text: [
      `Fuel purchases as reported by providers, ordered by time by default. \`from_datetime\` is inclusive, \`to_datetime\` exclusive;
they are at most ${FUEL_MAX_RANGE_MS / DAY_MS} days apart and default to the last day. \`total_cost\` is decimal text. \`h3_index_11\` is an integer above 2^53: parse responses
with \`parseJsonKeepingBigIntegers\`. No field gives the unit of \`fuel_volume\`, and the values of the other codes are not documented.`,
    ],
  },
  usage: {
    title: 'Usage',
    text: [
      `API calls and webhook deliveries per month: one row for each entity and month. Which entity a call counts for is
not documented. \`partner_id\` is for administrators of the service and is ignored when a partner sends it.`,
    ],
  },
  overview: {
    title: 'Overview',
    text: [
      'The number of fleets, vehicles, drivers and trailers shared with us. The old path still works and is deprecated.',
    ],
  },
  invitations: {
    title: 'Fleet invitations',
    text: [
      `An invitation asks a fleet to share. Its magic link opens a page where the fleet accepts or declines; accepting creates a fleet and a
share agreement. The link is valid for ${INVITATION_HOURS.default} hours by default and ${INVITATION_HOURS.max / HOURS_A_DAY} days at most. **A second create for the same \`fleet_ref\` refreshes
the first**; omitted \`limit_tsps\` and \`exclude_tsps\` are then kept, and an empty list clears them.`,
      `\`limit_tsps\` excludes \`exclude_tsps\`, \`permissions\` excludes \`write_permissions\`, and \`fleet_regulatory_id\` requires its type. Without \`permissions\`
the fleet must grant read access to everything. The link, the two pre-registration tokens and the id itself give access: they are secrets. The
\`partner_provided_fleet_*\` fields are deprecated aliases of \`fleet_*\`.`,
    ],
    states: INVITATION_MACHINE,
  },
  'tms invitations': {
    title: 'TMS invitations',
    text: [
      'A separate resource. The interface shows only the deletion of an invitation that has not been accepted.',
    ],
  },
  connections: {
    title: 'Connections and data freshness',
    text: [
      `A connection is a fleet at one telematics provider ("TSP"). Data freshness shows for each connection and resource when data was last fetched
and when it will be fetched next.`,
    ],
  },
  'vehicle locations': {
    title: 'Vehicle locations',
    text: [
      'Positions reported by vehicles. Filters and fields are our guess, and a service may lack this list.',
    ],
  },
  events: {
    title: 'Webhook events',
    text: [
      `A subscription has a URL and an event name, or a family of events by its name and a suffix. Deliveries arrive at least once and in any order, perhaps
compressed; one that is answered too slowly or with 5xx is retried a few times, **any other response counts as delivered**. An invitation's
\`callback_url\` receives its events without a subscription. Names and shapes are all assumed, so unknown ones are kept and shown as received.`,
    ],
  },
};
