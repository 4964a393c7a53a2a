import { Button, TextInput } from '@mantine/core';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { type Contact, contactNameKey } from '@waypost/contract/api/contacts';
import { phone as phoneNumber } from '@waypost/contract/api/phone';
import { useState } from 'react';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { useAttempt } from '../../../api/show-problem.ts';
import { useLive } from '../../../live/context.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import shared from '../../../ui/shared.module.css';

interface AddNumberProps {
  readonly label?: string;
  /** True when no number is known: the field is open and has the focus. */
  readonly opened: boolean;
  readonly right: Parameters<typeof useDisabledReason>[0];
  readonly onAdd: (phone: string) => Promise<void>;
}

/** Adds a number in place, so that everybody can call it. */
function AddNumber({ label = 'Add number', opened, right, onAdd }: AddNumberProps) {
  const disabledReason = useDisabledReason(right);
  const { busy, attempt } = useAttempt();
  const [open, setOpen] = useState(opened);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const add = () => {
    const phone = text.trim();
    if (phone === '') return setError('Enter a phone number');
    const { error: invalid } = phoneNumber.safeParse(phone);
    if (invalid) return setError(`Number ${invalid.issues[0]?.message ?? 'is not valid'}`);
    void attempt('Number not added', () => onAdd(phone));
  };
  if (!open || disabledReason !== null)
    return (
      <GuardedButton size="compact-sm" mt={4} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {label}
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
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" loading={busy !== false}>
        Add
      </Button>
    </form>
  );
}

interface AddFleetNumberProps {
  readonly fleet_id: string;
  readonly contacts: readonly Contact[];
  readonly opened: boolean;
  readonly onAdded: () => void;
}

/** Stored as a contact of the fleet. */
export function AddFleetNumber({ fleet_id, contacts, opened, onAdded }: AddFleetNumberProps) {
  const { http } = useApi();
  const add = async (phone: string) => {
    const body = { fleet_id, name: freeName(contacts), phone, is_primary: contacts.length === 0 };
    await http.call(CONTACT_ROUTES.createContact, { body });
    onAdded();
  };
  return <AddNumber opened={opened} right="manage_contacts" onAdd={add} />;
}

/** Kept with the load: whose fleet it is, nobody knows yet. */
export function AddLoadNumber({ load_id, known }: { readonly load_id: string; readonly known: boolean }) {
  const { http } = useApi();
  const { store } = useLive();
  const add = async (phone: string) => {
    const item = await http.call(BOARD_ROUTES.setCarrierPhone, { params: { load_id }, body: { phone } });
    store.apply({ items: [item], removed: [] });
  };
  const label = known ? 'Change number' : 'Add number';
  return <AddNumber label={label} opened={!known} right="manage_loads" onAdd={add} />;
}

/** `Dispatch`, or `Dispatch 2` when the fleet has such a contact. */
function freeName(contacts: readonly Contact[]): string {
  const taken = new Set(contacts.map(({ name }) => contactNameKey(name)));
  let name = 'Dispatch';
  for (let n = 2; taken.has(contactNameKey(name)); n += 1) name = `Dispatch ${n}`;
  return name;
}
