/** Time zones to choose from, by region, each with how far it is from UTC now. */

export interface Zone {
  /** IANA. */
  readonly zone: string;
  /** `Chicago (UTC−6)` */
  readonly label: string;
}
export interface ZoneGroup {
  readonly region: string;
  readonly zones: readonly Zone[];
}

/** Where most who use this work: they stand first. */
const USUAL = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
];

/** `UTC−6`, `UTC+5:30`, `UTC` */
export function offsetText(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = parts.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
}

function zoneOf(zone: string, now: number): Zone {
  const city = zone.split('/').slice(1).join(', ').replaceAll('_', ' ') || zone;
  const offset = offsetText(zone, now);
  return { zone, label: city === offset ? city : `${city} (${offset})` };
}

export function zoneGroups(
  now: number,
  all: readonly string[] = Intl.supportedValuesOf('timeZone'),
): ZoneGroup[] {
  const regions = new Map<string, Zone[]>([['Common', USUAL.map((zone) => zoneOf(zone, now))]]);
  for (const zone of all) {
    const region = zone.includes('/') ? (zone.split('/')[0] as string) : 'Other';
    if (zone === 'UTC') continue;
    const zones = regions.get(region) ?? [];
    zones.push(zoneOf(zone, now));
    regions.set(region, zones);
  }
  return [...regions].map(([region, zones]) => ({ region, zones }));
}
