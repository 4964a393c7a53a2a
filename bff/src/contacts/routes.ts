/** Fleets and the people who work there. */
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Contacts } from './contacts.ts';
import type { FleetDirectory } from './fleet-directory.ts';

export interface ContactRoutesOptions {
  readonly contacts: Contacts;
  readonly fleets: FleetDirectory;
}

export function mountContacts(router: Router, { contacts, fleets }: ContactRoutesOptions): void {
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
