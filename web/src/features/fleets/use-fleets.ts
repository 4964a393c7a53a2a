/** Fleets and their contacts as the server has them, and what a person does to contacts. */

import { useQueryClient } from '@tanstack/react-query';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { contactImport } from '@waypost/contract/api/contacts';
import type { z } from 'zod';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useTabDrafts } from '../../ui/draft-store.ts';
import { type ContactDraft, contactDraft } from './contact-draft.ts';

/** Colleagues write down contacts too, and loads change hands. */
const STALE_MS = 15_000;
const REFRESH_MS = 60_000;

export const useFleets = () =>
  useRead(CONTACT_ROUTES.listFleets, queryKeys.fleets(), {
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
    background: 'after_first',
  });

export const useFleet = (fleet_id: string) =>
  useRead(CONTACT_ROUTES.readFleet, queryKeys.fleet(fleet_id), {
    params: { fleet_id },
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
    background: 'after_first',
  });

export type ContactBody = z.input<(typeof CONTACT_ROUTES)['createContact']['body']>;
export type ContactImportBody = z.input<typeof contactImport>;

/** Writing contacts; whatever shows them is read again. Rejects with a Problem. */
export function useContactWriting() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [queryKeys.fleet(), queryKeys.fleets(), queryKeys.loadContacts()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  const create = useWrite(CONTACT_ROUTES.createContact, { onSuccess });
  const update = useWrite(CONTACT_ROUTES.updateContact, { onSuccess });
  const remove = useWrite(CONTACT_ROUTES.deleteContact, { onSuccess });
  const importContacts = useWrite(CONTACT_ROUTES.importContacts, { onSuccess });
  return { create, update, remove, importContacts };
}

/** Contacts that are half written, by their id or the id of their fleet. */
export const useContactDrafts = () => useTabDrafts<ContactDraft>('waypost.contact-drafts', contactDraft);
