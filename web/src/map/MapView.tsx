import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs';
import IconFocus2 from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import type { Bounds } from '@waypost/geo/bounds';
import { useEffect, useId, useRef, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { lazyWithRetry, PartBoundary, showLoadFailure } from '../ui/later.tsx';
import { personLocale } from '../ui/units.ts';
import { LandPlaceholder } from './LandPlaceholder.tsx';
import { MapButton, MapButtons, MapFrame, MapUnavailable, NO_PADDING } from './MapFrame.tsx';
import classes from './map.module.css';
import type { Camera, ClusterHover, MapEngineApi, Padding, ScreenPoint } from './types.ts';
import { useEngine } from './use-engine.ts';

export interface MapViewProps {
  readonly theme: Theme;
  /** Address of the operator's own MapLibre style; null or missing: the built-in basemap. */
  readonly map_style_url?: string | null;
  /** Where the map starts (from the URL); null: North America, and `fitAll` is the page's to call. Later values are ignored. */
  readonly camera: Camera | null;
  /** What the page will have it fit at first, if that is known already: land is drawn there until the map is seen. */
  readonly first_fit?: Bounds | null;
  /** Pixels covered by a panel or sheet. Camera, buttons and attribution keep out of them. */
  readonly padding?: Padding;
  /** Whether a load with a position is selected: enables its button. */
  readonly can_fit_selection: boolean;
  /** Loads that match and have no position, so that only the list shows them. */
  readonly without_position: number;
  /**
   * The door to the engine: called with it when it exists, with null when it is gone. Feed it loads, selection, hover
   * and trail from outside React (`engine.applyDiff`), never through props, so that no change renders anything.
   */
  readonly onEngine: (engine: MapEngineApi | null) => void;
  /** The pointer is on that load's marker, or on none. */
  readonly onHover: (load_id: string | null) => void;
  /** A marker was clicked, or the empty map (null). */
  readonly onSelect: (load_id: string | null) => void;
  /** The pointer came onto a cluster, or left it (null). */
  readonly onClusterHover: (cluster: ClusterHover | null) => void;
  /** Trucks standing together were clicked: open them as a list at that point of the map. */
  readonly onClusterOpen: (load_ids: readonly string[], point: ScreenPoint) => void;
  /** The camera came to rest; keep it in the URL. */
  readonly onMove: (camera: Camera) => void;
  /** The map begins after it. */
  readonly after?: Promise<void>;
  /** Markers are on screen for the first time. */
  readonly onFirstMarkers?: () => void;
  /** No map in this browser, with the reason in a sentence. The list still works: say so. */
  readonly onUnavailable: (reason: string) => void;
  /** The operator's style could not be read; the built-in basemap is shown. */
  readonly onBasemapFailed?: (reason: string) => void;
}

/** The map of the board: fills its parent. The only door from React to the engine. */
export function MapView(props: MapViewProps) {
  const { theme, padding = NO_PADDING, onEngine, can_fit_selection } = props;
  const [unavailable, setUnavailable] = useState<string | null>(null);
  const [seen, setSeen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const engine = useEngine({
    container,
    theme,
    map_style_url: props.map_style_url ?? null,
    camera: props.camera,
    after: props.after,
    events: {
      onHover: props.onHover,
      onSelect: props.onSelect,
      onClusterHover: props.onClusterHover,
      onClusterOpen: props.onClusterOpen,
      onMove: props.onMove,
      onSeen: () => setSeen(true),
      ...(props.onFirstMarkers ? { onFirstMarkers: props.onFirstMarkers } : {}),
      onUnavailable: (reason) => {
        setUnavailable(reason);
        props.onUnavailable(reason);
      },
      ...(props.onBasemapFailed ? { onBasemapFailed: props.onBasemapFailed } : {}),
    },
  });

  const door = useRef(onEngine);
  useEffect(() => {
    door.current = onEngine;
  });
  useEffect(() => {
    if (!engine) return;
    door.current(engine);
    return () => door.current(null);
  }, [engine]);

  const { top, right, bottom, left } = padding;
  // Another style may look quite different.
  const first_look = props.map_style_url || seen ? null : (props.camera ?? props.first_fit ?? null);
  useEffect(() => engine?.setPadding({ top, right, bottom, left }), [engine, top, right, bottom, left]);

  return (
    <MapFrame
      theme={theme}
      container={container}
      padding={padding}
      placeholder={first_look && <LandPlaceholder where={first_look} theme={theme} after={props.after} />}
      instead={unavailable && <MapUnavailable>{unavailable} The list shows the same loads.</MapUnavailable>}
    >
      {props.without_position > 0 && (
        <p className={classes.note} role="note">
          {props.without_position === 1
            ? '1 load without a position'
            : `${props.without_position.toLocaleString(personLocale())} loads without a position`}
        </p>
      )}
      <MapControls engine={engine} theme={theme} can_fit_selection={can_fit_selection} />
    </MapFrame>
  );
}

const MapLegend = lazyWithRetry(async () => ({ default: (await import('./MapLegend.tsx')).MapLegend }));

interface MapControlsProps {
  /** Null while the map is being made: the buttons keep their place and wait. */
  readonly engine: MapEngineApi | null;
  readonly theme: Theme;
  /** Whether a load with a position is selected. */
  readonly can_fit_selection: boolean;
}

/** The buttons of the board's map, with the legend beside them when it is open. */
function MapControls({ engine, theme, can_fit_selection }: MapControlsProps) {
  const [legend, setLegend] = useState(false);
  const legendId = useId();
  return (
    <MapButtons
      engine={engine}
      fit_label="Show all loads"
      onFit={() => engine?.fitAll()}
      can_fit
      beside={
        <PartBoundary
          onFailure={() => {
            setLegend(false);
            showLoadFailure();
          }}
        >
          {legend && <MapLegend id={legendId} theme={theme} />}
        </PartBoundary>
      }
    >
      <MapButton
        label="Show the selected load"
        icon={IconFocus2}
        onClick={() => engine?.fitSelection()}
        disabled={!engine || !can_fit_selection}
      />
      <MapButton
        label="North up"
        icon={IconCompass}
        onClick={() => engine?.resetNorth()}
        disabled={!engine}
      />
      <MapButton
        label={legend ? 'Hide legend' : 'Show legend'}
        icon={IconListDetails}
        onClick={() => setLegend((open) => !open)}
        expanded={legend}
        controls={legendId}
      />
    </MapButtons>
  );
}
