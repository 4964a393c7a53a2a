/** Invitations as the server has them: the list, kept by the stream; one with its history; and what people do with one. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { INVITATION_ROUTES } from '@waypost/contract/api/invitation-routes';
import type {
  BoardInvitation,
  ChaseWrite,
  OnboardingSources,
  ShareWrite,
} from '@waypost/contract/api/invitations';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useChanges } from '../../live/context.ts';

export interface KnownInvitations {
  readonly items: readonly BoardInvitation[];
  readonly sources: OnboardingSources;
}

const LIST_KEY = queryKeys.invitations();

/** Both, each invitation once and in its newest version. New ones come first. */
export function merged(
  before: readonly BoardInvitation[],
  updates: Iterable<BoardInvitation>,
): readonly BoardInvitation[] {
  const newer = new Map<string, BoardInvitation>();
  for (const one of updates) newer.set(one.key, one);
  const there = before.map((one) => {
    const other = newer.get(one.key);
    newer.delete(one.key);
    return other && other.version > one.version ? other : one;
  });
  return newer.size === 0 ? there : [...newer.values(), ...there];
}

function listQuery(http: Http) {
  let by_person = true;
  /** Sent by the stream while a list was on its way, which may be older. */
  const updates = new Map<string, BoardInvitation>();
  const options = queryOptions({
    queryKey: LIST_KEY,
    queryFn: async ({ signal }): Promise<KnownInvitations> => {
      const background = !by_person;
      by_person = false;
      // Our server has put every item through the same schema.
      const { items, sources } = await http.call(INVITATION_ROUTES.listInvitations, {
        background,
        signal,
        parse: false,
      });
      return { items: merged(items, updates.values()), sources };
    },
    staleTime: 2_000,
  });
  const remember = (items: readonly BoardInvitation[]) => {
    for (const one of items)
      if (one.version >= (updates.get(one.key)?.version ?? 0)) updates.set(one.key, one);
  };
  return { options, remember };
}

export function useInvitations() {
  const { http } = useApi();
  const client = useQueryClient();
  const { options, remember } = useMemo(() => listQuery(http), [http]);
  const query = useQuery(options);
  useChanges(
    'invitations',
    ({ items }) => {
      remember(items);
      client.setQueryData<KnownInvitations>(
        LIST_KEY,
        (before) => before && { ...before, items: merged(before.items, items) },
      );
    },
    () => void client.invalidateQueries({ queryKey: LIST_KEY }),
  );
  return {
    known: query.data,
    error: query.error,
    read_at: query.dataUpdatedAt,
    refresh: () => void query.refetch(),
  };
}

/** @param version of the list's row: a change of it reads the history anew */
export function useInvitation(key: string, version: number | undefined) {
  return useRead(INVITATION_ROUTES.readInvitation, queryKeys.invitation(key, version ?? 0), {
    params: { key },
    staleTime: 30_000,
    gcTime: 60_000,
    placeholderData: (before) => (before?.key === key ? before : undefined),
  });
}

type EmailWrite = z.input<(typeof MESSAGE_ROUTES)['emailInvitation']['body']>;

/** All of them throw Problem. */
export function useInvitationActs() {
  const { http } = useApi();
  const client = useQueryClient();
  return useMemo(() => {
    const learn = (one: BoardInvitation) => {
      client.setQueryData<KnownInvitations>(
        LIST_KEY,
        (before) => before && { ...before, items: merged(before.items, [one]) },
      );
      return one;
    };
    const params = (key: string) => ({ params: { key } });
    return {
      /** Recorded. The link is not kept by this. */
      link: (key: string) => http.call(INVITATION_ROUTES.showInvitationLink, params(key)),
      /** Notes that its link was given to the fleet. */
      share: async (key: string, how: ShareWrite['how'], to: string | null = null) =>
        learn(await http.call(INVITATION_ROUTES.shareInvitation, { ...params(key), body: { how, to } })),
      unshare: async (key: string) =>
        learn(await http.call(INVITATION_ROUTES.unshareInvitation, params(key))),
      /** Asks the server for an email, once for each id. */
      email: async (key: string, body: EmailWrite) =>
        learn(await http.call(MESSAGE_ROUTES.emailInvitation, { ...params(key), body })),
      cancelEmail: async (key: string) =>
        learn(await http.call(MESSAGE_ROUTES.cancelInvitationEmail, params(key))),
      /** Of an email whose answer was lost. */
      resolveEmail: async (key: string, outcome: 'sent' | 'send_again') =>
        learn(await http.call(MESSAGE_ROUTES.resolveInvitationEmail, { ...params(key), body: { outcome } })),
      chase: async (key: string, body: ChaseWrite) =>
        learn(await http.call(INVITATION_ROUTES.chaseInvitation, { ...params(key), body })),
      /** Takes back the last of them. */
      undoChase: async (key: string) =>
        learn(await http.call(INVITATION_ROUTES.undoInvitationChase, params(key))),
      withdraw: async (key: string) =>
        learn(await http.call(INVITATION_ROUTES.deleteInvitation, params(key))),
      readNow: async (key: string) =>
        learn(await http.call(INVITATION_ROUTES.refreshInvitationState, params(key))),
      /** One created or changed here: the stream delivers it too, in a moment. */
      learn,
    };
  }, [http, client]);
}

/** The link is with the person, and nobody else knows: the list goes on saying that it is not shared. */
export function showNotRecorded(error: unknown): void {
  showProblem('Link provided, but not recorded as shared', asProblem(error));
}

/** `settled`: they are here, or cannot be had. */
export function useDefaults() {
  const { data, isPending } = useRead(INVITATION_ROUTES.invitationDefaults, queryKeys.invitationDefaults(), {
    staleTime: 300_000,
  });
  return { defaults: data, settled: !isPending };
}
