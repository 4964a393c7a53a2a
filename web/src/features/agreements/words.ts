import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { capital } from '../../ui/readable-name.ts';
import { countText } from '../../ui/units.ts';

/** Resource name -> `read` or `read_write`. */
type Scopes = BoardAgreement['scopes'];

const WORD: Readonly<Record<string, string>> = {
  user: 'Drivers and users',
  dvir_log: 'DVIR logs',
  dvir_log_defect: 'DVIR log defects',
  ifta_summary: 'IFTA summaries',
  fleet_info: 'Fleet info',
  engine_status: 'Engine status',
  trailer_status: 'Trailer status',
  hos_availability: 'HOS availability',
};
const LEVEL: Readonly<Record<string, string>> = { read: 'Read', read_write: 'Read and write' };

/** `vehicle_location` -> "Vehicle locations"; unknown names likewise. */
export function resourceWord(name: string): string {
  if (Object.hasOwn(WORD, name)) return WORD[name] as string;
  const text = name.replaceAll('_', ' ').replace(/^hos\b/, 'HOS');
  const many = text.endsWith('y') ? `${text.slice(0, -1)}ies` : text.endsWith('s') ? text : `${text}s`;
  return capital(many);
}

export const levelWord = (level: string): string =>
  Object.hasOwn(LEVEL, level) ? (LEVEL[level] as string) : `“${level}”`;

const BOARD_RESOURCES = ['vehicle', 'vehicle_location'];

export function sharedList(scopes: Scopes): readonly (readonly [name: string, level: string])[] {
  const rank = (name: string) =>
    BOARD_RESOURCES.includes(name) ? BOARD_RESOURCES.indexOf(name) : BOARD_RESOURCES.length;
  return Object.entries(scopes ?? {})
    .map(([name, level]) => [name, String(level)] as const)
    .sort((a, b) => rank(a[0]) - rank(b[0]) || (a[0] < b[0] ? -1 : 1));
}

/** Without it we receive no positions of the fleet's trucks. */
export const sharesLocation = (scopes: Scopes): boolean => scopes?.vehicle_location !== undefined;

const lower = (word: string) => (/^[A-Z]{2}/.test(word) ? word : word.toLowerCase());

/** "Vehicles and their locations, 4 more", "Vehicles without locations, 2 more", "Nothing listed". */
export function sharedText(scopes: Scopes): string {
  const list = sharedList(scopes);
  if (list.length === 0) return 'Nothing listed';
  const vehicles = list.some(([name]) => name === 'vehicle');
  const rest = list.filter(([name]) => !BOARD_RESOURCES.includes(name));
  const head = vehicles
    ? sharesLocation(scopes)
      ? 'Vehicles and their locations'
      : 'Vehicles without locations'
    : sharesLocation(scopes)
      ? 'Locations without vehicles'
      : null;
  if (head === null) {
    const [first, ...others] = rest.map(([name]) => resourceWord(name));
    return others.length === 0 ? (first ?? '') : `${first}, ${others.length} more, no vehicles`;
  }
  return rest.length === 0 ? head : `${head}, ${rest.length} more`;
}

/** "Vehicles with locations +4", "Vehicles, no locations +2": as `sharedText`, for a narrow column. */
export const sharedShort = (scopes: Scopes): string =>
  sharedText(scopes)
    .replace('Vehicles and their locations', 'Vehicles with locations')
    .replace('Vehicles without locations', 'Vehicles, no locations')
    .replace(/, (\d+) more$/, ' +$1');

/** "Write: drivers and users"; null when all are read-only. */
export function writeText(scopes: Scopes): string | null {
  const names = sharedList(scopes).filter(([, level]) => level !== 'read');
  if (names.length === 0) return null;
  const words = names.map(([name]) => lower(resourceWord(name)));
  return `Write: ${words.slice(0, 2).join(', ')}${words.length > 2 ? ` and ${words.length - 2} more` : ''}`;
}

type Fleet = Pick<BoardAgreement, 'fleet_name' | 'fleet_ref' | 'fleet_id'>;

export function fleetName({ fleet_name, fleet_ref, fleet_id }: Fleet): string {
  return fleet_name || fleet_ref || (fleet_id ? `Fleet ${fleet_id.slice(0, 8)}` : 'Unnamed fleet');
}

/** "3 watched loads and 1 monitor"; omits zeros. */
export function thingsText(loads: number, monitors: number): string {
  const parts = [
    loads > 0 && countText(loads, 'watched load'),
    monitors > 0 && countText(monitors, 'monitor'),
  ];
  return parts.filter((part) => part).join(' and ');
}

/** "41 loads, 3 monitors", for a narrow column; omits zeros. */
export const needsText = (loads: number, monitors: number): string =>
  [loads > 0 && countText(loads, 'load'), monitors > 0 && countText(monitors, 'monitor')]
    .filter((part) => part)
    .join(', ');
