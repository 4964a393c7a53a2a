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
  `The fleet telematics service lets a partner (a broker or shipper: us) read the vehicles, drivers, positions and fuel purchases that
fleets share. A fleet shares by accepting an invitation, which creates a share agreement. For a load that the partner
has posted, the service returns the truck that carries it, the truck's last position and how reliable both are. A geofence monitor
tracks a truck from an origin to a destination and reports arrivals and departures as webhook events.`,
  `**Transport.** JSON over HTTPS; only the token request is form-encoded. Times are ISO 8601 in UTC, identifiers are UUIDs. Every path
begins with \`/v2/\`; there is no other version. Responses may gain enum values and fields, so clients must tolerate unknown ones.`,
  `**Token.** OAuth 2.0 bearer tokens: client credentials between servers, the authorization code flow for people. A token is valid for
${DESCRIBED_TOKEN_LIFETIME_SECONDS} seconds; reuse it until then, because requesting one for each call may be rate limited. 401 means that the token is missing, invalid or expired:
get a new one and retry. Only load tracking documents the scope that it requires. Share agreements also restrict access: a caller sees only
data that fleets share with it, at the level and within the dates of the agreement.`,
  `**Lists.** A page has \`items\`, \`total\` and the cursors \`next_page\`, \`previous_page\`, \`current_page\` and \`current_page_backwards\`. A
cursor is opaque and is sent as \`cursor\`. Any cursor and \`total\` may be missing. \`size\` is ${PAGE_SIZE.min} to ${PAGE_SIZE.max} items (names assumed). A list filter takes up to
${MAX_FILTER_VALUES} values, each as a separate parameter.`,
  `**Limits.** The quota is not documented. A caller that exceeds it gets 429 with the seconds to wait. All our users and our polling
share one quota.`,
];

/** A resource without an entry uses its name as the heading. */
export const INTRODUCTIONS: Readonly<Partial<Record<Group, Introduction>>> = {
  loads: {
    title: 'Loads',
    text: [
      `A load is a trip with ordered stops that the partner posts under its own reference (\`load_ref\`). Tracking returns the truck that
carries it and that truck's last position. The service has no list of loads: a load can be found only by its \`load_id\`.`,
      `**\`tracking_health\`** rates the position. \`live\`: reported recently. \`stale\`: the last position is old. \`no_signal\`: the fleet
shares the truck's position, but the truck has never reported one. \`not_shared\`: the fleet shares the truck but not its position. \`unassigned\`: no truck
matches. \`unknown\`: a truck is assigned, but its position cannot be rated. The age at which a position becomes stale is not documented.`,
      `**\`vehicle_assignment\`** is \`declared\` if the truck matches the posted identifiers, \`inferred\` if none were posted and a truck's positions
match the route. Only a declared truck has an \`agreement\` with its positions: \`agree\`, \`disagree\`, or null while unknown, which does not mean
agreement. \`last_position\` is null without an assignment, if the truck never reported a position, or if its fleet does not share positions;
otherwise it is the last reported position, however old. A stop's \`arrived_at\` and \`departed_at\` are always null: actual times require a geofence monitor.`,
    ],
  },
  monitors: {
    title: 'Geofence monitors',
    text: [
      `A monitor tracks one truck from an origin circle through planned stops to a destination circle, from \`starts_at\` to \`expires_at\`. It requires
an active share agreement with \`vehicle_location\`. Identify the truck by exactly one of \`vehicle_id\`, VIN or full plate.
Pings before \`starts_at\` are ignored. \`expires_at\` is ${MONITOR_DEFAULT_WINDOW_MS / DAY_MS} days after \`starts_at\` by default, at most ${MONITOR_MAX_WINDOW_MS / DAY_MS} days.`,
      `Each stop has an arrival and a departure event; the monitor completes when the truck leaves the destination, so dwell can be measured.
If the truck is already parked at the origin when tracking starts, an arrival is recorded there.`,
    ],
    states: MONITOR_MACHINE,
  },
  users: {
    title: 'Users at a provider',
    text: [
      `A user (usually a driver) is created at the fleet's telematics provider, over one connection. The response is a resource operation. With
\`is_sync\`, the service writes immediately and we handle retries; without it, the operation is asynchronous and we fetch its outcome. The
operation may echo the request body, including the password.`,
    ],
  },
  operations: {
    title: 'Resource operations',
    text: [
      `A resource operation is one write at a provider, with a log entry per attempt. The values of a log's \`status\` and \`error_type\` are not documented.
The operation and its events return \`partner_ref\` unchanged.`,
    ],
    states: OPERATION_MACHINE,
  },
  agreements: {
    title: 'Share agreements',
    text: [
      `An agreement lists the resources that a fleet shares with us, each with a level. Access begins at \`effective_date\` and ends at \`expiration_date\` (null:
never). **The status stays \`active\` before and after these dates**, so \`effectiveState\` computes the effective state from status and dates. In an update, an omitted
field keeps its value, and \`expiration_date: null\` removes the end date.`,
    ],
    states: AGREEMENT_MACHINE,
  },
  fuel: {
    title: 'Fuel transactions',
    text: [
      `Fuel purchases reported by providers, ordered by time by default. \`from_datetime\` is inclusive, \`to_datetime\` exclusive;
the range is at most ${FUEL_MAX_RANGE_MS / DAY_MS} days and defaults to the last day. \`total_cost\` is a decimal string. \`h3_index_11\` is an integer above 2^53: parse responses
with \`parseJsonKeepingBigIntegers\`. No field gives the unit of \`fuel_volume\`. The values of the other codes are not documented.`,
    ],
  },
  usage: {
    title: 'Usage',
    text: [
      `API calls and webhook deliveries: one row per entity and month. The documentation does not say which entity a call
counts for. \`partner_id\` is for administrators of the service, which ignores it when a partner sends it.`,
    ],
  },
  overview: {
    title: 'Overview',
    text: [
      'The number of fleets, vehicles, drivers and trailers shared with us. The old path still works but is deprecated.',
    ],
  },
  invitations: {
    title: 'Fleet invitations',
    text: [
      `An invitation asks a fleet to share its data. Its magic link opens a page where the fleet accepts or declines; accepting creates a fleet and a
share agreement. The link is valid for ${INVITATION_HOURS.default} hours by default, ${INVITATION_HOURS.max / HOURS_A_DAY} days at most. **A second create for the same \`fleet_ref\` renews
the first**: it keeps omitted \`limit_tsps\` and \`exclude_tsps\`, and an empty list clears them.`,
      `A request cannot combine \`limit_tsps\` with \`exclude_tsps\`, or \`permissions\` with \`write_permissions\`. \`fleet_regulatory_id\` requires its type. Without \`permissions\`,
the fleet must grant read access to everything. The link, the two pre-registration tokens and the ID itself grant access: treat them as secrets. The
\`partner_provided_fleet_*\` fields are deprecated aliases of \`fleet_*\`.`,
    ],
    states: INVITATION_MACHINE,
  },
  'tms invitations': {
    title: 'TMS invitations',
    text: [
      'A separate resource. The interface documents only how to delete an invitation that has not been accepted.',
    ],
  },
  connections: {
    title: 'Connections and data freshness',
    text: [
      `A connection links a fleet to one telematics provider ("TSP"). Data freshness shows when data was last fetched and when it will be fetched next,
for each connection and resource.`,
    ],
  },
  'vehicle locations': {
    title: 'Vehicle locations',
    text: [
      'Positions reported by vehicles. Filters and fields are assumed, and a service may not have this list.',
    ],
  },
  events: {
    title: 'Webhook events',
    text: [
      `A subscription has a URL and an event name, or the name of an event family with a suffix. Deliveries arrive at least once, in any order, and may be
compressed. The service retries a few times after a slow response or 5xx; **any other response counts as delivered**. An invitation's
\`callback_url\` receives its events without a subscription. All names and shapes are assumed, so we keep unknown events and show them as received.`,
    ],
  },
};
