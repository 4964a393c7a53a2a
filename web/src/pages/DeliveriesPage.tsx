/** `/deliveries`: events as the service delivered them, for administrators. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { DeliveriesView } from '../features/deliveries/DeliveriesView.tsx';
import type { DeliveriesSearch } from '../features/deliveries/search.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/deliveries');

export function DeliveriesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<DeliveriesSearch>) => void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  );
  return (
    <WithQueries>
      <DeliveriesView
        search={search}
        onSearch={onSearch}
        frame={({ actions, children }) => (
          <PageFrame title="Deliveries" actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
