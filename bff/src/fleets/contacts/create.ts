/** Contacts of fleets, and the fleet of a load with them. */
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Contact } from '@waypost/contract/api/contacts';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { FleetIndex } from '../onboarding/fleet-index.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { Contacts } from './contacts.ts';
import { FleetDirectory } from './fleet-directory.ts';

export interface ContactsCapability extends Capability {
  readonly list: () => Promise<Contact[]>;
  /** Names or references of fleets as known now; null: not known. */
  readonly fleetNames: () => (fleet_id: string) => string | null;
}

export function createContacts(
  options: Uses<'db' | 'activity'> & {
    readonly board: Board;
    readonly directory: Directory;
    readonly fleets: FleetIndex;
    readonly onboarding: Onboarding;
  },
): ContactsCapability {
  const { db, activity } = options;
  const contacts = new Contacts({ db, activity, fleetName: (fleet_id) => directory.fleetNames()(fleet_id) });
  const directory: FleetDirectory = new FleetDirectory({ ...options, contacts });
  return {
    list: () => contacts.list(),
    fleetNames: () => directory.fleetNames(),
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
