/** Whom to call about a load: the fleet of its truck, as far as that is known, and the people there. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useApi } from '../../api/context.ts';
import { asProblem, explain } from '../../api/problem.ts';
import { ContactLine, loadContactsQuery } from '../../live/ContactLine.tsx';
import { fleetName } from '../../live/fleets.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './LoadPanel.module.css';

export function ContactsSection({ load }: { readonly load: BoardLoad }) {
  const { http } = useApi();
  const vehicle_id = load.vehicle_assignment?.vehicle.id ?? null;
  const { data, error } = useQuery({
    ...loadContactsQuery(http, load.load_id, vehicle_id),
    enabled: vehicle_id !== null,
  });
  if (vehicle_id === null) return null;
  const fleet = data?.fleet ?? null;
  const subject = `Load ${load.load_ref ?? load.load_id}`;
  const company = fleet && { name: 'Company', role: null, phone: fleet.phone, email: fleet.email };
  return (
    <Section
      title="Carrier"
      aside={
        fleet && (
          <Link to="/fleets/$fleet_id" params={{ fleet_id: fleet.fleet_id }} className={classes.open}>
            {fleetName(fleet)}
          </Link>
        )
      }
    >
      {error && `Couldn't load contacts: ${explain(asProblem(error)).title}.`}
      {data && fleet === null && "We don't know yet which fleet this truck belongs to."}
      {data?.contacts.map((contact) => (
        <ContactLine key={contact.contact_id} contact={contact} subject={subject} />
      ))}
      {company && (company.phone !== null || company.email !== null) && (
        <ContactLine contact={{ ...company, is_primary: false }} subject={subject} />
      )}
      {fleet && data?.contacts.length === 0 && company?.phone === null && (
        <Link to="/fleets/$fleet_id" params={{ fleet_id: fleet.fleet_id }} className={classes.open}>
          Add a contact
        </Link>
      )}
    </Section>
  );
}
