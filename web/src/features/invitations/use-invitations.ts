import { useQueryClient } from '@tanstack/react-query';
import { INVITATION_ROUTES } from '@waypost/contract/api/invitation-routes';
import type { BoardInvitation, ChaseWrite, ShareWrite } from '@waypost/contract/api/invitations';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Answer, CallOptions } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useStreamedList } from '../../live/streamed-list.ts';

type InvitationList = Answer<typeof INVITATION_ROUTES.listInvitations>;

const LIST_KEY = queryKeys.invitations();

/** Merges updates by version; new invitations come first. */
export function mergeInvitations(
  before: readonly BoardInvitation[],
  updates: Iterable<BoardInvitation>,
): readonly BoardInvitation[] {
  const newer = new Map<string, BoardInvitation>();
  for (const one of updates) newer.set(one.key, one);
  const current = before.map((one) => {
    const other = newer.get(one.key);
    newer.delete(one.key);
    return other && other.version > one.version ? other : one;
  });
  return newer.size === 0 ? current : [...newer.values(), ...current];
}

const withUpdates = (list: InvitationList, updates: readonly BoardInvitation[]): InvitationList => ({
  ...list,
  items: [...mergeInvitations(list.items, updates)],
});

export function useInvitations() {
  const query = useRead(INVITATION_ROUTES.listInvitations, LIST_KEY, {
    background: 'after_first',
    // Not parsed: the server has validated every item with the same schema.
    parse: false,
    staleTime: 2_000,
    // The stream may have sent newer versions than this response.
    structuralSharing: (before, now) =>
      withUpdates(now as InvitationList, (before as InvitationList | undefined)?.items ?? []),
  });
  useStreamedList('invitations', LIST_KEY, query.data, withUpdates);
  return query;
}

/** @param version of the list's row; a change refetches the history */
export function useInvitation(key: string, version: number | undefined) {
  return useRead(INVITATION_ROUTES.readInvitation, queryKeys.invitation(key, version ?? 0), {
    params: { key },
    background: queryKeys.invitation(key),
    staleTime: 30_000,
    gcTime: 60_000,
    placeholderData: (before) => (before?.key === key ? before : undefined),
  });
}

type InvitationAct =
  | (typeof INVITATION_ROUTES)[
      | 'shareInvitation'
      | 'unshareInvitation'
      | 'undoInvitationChase'
      | 'deleteInvitation'
      | 'refreshInvitationState']
  | (typeof MESSAGE_ROUTES)['emailInvitation' | 'cancelInvitationEmail' | 'resolveInvitationEmail'];
type EmailWrite = z.input<(typeof MESSAGE_ROUTES)['emailInvitation']['body']>;

/** All actions throw Problem. */
export function useInvitationActions() {
  const { http } = useApi();
  const client = useQueryClient();
  return useMemo(() => {
    const storeResult = (one: BoardInvitation) => {
      client.setQueryData<InvitationList>(LIST_KEY, (before) => before && withUpdates(before, [one]));
      return one;
    };
    const params = (key: string) => ({ params: { key } });
    /** For routes that answer with the invitation as it is then. */
    const act = async (route: InvitationAct, key: string, options: CallOptions = {}) =>
      storeResult(await http.call(route, { ...params(key), ...options }));
    return {
      /** Logged by the server. */
      link: (key: string) => http.call(INVITATION_ROUTES.showInvitationLink, params(key)),
      share: (key: string, how: ShareWrite['how'], to: string | null = null) =>
        act(INVITATION_ROUTES.shareInvitation, key, { body: { how, to } }),
      /** @param shared_at of the sharing that did not happen; a later one is left alone */
      unshare: (key: string, shared_at: string | null) =>
        act(INVITATION_ROUTES.unshareInvitation, key, { query: shared_at === null ? {} : { shared_at } }),
      email: (key: string, body: EmailWrite) => act(MESSAGE_ROUTES.emailInvitation, key, { body }),
      cancelEmail: (key: string) => act(MESSAGE_ROUTES.cancelInvitationEmail, key),
      /** For an email with an unknown outcome. */
      resolveEmail: (key: string, outcome: 'sent' | 'send_again') =>
        act(MESSAGE_ROUTES.resolveInvitationEmail, key, { body: { outcome } }),
      chase: async (key: string, body: ChaseWrite) => {
        const { logged_at, ...after } = await http.call(INVITATION_ROUTES.chaseInvitation, {
          ...params(key),
          body,
        });
        return { after: storeResult(after), logged_at };
      },
      /** @param logged_at of the entry; a later one of somebody else is left alone */
      undoChase: (key: string, logged_at: string) =>
        act(INVITATION_ROUTES.undoInvitationChase, key, { query: { logged_at } }),
      withdraw: (key: string) => act(INVITATION_ROUTES.deleteInvitation, key),
      readNow: (key: string) => act(INVITATION_ROUTES.refreshInvitationState, key),
      /** Stores an invitation created or changed here before the stream delivers it. */
      storeResult,
    };
  }, [http, client]);
}

/** The person has the link, but the list still shows it as not shared. */
export function showNotRecorded(error: unknown): void {
  showProblem('Link provided, but not recorded', asProblem(error));
}

export const useDefaults = () =>
  useRead(INVITATION_ROUTES.invitationDefaults, queryKeys.invitationDefaults(), { staleTime: 300_000 });
