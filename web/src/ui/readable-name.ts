/** Readable names for API identifiers (`fleet_ref`, `reefer_diesel`). */

/** Names that cannot be derived from their words. */
const NAMES: Readonly<Record<string, string>> = {
  exclude_tsps: 'Excluded providers',
  expires_at: 'Expires',
  limit_tsps: 'Allowed providers',
  partner_ref: 'Your reference',
  source_driver_id: 'Driver ID at the provider',
  source_id: 'ID at the provider',
  source_name: 'Provider',
  source_vehicle_id: 'Vehicle ID at the provider',
  tsp_slug: 'Provider',
  user_email: 'Email',
};

const WORDS: Readonly<Record<string, string>> = {
  cng: 'CNG',
  co: 'co-',
  def: 'DEF',
  dot: 'DOT',
  dvir: 'DVIR',
  hos: 'HOS',
  id: 'ID',
  ids: 'IDs',
  ifta: 'IFTA',
  lng: 'LNG',
  ref: 'reference',
  refs: 'references',
  tms: 'TMS',
  tsp: 'provider',
  tsps: 'providers',
  url: 'URL',
  utc: 'UTC',
  vin: 'VIN',
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `fleet_ref` -> `Fleet reference`; text that is not an API identifier is returned unchanged. */
export function readableName(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] as string;
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) return name;
  const words = name.split('_').map((word) => (Object.hasOwn(WORDS, word) ? (WORDS[word] as string) : word));
  return capital(words.join(' ').replace('co- ', 'co-'));
}

/** `body.stops.0.radius_meters` -> `Stops 1, radius meters` */
export function readablePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('.')) {
    if (parts.length === 0 && path.includes('.') && /^(body|query|path|header)$/.test(part)) continue;
    const last = parts.length - 1;
    if (/^\d+$/.test(part) && last >= 0) parts[last] = `${parts[last]} ${Number(part) + 1}`;
    else parts.push(readableName(part));
  }
  const [first = '', ...rest] = parts;
  return [
    first,
    ...rest.map((part) => (/^[A-Z]{2}/.test(part) ? part : part.charAt(0).toLowerCase() + part.slice(1))),
  ].join(', ');
}
