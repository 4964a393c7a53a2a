/** Whom to call first about each load of the handover: read once for all loads, not load by load. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { contactOfLoad, firstToCall } from '../../../live/ContactLine.tsx';

export interface CallFirst {
  readonly name: string;
  readonly phone: string;
}

export type CallFirstOf = (load: BoardLoad) => CallFirst | null;

const READ = { staleTime: 15_000, background: 'after_first' } as const;

interface CallFirstRead {
  readonly of: CallFirstOf;
  /** Numbers may be missing: contacts or fleets could not be read. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Null while it is being read. A failed read leaves out what it would have told. */
export function useCallFirst(): CallFirstRead | null {
  const contacts = useRead(CONTACT_ROUTES.listContacts, queryKeys.contacts(), READ);
  const fleets = useRead(CONTACT_ROUTES.listFleets, queryKeys.fleets(), READ);
  if (contacts.isPending || fleets.isPending) return null;
  const of_fleet = Map.groupBy(contacts.data?.items ?? [], ({ fleet_id }) => fleet_id);
  const companies = new Map(fleets.data?.items.map(({ fleet_id, phone }) => [fleet_id, phone]));
  const of: CallFirstOf = (load) => {
    const fleet_id = load.fleet?.fleet_id ?? '';
    const company = { name: 'Company', phone: companies.get(fleet_id) ?? null };
    const known = [firstToCall(of_fleet.get(fleet_id) ?? []), company, contactOfLoad(load)];
    for (const one of known) if (one?.phone) return { name: one.name, phone: one.phone };
    return null;
  };
  const failed = [contacts, fleets].filter(({ data }) => data === undefined);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return { of, error: failed[0]?.error ?? null, retry };
}
