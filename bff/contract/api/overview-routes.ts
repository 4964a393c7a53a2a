import { overviewQuery } from '../overview.ts';
import { boardOverview } from './overview.ts';
import { route } from './route.ts';

export const OVERVIEW_ROUTES = {
  overview: route('GET /api/overview', {
    summary: 'Count fleets, vehicles, drivers and trailers shared with us',
    right: 'read',
    query: overviewQuery,
    responses: { 200: boardOverview },
  }),
} as const;
