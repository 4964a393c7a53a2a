/** `/monitors/{monitor_id}`: one monitor, with the truck as the board knows it. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { WithQueries } from '../api/queries.tsx';
import { MonitorDetail } from '../features/monitors/watch/MonitorDetail.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useMonitorTruck } from './monitor-truck.ts';
import { PageFrame } from './PageFrame.tsx';

const route = getRouteApi('/monitors/$monitor_id');

export function MonitorPage() {
  const { monitor_id } = route.useParams();
  return (
    <WithQueries>
      <MonitorDetail
        key={monitor_id}
        monitor_id={monitor_id}
        useTruck={useMonitorTruck}
        toList={<LinkButton to="/monitors">Back to monitors</LinkButton>}
        frame={({ title, actions, children }) => (
          <PageFrame title={title} above={<Link to="/monitors">Monitors</Link>} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
