/** Reads contacts from a file: every row is checked and shown before anything is sent. */
import { CONTACTS_AT_ONCE, type FleetProfile } from '@waypost/contract/api/contacts';
import { useCallback } from 'react';
import { fleetName } from '../../live/fleets.ts';
import { ImportDialog, ImportForm } from '../../live/ImportDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { CONTACT_COLUMNS, type ContactFile, type GoodContact, readContacts } from './import-contacts.ts';
import { useContactWriting, useFleets } from './use-fleets.ts';

export interface ImportContactsProps {
  readonly opened: boolean;
  /** Every row is of this one; null: each row names its fleet. */
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

/** Rows of a file that are shown as they would be saved. */
const SHOWN = 5;

function Form({ fleet, onClose }: Omit<ImportContactsProps, 'opened'>) {
  const fleets = useFleets().data?.items;
  const { importContacts } = useContactWriting();
  const read = useCallback(
    (text: string) => (fleet || fleets ? readContacts(text, fleets ?? [], fleet) : null),
    [fleets, fleet],
  );
  const columns = fleet ? CONTACT_COLUMNS.slice(1) : CONTACT_COLUMNS;
  const required = fleet ? 'Name' : 'Fleet (reference, name or ID), name,';
  return (
    <ImportForm<GoodContact, ContactFile>
      noun="contact"
      accept=".csv,.tsv,.txt,text/csv"
      formats="CSV"
      columns={`Columns: ${columns.join(', ')}. ${required} and a phone or an email are required.`}
      defaultConflict="replace"
      read={read}
      limit={CONTACTS_AT_ONCE}
      disabledReason={null}
      remark={({ good }) => {
        if (good.length === 0) return '.';
        return good.length > SHOWN ? `; the first ${SHOWN}:` : ':';
      }}
      preview={(good) =>
        good.slice(0, SHOWN).map(({ line, fleet: of, contact }) => (
          <li key={line}>
            <span>{isolated(contact.name)}</span>{' '}
            {[fleet ? null : fleetName(of), contact.role, contact.phone, contact.email]
              .flatMap((part) => (part ? [isolated(part)] : []))
              .join(' · ')}
          </li>
        ))
      }
      importRows={(good, on_conflict) =>
        importContacts.mutateAsync({ body: { items: good.map(({ contact }) => contact), on_conflict } })
      }
      onClose={onClose}
    />
  );
}
