/** `/invitations`: the funnel of invited fleets, with its address. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { InvitationsView } from '../features/invitations/InvitationsView.tsx';
import type { InvitationsSearch } from '../features/invitations/search.ts';
import { IconPlus, IconUpload } from '../ui/icons.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useLayout } from '../ui/use-media.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/invitations');

export function InvitationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = useCallback(
    (change: Partial<InvitationsSearch>, replace = false) =>
      void navigate({ search: (before) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  const create = (
    <LinkButton
      to="/invitations"
      search={{ ...search, invitation: 'new', from: undefined, fleet_ref: undefined, tab: undefined }}
      variant="filled"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Invite a fleet
    </LinkButton>
  );
  const phone = useLayout() === 'phone';
  const many = (
    <LinkButton
      to="/bulk/new"
      search={{ kind: 'invitation' }}
      leftSection={<IconUpload size={16} aria-hidden />}
    >
      Invite from CSV
    </LinkButton>
  );
  return (
    <WithQueries>
      <InvitationsView
        search={search}
        onSearch={onSearch}
        create={create}
        many={many}
        frame={({ filters, actions, children }) => (
          <PageFrame
            title="Invitations"
            filters={filters}
            actions={
              <>
                {actions}
                {!phone && many}
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
