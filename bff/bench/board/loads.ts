/** Generated test loads: deterministic for each number, spread over the country, each traveling between two cities. */
import type { LoadTracking } from '@waypost/contract/loads';

/** Sent to the server: loads on the screen are updated more often, so that enough row changes are observed. */
export interface Watch {
  readonly on_screen: readonly string[];
  /** Changes per second; 0: none. */
  readonly rate: number;
}

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const numberOf = (load_id: string) => Number(load_id.slice(-12));

const CITIES: readonly (readonly [string, number, number])[] = [
  ['Seattle, WA', 47.61, -122.33],
  ['Portland, OR', 45.52, -122.68],
  ['Sacramento, CA', 38.58, -121.49],
  ['Los Angeles, CA', 34.05, -118.24],
  ['Phoenix, AZ', 33.45, -112.07],
  ['Salt Lake City, UT', 40.76, -111.89],
  ['Billings, MT', 45.78, -108.5],
  ['Denver, CO', 39.74, -104.99],
  ['Amarillo, TX', 35.22, -101.83],
  ['El Paso, TX', 31.76, -106.49],
  ['Laredo, TX', 27.51, -99.51],
  ['Dallas, TX', 32.78, -96.8],
  ['Oklahoma City, OK', 35.47, -97.52],
  ['Kansas City, MO', 39.1, -94.58],
  ['Omaha, NE', 41.26, -95.94],
  ['Minneapolis, MN', 44.98, -93.27],
  ['Chicago, IL', 41.88, -87.63],
  ['St. Louis, MO', 38.63, -90.2],
  ['Memphis, TN', 35.15, -90.05],
  ['New Orleans, LA', 29.95, -90.07],
  ['Atlanta, GA', 33.75, -84.39],
  ['Jacksonville, FL', 30.33, -81.66],
  ['Miami, FL', 25.76, -80.19],
  ['Nashville, TN', 36.16, -86.78],
  ['Columbus, OH', 39.96, -83.0],
  ['Detroit, MI', 42.33, -83.05],
  ['Charlotte, NC', 35.23, -80.84],
  ['Newark, NJ', 40.74, -74.17],
  ['Boston, MA', 42.36, -71.06],
  ['Harrisburg, PA', 40.27, -76.88],
];
const MAKES = ['Freightliner', 'Kenworth', 'Peterbilt', 'Volvo', 'International'];
const HOUR = 3600_000;

/** Deterministic pseudo-random number from 0 to 1. */
function chance(n: number, salt: number): number {
  let x = (Math.imul(n, 2654435761) ^ Math.imul(salt + 1, 40503)) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 2246822519) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 3266489917) >>> 0;
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

/** Of a hundred loads, 84 are live, 7 stale, and the rest of other kinds. */
export function healthOf(n: number): LoadTracking['tracking_health'] {
  const part = chance(n, 1);
  if (part < 0.84) return 'live';
  if (part < 0.91) return 'stale';
  if (part < 0.93) return 'no_signal';
  if (part < 0.95) return 'not_shared';
  return part < 0.99 ? 'unassigned' : 'unknown';
}

/** Tracking response for load `n` after its truck has moved `moves` times, about a kilometer each. */
export function tracking(n: number, moves: number, now: number): LoadTracking {
  const pick = (salt: number) => Math.floor(chance(n, salt) * CITIES.length);
  const [from, to] = [
    pick(2),
    (pick(2) + 1 + Math.floor(chance(n, 3) * (CITIES.length - 1))) % CITIES.length,
  ];
  const [a, b] = [CITIES[from], CITIES[to]] as [(typeof CITIES)[number], (typeof CITIES)[number]];
  const health = healthOf(n);
  const progress = (chance(n, 4) + moves * 0.0006) % 1;
  const offset = () => (chance(n, 5) - 0.5) * 2;
  const digits = String(n).padStart(6, '0');
  const hasTruck = health !== 'unassigned';
  const hasPosition = hasTruck && health !== 'no_signal' && health !== 'not_shared';
  const stop = (sequence: number, city: string, hours: number) => ({
    id: id(1_000_000 * (sequence + 1) + n),
    sequence,
    stop_type: sequence === 0 ? 'origin' : sequence === 2 ? 'destination' : 'intermediate',
    name: `${city.split(',')[0]} DC ${1 + (n % 9)}`,
    estimated_arrival_at: new Date(now + hours * HOUR - (now % HOUR)).toISOString(),
    estimated_departure_at: new Date(now + (hours + 1) * HOUR - (now % HOUR)).toISOString(),
    arrived_at: null,
    departed_at: null,
  });
  return {
    load_id: id(n),
    load_ref: `LD-${digits}`,
    tracking_health: health,
    vehicle_assignment: hasTruck
      ? {
          source: chance(n, 6) < 0.9 ? 'declared' : 'inferred',
          agreement: chance(n, 7) < 0.01 ? 'disagree' : 'agree',
          vehicle: {
            id: id(9_000_000 + n),
            vehicle_name: `Unit ${1000 + n}`,
            oem: MAKES[n % MAKES.length] as string,
            model_type: 'Tractor',
            model_year: 2018 + (n % 8),
            vin: `1FUJGLDR9CS${digits}`,
            license_plate_region: 'TX',
            license_plate_country: 'USA',
            license_plate_number: `R${digits}`,
            is_active: true,
            status: 'in_service',
            eld_id: `ELD-${digits}`,
            eld_serial_number: `00${digits}`,
            source_id: `src-${digits}`,
            external_id: null,
          },
        }
      : null,
    last_position: hasPosition
      ? {
          latitude: a[1] + (b[1] - a[1]) * progress + offset(),
          longitude: a[2] + (b[2] - a[2]) * progress + offset(),
          occurred_at: new Date(health === 'stale' ? now - (2 + (n % 40)) * HOUR : now).toISOString(),
        }
      : null,
    stops: [
      stop(0, a[0], -4 - (n % 20)),
      stop(1, (CITIES[pick(8)] as (typeof CITIES)[number])[0], 6 + (n % 12)),
      stop(2, b[0], 20 + (n % 30)),
    ],
  };
}
