/** Fleets as a whole, and the people who work there. */

import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Contacts } from './contacts.ts';
import { FleetDirectory } from './fleet-directory.ts';

export function createContacts(
  options: Pick<Wiring, 'db' | 'activity' | 'board' | 'directory' | 'fleets' | 'onboarding'>,
): Capability {
  const { db, activity } = options;
  const contacts = new Contacts({ db, activity });
  const directory = new FleetDirectory({ ...options, contacts });
  return { routes: (router) => mountContacts(router, contacts, directory) };
}

/** Fleets and the people who work there. */
function mountContacts(router: Router, contacts: Contacts, fleets: FleetDirectory): void {
  mount(router, CONTACT_ROUTES.listContacts, async () => ({ items: await contacts.list() }));

  mount(router, CONTACT_ROUTES.createContact, ({ body, session }) => contacts.create(body, session));

  mount(router, CONTACT_ROUTES.importContacts, ({ body, session }) => contacts.import(body, session));

  mount(router, CONTACT_ROUTES.updateContact, ({ params, body, session }) =>
    contacts.update(params.contact_id, body, session),
  );

  mount(router, CONTACT_ROUTES.deleteContact, ({ params, session }) =>
    contacts.remove(params.contact_id, session),
  );

  mount(router, CONTACT_ROUTES.listFleets, () => fleets.list());

  mount(router, CONTACT_ROUTES.readFleet, ({ params }) => fleets.detail(params.fleet_id));

  mount(router, CONTACT_ROUTES.loadContacts, ({ params }) => fleets.ofLoad(params.load_id));
}
