import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs';
import IconFocus2 from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import type { Bounds } from '@waypost/geo/bounds';
import { useEffect, useId, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { lazyWithRetry, PartBoundary, showLoadFailure } from '../ui/later.tsx';
import { personLocale } from '../ui/units.ts';
import { firstView, WORLD_UNITS } from './land-placeholder.ts';
import { MapButton, MapButtons, MapFrame, MapUnavailable, NO_PADDING } from './MapFrame.tsx';
import classes from './map.module.css';
import { PALETTE } from './palette.ts';
import type { Camera, MapEngineApi, MapEvents, Padding } from './types.ts';
import { useEngine } from './use-engine.ts';

type Reported = 'onHover' | 'onSelect' | 'onClusterHover' | 'onClusterOpen' | 'onMove' | 'onUnavailable';

export interface MapViewProps
  extends Pick<MapEvents, Reported>,
    Partial<Pick<MapEvents, 'onFirstMarkers' | 'onBasemapFailed'>> {
  readonly theme: Theme;
  /** Address of the operator's own MapLibre style; null or missing: the built-in basemap. */
  readonly map_style_url?: string | null;
  /** Where the map starts (from the URL); null: North America, and `fitAll` is the page's to call. Later values are ignored. */
  readonly camera: Camera | null;
  /** What the page will have it fit at first, if that is known already: land is drawn there until the map is seen. */
  readonly first_fit?: Bounds | null;
  readonly padding?: Padding;
  readonly can_fit_selection: boolean;
  /** Loads that match and have no position, so that only the list shows them. */
  readonly without_position: number;
  /**
   * Called with the engine when it exists, with null when it is gone. Feed it loads, selection, hover and trail from
   * outside React (`engine.applyDiff`), never through props, so that no change renders anything.
   */
  readonly onEngine: (engine: MapEngineApi | null) => void;
  /** The map begins after it. */
  readonly after?: Promise<void>;
}

/** The map of the board: fills its parent. */
export function MapView(props: MapViewProps) {
  const { theme, padding = NO_PADDING, can_fit_selection, camera, after } = props;
  const [seen, setSeen] = useState(false);
  const { engine, unavailable, container } = useEngine({
    theme,
    map_style_url: props.map_style_url ?? null,
    camera,
    after,
    onEngine: props.onEngine,
    events: { ...props, onSeen: () => setSeen(true) },
  });
  const { top, right, bottom, left } = padding;
  // Another style may look quite different.
  const first_look = props.map_style_url || seen ? null : (camera ?? props.first_fit ?? null);
  useEffect(() => engine?.setPadding({ top, right, bottom, left }), [engine, top, right, bottom, left]);

  return (
    <MapFrame
      theme={theme}
      container={container}
      padding={padding}
      placeholder={first_look && <LandPlaceholder where={first_look} theme={theme} after={after} />}
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
  readonly engine: MapEngineApi | null;
  readonly theme: Theme;
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

// Land and water where the map comes, until it is there: the map's script is more than all others together, and a computer that
// draws in software takes a second for its first frame. Drawn by the page itself, at the place and size at which the map
// begins.
const FILE = `${import.meta.env.BASE_URL}basemap/land.svg`;
const PARTS = ['water', 'land', 'lake', 'shore'] as const;
/** The world goes round. */
const COPIES = [-WORLD_UNITS, 0, WORLD_UNITS];

interface LandPlaceholderProps {
  readonly where: Camera | Bounds;
  readonly theme: Theme;
  readonly after: Promise<void> | undefined;
}

export function LandPlaceholder({ where, theme, after }: LandPlaceholderProps) {
  const [its_turn, setItsTurn] = useState(after === undefined);
  useEffect(() => {
    let gone = false;
    void after?.then(() => !gone && setItsTurn(true));
    return () => {
      gone = true;
    };
  }, [after]);
  const view = its_turn && firstView(where);
  if (!view) return null;
  const { view_box, square } = view;
  const { water, land } = PALETTE[theme];
  const fills = { water, land, lake: water, shore: land };
  return (
    <div className={classes.landPlaceholder}>
      <svg
        aria-hidden
        viewBox={view_box}
        className={square === null ? classes.landFit : classes.landAt}
        width={square ?? undefined}
        height={square ?? undefined}
      >
        {COPIES.map((x) => (
          <g key={x} transform={`translate(${x})`}>
            {PARTS.map((part) => (
              <use key={part} href={`${FILE}#${part}`} fill={fills[part]} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  );
}
