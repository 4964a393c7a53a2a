/** One search over everything. */
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Search } from '../search/search.ts';

export function mountSearch(router: Router, { search }: { search: Search }): void {
  mount(router, SEARCH_ROUTES.search, async ({ query }) => ({ status: 200, body: await search.find(query) }));
}
