/** `/monitors`: every monitor, worst first, with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import type { MonitorsSearch } from '../features/monitors/search.ts';
import { MonitorsView } from '../features/monitors/watch/MonitorsView.tsx';
import { IconPlus } from '../ui/icons.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/monitors');

export function MonitorsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<MonitorsSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  const create = (
    <LinkButton to="/monitors/new" variant="filled" leftSection={<IconPlus size={16} aria-hidden />}>
      New monitor
    </LinkButton>
  );
  return (
    <WithQueries>
      <MonitorsView
        search={search}
        onSearch={onSearch}
        onOpen={(monitor_id) => void navigate({ to: '/monitors/$monitor_id', params: { monitor_id } })}
        create={create}
        frame={({ filters, actions, children }) => (
          <PageFrame
            title="Monitors"
            filters={filters}
            actions={
              <>
                {actions}
                {create}
              </>
            }
          >
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
