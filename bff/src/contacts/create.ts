/** Fleets as a whole, and the people who work there. */

import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { mountRoutes } from '../http/route.ts';
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
  return {
    routes: (router) =>
      mountRoutes(router, CONTACT_ROUTES, {
        listContacts: async () => ({ items: await contacts.list() }),
        createContact: ({ body, session }) => contacts.create(body, session),
        importContacts: ({ body, session }) => contacts.import(body, session),
        updateContact: ({ params, body, session }) => contacts.update(params.contact_id, body, session),
        deleteContact: ({ params, session }) => contacts.remove(params.contact_id, session),
        listFleets: () => directory.list(),
        readFleet: ({ params }) => directory.detail(params.fleet_id),
        loadContacts: ({ params }) => directory.ofLoad(params.load_id),
      }),
  };
}
