/** Imports contacts from a file: every row is checked and previewed before anything is sent. */
import {
  type Contact,
  type ContactWrite,
  contactFields,
  contactNameKey,
  contactWrite,
  type FleetProfile,
  MAX_IMPORTED_CONTACTS,
} from '@waypost/contract/api/contacts';
import { companyForMatch, normalizeForMatch } from '@waypost/contract/api/fleet-matching';
import { isPhone } from '@waypost/contract/api/phone';
import { useCallback, useMemo } from 'react';
import { phoneText } from '../../live/ContactLine.tsx';
import { type CellText, emailOf, FOOTER, nameAndEmail, phoneOf, readable } from '../../live/cells.ts';
import { fleetName } from '../../live/fleets.ts';
import { ROLE_WORD } from '../../live/header-words.ts';
import { ImportDialog, ImportForm } from '../../live/ImportDialog.tsx';
import {
  type BadRow,
  type Chosen,
  columnText,
  type FileColumn,
  type FileLine,
  type ImportFile,
  nameKey,
  type RawRow,
  readTable,
  splitRows,
} from '../../live/import-file.ts';
import { splitWholeName } from '../../live/whole-name.ts';
import { isolated } from '../../ui/bidi.ts';
import {
  ALIASES,
  CONTACT_COLUMNS,
  type ContactColumn,
  FLEET_COLUMNS,
  NAME_COLUMNS,
  PERSON_COLUMNS,
  peopleOf,
  roleOf,
  WORDS,
} from './contact-columns.ts';
import { useContactMutations, useContacts, useFleets } from './use-fleets.ts';

interface ImportContactsProps {
  readonly opened: boolean;
  /** Fleet of every row; null: each row names its own. */
  readonly fleet: FleetProfile | null;
  readonly onClose: () => void;
}

export function ImportContacts({ opened, fleet, onClose }: ImportContactsProps) {
  const title = fleet ? `Import contacts of ${isolated(fleetName(fleet))}` : 'Import contacts';
  return (
    <ImportDialog opened={opened} onClose={onClose} title={title}>
      <Form fleet={fleet} onClose={onClose} />
    </ImportDialog>
  );
}

/** The server matches contacts of a fleet by name. */
const personKey = ({ fleet_id, name }: Pick<ContactWrite, 'fleet_id' | 'name'>) =>
  `${fleet_id} ${contactNameKey(name)}`;

function Form({ fleet, onClose }: Omit<ImportContactsProps, 'opened'>) {
  const fleets = useFleets().data?.items;
  const contacts = useContacts().data?.items;
  const known = useMemo(() => contacts && new Set(contacts.map(personKey)), [contacts]) ?? null;
  const { importContacts } = useContactMutations();
  const read = useCallback(
    (text: string, chosen: Chosen) =>
      fleet || fleets ? readContacts(text, fleets ?? [], fleet, chosen, contacts) : null,
    [fleets, fleet, contacts],
  );
  const columns = (fleet ? PERSON_COLUMNS : CONTACT_COLUMNS).map(columnText);
  const required = fleet ? 'A name' : 'A fleet (its name, reference or ID), a name';
  return (
    <ImportForm<GoodContact>
      noun="contact"
      about={`contact ${fleet?.fleet_id ?? 'all'}`}
      accept=".csv,.tsv,.txt,text/csv"
      formats="CSV"
      columns={`Columns: ${columns.join(', ')}. ${required} and a phone or an email are required; another phone is used where phone is empty.`}
      defaultConflict="replace"
      replacing="update"
      read={read}
      limit={MAX_IMPORTED_CONTACTS}
      disabledReason={null}
      exists={known && (({ contact }) => known.has(personKey(contact)))}
      preview={({ fleet: of, contact }) => (
        <>
          <span>{isolated(contact.name)}</span>{' '}
          {[
            fleet ? null : fleetName(of),
            contact.role,
            contact.phone && phoneText(contact.phone),
            contact.email,
            contact.is_primary ? 'call first' : null,
          ]
            .flatMap((part) => (part ? [isolated(part)] : []))
            .join(' · ')}
        </>
      )}
      importRows={(good, on_conflict) =>
        importContacts.mutateAsync({ body: { items: good.map(({ contact }) => contact), on_conflict } })
      }
      onClose={onClose}
    />
  );
}

type NamedFleet = Pick<FleetProfile, 'fleet_id' | 'fleet_ref' | 'name'>;

/** @param read what a file of invitations takes; what a contact cannot have is left out too */
const reader =
  (field: 'role' | 'phone' | 'email', read: (text: string) => CellText) =>
  (text: string): CellText => {
    const found = read(text);
    const refused = 'value' in found ? contactFields.shape[field].safeParse(found.value).error : undefined;
    return refused ? { unusable: `“${text}” ${refused.issues[0]?.message}` } : found;
  };
// Some write an extension with "#".
const readPhone = reader('phone', (text) => phoneOf(text.replace(/(?<=\d)\s*#\s*(?=\d{1,6}$)/, ' x')));
const READERS = {
  role: reader('role', (value) => ({ value, warning: null })),
  phone: readPhone,
  other_phone: readPhone,
  extension: (text: string): CellText => {
    const value = /^(?:x|ext\.?|#)?\s*(\d{1,6})$/i.exec(text)?.[1];
    return value === undefined ? { unusable: `“${text}” is not an extension` } : { value, warning: null };
  },
  email: reader('email', emailOf),
};

/** The other phone where there is none, with the extension if it stands beside that phone. */
function phoneWith(raw: RawRow<ContactColumn>, columns: readonly FileColumn[], cells: readonly string[]) {
  const phone = raw.phone || raw.other_phone || '';
  const whole = `${phone} x${raw.extension}`;
  const phones = columns.filter(({ column }) => column === 'phone' || column === 'other_phone');
  const extension = columns.find(({ column }) => column === 'extension')?.at ?? 0;
  const beside = phones.findLast(({ at }) => at < extension) ?? phones[0];
  const found = beside && readPhone(readable(cells[beside.at] ?? ''));
  return found && 'value' in found && found.value === phone && raw.extension && isPhone(whole)
    ? whole
    : phone;
}

interface GoodContact {
  readonly line: number;
  readonly fleet: NamedFleet;
  readonly contact: ContactWrite;
}

/** @param only fleet of every row; null: each row names one of `fleets` */
export function readContacts(
  text: string,
  fleets: readonly NamedFleet[],
  only: NamedFleet | null,
  chosen: Chosen = {},
  existing: readonly KnownContact[] = [],
): ImportFile<GoodContact> {
  const setup = {
    columns: only ? PERSON_COLUMNS : CONTACT_COLUMNS,
    aliases: ALIASES,
    required: only ? [NAME_COLUMNS] : [FLEET_COLUMNS, NAME_COLUMNS],
    words: WORDS,
    readers: READERS,
    marks: 'primary',
  } as const;
  const guessed = readTable(text, setup, chosen);
  if (!guessed.ok) return guessed;
  const columns = guessed.columns ?? [];
  const people = peopleOf(columns, chosen.columns);
  const ofColumns = (own: Readonly<Record<number, string>>, isShared: (column: string | null) => boolean) =>
    readTable(text, setup, {
      head_line: guessed.head_line,
      columns: Object.fromEntries(
        columns.map(({ at, column }) => [at, own[at] ?? (isShared(column) ? (column ?? '') : '')]),
      ),
    });
  const table = ofColumns(people.first, () => true);
  if (!table.ok) return table;
  const find = only ? () => only : fleetFinder(fleets);
  const person = ({ contact }: GoodContact) => ({
    key: personKey(contact),
    name: contact.name,
    worth: Object.values(contact).filter((value) => value !== null && value !== false).length,
  });
  const { rows: all, ...file } = table;
  const rows = all.filter(({ line, raw }) => {
    const first = file.lines?.get(line)?.cells.find((cell) => cell.trim() !== '') ?? '';
    return raw.phone || raw.other_phone || raw.email || !FOOTER.test(first.trim());
  });
  const rowOf = (of: typeof table, line: number, raw: RawRow<ContactColumn>) =>
    readRow(
      line,
      { ...raw, phone: phoneWith(raw, of.columns ?? [], of.lines?.get(line)?.cells ?? []) },
      find,
    );
  const read = rows.map(({ line, raw }) => rowOf(table, line, raw));
  const known = new Set(read.map((row) => ('contact' in row ? personKey(row.contact) : '')));
  const lines = new Map(file.lines);
  for (const [owner, own] of people.others) {
    const other = ofColumns(own, (column) => FLEET_COLUMNS.some((one) => one === column));
    if (!other.ok) continue;
    for (const { line, raw } of other.rows) {
      const row = rowOf(other, line, { ...raw, role: raw.role || (roleOf(owner) ?? '') });
      const found = other.lines?.get(line);
      const is_empty = Object.keys(own).every((at) => !found?.cells[Number(at)]?.trim());
      const added = [...(found?.warnings ?? [])];
      if (is_empty || typeof find(raw.fleet_reference ?? '', raw.fleet ?? '') === 'string') continue;
      if ('problems' in row) added.unshift(`${owner} contact left out: ${row.problems.join(', ')}`);
      else if (!known.has(personKey(row.contact))) read.push(row);
      const before = lines.get(line);
      if (before)
        lines.set(line, {
          ...before,
          warnings: [...before.warnings, ...added],
          line_break: before.line_break ?? found?.line_break ?? null,
        });
    }
  }
  const of_file = {
    ...file,
    lines,
    columns: columns.map((one) => {
      const other = [...people.others].find(([, own]) => own[one.at] !== undefined);
      if (other) return { ...one, column: other[1][one.at] ?? null, person: other[0] };
      const is_others = people.unnamed.some(({ at }) => at === one.at);
      return { ...one, column: people.first[one.at] === '' ? null : one.column, is_others };
    }),
  };
  const by_line = read.toSorted((a, b) => a.line - b.line);
  const { good, bad } = splitRows(by_line, person, 'this person is already on line', lines);
  const imported = asKnown(good, existing, lines);
  warnOfPrimary(imported, existing, lines);
  return { ...of_file, bad, good: imported };
}

type KnownContact = Pick<Contact, 'fleet_id' | 'name' | 'phone' | 'email' | 'is_primary'>;

function warn(lines: Map<number, FileLine>, line: number, text: string): void {
  const before = lines.get(line);
  if (before) lines.set(line, { ...before, warnings: [...before.warnings, text] });
}

/** A fleet has one contact to call first: a row that is marked so takes that from another contact. */
function warnOfPrimary(
  good: readonly GoodContact[],
  existing: readonly KnownContact[],
  lines: Map<number, FileLine>,
): void {
  const primary = new Map<string, Pick<KnownContact, 'fleet_id' | 'name'>>(
    existing.filter(({ is_primary }) => is_primary).map((one) => [one.fleet_id, one]),
  );
  for (const { contact, line } of good.filter((one) => one.contact.is_primary)) {
    const before = primary.get(contact.fleet_id);
    primary.set(contact.fleet_id, contact);
    if (before && personKey(before) !== personKey(contact))
      warn(lines, line, `${isolated(contact.name)}, call first (instead of ${isolated(before.name)})`);
  }
}

const phoneKey = (phone: string | null) => phone?.replace(/\D/g, '').replace(/^1(?=\d{10})/, '');
const emailKey = (email: string | null) => email?.toLowerCase();

/** The same email, or the same phone and no other email. */
function sameBy(a: KnownContact, b: KnownContact): 'email' | 'phone' | null {
  if (a.email !== null && b.email !== null) return emailKey(a.email) === emailKey(b.email) ? 'email' : null;
  return a.phone !== null && phoneKey(a.phone) === phoneKey(b.phone) ? 'phone' : null;
}

/** People whom the fleet knows by another name get that name, by which the server finds them; a warning says so. */
function asKnown(
  good: readonly GoodContact[],
  existing: readonly KnownContact[],
  lines: Map<number, FileLine>,
): readonly GoodContact[] {
  const of_fleet = Map.groupBy(existing, ({ fleet_id }) => fleet_id);
  const known = new Set(existing.map(personKey));
  const taken = new Set(good.map(({ contact }) => personKey(contact)));
  return good.map((row) => {
    const { contact, line } = row;
    const same = (of_fleet.get(contact.fleet_id) ?? []).filter((one) => sameBy(contact, one) !== null);
    const [person] = same;
    if (!person || same.length > 1 || known.has(personKey(contact)) || taken.has(personKey(person)))
      return row;
    taken.add(personKey(person));
    const text = `“${contact.name}” is ${person.name}, who has the same ${sameBy(contact, person)}`;
    warn(lines, line, text);
    return { ...row, contact: { ...contact, name: person.name } };
  });
}

/** "Ochoa, Luis" is Luis Ochoa; what follows a comma may be a role too. */
function nameInOrder(name: string): string {
  const split = name.includes(',') && !ROLE_WORD.test(name.toLowerCase()) ? splitWholeName(name) : null;
  return split ? `${split.first_name} ${split.last_name}` : name;
}

function readRow(
  line: number,
  raw: RawRow<ContactColumn>,
  find: (...texts: readonly string[]) => NamedFleet | string,
): GoodContact | BadRow {
  const fleet = find(raw.fleet_reference ?? '', raw.fleet ?? '');
  const problems: string[] = typeof fleet === 'string' ? [fleet] : [];
  const whole_name = raw.name || `${raw.first_name ?? ''} ${raw.last_name ?? ''}`.trim();
  const { name, email } = nameAndEmail(whole_name);
  const parsed = contactWrite.safeParse({
    fleet_id: typeof fleet === 'string' ? PLACEHOLDER_ID : fleet.fleet_id,
    name: nameInOrder(name),
    role: raw.role ?? '',
    phone: raw.phone ?? '',
    email: raw.email || email || '',
    is_primary: /^(1|yes|y|true|x)$/i.test(raw.primary ?? ''),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problems.push(`${String(path[0])} ${message}`);
  return parsed.success && typeof fleet !== 'string'
    ? { line, fleet, contact: parsed.data }
    : { line, name: whole_name, problems };
}

/** Placeholder for a fleet that was not found, so that the rest of the row is checked. */
const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Finds the fleet that each text may name by its id, our reference or its name; returns a message if none or several match. A name may
 * have a legal form or not.
 */
function fleetFinder(fleets: readonly NamedFleet[]): (...texts: readonly string[]) => NamedFleet | string {
  const levels = [nameKey, normalizeForMatch, companyForMatch].map((plain) => {
    const keys = fleets.flatMap((fleet) => {
      const identifiers = [fleet.fleet_id, fleet.fleet_ref, fleet.name].map((text) => plain(text ?? ''));
      return [...new Set(identifiers)].flatMap((key) => (key === '' ? [] : { key, fleet }));
    });
    return { plain, known: Map.groupBy(keys, ({ key }) => key) };
  });
  const named = (text: string) =>
    levels.map(({ plain, known }) => known.get(plain(text)) ?? []).find(({ length }) => length > 0) ?? [];
  return (...texts) => {
    const given = texts.filter((text) => text !== '');
    const quoted = given.map((text) => `“${text}”`);
    if (given.length === 0) return 'fleet must not be empty';
    const found = given.map(named);
    const sure = new Set(found.flatMap((one) => (one.length === 1 ? one.map(({ fleet }) => fleet) : [])));
    if (sure.size > 1) return `${quoted.join(' and ')} are different fleets`;
    for (const fleet of sure) return fleet;
    // A name shared by two fleets identifies neither.
    const shared = found.findIndex(({ length }) => length > 1);
    return shared >= 0
      ? `${quoted[shared]} is the name of several fleets; use a reference`
      : `no fleet found for ${quoted.join(' or ')}`;
  };
}
