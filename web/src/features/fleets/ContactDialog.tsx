/** The form of a contact. What is wrong stands under its field once saving was tried; what was typed outlives an error and a reload. */
import { Button, Modal, TextInput } from '@mantine/core';
import type { Contact } from '@waypost/contract/api/contacts';
import { useEffect, useId, useRef, useState } from 'react';
import { NotDone } from '../../api/NotDone.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { isolated } from '../../ui/bidi.ts';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import {
  type ContactDraft,
  type ContactField,
  checkContact,
  draftOf,
  EMPTY_CONTACT,
  fieldOf,
} from './contact-draft.ts';
import classes from './Fleets.module.css';
import { useContactDrafts, useContactWriting } from './use-fleets.ts';

export interface ContactDialogProps {
  readonly fleet_id: string;
  readonly fleet_name: string;
  /** Null: a new one. */
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

export function ContactDialog({ fleet_id, fleet_name, contact, onClose }: ContactDialogProps) {
  const { create, update } = useContactWriting();
  const [drafts, putDraft] = useContactDrafts();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tried, setTried] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const roles = useId();
  const id = contact?.contact_id ?? fleet_id;
  const draft = drafts[id] ?? (contact ? draftOf(contact) : EMPTY_CONTACT);
  const checked = checkContact(draft, fleet_id);
  const errors = {
    ...(tried > 0 && !checked.ok ? checked.errors : {}),
    ...(problem ? fieldErrors(problem) : {}),
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
      setTried((times) => times + 1);
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
      setTried((times) => times + 1);
    }
  };
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  const field = (name: keyof typeof LABELS, more: object = {}) => (
    <TextInput
      label={
        name === 'name' ? (
          LABELS[name]
        ) : (
          <>
            {LABELS[name]} <span className={classes.optional}>optional</span>
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
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        ref={form}
        noValidate
        className={classes.form}
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
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={draft.is_primary}
            onChange={({ currentTarget }) => set({ is_primary: currentTarget.checked })}
          />
          Call first
        </label>
        {problem && Object.keys(fieldErrors(problem)).length === 0 && (
          <NotDone what="Not saved" problem={problem} />
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

/** What the server says about a field stands under it. */
function fieldErrors(problem: Problem): Partial<Record<ContactField, string>> {
  if (!Array.isArray(problem.detail)) return {};
  return Object.fromEntries(
    problem.detail.map(({ path, message }) => [fieldOf(path.split('.').at(-1) ?? ''), message]),
  );
}
