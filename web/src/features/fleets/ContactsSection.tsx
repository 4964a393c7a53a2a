/** People at a fleet: call, text, mail, add, change, delete with a way back. */
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Contact, FleetProfile } from '@waypost/contract/api/contacts';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { attempt, showProblem } from '../../api/show-problem.ts';
import { ContactLine } from '../../live/ContactLine.tsx';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconPencil, IconPlus, IconTrash, IconUpload } from '../../ui/icons.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { ContactDialog } from './ContactDialog.tsx';
import classes from './Fleets.module.css';
import { ImportContacts } from './ImportContacts.tsx';
import { useContactWriting } from './use-fleets.ts';

export interface ContactsSectionProps {
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

interface ContactButtonsProps {
  readonly contact: Contact;
  readonly onEdit: () => void;
}

function ContactButtons({ contact, onEdit }: ContactButtonsProps) {
  const { remove, create } = useContactWriting();
  const name = isolated(contact.name);
  const undo = async () => {
    const { fleet_id, role, phone, email, is_primary } = contact;
    await attempt(`Couldn't restore ${name}`, async () => {
      await create.mutateAsync({
        body: { fleet_id, name: contact.name, role, phone, email, is_primary },
      });
      toast({ title: `Restored ${name}` });
    });
  };
  const act = async () => {
    try {
      await remove.mutateAsync({ params: { contact_id: contact.contact_id } });
    } catch (error) {
      const problem = asProblem(error);
      // Gone already: a colleague was quicker, and the end is the same.
      if (problem.code !== 404) {
        showProblem(`Couldn't delete ${name}`, problem);
        return;
      }
    }
    toast({ title: `Deleted ${name}`, action: { label: 'Undo', run: () => void undo() } });
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
