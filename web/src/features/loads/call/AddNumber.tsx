import { Button, TextInput } from '@mantine/core';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { type Contact, contactNameKey } from '@waypost/contract/api/contacts';
import { phone as phoneNumber } from '@waypost/contract/api/phone';
import { useState } from 'react';
import { z } from 'zod';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { useLive } from '../../../live/context.ts';
import { useFormDrafts } from '../../../live/form/draft.ts';
import { checkedWith, useForm } from '../../../live/form/form.ts';
import { Outcome } from '../../../live/form/parts.tsx';
import { GuardedButton } from '../../../ui/buttons.tsx';
import shared from '../../../ui/shared.module.css';
import classes from './CallPopover.module.css';

const phoneDraft = z.object({ phone: z.string() });
const NO_PHONE = { phone: '' };

function check({ phone }: typeof NO_PHONE) {
  const { data, error } = phoneNumber.safeParse(phone.trim());
  const message =
    phone.trim() === ''
      ? 'Enter a phone number'
      : error && `Number ${error.issues[0]?.message ?? 'is not valid'}`;
  return checkedWith(data ?? null, { phone: message });
}

interface AddNumberProps {
  /** The fleet or load that gets the number. */
  readonly about: string;
  readonly label?: string;
  /** True when no number is known: the field is open and has the focus. */
  readonly opened: boolean;
  readonly right: Parameters<typeof useDisabledReason>[0];
  readonly onAdd: (phone: string) => Promise<void>;
}

/** Adds a number in place, so that everybody can call it. */
function AddNumber({ about, label = 'Add number', opened, right, onAdd }: AddNumberProps) {
  const disabledReason = useDisabledReason(right);
  const drafts = useFormDrafts('phone_number', phoneDraft);
  const [open, setOpen] = useState(opened || drafts.read(about) !== null);
  const form = useForm({
    drafts,
    name: about,
    initial: NO_PHONE,
    check,
    send: onAdd,
    onDone: () => undefined,
  });
  if (!open || disabledReason !== null)
    return (
      <GuardedButton size="compact-sm" mt={4} disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {label}
      </GuardedButton>
    );
  return (
    <form {...form.element}>
      <div className={shared.row} style={{ alignItems: 'flex-end', marginTop: 4 }}>
        <TextInput
          {...form.text('phone', 'Phone number')}
          type="tel"
          autoFocus
          style={{ flex: 1 }}
          placeholder="e.g. +1 806 555 0142 x12"
          error={form.errors.get('phone')}
        />
        <Button type="submit" loading={form.busy}>
          Add
        </Button>
      </div>
      {opened && (
        <p className={`${shared.note} ${classes.key}`}>
          While it is empty, the keys of the buttons log the call.
        </p>
      )}
      <Outcome form={form} what="Number not added" />
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
  return <AddNumber about={fleet_id} opened={opened} right="manage_contacts" onAdd={add} />;
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
  return <AddNumber about={load_id} label={label} opened={!known} right="manage_loads" onAdd={add} />;
}

/** `Dispatch`, or `Dispatch 2` when the fleet has such a contact. */
function freeName(contacts: readonly Contact[]): string {
  const taken = new Set(contacts.map(({ name }) => contactNameKey(name)));
  let name = 'Dispatch';
  for (let n = 2; taken.has(contactNameKey(name)); n += 1) name = `Dispatch ${n}`;
  return name;
}
