/** The monitor on the map: its circles, the trail of its truck since the watch began, and the truck. */
import type { BoardMonitorDetail } from '@waypost/contract/api/monitors';
import { useMemo } from 'react';
import { circleId, circlesOf, sequenceOf } from '../../../live/monitor-circles.ts';
import { CircleMap } from '../../../map/CircleMap.tsx';
import type { MapTruck, Trail } from '../../../map/types.ts';
import { isolated } from '../../../ui/bidi.ts';
import { usePrefs } from '../../../ui/prefs.ts';
import { monitorName } from './names.ts';

/** A silence longer than this is drawn dashed: nobody knows the way in between. */
const GAP_SECONDS = 20 * 60;

export interface MonitorMapProps {
  readonly monitor: BoardMonitorDetail;
  readonly truck: MapTruck | null;
  readonly selected: number | null;
  readonly onSelect: (sequence: number | null) => void;
  readonly map_style_url: string | null;
}

export function MonitorMap({ monitor, truck, selected, onSelect, map_style_url }: MonitorMapProps) {
  const { radius_unit } = usePrefs();
  const circles = useMemo(() => circlesOf(monitor), [monitor]);
  const { trail: points } = monitor;
  const trail = useMemo<Trail | null>(
    () => (points.length === 0 ? null : { points, gap_seconds: GAP_SECONDS }),
    [points],
  );
  return (
    <CircleMap
      circles={circles}
      selected={selected === null ? null : circleId(selected)}
      onSelect={(id) => onSelect(sequenceOf(id))}
      unit={radius_unit}
      trail={trail}
      truck={truck}
      editable={false}
      map_style_url={map_style_url}
      fit_key={monitor.id}
      label={`Map of monitor ${isolated(monitorName(monitor))}`}
    />
  );
}
