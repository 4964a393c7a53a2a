/** Fleets as a whole, and the people who work there. */
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { Contacts } from './contacts.ts';
import { FleetDirectory } from './fleet-directory.ts';
import { mountContacts } from './routes.ts';

export type CreateContactsOptions = Pick<
  Wiring,
  'db' | 'activity' | 'board' | 'directory' | 'fleets' | 'onboarding'
>;

export function createContacts(options: CreateContactsOptions): Capability {
  const { db, activity } = options;
  const contacts = new Contacts({ db, activity });
  const directory = new FleetDirectory({ ...options, contacts });
  return { routes: (router) => mountContacts(router, { contacts, fleets: directory }) };
}
