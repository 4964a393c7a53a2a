/** `/fuel` */
import { createRoute } from '@tanstack/react-router';
import { fuelSearch } from '../features/fuel/search.ts';
import { lazyView } from './lazy-page.tsx';
import { needsSession } from './needs-session.ts';
import { rootRoute } from './root.tsx';

export const fuelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/fuel',
  validateSearch: fuelSearch,
  beforeLoad: needsSession,
  component: lazyView(async () => (await import('../features/fuel/FuelView.tsx')).FuelView),
});
