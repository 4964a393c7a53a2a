/** Time zones of the service with their offsets of now, found by city, name, abbreviation or offset. */
import { TIME_ZONES, type TimeZone } from '@waypost/contract/time-zones';

export interface Zone {
  readonly zone: TimeZone;
  /** Minutes ahead of UTC, at this time of the year. */
  readonly offset: number;
  /** `UTC−06:00` */
  readonly offset_text: string;
  /** `Central Time, CST`; what is the same as the offset is left out. */
  readonly name: string;
}

function partOf(zone: string, now: number, timeZoneName: 'longOffset' | 'short' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function zoneOf(zone: TimeZone, now: number): Zone {
  const [, sign = '+', hours = '0', minutes = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(partOf(zone, now, 'longOffset')) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const offset_text = `UTC${sign === '-' ? '−' : '+'}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
  const short = partOf(zone, now, 'short');
  const generic = partOf(zone, now, 'longGeneric');
  const name = [generic, /^(GMT|UTC)./.test(short) ? '' : short].filter(Boolean).join(', ');
  return { zone, offset, offset_text, name };
}

/** Null for what is no zone of the service. @param now Unix milliseconds */
export function zoneAt(name: string, now: number): Zone | null {
  const zone = TIME_ZONES.find((one) => one === name);
  return zone ? zoneOf(zone, now) : null;
}

const made = new Map<number, readonly Zone[]>();

/** All, which takes a moment; from west to east, of one offset in the order of the text. @param now Unix milliseconds */
export function zonesAt(now: number): readonly Zone[] {
  // Offsets change on the hour at most.
  const hour = Math.floor(now / 3_600_000);
  const known = made.get(hour);
  if (known) return known;
  const zones = TIME_ZONES.map((zone) => zoneOf(zone, now)).sort((a, b) => a.offset - b.offset);
  made.clear();
  made.set(hour, zones);
  return zones;
}

/** Every word must be found somewhere; `-6` and `+5:30` are offsets. */
export function findZones(zones: readonly Zone[], query: string): readonly Zone[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return zones.filter((one) => words.every((word) => fits(one, word)));
}

function fits({ zone, offset, offset_text, name }: Zone, word: string): boolean {
  const typed = /^(?:utc|gmt)?([+\-−])(\d{1,2})(?::?(\d\d))?$/.exec(word);
  if (typed) {
    const [, sign, hours, minutes = '0'] = typed;
    return offset === (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  }
  return `${zone} ${zone.replaceAll('_', ' ')} ${name} ${offset_text}`.toLowerCase().includes(word);
}
