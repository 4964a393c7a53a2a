/** What an open load has on the map: the trail of its truck, and the circles of its monitor. Taken away when it closes. */
import type { BoardLoadDetail } from '@waypost/contract/api/board';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useEffect } from 'react';
import { circlesOf } from '../../live/monitor-stops.ts';
import type { MapCircle, Trail } from '../../map/types.ts';

/** Longer gaps in the trail are drawn dashed, as the route in between is unknown. Pings normally come every few minutes. */
const GAP_SECONDS = 20 * 60;
const NO_CIRCLES: readonly MapCircle[] = [];

/** @param history the trail of the truck history, shown instead of the recent one; null: none is open */
export function useTrailOnMap(
  detail: BoardLoadDetail | undefined,
  history: Trail | null,
  onTrail: (trail: Trail | null) => void,
): void {
  useEffect(() => {
    const recent =
      detail && detail.trail.length > 0 ? { points: detail.trail, gap_seconds: GAP_SECONDS } : null;
    onTrail(history ?? recent);
  }, [detail, history, onTrail]);
  useEffect(() => () => onTrail(null), [onTrail]);
}

export function useCirclesOnMap(
  monitor: BoardMonitor | null,
  onCircles: ((circles: readonly MapCircle[]) => void) | undefined,
): void {
  useEffect(() => onCircles?.(monitor ? circlesOf(monitor) : NO_CIRCLES), [monitor, onCircles]);
  useEffect(() => () => onCircles?.(NO_CIRCLES), [onCircles]);
}
