/** Zones that stops of North American freight are in. */
import { zoneName } from '../../ui/time.ts';

const USUAL = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Halifax',
  'America/Mexico_City',
  'America/Tijuana',
] as const;

/** Those and the others that are in use here, each once: `Chicago (CST)`. @param now milliseconds since 1970 */
export function zoneChoices(own: readonly string[], now: number): { value: string; label: string }[] {
  return [...new Set([...own, ...USUAL])].map((zone) => {
    const city = zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ');
    return { value: zone, label: `${city} (${zoneName(now, zone)})` };
  });
}
