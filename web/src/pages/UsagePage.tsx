/** `/usage`: what was called and delivered, with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import type { UsageSearch } from '../features/usage/search.ts';
import { UsageView } from '../features/usage/UsageView.tsx';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/usage');

export function UsagePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<UsageSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return (
    <WithQueries>
      <UsageView
        search={search}
        onSearch={onSearch}
        frame={({ filters, actions, children }) => (
          <PageFrame title="Usage" fit="scroll" filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
