/** `/activity`: who did what, for administrators. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { ActivityView } from '../features/activity/ActivityView.tsx';
import type { ActivitySearch } from '../features/activity/search.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/activity');

export function ActivityPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<ActivitySearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return (
    <WithQueries>
      <ActivityView
        search={search}
        onSearch={onSearch}
        frame={({ filters, actions, children }) => (
          <PageFrame title="Activity" filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
