/** Fleets and their contacts as the server has them, and what a person does to contacts. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Contact, contactImport } from '@waypost/contract/api/contacts';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTabDrafts } from '../../ui/use-tab-drafts.ts';
import { type ContactDraft, contactDraft } from './contact-draft.ts';

/** Colleagues write down contacts too, and loads change hands. */
const STALE_MS = 15_000;
const REFRESH_MS = 60_000;

/** The first request is a person's; those that follow by themselves keep no session alive. */
export function useFleets() {
  const { http } = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.fleets(),
    queryFn: ({ signal }) => {
      const background = client.getQueryData(queryKeys.fleets()) !== undefined;
      return http.call(CONTACT_ROUTES.listFleets, { background, signal });
    },
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
  });
}

export function useFleet(fleet_id: string) {
  const { http } = useApi();
  const client = useQueryClient();
  const queryKey = queryKeys.fleet(fleet_id);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const background = client.getQueryData(queryKey) !== undefined;
      return http.call(CONTACT_ROUTES.readFleet, { params: { fleet_id }, background, signal });
    },
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
  });
}

export type ContactBody = z.input<(typeof CONTACT_ROUTES)['createContact']['body']>;
export type ContactImportBody = z.input<typeof contactImport>;

/** Writing contacts; whatever shows them is read again. Rejects with a Problem. */
export function useContactWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [queryKeys.fleet(), queryKeys.fleets(), queryKeys.loadContacts()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const create = useMutation({
    mutationFn: (body: ContactBody) => http.call(CONTACT_ROUTES.createContact, { body }),
    onSuccess,
  });
  const update = useMutation({
    mutationFn: ({ contact_id, body }: { contact_id: string; body: ContactBody }) =>
      http.call(CONTACT_ROUTES.updateContact, { params: { contact_id }, body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ contact_id }: Contact) =>
      http.call(CONTACT_ROUTES.deleteContact, { params: { contact_id } }),
    onSuccess,
  });
  const importContacts = useMutation({
    mutationFn: (body: ContactImportBody) => http.call(CONTACT_ROUTES.importContacts, { body }),
    onSuccess,
  });
  return { create, update, remove, importContacts };
}

/** Contacts that are half written, by their id or the id of their fleet. */
export const useContactDrafts = () => useTabDrafts<ContactDraft>('waypost.contact-drafts', contactDraft);
