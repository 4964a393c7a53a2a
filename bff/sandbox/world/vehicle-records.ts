/** Records of trucks: name, manufacturer, VIN with check digit, plate. */
import type { EmbeddedVehicle } from '@waypost/contract/loads';
import { vinCheckDigitOk } from '@waypost/contract/vin';
import { keyOf, Random, uuidOf } from './random.ts';

interface Maker {
  readonly oem: string;
  readonly models: readonly string[];
  /** World manufacturer identifier, the first three characters of the VIN. */
  readonly wmi: string;
}

const MAKERS: readonly Maker[] = [
  { oem: 'Freightliner', models: ['Cascadia 126', 'Cascadia 116', 'Coronado'], wmi: '1FU' },
  { oem: 'Kenworth', models: ['T680', 'T880', 'W990'], wmi: '1XK' },
  { oem: 'Peterbilt', models: ['579', '389', '567'], wmi: '1XP' },
  { oem: 'Volvo', models: ['VNL 760', 'VNL 860', 'VNR 640'], wmi: '4V4' },
  { oem: 'International', models: ['LT625', 'RH613', 'LoneStar'], wmi: '3HS' },
  { oem: 'Mack', models: ['Anthem 64T', 'Pinnacle'], wmi: '1M1' },
  { oem: 'Western Star', models: ['57X', '4900'], wmi: '5KJ' },
];
const MAKER_WEIGHTS = [38, 16, 15, 12, 10, 5, 4];

const VIN_ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const YEAR_CODES = 'GHJKLMNPRST';
const FIRST_YEAR = 2016;
const CHECK_DIGITS = '0123456789X';

/** A VIN with a valid check digit (49 CFR 565.15). */
export function makeVin(wmi: string, modelYear: number, serial: number, random: Random): string {
  const letter = () => VIN_ALPHABET.charAt(random.int(0, VIN_ALPHABET.length - 1));
  const year = YEAR_CODES.charAt(modelYear - FIRST_YEAR);
  const head = wmi + Array.from({ length: 5 }, letter).join('');
  const tail = `${year}${letter()}${String(serial % 1_000_000).padStart(6, '0')}`;
  const digit = [...CHECK_DIGITS].find((candidate) => vinCheckDigitOk(head + candidate + tail));
  return `${head}${digit}${tail}`;
}

/** In `form`, `A` is a letter and `0` a digit. */
const PLATES: readonly { region: string; country: string; form: string; weight: number }[] = [
  { region: 'TX', country: 'USA', form: 'R000000', weight: 14 },
  { region: 'CA', country: 'USA', form: 'YP00000', weight: 10 },
  { region: 'IL', country: 'USA', form: 'P000000', weight: 9 },
  { region: 'IN', country: 'USA', form: '0000000', weight: 9 },
  { region: 'OH', country: 'USA', form: 'PAA0000', weight: 7 },
  { region: 'TN', country: 'USA', form: 'A000AA', weight: 6 },
  { region: 'GA', country: 'USA', form: 'AA0000A', weight: 5 },
  { region: 'OK', country: 'USA', form: '0AA000', weight: 6 },
  { region: 'MO', country: 'USA', form: '00AA0A', weight: 4 },
  { region: 'NE', country: 'USA', form: '00-0000', weight: 4 },
  { region: 'AZ', country: 'USA', form: 'AA00000', weight: 4 },
  { region: 'UT', country: 'USA', form: 'U000AA', weight: 3 },
  { region: 'ON', country: 'CAN', form: 'PA 00000', weight: 5 },
  { region: 'AB', country: 'CAN', form: 'A0-0000', weight: 3 },
  { region: 'QC', country: 'CAN', form: 'L000000', weight: 3 },
  { region: 'MB', country: 'CAN', form: 'PAA 000', weight: 1 },
  { region: 'NL', country: 'MEX', form: '00-AA-0A', weight: 3 },
  { region: 'JA', country: 'MEX', form: '00-AA-0A', weight: 2 },
];
const PLATE_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';

function plate(random: Random) {
  const { region, country, form } = PLATES[
    random.weighted(PLATES.map(({ weight }) => weight))
  ] as (typeof PLATES)[0];
  const number = form
    .replaceAll('A', () => random.pick([...PLATE_LETTERS]))
    .replaceAll('0', () => String(random.int(0, 9)));
  return { license_plate_region: region, license_plate_country: country, license_plate_number: number };
}

const NAMES = [(n: number) => `Unit ${n}`, (n: number) => `T-${n}`, (n: number) => String(n)];
const STATUSES = ['in_service', 'active', null];

/**
 * The read model of a truck. Some optional fields are null, as in real records.
 * @param fleet index of its fleet, which determines how units are named
 */
export function vehicleRecord(seed: number, index: number, fleet: number): EmbeddedVehicle {
  const random = new Random(seed, keyOf('vehicle record'), index);
  const style = new Random(seed, keyOf('naming'), fleet);
  const maker = MAKERS[random.weighted(MAKER_WEIGHTS)] as Maker;
  const model_year = random.int(FIRST_YEAR, FIRST_YEAR + YEAR_CODES.length - 1);
  const eld = random.int(100_000, 999_999);
  const sometimes = <T>(value: T, missing: number) => (random.chance(missing) ? null : value);
  return {
    id: uuidOf(seed, keyOf('vehicle'), index),
    vehicle_name: sometimes(style.pick(NAMES)(1000 + ((index * 37) % 8999)), 0.02),
    oem: sometimes(maker.oem, 0.05),
    model_type: sometimes(random.pick(maker.models), 0.08),
    model_year: sometimes(model_year, 0.05),
    vin: makeVin(maker.wmi, model_year, 100_000 + index, random),
    ...plate(random),
    is_active: sometimes(true, 0.05),
    status: style.pick(STATUSES),
    eld_id: sometimes(`ELD-${eld}`, 0.1),
    eld_serial_number: sometimes(`SN${eld}${random.int(10, 99)}`, 0.3),
    source_id: String(281_474_976_000_000 + index * 17),
    external_id: sometimes(`F${fleet}-${1000 + index}`, 0.5),
  };
}
