/** Reads contacts from a file: every row is checked and shown before anything is sent. */
import { Button, Modal, NativeSelect } from '@mantine/core';
import { CONTACTS_AT_ONCE, type FleetProfile } from '@waypost/contract/api/contacts';
import { useMemo, useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.ts';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { personLocale } from '../../ui/locale.ts';
import { toast } from '../../ui/toasts.ts';
import { Failure } from './ContactDialog.tsx';
import classes from './Fleets.module.css';
import { CONTACT_COLUMNS, type ContactFile, readContacts } from './import-contacts.ts';
import { useContactWriting, useFleets } from './use-fleets.ts';

export interface ImportContactsProps {
  readonly opened: boolean;
  /** Every row is of this one; null: each row names its fleet. */
  readonly fleet: FleetProfile | null;
  readonly onClose: () => void;
}

export function ImportContacts({ opened, fleet, onClose }: ImportContactsProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={fleet ? `Import contacts of ${isolated(fleetName(fleet))}` : 'Import contacts'}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form fleet={fleet} onClose={onClose} />
    </Modal>
  );
}

function Form({ fleet, onClose }: Omit<ImportContactsProps, 'opened'>) {
  const fleets = useFleets().data?.items;
  const { importContacts } = useContactWriting();
  const [file, setFile] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [on_conflict, setOnConflict] = useState<'keep' | 'replace'>('replace');
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useMemo(
    () => (file && (fleet || fleets) ? readContacts(file.text, fleets ?? [], fleet) : null),
    [file, fleets, fleet],
  );
  const good = read?.ok ? read.good : [];
  const too_many = good.length > CONTACTS_AT_ONCE;
  const columns = fleet ? CONTACT_COLUMNS.slice(1) : CONTACT_COLUMNS;
  const send = async () => {
    setProblem(null);
    try {
      const items = good.map(({ contact }) => contact);
      const { added, replaced, kept } = await importContacts.mutateAsync({ items, on_conflict });
      const parts = [`${countText(added)} added`];
      if (replaced > 0) parts.push(`${replaced.toLocaleString(personLocale())} replaced`);
      if (kept > 0) parts.push(`${kept.toLocaleString(personLocale())} unchanged`);
      toast({ title: 'Import done', text: `${parts.join(', ')}.` });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (good.length > 0 && !too_many) void send();
      }}
    >
      <FileDrop
        label="Contacts file"
        title={file?.name ?? 'Drop a CSV file here, or choose one'}
        accept=".csv,.tsv,.txt,text/csv"
        onFile={async (given) => {
          setProblem(null);
          setFile({ name: given.name, text: await given.text() });
        }}
      >
        Columns: {columns.join(', ')}. {fleet ? 'Name' : 'Fleet (reference, name or ID) and name'} and a phone
        or an email are required.
      </FileDrop>
      <NativeSelect
        label="Contact with the same name"
        value={on_conflict}
        data={[
          { value: 'replace', label: 'replace existing' },
          { value: 'keep', label: 'keep existing' },
        ]}
        onChange={({ currentTarget }) => setOnConflict(currentTarget.value as 'keep' | 'replace')}
      />
      <div aria-live="polite" className={classes.preview}>
        {read && <Preview read={read} with_fleet={fleet === null} />}
        {too_many && (
          <p>
            One import is limited to {CONTACTS_AT_ONCE.toLocaleString(personLocale())} contacts. Split the
            file.
          </p>
        )}
        {problem && <Failure problem={problem} not_done="Not imported" />}
      </div>
      <div className={classes.bar}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="filled"
          type="submit"
          loading={importContacts.isPending}
          disabled={good.length === 0 || too_many}
        >
          {good.length === 0 ? 'Import' : `Import ${countText(good.length)}`}
        </Button>
      </div>
    </form>
  );
}

const countText = (count: number) =>
  count === 1 ? '1 contact' : `${count.toLocaleString(personLocale())} contacts`;

/** Rows of a file that are shown as they would be saved. */
const SHOWN = 5;

interface PreviewProps {
  readonly read: ContactFile;
  readonly with_fleet: boolean;
}

function Preview({ read, with_fleet }: PreviewProps) {
  if (!read.ok) return <p role="alert">{read.reason}.</p>;
  const { good, bad } = read;
  return (
    <>
      <p>
        <strong>{countText(good.length)}</strong> can be imported
        {good.length > SHOWN && `; the first ${SHOWN}`}
        {good.length > 0 ? ':' : '.'}
      </p>
      {good.length > 0 && (
        <ul className={classes.rows}>
          {good.slice(0, SHOWN).map(({ line, fleet, contact }) => (
            <li key={line}>
              <span>{isolated(contact.name)}</span>{' '}
              {[with_fleet ? fleetName(fleet) : null, contact.role, contact.phone, contact.email]
                .flatMap((part) => (part ? [isolated(part)] : []))
                .join(' · ')}
            </li>
          ))}
        </ul>
      )}
      {bad.length > 0 && (
        <>
          <p>
            <strong>
              {bad.length === 1
                ? "1 row can't be imported"
                : `${bad.length.toLocaleString(personLocale())} rows can't be imported`}
            </strong>{' '}
            and {bad.length === 1 ? 'is' : 'are'} left out:
          </p>
          <ul className={classes.rows}>
            {bad.map(({ line, name, problems }) => (
              <li key={line}>
                <span>
                  Line {line}
                  {name && `, ${isolated(name)}`}
                </span>{' '}
                {problems.join('; ')}.
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
