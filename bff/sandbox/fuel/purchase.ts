/** One fuel transaction, computed lazily from its number: a filter needs only the truck, a sort one field, a page everything. */
import type { Connection } from '../connections/connections.ts';
import { DAY, HOUR, SECOND } from '../world/clock.ts';
import { hash, keyOf, unit, uuidOf } from '../world/random.ts';
import type { Vehicle } from '../world/vehicles.ts';
import type { Country } from './jurisdictions.ts';
import { Lanes, type Station } from './lanes.ts';
import type { Ledger } from './ledger.ts';
import type { FuelLedgers } from './ledgers.ts';

const KEY = keyOf('fuel purchase');
const DRIVER = keyOf('driver');
const VENDORS = [
  'Lone Pine Travel Center',
  'Mile High Truck Plaza',
  'Red Barn Fuel',
  'Crossroads Fuel Stop',
  'Anchor Petroleum',
];
const KINDS = [
  { fuel_type: 'diesel', until: 0.88, share: 1, price: 1 },
  { fuel_type: 'def', until: 0.96, share: 0.08, price: 0.95 },
  { fuel_type: 'reefer_diesel', until: 1, share: 0.3, price: 0.88 },
] as const;

interface Market {
  readonly currency: 'USD' | 'CAD' | 'MXN';
  readonly unit: 'gallon' | 'liter';
  readonly perGallon: number;
  /** Price per unit of diesel. */
  readonly price: number;
  readonly odometer_unit: 'mi' | 'km';
}
const LITERS = 3.785411784;
const MARKETS: Readonly<Record<Country, Market>> = {
  USA: { currency: 'USD', unit: 'gallon', perGallon: 1, price: 3.95, odometer_unit: 'mi' },
  CAN: { currency: 'CAD', unit: 'liter', perGallon: LITERS, price: 1.62, odometer_unit: 'km' },
  MEX: { currency: 'MXN', unit: 'liter', perGallon: LITERS, price: 25.4, odometer_unit: 'km' },
};
const KM_PER_MILE = 1.609344;
const MILES_A_YEAR = 104_000;
const MILES_PER_GALLON = 6.6;
const TANKS_GALLONS = 220;
/** One truck in this many has a team of two drivers. */
const TEAMS = 12;
const DELETED = 0.002;
/** Purchases with the card of a truck that was elsewhere. */
const ELSEWHERE = 0.004;
/** World time since which a truck buys at its position; the visible positions start a day before the world does. */
const DRIVES_SINCE = -DAY;

/** Cached, because a page contains them a thousand times. */
const driverIds = new WeakMap<Vehicle, { readonly usual: string; readonly other: string }>();

function driversOf(seed: number, vehicle: Vehicle) {
  let ids = driverIds.get(vehicle);
  if (!ids) {
    ids = { usual: uuidOf(seed, DRIVER, vehicle.index), other: uuidOf(seed, DRIVER, vehicle.index, 1) };
    driverIds.set(vehicle, ids);
  }
  return ids;
}

export function driverIdOf(seed: number, vehicle: Vehicle): string {
  return driversOf(seed, vehicle).usual;
}

export function sourceDriverIdOf(vehicle: Vehicle): string {
  return `D-${20_000 + vehicle.index}`;
}

const scheduleIds = new WeakMap<Connection, string>();
function scheduleIdOf(connection: Connection): string {
  const id = scheduleIds.get(connection) ?? uuidOf(keyOf(connection.id), keyOf('fuel schedule'));
  scheduleIds.set(connection, id);
  return id;
}

/** One execution of the schedule covers all purchases of an hour. */
const executionIds = new WeakMap<Connection, Map<number, string>>();
function executionIdOf(connection: Connection, hour: number): string {
  const known = executionIds.get(connection) ?? new Map<number, string>();
  executionIds.set(connection, known);
  const id = known.get(hour) ?? uuidOf(keyOf(connection.id), hour);
  known.set(hour, id);
  return id;
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** Caches of date texts such as `2026-11-20T` and of two-digit numbers; a page contains thousands of times. */
const days = new Map<number, string>();
const MAX_DAYS = 1000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
function dayOf(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY).toISOString().slice(0, 11);
  if (days.size >= MAX_DAYS) days.clear();
  days.set(day, text);
  return text;
}

/** ISO time, in whole seconds. */
function iso(wall: number): string {
  const day = Math.floor(wall / DAY);
  const seconds = Math.floor((wall - day * DAY) / SECOND);
  const minutes = Math.floor(seconds / 60);
  return `${dayOf(day)}${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}.000Z`;
}

export interface PurchaseParts {
  readonly ledgers: FuelLedgers;
  readonly lanes: Lanes;
  /** The connection that reports a truck's purchases. */
  readonly connectionOf: (vehicle: Vehicle) => Connection;
}

export class Purchase {
  readonly number: number;
  readonly vehicle: Vehicle;
  readonly #parts: PurchaseParts;
  readonly #ledger: Ledger;
  #station: Station | null = null;
  #occurred: number | null = null;
  #created: number | null = null;
  #volume: number | null = null;
  #price: number | null = null;

  constructor(parts: PurchaseParts, number: number) {
    this.#parts = parts;
    this.number = number;
    this.#ledger = parts.ledgers.ledgerOf(number);
    this.vehicle = this.#ledger.vehicleOf(number);
  }

  get seed(): number {
    return this.#parts.ledgers.seed;
  }

  get occurred(): number {
    this.#occurred ??= this.#ledger.occurredAt(this.number);
    return this.#occurred;
  }

  get created(): number {
    this.#created ??= this.#ledger.createdAt(this.number);
    return this.#created;
  }

  get connection(): Connection {
    return this.#parts.connectionOf(this.vehicle);
  }

  get station(): Station {
    this.#station ??= this.#stationNow();
    return this.#station;
  }

  #stationNow(): Station {
    const { lanes } = this.#parts;
    const { index, itinerary } = this.vehicle;
    const tau = this.#ledger.clock.tau(this.occurred);
    if (itinerary === null || tau < DRIVES_SINCE || this.chance(6) < ELSEWHERE)
      return lanes.station(index, this.#ledger.roundOf(this.number));
    return lanes.stationBeside(itinerary.everAt(tau));
  }

  get market(): Market {
    return MARKETS[this.station.country];
  }

  /** Random number from 0 to 1 for one aspect of this purchase. */
  chance(aspect: number): number {
    return unit(this.seed, KEY, this.number, aspect);
  }

  id(aspect: number): string {
    return uuidOf(this.seed, KEY, this.number, aspect);
  }

  get kind() {
    const drawn = this.chance(1);
    return KINDS.find(({ until }) => drawn < until) ?? KINDS[0];
  }

  get gallons(): number {
    const average = MILES_A_YEAR / this.#ledger.perTruckAndYear / MILES_PER_GALLON;
    return Math.min(TANKS_GALLONS, Math.max(12, average)) * (0.75 + 0.4 * this.chance(2)) * this.kind.share;
  }

  get volume(): number {
    this.#volume ??= round(this.gallons * this.market.perGallon, 3);
    return this.#volume;
  }

  /** By station and season, in thousandths. */
  get price(): number {
    if (this.#price !== null) return this.#price;
    const local = 0.93 + 0.14 * unit(Lanes.keyOf(this.station));
    const season = 1 + 0.05 * Math.sin((this.occurred / (365 * DAY)) * 2 * Math.PI);
    this.#price = round(this.market.price * this.kind.price * local * season, 3);
    return this.#price;
  }

  get totalCost(): string {
    return (this.volume * this.price).toFixed(2);
  }

  /** Rises with each purchase of the truck. */
  get odometer(): number {
    const miles = 40_000 + 9000 * (hash(this.seed, this.vehicle.index) % 60);
    const driven = (this.#ledger.clock.tau(this.occurred) / (365 * DAY) + 1) * MILES_A_YEAR;
    return round((miles + driven) * (this.market.odometer_unit === 'km' ? KM_PER_MILE : 1), 1);
  }

  get isTeam(): boolean {
    return hash(this.seed, this.vehicle.index, 7) % TEAMS === 0;
  }

  get deleted(): boolean {
    return this.chance(3) < DELETED;
  }
}

/** Every field except the raw record. */
export const FIELDS = {
  id: (p: Purchase) => p.id(0),
  fleet_id: (p: Purchase) => p.vehicle.fleet.fleet_id,
  connection_id: (p: Purchase) => p.connection.id,
  tsp_id: (p: Purchase) => p.connection.provider.tsp_id,
  execution_id: (p: Purchase) => executionIdOf(p.connection, Math.floor(p.created / HOUR)),
  schedule_id: (p: Purchase) => scheduleIdOf(p.connection),
  vehicle_id: (p: Purchase) => p.vehicle.record.id,
  driver_id: (p: Purchase) => driverIdOf(p.seed, p.vehicle),
  co_driver_id: (p: Purchase) => (p.isTeam ? driversOf(p.seed, p.vehicle).other : null),
  created_at: (p: Purchase) => iso(p.created),
  updated_at: (p: Purchase) => iso(p.created),
  deleted_at: (p: Purchase) => (p.deleted ? iso(p.created + HOUR) : null),
  occurred_at: (p: Purchase) => iso(p.occurred),
  source_name: (p: Purchase) => p.connection.provider.source_name,
  source_id: (p: Purchase) => `FT-${700_000 + p.number}`,
  source_data_hash: (p: Purchase) => hash(p.seed, p.number).toString(16).padStart(8, '0').repeat(4),
  fleet_ref: (p: Purchase) => p.vehicle.fleet.fleet_ref,
  tsp_slug: (p: Purchase) => p.connection.provider.tsp_slug,
  source_driver_id: (p: Purchase) => sourceDriverIdOf(p.vehicle),
  source_vehicle_id: (p: Purchase) => p.vehicle.record.source_id ?? null,
  source_co_driver_id: (p: Purchase) => (p.isTeam ? `${sourceDriverIdOf(p.vehicle)}-2` : null),
  fuel_vendor: (p: Purchase) => VENDORS[Lanes.keyOf(p.station) % VENDORS.length] ?? null,
  currency: (p: Purchase) => p.market.currency,
  extras: (p: Purchase) => ({ fuel_volume_unit: p.market.unit, price_per_unit: p.price.toFixed(3) }),
  inferred_address: (p: Purchase) => p.station.address,
  location: (p: Purchase) => p.station.location,
  h3_index_11: (p: Purchase) => p.station.cell,
  odometer: (p: Purchase) => p.odometer,
  odometer_unit: (p: Purchase) => p.market.odometer_unit,
  transaction_jurisdiction: (p: Purchase) => p.station.jurisdiction,
  fuel_type: (p: Purchase) => p.kind.fuel_type,
  fuel_volume: (p: Purchase) => p.volume,
  total_cost: (p: Purchase) => p.totalCost,
} as const satisfies Record<string, (purchase: Purchase) => unknown>;

const READERS = Object.entries<(purchase: Purchase) => unknown>(FIELDS);

/**
 * Template with all fields. Adding thirty properties one at a time would turn an object into a slow hash table; an object from
 * JSON.parse and its copies keep a fast shape.
 */
const EMPTY = JSON.parse(JSON.stringify(Object.fromEntries(READERS.map(([name]) => [name, null])))) as Record<
  string,
  unknown
>;

export type FuelField = keyof typeof FIELDS;

export function isFuelField(name: string): name is FuelField {
  return Object.hasOwn(FIELDS, name);
}

export function toFuelResponse(purchase: Purchase, withSource: boolean): Record<string, unknown> {
  const response = { ...EMPTY };
  for (const [name, read] of READERS) response[name] = read(purchase);
  if (withSource) response.source_data = rawRecord(purchase);
  return response;
}

/** The provider's format, with its own names and fields that the service omits. */
function rawRecord(p: Purchase): Record<string, unknown> {
  return {
    transactionId: `FT-${700_000 + p.number}`,
    unit: p.vehicle.record.vehicle_name ?? null,
    driverCode: sourceDriverIdOf(p.vehicle),
    site: p.station.town,
    qty: p.volume,
    uom: p.market.unit === 'gallon' ? 'GAL' : 'LTR',
    ppu: p.price,
    amount: p.totalCost,
    cardLastFour: String(Math.floor(p.chance(5) * 10_000)).padStart(4, '0'),
  };
}
