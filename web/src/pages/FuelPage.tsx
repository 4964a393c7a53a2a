/** `/fuel`: transactions over any range, with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { FuelView } from '../features/fuel/FuelView.tsx';
import type { FuelSearch } from '../features/fuel/search.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/fuel');

export function FuelPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<FuelSearch>) => void navigate({ search: (before) => ({ ...before, ...change }) }),
    [navigate],
  );
  return (
    <WithQueries>
      <FuelView
        search={search}
        onSearch={onSearch}
        frame={({ filters, actions, children }) => (
          <PageFrame title="Fuel" filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
