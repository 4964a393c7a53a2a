import { Button, TextInput } from '@mantine/core';
import {
  type Contact,
  type ContactWrite,
  contactWrite,
  type FleetProfile,
} from '@waypost/contract/api/contacts';
import { useEffect, useId, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { deleteWithUndo } from '../../api/show-problem.ts';
import { ContactLine } from '../../live/ContactLine.tsx';
import { fleetName } from '../../live/fleets.ts';
import { type FormDrafts, keepAsNew, useFormDrafts } from '../../live/form/draft.ts';
import { changeFrom, checkWith, useForm } from '../../live/form/form.ts';
import { Conflicts, Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, IconButton } from '../../ui/buttons.tsx';
import { Check } from '../../ui/Check.tsx';
import { EMAIL_INPUT } from '../../ui/email-input.ts';
import { emailText } from '../../ui/email-text.ts';
import { IconPencil, IconPlus, IconTrash, IconUpload } from '../../ui/icons.ts';
import { OpenModal } from '../../ui/OpenModal.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './Fleets.module.css';
import { ImportContacts } from './ImportContacts.tsx';
import { useContactMutations } from './use-fleets.ts';

interface ContactsSectionProps {
  readonly fleet: FleetProfile;
  readonly contacts: readonly Contact[];
}

export function ContactsSection({ fleet, contacts }: ContactsSectionProps) {
  const disabledReason = useDisabledReason('manage_contacts');
  const drafts = useFormDrafts('contact', contactDraft);
  const [edited, setEdited] = useState<string | null>(null);
  const contact = contacts.find(({ contact_id }) => contact_id === edited) ?? null;
  const gone = contact || edited === NEW ? null : edited;
  useEffect(() => {
    if (gone) setEdited(keepAsNew(drafts, gone, fleet.fleet_id, EMPTY_CONTACT, 'contact') ? NEW : null);
  }, [gone, drafts, fleet.fleet_id]);
  const [importing, setImporting] = useState(false);
  const own = {
    name: 'Company',
    role: 'from the invitation',
    phone: fleet.phone,
    email: fleet.email && emailText(fleet.email),
    is_primary: false,
  };
  return (
    <Section
      title="Contacts"
      level={2}
      aside={
        <div className={shared.line}>
          <GuardedButton
            size="compact-sm"
            disabledReason={disabledReason}
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            Import CSV
          </GuardedButton>
          <GuardedButton
            size="compact-sm"
            disabledReason={disabledReason}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited(NEW)}
          >
            Add contact
          </GuardedButton>
        </div>
      }
    >
      {disabledReason && <p className={shared.note}>{disabledReason}</p>}
      {contacts.length === 0 && (
        <p className={shared.note}>
          No contacts yet. Add the person who answers the phone, so anyone on the team can call from a load.
        </p>
      )}
      <ul className={classes.lines}>
        {contacts.map((contact) => (
          <li key={contact.contact_id}>
            <ContactLine contact={contact}>
              {disabledReason === null && (
                <ContactButtons contact={contact} onEdit={() => setEdited(contact.contact_id)} />
              )}
            </ContactLine>
          </li>
        ))}
        {(fleet.phone !== null || fleet.email !== null) && (
          <li>
            <ContactLine contact={own} />
          </li>
        )}
      </ul>
      {(contact || edited === NEW) && (
        <ContactDialog
          key={edited}
          drafts={drafts}
          fleet_id={fleet.fleet_id}
          fleet_name={fleetName(fleet)}
          contact={contact}
          onClose={() => setEdited(null)}
        />
      )}
      <ImportContacts opened={importing} fleet={fleet} onClose={() => setImporting(false)} />
    </Section>
  );
}

function ContactButtons({ contact, onEdit }: { readonly contact: Contact; readonly onEdit: () => void }) {
  const { remove, create } = useContactMutations();
  const act = () => {
    const { contact_id, fleet_id, name, role, phone, email, is_primary } = contact;
    return deleteWithUndo({
      name: isolated(name),
      remove: () => remove.mutateAsync({ params: { contact_id } }),
      restore: () => create.mutateAsync({ body: { fleet_id, name, role, phone, email, is_primary } }),
    });
  };
  return (
    <>
      <IconButton label={`Edit ${contact.name}`} tip="Edit" icon={IconPencil} onClick={onEdit} />
      <IconButton
        label={`Delete ${contact.name}`}
        tip="Delete"
        icon={IconTrash}
        loading={remove.isPending}
        onClick={() => void act()}
      />
    </>
  );
}

interface ContactDialogProps {
  readonly drafts: FormDrafts<ContactDraft>;
  readonly fleet_id: string;
  readonly fleet_name: string;
  readonly contact: Contact | null;
  readonly onClose: () => void;
}

const NEW = 'new';
const ROLES = ['Dispatch', 'After hours', 'Operations', 'Safety', 'Billing', 'Owner'];

const LABELS: Readonly<Record<Exclude<ContactField, 'is_primary'>, string>> = {
  name: 'Name',
  role: 'Role',
  phone: 'Phone',
  email: 'Email',
};

function ContactDialog({ drafts, fleet_id, fleet_name, contact, onClose }: ContactDialogProps) {
  const { create, update, refetch } = useContactMutations();
  const roles = useId();
  const form = useForm({
    drafts,
    name: contact?.contact_id ?? fleet_id,
    initial: contact ? draftOf(contact) : EMPTY_CONTACT,
    check: (draft) => checkWith(contactWrite, { fleet_id, ...draft }, fieldOf),
    send: (body) =>
      contact
        ? update.mutateAsync({
            params: { contact_id: contact.contact_id },
            body: changeFrom<ContactWrite>(contact, body),
          })
        : create.mutateAsync({ body }),
    fieldOf,
    stored: contact ? draftOf : undefined,
    onStale: () => void refetch(),
    onDone: ({ name }, more) => {
      toast({ title: `Saved ${isolated(name)}` });
      if (!more) onClose();
    },
  });
  const field = (name: keyof typeof LABELS, more: object = {}) => (
    <TextInput
      {...form.text(name, LABELS[name])}
      label={
        name === 'name' ? (
          LABELS[name]
        ) : (
          <>
            {LABELS[name]}{' '}
            <span className={shared.small} style={{ fontWeight: 400 }}>
              optional
            </span>
          </>
        )
      }
      autoComplete="off"
      {...more}
    />
  );
  return (
    <OpenModal
      onClose={onClose}
      title={contact ? 'Edit contact' : `New contact at ${isolated(fleet_name)}`}
      size={480}
    >
      <form {...form.element} className={shared.stack}>
        {field('name', { 'data-autofocus': true })}
        {field('role', { list: roles, placeholder: 'e.g. Dispatch' })}
        <datalist id={roles}>
          {ROLES.map((role) => (
            <option key={role} value={role} />
          ))}
        </datalist>
        {field('phone', { type: 'tel', placeholder: 'e.g. +1 806 555 0142 ext. 12' })}
        {field('email', { ...EMAIL_INPUT, placeholder: 'e.g. dispatch@example.com' })}
        <Check checked={form.values.is_primary} onChange={(is_primary) => form.set({ is_primary })}>
          Call first
        </Check>
        <Conflicts form={form} by={null} labels={LABELS} />
        <Outcome form={form} what="Not saved" />
        <div className={shared.buttons}>
          <Button onClick={form.leave(onClose)}>Cancel</Button>
          <Button variant="filled" type="submit" loading={form.busy}>
            Save contact
          </Button>
        </div>
      </form>
    </OpenModal>
  );
}

const contactDraft = z.object({
  name: z.string(),
  role: z.string(),
  phone: z.string(),
  email: z.string(),
  is_primary: z.boolean(),
});
type ContactDraft = z.infer<typeof contactDraft>;
type ContactField = keyof ContactDraft;

const EMPTY_CONTACT: ContactDraft = { name: '', role: '', phone: '', email: '', is_primary: false };

function draftOf({ name, role, phone, email, is_primary }: Contact): ContactDraft {
  return { name, role: role ?? '', phone: phone ?? '', email: email ?? '', is_primary };
}

const fieldOf = (path: string): ContactField =>
  (Object.keys(EMPTY_CONTACT) as ContactField[]).find((field) => field === path.split('.').at(-1)) ?? 'name';
