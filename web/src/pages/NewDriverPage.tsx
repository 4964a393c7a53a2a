import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { WithQueries } from '../api/queries.tsx';
import { NewDriver } from '../features/drivers/form/DriverForm.tsx';
import { toast } from '../ui/toasts.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/drivers/new');

export function NewDriverPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <PageFrame title="New driver user" above={<Link to="/drivers">Drivers</Link>}>
      <WithQueries>
        <NewDriver
          search={search}
          onCreated={(operation) => {
            toast({ title: 'Driver user requested', text: 'Its panel says how it went.' });
            void navigate({ to: '/drivers', search: operation === null ? {} : { operation } });
          }}
        />
      </WithQueries>
    </PageFrame>
  );
}
