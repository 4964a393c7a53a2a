/** Queries, mutations and display texts for people and their sessions. */
import { useQueryClient } from '@tanstack/react-query';
import type { Person } from '@waypost/contract/api/people';
import { PEOPLE_ROUTES } from '@waypost/contract/api/people-routes';
import type { Role } from '@waypost/contract/api/session';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';

const ROLE_WORD: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  dispatcher: 'Dispatcher',
  onboarding: 'Onboarding',
  admin: 'Administrator',
};

/** "Dispatcher, Onboarding" */
export const rolesText = ({ roles }: Pick<Person, 'roles'>): string =>
  roles.map((role) => ROLE_WORD[role]).join(', ');

/** "Signed in", "Signed in on 2 browsers", "Signed out" */
export function signedInText({ sessions }: Pick<Person, 'sessions'>): string {
  if (sessions.length === 0) return 'Signed out';
  return sessions.length === 1 ? 'Signed in' : `Signed in on ${sessions.length} browsers`;
}

const STALE_MS = 15_000;

export const usePeople = () =>
  useRead(PEOPLE_ROUTES.listPeople, queryKeys.people(), {
    select: itemsOf,
    staleTime: STALE_MS,
    refetchInterval: 60_000,
  });

/** Rejects with a Problem. */
export function useSignOutPerson() {
  const client = useQueryClient();
  return useWrite(PEOPLE_ROUTES.signOutPerson, {
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.people() }),
  });
}
