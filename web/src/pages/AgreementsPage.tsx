/** `/agreements`: what fleets share, until when, and over what, with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { AgreementsView } from '../features/agreements/AgreementsView.tsx';
import type { AgreementsSearch } from '../features/agreements/search.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/agreements');

export function AgreementsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<AgreementsSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  return (
    <WithQueries>
      <AgreementsView
        search={search}
        onSearch={onSearch}
        frame={({ filters, actions, children }) => (
          <PageFrame title="Agreements" filters={filters} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
