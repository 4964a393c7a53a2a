/** Settings in words: their names, and what they are set to. */
import type { Prefs } from '../../ui/prefs.ts';

type Name = keyof Prefs;

/** Those that a person sets knowingly. Widths and columns are not worth a message. */
const NAMES: Partial<Record<Name, string>> = {
  length_unit: 'distance',
  volume_unit: 'volume',
  time_zone: 'time zone',
  clock: 'clock',
  theme: 'theme',
  density: 'density',
  motion: 'motion',
  default_view: 'first view',
};

const VALUES: Readonly<Record<string, string>> = {
  mi: 'miles',
  km: 'kilometers',
  gal: 'gallons',
  L: 'liters',
  '24': '24 hours',
  '12': '12 hours',
  system: 'match system',
  reduced: 'reduced',
};

const NOTHING: Partial<Record<Name, string>> = {
  time_zone: "computer's time zone",
  default_view: 'the board',
};

export const isAnnounced = (name: string): boolean => Object.hasOwn(NAMES, name);

export function valueWords(name: Name, value: unknown): string {
  if (value === null) return NOTHING[name] ?? 'default';
  return VALUES[String(value)] ?? String(value);
}

/** `distance: kilometers; theme: dark` */
export function changeWords(change: Partial<Prefs>): string {
  return Object.entries(change)
    .filter(([name]) => isAnnounced(name))
    .map(([name, value]) => `${NAMES[name as Name]}: ${valueWords(name as Name, value)}`)
    .join('; ');
}
