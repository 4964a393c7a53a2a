import { ActionIcon, Button, Modal, TextInput, Tooltip } from '@mantine/core';
import {
  type Contact,
  type ContactWrite,
  contactWrite,
  type FleetProfile,
} from '@waypost/contract/api/contacts';
import { useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { ActionFailed, problemsByField } from '../../api/QueryState.tsx';
import { deleteWithUndo } from '../../api/show-problem.ts';
import { ContactLine } from '../../live/ContactLine.tsx';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { useTabDrafts } from '../../ui/draft-store.ts';
import { IconPencil, IconPlus, IconTrash, IconUpload } from '../../ui/icons.ts';
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
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const own = {
    name: 'Company',
    role: 'from the invitation',
    phone: fleet.phone,
    email: fleet.email,
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
            onClick={() => setEdited('new')}
          >
            Add contact
          </GuardedButton>
        </div>
      }
    >
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
                <ContactButtons contact={contact} onEdit={() => setEdited(contact)} />
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
      {edited !== null && (
        <ContactDialog
          fleet_id={fleet.fleet_id}
          fleet_name={fleetName(fleet)}
          contact={edited === 'new' ? null : edited}
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
      <Tooltip label="Edit">
        <ActionIcon aria-label={`Edit ${contact.name}`} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon
          aria-label={`Delete ${contact.name}`}
          loading={remove.isPending}
          onClick={() => void act()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

// Errors show after the first attempt to save; the draft survives errors and reloads.
interface ContactDialogProps {
  readonly fleet_id: string;
  readonly fleet_name: string;
  readonly contact: Contact | null;
  readonly onClose: () => void;
}

const ROLES = ['Dispatch', 'After hours', 'Operations', 'Safety', 'Billing', 'Owner'];

const LABELS: Readonly<Record<Exclude<ContactField, 'is_primary'>, string>> = {
  name: 'Name',
  role: 'Role',
  phone: 'Phone',
  email: 'Email',
};

function ContactDialog({ fleet_id, fleet_name, contact, onClose }: ContactDialogProps) {
  const { create, update } = useContactMutations();
  const [drafts, putDraft] = useContactDrafts();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const roles = useId();
  const id = contact?.contact_id ?? fleet_id;
  const draft = drafts[id] ?? (contact ? draftOf(contact) : EMPTY_CONTACT);
  const checked = checkContact(draft, fleet_id);
  const errors = {
    ...(attempts > 0 && !checked.ok ? checked.errors : {}),
    ...(problem ? problemsByField(problem, fieldOf) : {}),
  };
  const set = (change: Partial<ContactDraft>) => {
    setProblem(null);
    putDraft(id, { ...draft, ...change });
  };
  const discard = () => {
    putDraft(id, null);
    onClose();
  };
  const save = async () => {
    if (!checked.ok) {
      setAttempts((times) => times + 1);
      return;
    }
    try {
      if (contact)
        await update.mutateAsync({ params: { contact_id: contact.contact_id }, body: checked.body });
      else await create.mutateAsync({ body: checked.body });
      putDraft(id, null);
      toast({ title: `Saved ${isolated(checked.body.name)}` });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setAttempts((times) => times + 1);
    }
  };
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const field = (name: keyof typeof LABELS, more: object = {}) => (
    <TextInput
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
      value={draft[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      error={errors[name] && `${LABELS[name]} ${errors[name]}`}
      {...more}
    />
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={contact ? 'Edit contact' : `New contact at ${isolated(fleet_name)}`}
      size={480}
    >
      <form
        ref={form}
        noValidate
        className={shared.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {field('name', { 'data-autofocus': true })}
        {field('role', { list: roles, placeholder: 'e.g. Dispatch' })}
        <datalist id={roles}>
          {ROLES.map((role) => (
            <option key={role} value={role} />
          ))}
        </datalist>
        {field('phone', { type: 'tel', placeholder: 'e.g. +1 806 555 0142 x12' })}
        {field('email', { type: 'email', placeholder: 'e.g. dispatch@example.com' })}
        <label className={shared.row}>
          <input
            type="checkbox"
            checked={draft.is_primary}
            onChange={({ currentTarget }) => set({ is_primary: currentTarget.checked })}
          />
          Call first
        </label>
        {problem && Object.keys(problemsByField(problem, fieldOf)).length === 0 && (
          <ActionFailed what="Not saved" problem={problem} />
        )}
        <div className={shared.buttons}>
          <Button onClick={discard}>Cancel</Button>
          <Button variant="filled" type="submit" loading={create.isPending || update.isPending}>
            Save contact
          </Button>
        </div>
      </form>
    </Modal>
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
/** Drafts by contact id, or by fleet id for a new contact. */
const useContactDrafts = () => useTabDrafts<ContactDraft>('waypost.contact-drafts', contactDraft);

const EMPTY_CONTACT: ContactDraft = { name: '', role: '', phone: '', email: '', is_primary: false };

function draftOf({ name, role, phone, email, is_primary }: Contact): ContactDraft {
  return { name, role: role ?? '', phone: phone ?? '', email: email ?? '', is_primary };
}

type CheckedContact =
  | { readonly ok: true; readonly body: ContactWrite }
  | { readonly ok: false; readonly errors: Partial<Record<ContactField, string>> };

function checkContact(draft: ContactDraft, fleet_id: string): CheckedContact {
  const parsed = contactWrite.safeParse({ fleet_id, ...draft });
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Partial<Record<ContactField, string>> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOf(String(path[0]))] ??= message;
  return { ok: false, errors };
}

const fieldOf = (path: string): ContactField =>
  (Object.keys(EMPTY_CONTACT) as ContactField[]).find((field) => field === path) ?? 'name';
