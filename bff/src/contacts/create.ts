/** Fleets as a whole, and the people who work there. */

import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Contacts } from './contacts.ts';
import { FleetDirectory } from './fleet-directory.ts';

export type CreateContactsOptions = Pick<
  Wiring,
  'db' | 'activity' | 'board' | 'directory' | 'fleets' | 'onboarding'
>;

export function createContacts(options: CreateContactsOptions): Capability {
  const { db, activity } = options;
  const contacts = new Contacts({ db, activity });
  const directory = new FleetDirectory({ ...options, contacts });
  return { routes: (router) => mountContacts(router, contacts, directory) };
}

/** Fleets and the people who work there. */
function mountContacts(router: Router, contacts: Contacts, fleets: FleetDirectory): void {
  mount(router, CONTACT_ROUTES.listContacts, async () => ({
    status: 200,
    body: { items: await contacts.list() },
  }));

  mount(router, CONTACT_ROUTES.createContact, async ({ body, session }) => ({
    status: 201,
    body: await contacts.create(body, session),
  }));

  mount(router, CONTACT_ROUTES.importContacts, async ({ body, session }) => ({
    status: 200,
    body: await contacts.import(body, session),
  }));

  mount(router, CONTACT_ROUTES.updateContact, async ({ params, body, session }) => ({
    status: 200,
    body: await contacts.update(params.contact_id, body, session),
  }));

  mount(router, CONTACT_ROUTES.deleteContact, async ({ params, session }) => {
    await contacts.remove(params.contact_id, session);
    return { status: 204 };
  });

  mount(router, CONTACT_ROUTES.listFleets, async () => ({ status: 200, body: await fleets.list() }));

  mount(router, CONTACT_ROUTES.readFleet, async ({ params }) => ({
    status: 200,
    body: await fleets.detail(params.fleet_id),
  }));

  mount(router, CONTACT_ROUTES.loadContacts, async ({ params }) => ({
    status: 200,
    body: await fleets.ofLoad(params.load_id),
  }));
}
