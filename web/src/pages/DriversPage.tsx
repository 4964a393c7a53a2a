/** `/drivers`: driver users that were to be written at providers, and how each of these operations went. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { DriversView } from '../features/drivers/DriversView.tsx';
import type { DriversSearch } from '../features/drivers/search.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/drivers');

export function DriversPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<DriversSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return (
    <WithQueries>
      <DriversView
        search={search}
        onSearch={onSearch}
        frame={({ filters, actions, children }) => (
          <PageFrame title="Drivers" filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
