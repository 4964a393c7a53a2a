/**
 * Records of this service: everything the interface documents, plus unknown fields and enum values, nulls, numbers above 2^53 and
 * hostile text. Unknown objects hold secrets that must never reach a browser.
 */
import { randomUUID } from 'node:crypto';
import { FIELDS } from './names.ts';
import { big } from './responders.ts';

type Fields = Record<string, unknown>;

/** Part of every secret that this service leaks. */
export const LEAK = 'leak-9f3c';
/** Undocumented fields in every record. */
export const NOISE = {
  zz_internal: { access_token: `${LEAK}-token`, nested: [{ client_secret: `${LEAK}-secret` }] },
  zz_note: 'a word that no interface shows',
  zz_count: big('92233720368547758070'),
  zz_null: null,
};

export const HOSTILE = {
  rightToLeft: 'شركة النقل \u202Eגבר 77\u202C',
  zeroWidth: 'A\u200B\u200D\uFEFFB\u2066C',
  html: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  long: 'R'.repeat(600),
} as const;
const TEXTS = Object.values(HOSTILE);

export const idOf = (kind: number, n: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
export const loadId = (n: number) => idOf(0xa1, n);
export const vehicleId = (n: number) => idOf(0xa2, n);
export const fleetId = (n: number) => idOf(0xa3, n);

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Response of the tracking endpoint for load `n`. */
export function tracking(n: number, change: Fields = {}): Fields {
  return {
    load_id: loadId(n),
    load_ref: `${TEXTS[n % TEXTS.length]} ${n}`,
    tracking_health: n % 7 === 3 ? 'teleported' : 'live',
    vehicle_assignment: {
      source: n % 5 === 2 ? 'guessed' : 'declared',
      agreement: n % 5 === 4 ? 'perhaps' : 'agree',
      vehicle: {
        id: vehicleId(n),
        vehicle_name: TEXTS[(n + 1) % TEXTS.length],
        oem: null,
        model_type: null,
        model_year: 2024,
        vin: '1FUJGLDR9CSBM1234',
        license_plate_region: null,
        license_plate_country: null,
        license_plate_number: null,
        is_active: null,
        status: 'on_the_moon',
        eld_id: null,
        ...NOISE,
      },
      ...NOISE,
    },
    last_position: { latitude: 35.2, longitude: -101.8 - n / 1000, occurred_at: ago(MINUTE), ...NOISE },
    stops: [stop(n, 0), stop(n, 1)],
    ...NOISE,
    ...change,
  };
}

export function stop(n: number, sequence: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xa4, n * 100 + sequence),
    sequence,
    stop_type: sequence === 0 ? 'origin' : 'space_dock',
    name: HOSTILE.rightToLeft,
    estimated_arrival_at: null,
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
    ...NOISE,
    ...change,
  };
}

export function agreement(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xb1, n),
    fleet_id: fleetId(n),
    partner_id: idOf(0xb2, 1),
    fleet_ref: `FLEET-${n}`,
    invitation_id: null,
    effective_date: ago(30 * DAY),
    expiration_date: null,
    scopes: { vehicle: 'read', vehicle_location: 'read', mind: 'write_only' },
    status: 'active',
    ...NOISE,
    ...change,
  };
}

export function connection(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xb3, n),
    fleet_id: fleetId(n),
    fleet_ref: `FLEET-${n}`,
    tsp_id: idOf(0xb4, 1),
    tsp_slug: 'other-eld',
    source_name: HOSTILE.html,
    status: 'humming',
    created_at: ago(DAY),
    credentials: { username: `${LEAK}-user`, password: `${LEAK}-password` },
    ...NOISE,
    ...change,
  };
}

export function invitation(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xc1, n),
    created_at: ago(DAY),
    expires_at: new Date(Date.now() + 2 * DAY).toISOString(),
    expires_in_hours: 72,
    status: 'active',
    accepted_at: null,
    declined_at: null,
    decline_reason: null,
    fleet_id: null,
    partner_id: idOf(0xb2, 1),
    [FIELDS.magic_link]: `https://join.example/${LEAK}-link-${n}`,
    pre_registration_access_token: `${LEAK}-pre`,
    pre_registration_refresh_token: `${LEAK}-pre-refresh`,
    fleet_ref: `FLEET-${n}`,
    fleet_name: HOSTILE.zeroWidth,
    permissions: { vehicle: 'read' },
    ...NOISE,
    ...change,
  };
}

export function monitor(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xd1, n),
    webhook_group_id: idOf(0xd2, 1),
    fleet_id: fleetId(n),
    vehicle_id: vehicleId(n),
    status: 'active',
    current_stop_sequence: 0,
    starts_at: ago(DAY),
    expires_at: new Date(Date.now() + DAY).toISOString(),
    created_at: ago(DAY),
    updated_at: ago(DAY),
    name: `trip ${n}`,
    stops: [0, 1].map((sequence) => ({
      id: idOf(0xd3, n * 100 + sequence),
      sequence,
      point: { type: 'Point', coordinates: [-101.8, 35.2] },
      radius_meters: 500,
      name: HOSTILE.rightToLeft,
      arrived_at: null,
      departed_at: null,
      ...NOISE,
    })),
    cancelled_at: null,
    completed_at: null,
    ...NOISE,
    ...change,
  };
}

export function operation(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xe1, n),
    connection_id: idOf(0xb3, 1),
    resource: 'user',
    operation_type: 'create',
    payload: { 'u.username': `driver-${n}`, 'u.password': `${LEAK}-pw`, zz: NOISE },
    created_at: ago(DAY),
    updated_at: ago(DAY),
    deleted_at: null,
    partner_ref: null,
    resource_id: null,
    source_id: null,
    status: 'dreaming',
    logs: [],
    ...NOISE,
    ...change,
  };
}

export function fuelRow(n: number, change: Fields = {}): Fields {
  return {
    id: idOf(0xf1, n),
    fleet_id: fleetId(1),
    vehicle_id: vehicleId(1),
    occurred_at: ago(DAY + n * MINUTE),
    created_at: ago(DAY),
    updated_at: ago(DAY),
    deleted_at: null,
    fleet_ref: 'FLEET-1',
    fuel_vendor: HOSTILE.html,
    currency: 'USD',
    fuel_type: 'rocket fuel',
    fuel_volume: 100.5,
    total_cost: '412.07',
    odometer: null,
    odometer_unit: null,
    transaction_jurisdiction: 'TX',
    extras: { [FIELDS.fuel_unit]: 'gal', ...NOISE },
    inferred_address: null,
    location: { type: 'Point', coordinates: [-101.8, 35.2] },
    h3_index_11: big('631243922056054783'),
    ...NOISE,
    ...change,
  };
}

/** `month` as in `2026-10`. */
export function usageRow(n: number, month: string, change: Fields = {}): Fields {
  return {
    id: idOf(0xf2, n),
    partner_id: idOf(0xb2, 1),
    usage_month: `${month}-01`,
    entity_type: 'vehicle',
    entity_id: vehicleId(n),
    first_call_in_month: `${month}-02T00:00:00Z`,
    latest_call_in_month: `${month}-03T00:00:00Z`,
    rest_api_count: 10,
    webhook_count: 1,
    created_at: `${month}-02T00:00:00Z`,
    updated_at: `${month}-03T00:00:00Z`,
    is_active: true,
    ...NOISE,
    ...change,
  };
}

export const newId = () => randomUUID();
