/** Cities by name, from the embedded data: nobody outside is asked. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SITE_ROUTES } from '@waypost/contract/api/site-routes';
import type { PlaceMatch } from '@waypost/contract/api/sites';
import { useApi } from '../../../api/context.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLater } from './use-facts.ts';

const AFTER_MS = 200;
const SHORTEST = 2;

/** @param text empty: nothing is asked */
export function usePlaces(text: string): { places: readonly PlaceMatch[]; failed: boolean } {
  const { http } = useApi();
  const q = useLater(text.trim().slice(0, 100), AFTER_MS);
  const asked = q.length >= SHORTEST;
  const query = useQuery({
    queryKey: queryKeys.places(q),
    queryFn: ({ signal }) => http.call(SITE_ROUTES.findPlaces, { query: { q }, signal }),
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return {
    places: asked && text.trim() !== '' ? (query.data?.items ?? []) : [],
    failed: asked && query.isError,
  };
}
