import { route } from './route.ts';
import { searchQuery, searchResult } from './search.ts';

export const SEARCH_ROUTES = {
  search: route('GET /api/search', {
    summary:
      'Search loads, vehicles, monitors, invitations, fleets with their contacts, drivers, and sites by any reference, best match first',
    right: 'read',
    query: searchQuery,
    responses: { 200: searchResult },
  }),
} as const;
