import { getRouteApi, Link } from '@tanstack/react-router';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useMemo, useSyncExternalStore } from 'react';
import { WithQueries } from '../api/queries.tsx';
import { mapLoadOf } from '../features/loads/marker.ts';
import { MonitorDetail } from '../features/monitors/watch/MonitorDetail.tsx';
import { useLive } from '../live/context.ts';
import type { LoadStore } from '../live/store.ts';
import type { MapTruck } from '../map/types.ts';
import { LinkButton } from '../ui/buttons.tsx';
import { PageFrame } from './PageFrame.tsx';

type Watched = Pick<BoardMonitor, 'last_position' | 'links' | 'vehicle_id'>;

/** Null: no known position. Without a load its health is unknown, and so is the marker. */
function monitorTruck(monitor: Watched | undefined, loads: LoadStore, now: number): MapTruck | null {
  if (!monitor) return null;
  const { links, vehicle_id, last_position } = monitor;
  for (const { load_id, state } of links) {
    const [load, facts] = [loads.get(load_id), loads.facts(load_id)];
    if (state !== 'linked' || !load || !facts) continue;
    const other = vehicle_id !== null && load.vehicle_assignment?.vehicle.id !== vehicle_id;
    const drawn = other ? null : mapLoadOf(load, facts, now);
    if (!drawn) continue;
    const { latitude, longitude, bearing_degrees, marker } = drawn;
    return { latitude, longitude, bearing_degrees, marker };
  }
  if (!last_position) return null;
  const { latitude, longitude } = last_position;
  return { latitude, longitude, bearing_degrees: null, marker: 'unknown' };
}

function useMonitorTruck(monitor: Watched | undefined): MapTruck | null {
  const { store, clock } = useLive();
  // Compared as JSON, so that the map redraws only when the truck has changed.
  const truck = useSyncExternalStore(store.subscribeFlush, () =>
    JSON.stringify(monitorTruck(monitor, store, clock.now())),
  );
  return useMemo(() => JSON.parse(truck) as MapTruck | null, [truck]);
}

const route = getRouteApi('/monitors/$monitor_id');

export function MonitorPage() {
  const { monitor_id } = route.useParams();
  return (
    <WithQueries>
      <MonitorDetail
        key={monitor_id}
        monitor_id={monitor_id}
        useTruck={useMonitorTruck}
        backLink={<LinkButton to="/monitors">Back to monitors</LinkButton>}
        frame={({ title, actions, children }) => (
          <PageFrame title={title} above={<Link to="/monitors">Monitors</Link>} actions={actions}>
            {children}
          </PageFrame>
        )}
      />
    </WithQueries>
  );
}
