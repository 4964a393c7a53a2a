/** The site book as the server has it, and what a person does to it. */

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import type { Site } from '@waypost/contract/api/sites';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useWrite } from '../../api/server-state.ts';
import { useTabDrafts } from '../../ui/draft-store.ts';
import { type SiteDraft, siteDraft } from './site-draft.ts';

/** Colleagues write into the same book. */
const STALE_MS = 30_000;

export function sitesQuery(http: Http) {
  return queryOptions({
    queryKey: queryKeys.sites(),
    queryFn: async ({ signal }) => (await http.call(SITE_ROUTES.listSites, { signal })).items,
    staleTime: STALE_MS,
  });
}

/** Every site, by name. Stands inside `WithQueries`. */
export function useSites() {
  const { http } = useApi();
  return useQuery(sitesQuery(http));
}

export type SiteImport = z.input<(typeof SITE_ROUTES)['importSites']['body']>;

/** Writing into the book; each puts its answer into the list at once. Rejects with a Problem. */
export function useSiteWriting() {
  const client = useQueryClient();
  const put = (change: (sites: readonly Site[]) => readonly Site[]) => {
    client.setQueryData<Site[]>(queryKeys.sites(), (sites) => (sites ? byName(change(sites)) : sites));
    // The book may hold what a colleague has done meanwhile.
    void client.invalidateQueries({ queryKey: queryKeys.sites() });
  };
  const withSite = (site: Site) => put((sites) => [...sites.filter(({ id }) => id !== site.id), site]);

  const create = useWrite(SITE_ROUTES.createSite, { onSuccess: withSite });
  const update = useWrite(SITE_ROUTES.updateSite, { onSuccess: withSite });
  const remove = useWrite(SITE_ROUTES.deleteSite, {
    onSuccess: (_gone, { params }) => put((sites) => sites.filter(({ id }) => id !== params?.site_id)),
  });
  const importSites = useWrite(SITE_ROUTES.importSites, {
    onSuccess: ({ items }) =>
      put((sites) => {
        const ids = new Set(items.map(({ id }) => id));
        return [...sites.filter(({ id }) => !ids.has(id)), ...items];
      }),
  });
  return { create, update, remove, importSites };
}

function byName(sites: readonly Site[]): Site[] {
  return sites.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id));
}

/** Sites that are half written, by their id or `new`. */
export const useDrafts = () => useTabDrafts<SiteDraft>('waypost.site-drafts', siteDraft);
