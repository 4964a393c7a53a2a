/** Time zones to choose from: those where most who use this work, and how one is called. */

/** IANA names. */
export const COMMON_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Halifax',
  'America/Mexico_City',
  'America/Tijuana',
  'UTC',
] as const;

/** `Chicago (CST)`, `Argentina, Salta (UTC−3)`. @param note what is said of the zone now */
export function zoneLabel(zone: string, note: string): string {
  const city = zone.split('/').slice(1).join(', ').replaceAll('_', ' ') || zone;
  return city === note ? city : `${city} (${note})`;
}
