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

/** A browser's user agent in words. Order matters: most browsers name the one that they descend from, too. */
const BROWSERS = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const named = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** "Edge on Windows"; other programs by their own name. */
export function browserText(user_agent: string | null): string {
  if (user_agent === null) return 'Unknown browser';
  const browser = named(BROWSERS, user_agent);
  const system = named(SYSTEMS, user_agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  return system ? `A browser on ${system}` : (user_agent.split('/')[0] ?? user_agent);
}
