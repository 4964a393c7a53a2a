/** Share links of a load as the server has them, and what a person does to them. Tokens never come into the cache. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import type { ShareLink, ShareLinkCreate } from '@waypost/contract/api/share-links';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** Newest first. */
export function useShareLinks(load_id: string) {
  const { http } = useApi();
  return useQuery({
    queryKey: queryKeys.shareLinks(load_id),
    queryFn: async ({ signal }) =>
      (await http.call(SHARE_LINK_ROUTES.listShareLinks, { params: { load_id }, signal })).items,
    // Others open the links: each look at the list reads it anew.
    staleTime: 0,
  });
}

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useShareLinkWriting(load_id: string) {
  const { http } = useApi();
  const client = useQueryClient();
  const put = (link: ShareLink) =>
    client.setQueryData<ShareLink[]>(queryKeys.shareLinks(load_id), (links) => {
      const there = links?.some(({ share_link_id }) => share_link_id === link.share_link_id);
      if (!links || !there) return [link, ...(links ?? [])];
      return links.map((one) => (one.share_link_id === link.share_link_id ? link : one));
    });
  const create = useMutation({
    mutationFn: (body: ShareLinkCreate) =>
      http.call(SHARE_LINK_ROUTES.createShareLink, { params: { load_id }, body }),
    onSuccess: ({ share_link }) => put(share_link),
    // The answer holds the token: it is not kept here.
    gcTime: 0,
  });
  const revoke = useMutation({
    mutationFn: (share_link_id: string) =>
      http.call(SHARE_LINK_ROUTES.revokeShareLink, { params: { share_link_id } }),
    onSuccess: put,
  });
  return { create, revoke };
}
