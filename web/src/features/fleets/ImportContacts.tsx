/** Imports contacts from a file: every row is checked and previewed before anything is sent. */
import {
  type ContactWrite,
  contactFields,
  contactNameKey,
  contactWrite,
  type FleetProfile,
  MAX_IMPORTED_CONTACTS,
} from '@waypost/contract/api/contacts';
import { useCallback, useMemo } from 'react';
import { phoneText } from '../../live/ContactLine.tsx';
import { type CellText, emailOf, nameAndEmail, phoneOf } from '../../live/cells.ts';
import { fleetName } from '../../live/fleets.ts';
import {
  EMAIL_WORD,
  FLEET_CODE_HEADS,
  FLEET_NAME_HEADS,
  FLEET_WORD,
  PERSON_WORD,
  PHONE_WORD,
} from '../../live/header-words.ts';
import { ImportDialog, ImportForm } from '../../live/ImportDialog.tsx';
import {
  type BadRow,
  type ChosenColumns,
  type ImportFile,
  nameKey,
  type RawRow,
  readTable,
  splitRows,
} from '../../live/import-file.ts';
import { isolated } from '../../ui/bidi.ts';
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
    (text: string, chosen: ChosenColumns) =>
      fleet || fleets ? readContacts(text, fleets ?? [], fleet, chosen) : null,
    [fleets, fleet],
  );
  const columns = fleet ? CONTACT_COLUMNS.slice(1) : CONTACT_COLUMNS;
  const required = fleet ? 'Name' : 'Fleet (reference, name or ID), name,';
  return (
    <ImportForm<GoodContact>
      noun="contact"
      about={`contact ${fleet?.fleet_id ?? 'all'}`}
      accept=".csv,.tsv,.txt,text/csv"
      formats="CSV"
      columns={`Columns: ${columns.join(', ')}. ${required} and a phone or an email are required.`}
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

const CONTACT_COLUMNS = ['fleet', 'name', 'role', 'phone', 'email', 'primary'] as const;
type ContactColumn = (typeof CONTACT_COLUMNS)[number];

const ALIASES = {
  fleet: [...FLEET_NAME_HEADS, ...FLEET_CODE_HEADS],
  name: [
    ...['contact', 'contactname', 'contactperson', 'fullname', 'person', 'pointofcontact', 'poc', 'rep'],
    ...['attn', 'dispatcher', 'opscontact', 'dispatchcontact', 'carriercontact', 'maincontact'],
  ],
  role: ['title', 'position', 'department', 'dept'],
  phone: ['phonenumber', 'telephone', 'tel', 'mobile', 'cell', 'direct', 'directline', 'directdial', 'ph'],
  email: ['emails', 'emailaddress', 'mail'],
  primary: ['isprimary', 'callfirst'],
};

/** In the order in which they are tried: "Dispatch e-mail" is an email, "Carrier contact" a person. */
const WORDS = {
  phone: PHONE_WORD,
  email: EMAIL_WORD,
  role: /\b(title|role|position)\b/,
  name: PERSON_WORD,
  fleet: FLEET_WORD,
};

/** @param read what a file of invitations takes; what a contact cannot have is left out too */
const reader =
  (field: 'role' | 'phone' | 'email', read: (text: string) => CellText) =>
  (text: string): CellText => {
    const found = read(text);
    const refused = 'value' in found ? contactFields.shape[field].safeParse(found.value).error : undefined;
    return refused ? { unusable: `“${text}” ${refused.issues[0]?.message}` } : found;
  };
const READERS = {
  role: reader('role', (value) => ({ value, warning: null })),
  // Some write an extension with "#".
  phone: reader('phone', (text) => phoneOf(text.replace(/(?<=\d)\s*#\s*(?=\d{1,6}$)/, ' x'))),
  email: reader('email', emailOf),
};

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
  chosen: ChosenColumns = {},
): ImportFile<GoodContact> {
  const table = readTable(
    text,
    {
      columns: only ? CONTACT_COLUMNS.slice(1) : CONTACT_COLUMNS,
      aliases: ALIASES,
      required: only ? ['name'] : ['fleet', 'name'],
      words: WORDS,
      readers: READERS,
    },
    chosen,
  );
  if (!table.ok) return table;
  const find = only ? () => only : fleetFinder(fleets);
  const person = ({ contact }: GoodContact) => ({ key: personKey(contact), name: contact.name });
  const { rows, ...file } = table;
  const read = rows.map(({ line, raw }) => readRow(line, raw, find));
  return { ...file, ...splitRows(read, person, 'this person is already on line') };
}

function readRow(
  line: number,
  raw: RawRow<ContactColumn>,
  find: (text: string) => NamedFleet | string,
): GoodContact | BadRow {
  const fleet = find(raw.fleet ?? '');
  const problems: string[] = typeof fleet === 'string' ? [fleet] : [];
  const { name, email } = nameAndEmail(raw.name ?? '');
  const parsed = contactWrite.safeParse({
    fleet_id: typeof fleet === 'string' ? PLACEHOLDER_ID : fleet.fleet_id,
    name,
    role: raw.role ?? '',
    phone: raw.phone ?? '',
    email: raw.email || email || '',
    is_primary: /^(1|yes|y|true|x)$/i.test(raw.primary ?? ''),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) problems.push(`${String(path[0])} ${message}`);
  return parsed.success && typeof fleet !== 'string'
    ? { line, fleet, contact: parsed.data }
    : { line, name: raw.name ?? '', problems };
}

/** Placeholder for a fleet that was not found, so that the rest of the row is checked. */
const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000';

/** Finds a fleet by id, our reference or name; returns a message if none or several match. */
function fleetFinder(fleets: readonly NamedFleet[]): (text: string) => NamedFleet | string {
  const known = new Map<string, NamedFleet | null>();
  for (const fleet of fleets)
    for (const key of new Set(
      [fleet.fleet_id, fleet.fleet_ref, fleet.name].map((identifier) => nameKey(identifier ?? '')),
    )) {
      if (key === '') continue;
      // A name shared by two fleets identifies neither.
      known.set(key, known.has(key) ? null : fleet);
    }
  return (text) => {
    if (text === '') return 'fleet must not be empty';
    const fleet = known.get(nameKey(text));
    if (fleet === null) return `“${text}” is the name of several fleets; use a reference`;
    return fleet ?? `no fleet found for “${text}”`;
  };
}
