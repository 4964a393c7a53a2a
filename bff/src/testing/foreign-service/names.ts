/**
 * Names of a service by another vendor, written only from the interface's text. None comes from the contract or the sandbox, so that a
 * name hard-coded by mistake gets a 404 here.
 */

/** Documented by the interface: every path starts with it. */
const VERSION = '/v2/';
const at = (path: string) => VERSION + path;

/** This service's paths where the interface leaves them open. Keys as in SERVICE_ASSUMPTIONS. */
const OPEN_PATHS = {
  loads: at('shipments'),
  load: at('shipments/{load_id}'),
  geofence_monitors: at('watch/circles'),
  geofence_monitor: at('watch/circles/{geofence_monitor_id}'),
  geofence_monitor_cancel: at('watch/circles/{geofence_monitor_id}/stop'),
  resource_operations: at('writes'),
  resource_operation: at('links/{connection_id}/writes/{resource_operation_id}'),
  share_agreements: at('consents'),
  share_agreement_cancel: at('consents/{share_agreement_id}/revoke'),
  invitations: at('welcome-letters'),
  invitation: at('welcome-letters/{invitation_id}'),
  tms_invitations: at('tms/welcome-letters'),
  connections: at('links'),
  connection: at('links/{connection_id}'),
  data_freshness: at('links-age'),
  vehicle_locations: at('pings'),
  analytics_overview_successor: at('counts'),
  webhooks: at('callbacks'),
  webhook_replay: at('callbacks/{webhook_id}/again'),
} as const;

/** All endpoints of this service: documented paths unchanged, the others under its own names. */
export const ENDPOINTS = {
  tracking: ['GET', at('visibility/loads/{load_id}/tracking')],
  createMonitor: ['POST', at('notifications/geofence-monitors')],
  createUser: ['POST', at('telematics/users')],
  updateAgreement: ['PATCH', at('orgs/share-agreements/{share_agreement_id}')],
  deleteAgreement: ['DELETE', at('orgs/share-agreements/{share_agreement_id}')],
  fuel: ['GET', at('telematics/fuel-transactions')],
  usage: ['GET', at('orgs/usage')],
  oldOverview: ['GET', at('telematics/analytics/overview')],
  deleteTmsInvitation: ['DELETE', at('orgs/tms-invitations/{tms_invitation_id}')],
  createInvitation: ['POST', OPEN_PATHS.invitations],
  monitors: ['GET', OPEN_PATHS.geofence_monitors],
  monitor: ['GET', OPEN_PATHS.geofence_monitor],
  cancelMonitor: ['POST', OPEN_PATHS.geofence_monitor_cancel],
  operations: ['GET', OPEN_PATHS.resource_operations],
  operation: ['GET', OPEN_PATHS.resource_operation],
  agreements: ['GET', OPEN_PATHS.share_agreements],
  cancelAgreement: ['POST', OPEN_PATHS.share_agreement_cancel],
  invitations: ['GET', OPEN_PATHS.invitations],
  invitation: ['GET', OPEN_PATHS.invitation],
  deleteInvitation: ['DELETE', OPEN_PATHS.invitation],
  tmsInvitations: ['GET', OPEN_PATHS.tms_invitations],
  connections: ['GET', OPEN_PATHS.connections],
  deleteConnection: ['DELETE', OPEN_PATHS.connection],
  freshness: ['GET', OPEN_PATHS.data_freshness],
  locations: ['GET', OPEN_PATHS.vehicle_locations],
  overview: ['GET', OPEN_PATHS.analytics_overview_successor],
  subscribe: ['POST', OPEN_PATHS.webhooks],
  replay: ['POST', OPEN_PATHS.webhook_replay],
  /** {token_url}: same process, without a version in the path. */
  token: ['POST', '/oauth/tkn'],
  authorize: ['GET', '/oauth/allow'],
  whoami: ['GET', '/oauth/whoami'],
} as const satisfies Record<string, readonly [method: string, path: string]>;
export type EndpointName = keyof typeof ENDPOINTS;

export const QUERY = { cursor: 'after', size: 'per_page', year: 'cal_year', month: 'cal_month' } as const;

const USER_ATTRIBUTES = [
  ...['username', 'is_active', 'status', 'is_driver', 'user_designation', 'user_email', 'first_name'],
  ...['last_name', 'password', 'phone_number', 'phone_country_code', 'country_code', 'license_country'],
  ...['license_region', 'license_number', 'license_expiration', 'employee_number', 'carrier_number', 'notes'],
  ...['hos_ruleset_code', 'allow_yard_move', 'allow_personal_conveyance', 'allow_adverse_driving'],
  ...[
    'default_time_zone',
    'dot_number',
    'hos_tracking_config',
    'compliance_classification',
    'tracking_method',
  ],
];
/** This service prefixes every user attribute: `username` is `u.username`. */
export const userAttribute = (name: string) => `u.${name}`;

export const EVENTS = {
  stop_arrived: 'truck.at_stop',
  stop_departed: 'truck.off_stop',
  invitation_accepted: 'letter.answered_yes',
  operation_succeeded: 'write.went_through',
  agreement_deleted: 'consent.gone',
} as const;

/** Common prefix of the event names of a family. */
export const FAMILIES = {
  geofence_monitor: 'truck',
  resource_operation: 'write',
  invitation: 'letter',
  share_agreement: 'consent',
  connection: 'link',
} as const;
export type Family = keyof typeof FAMILIES;

export const HEADERS = { signature: 'x-foreign-sign', timestamp: 'x-foreign-at' } as const;
export const FIELDS = { magic_link: 'join_here', group: 'callback_set', fuel_unit: 'uom' } as const;

/** Value of SERVICE_ASSUMPTIONS for this service. */
export const OTHER_NAMES = {
  paths: OPEN_PATHS,
  query: {
    pagination: { cursor: QUERY.cursor, size: QUERY.size },
    users: { is_sync: 'wait_for_it' },
    fuel_transactions: { include_source_data: 'with_raw' },
    usage: { year: QUERY.year, month: QUERY.month, entity_type: 'sort_of_thing' },
    geofence_monitors: { status: 'phase' },
    resource_operations: { connection_id: 'link', resource: 'sort_of_thing', status: 'phase' },
    share_agreements: { fleet_id: 'carrier', fleet_ref: 'carrier_ref', share_agreement_status: 'phase' },
    invitations: { fleet_ref: 'carrier_ref' },
    connections: { tsp_id: 'provider', fleet_ids: 'carriers', fleet_refs: 'carrier_refs' },
    data_freshness: { fleet_ids: 'carriers', fleet_refs: 'carrier_refs' },
    vehicle_locations: { vehicle_ids: 'trucks', from_datetime: 'since', to_datetime: 'until' },
  },
  user_attributes: Object.fromEntries(USER_ATTRIBUTES.map((name) => [name, userAttribute(name)])),
  fields: {
    magic_link: FIELDS.magic_link,
    webhook_group_id: FIELDS.group,
    fuel_volume_unit: FIELDS.fuel_unit,
  },
  fuel_not_for_driving: ['blue water'],
  events: {
    geofence_monitor: {
      stop_arrived: EVENTS.stop_arrived,
      stop_departed: EVENTS.stop_departed,
      completed: 'truck.all_done',
      expired: 'truck.time_over',
      cancelled: 'truck.called_off',
    },
    resource_operation: {
      created: 'write.begun',
      succeeded: EVENTS.operation_succeeded,
      failed: 'write.went_wrong',
    },
    invitation: {
      viewed: 'letter.opened',
      accepted: EVENTS.invitation_accepted,
      declined: 'letter.answered_no',
      expired: 'letter.too_old',
      deleted: 'letter.burnt',
    },
    share_agreement: {
      created: 'consent.given',
      updated: 'consent.changed',
      deleted: EVENTS.agreement_deleted,
    },
    connection: { created: 'link.up', staled: 'link.silent' },
  },
  webhooks: {
    signature_header: HEADERS.signature,
    timestamp_header: HEADERS.timestamp,
    family_suffix: '/everything',
  },
  page_size_default: 25,
  login_scope: 'openid offline_access organization',
  sandbox_loads_path: '/there-is-no-such-list',
} as const;
