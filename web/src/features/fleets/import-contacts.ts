/** Contacts of a CSV file, read row by row. Nothing is sent from here. */
import {
  type ContactWrite,
  contactNameKey,
  contactWrite,
  type FleetProfile,
} from '@waypost/contract/api/contacts';
import { parseCsv } from '../../ui/csv.ts';

export type NamedFleet = Pick<FleetProfile, 'fleet_id' | 'fleet_ref' | 'name'>;

export const CONTACT_COLUMNS = ['fleet', 'name', 'role', 'phone', 'email', 'primary'] as const;
type ContactColumn = (typeof CONTACT_COLUMNS)[number];

/** Other names of the columns that are common enough. */
const ALIASES: Readonly<Record<string, ContactColumn>> = {
  fleet_ref: 'fleet',
  fleet_id: 'fleet',
  fleet_name: 'fleet',
  carrier: 'fleet',
  carrier_name: 'fleet',
  company: 'fleet',
  contact: 'name',
  contact_name: 'name',
  full_name: 'name',
  title: 'role',
  position: 'role',
  department: 'role',
  phone_number: 'phone',
  telephone: 'phone',
  tel: 'phone',
  mobile: 'phone',
  'e-mail': 'email',
  email_address: 'email',
  mail: 'email',
  is_primary: 'primary',
  call_first: 'primary',
};

export interface GoodContact {
  readonly line: number;
  readonly fleet: NamedFleet;
  readonly contact: ContactWrite;
}
export interface BadContact {
  readonly line: number;
  readonly name: string;
  /** Each a sentence without its full stop. */
  readonly problems: readonly string[];
}
export type ContactFile =
  | { readonly ok: true; readonly good: readonly GoodContact[]; readonly bad: readonly BadContact[] }
  /** Nothing in it can be read; a sentence without its full stop. */
  | { readonly ok: false; readonly reason: string };

/** @param only the fleet of every row; null: each row names its own among `fleets` */
export function readContacts(
  text: string,
  fleets: readonly NamedFleet[],
  only: NamedFleet | null,
): ContactFile {
  const [head, ...rows] = parseCsv(text);
  if (!head) return { ok: false, reason: 'The file is empty' };
  const columns = head.cells.map((cell) => {
    const name = cell.trim().toLowerCase().replace(/\s+/g, '_');
    return CONTACT_COLUMNS.find((column) => column === name) ?? ALIASES[name] ?? null;
  });
  const missing = (only ? (['name'] as const) : (['fleet', 'name'] as const)).filter(
    (column) => !columns.includes(column),
  );
  if (missing.length > 0)
    return {
      ok: false,
      reason: `The first line must have column names; ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    };
  if (rows.length === 0) return { ok: false, reason: 'There are column names but no rows' };
  const find = finder(fleets);
  const good: GoodContact[] = [];
  const bad: BadContact[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of rows) {
    const raw: Partial<Record<ContactColumn, string>> = {};
    columns.forEach((column, at) => {
      if (column) raw[column] ||= unmarked(cells[at] ?? '').trim();
    });
    const row = readRow(line, raw, only ? () => only : find);
    if (!('contact' in row)) {
      bad.push(row);
      continue;
    }
    const person = `${row.contact.fleet_id} ${contactNameKey(row.contact.name)}`;
    const before = lines.get(person);
    if (before === undefined) {
      lines.set(person, line);
      good.push(row);
    } else bad.push({ line, name: row.contact.name, problems: [`this person is already on line ${before}`] });
  }
  return { ok: true, good, bad };
}

function readRow(
  line: number,
  raw: Partial<Record<ContactColumn, string>>,
  find: (text: string) => NamedFleet | string,
): GoodContact | BadContact {
  const fleet = find(raw.fleet ?? '');
  const problems: string[] = typeof fleet === 'string' ? [fleet] : [];
  const parsed = contactWrite.safeParse({
    fleet_id: typeof fleet === 'string' ? NOBODY : fleet.fleet_id,
    name: raw.name ?? '',
    role: raw.role ?? '',
    phone: raw.phone ?? '',
    email: raw.email ?? '',
    is_primary: /^(1|yes|y|true|x)$/i.test(raw.primary ?? ''),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problems.push(`${String(path[0])} ${message}`);
  return parsed.success && typeof fleet !== 'string'
    ? { line, fleet, contact: parsed.data }
    : { line, name: raw.name ?? '', problems };
}

/** Placeholder for a fleet that was not found, so that the rest of the row is checked. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** By id, our own reference, or name; a text says why it is none of them. */
function finder(fleets: readonly NamedFleet[]): (text: string) => NamedFleet | string {
  const known = new Map<string, NamedFleet | null>();
  for (const fleet of fleets)
    for (const key of new Set([fleet.fleet_id, fleet.fleet_ref, fleet.name].map((one) => keyOf(one ?? '')))) {
      if (key === '') continue;
      // Two fleets of one name: neither is meant for certain.
      known.set(key, known.has(key) ? null : fleet);
    }
  return (text) => {
    if (text === '') return 'fleet must not be empty';
    const fleet = known.get(keyOf(text));
    if (fleet === null) return `“${text}” is the name of several fleets; use a reference`;
    return fleet ?? `no fleet found for “${text}”`;
  };
}

const keyOf = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Our own export puts a mark before what a spreadsheet would run (ui/csv.ts). */
function unmarked(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
