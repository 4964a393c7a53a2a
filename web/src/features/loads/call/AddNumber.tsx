import { Button, TextInput } from '@mantine/core';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { type Contact, contactNameKey, contactWrite } from '@waypost/contract/api/contacts';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { useAttempt } from '../../../api/show-problem.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import shared from '../../../ui/shared.module.css';

interface AddNumberProps {
  readonly fleet_id: string;
  readonly contacts: readonly Contact[];
  /** True when no number is known: the field is open and has the focus. */
  readonly opened: boolean;
  readonly onAdded: () => void;
}

/** Adds a number in place. It is stored as a contact of the fleet, so that everybody can call it. */
export function AddNumber({ fleet_id, contacts, opened, onAdded }: AddNumberProps) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_contacts');
  const { busy, attempt } = useAttempt();
  const [open, setOpen] = useState(opened);
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const body = { fleet_id, name: freeName(contacts), phone, is_primary: contacts.length === 0 };
    const { error: invalid } = contactWrite.safeParse(body);
    if (phone.trim() === '') return setError('Enter a phone number');
    if (invalid) return setError(`Number ${invalid.issues[0]?.message ?? 'is not valid'}`);
    void attempt('Number not added', async () => {
      await http.call(CONTACT_ROUTES.createContact, { body });
      onAdded();
    });
  };
  if (!open || disabledReason !== null)
    return (
      <GuardedButton size="compact-sm" mt={4} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        Add number
      </GuardedButton>
    );
  return (
    <form
      noValidate
      className={shared.row}
      style={{ alignItems: 'flex-end', marginTop: 4 }}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        label="Phone number"
        type="tel"
        autoFocus
        style={{ flex: 1 }}
        placeholder="e.g. +1 806 555 0142 x12"
        value={phone}
        error={error}
        onChange={({ currentTarget }) => {
          setPhone(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" loading={busy !== false}>
        Add
      </Button>
    </form>
  );
}

/** `Dispatch`, or `Dispatch 2` when the fleet has such a contact. */
function freeName(contacts: readonly Contact[]): string {
  const taken = new Set(contacts.map(({ name }) => contactNameKey(name)));
  let name = 'Dispatch';
  for (let n = 2; taken.has(contactNameKey(name)); n += 1) name = `Dispatch ${n}`;
  return name;
}
