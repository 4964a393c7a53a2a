import { useQueryClient } from '@tanstack/react-query';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { FleetSummary } from '@waypost/contract/api/contacts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { countText } from '../../ui/units.ts';

/** Short, because colleagues add contacts too and loads change hands. */
const FRESH = { staleTime: 15_000, background: 'after_first' } as const;
const REFRESHED = { ...FRESH, refetchInterval: 60_000 };

export const useFleets = () => useRead(CONTACT_ROUTES.listFleets, queryKeys.fleets(), REFRESHED);

export const useFleet = (fleet_id: string) =>
  useRead(CONTACT_ROUTES.readFleet, queryKeys.fleet(fleet_id), { params: { fleet_id }, ...REFRESHED });

/** Those of all fleets. */
export const useContacts = () => useRead(CONTACT_ROUTES.listContacts, queryKeys.contacts(), FRESH);

/** Contact mutations; each refetches whatever shows contacts. Rejects with a Problem. */
export function useContactMutations() {
  const client = useQueryClient();
  const refetch = () =>
    Promise.all(
      [queryKeys.fleet(), queryKeys.fleets(), queryKeys.contacts(), queryKeys.loadContacts()].map(
        (queryKey) => client.invalidateQueries({ queryKey }),
      ),
    );
  const create = useWrite(CONTACT_ROUTES.createContact, { onSuccess: refetch });
  const update = useWrite(CONTACT_ROUTES.updateContact, { onSuccess: refetch });
  const remove = useWrite(CONTACT_ROUTES.deleteContact, { onSuccess: refetch });
  const importContacts = useWrite(CONTACT_ROUTES.importContacts, { onSuccess: refetch });
  return { create, update, remove, importContacts, refetch };
}

export const loadsText = (count: number): string => countText(count, 'load');

export const loadCount = ({ loads_by_health }: Pick<FleetSummary, 'loads_by_health'>): number =>
  Object.values(loads_by_health).reduce((sum, count) => sum + count, 0);
