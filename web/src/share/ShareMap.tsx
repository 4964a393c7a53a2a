/** Where the truck of a shared load was last, on the built-in basemap. The map's script comes after the text is there. */
import type { LastPosition } from '@waypost/contract/loads';
import { useEffect, useRef, useState } from 'react';
import { useEngine } from '../map/use-engine.ts';
import { HEALTH, type HealthKey, type Theme } from '../ui/health.ts';

/** Some hundred miles around the truck. */
const ZOOM = 6.5;
const ID = 'shared';

export interface ShareMapProps {
  readonly theme: Theme;
  readonly label: string;
  readonly position: LastPosition;
  readonly health: HealthKey;
  /** Null: parked, or not known. */
  readonly bearing_degrees: number | null;
}

export function ShareMap({ theme, label, position, health, bearing_degrees }: ShareMapProps) {
  const { latitude, longitude } = position;
  const container = useRef<HTMLDivElement>(null);
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const engine = useEngine({
    container,
    theme,
    map_style_url: null,
    camera: { latitude, longitude, zoom: ZOOM },
    label: 'Map of the last position. The text above says the same.',
    events: { onUnavailable: setUnavailable },
  });
  useEffect(() => {
    const marker = HEALTH[health].marker ?? 'unknown';
    engine?.setLoads([
      {
        load_id: ID,
        label,
        latitude,
        longitude,
        marker: marker === 'live' && bearing_degrees === null ? 'live-parked' : marker,
        health,
        age_fade: 0,
        bearing_degrees,
      },
    ]);
    engine?.setSelection(ID);
  }, [engine, label, latitude, longitude, health, bearing_degrees]);
  if (unavailable !== null) return <p className="note">{unavailable}</p>;
  return (
    <div className="map">
      <div ref={container} />
      <div className="mapButtons">
        <button type="button" aria-label="Zoom in" onClick={() => engine?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => engine?.zoomOut()}>
          −
        </button>
        <button type="button" onClick={() => engine?.fitSelection()}>
          Show truck
        </button>
      </div>
    </div>
  );
}
