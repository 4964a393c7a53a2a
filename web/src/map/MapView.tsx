import IconCompass from '@tabler/icons-react/dist/esm/icons/IconCompass.mjs';
import IconFocus2 from '@tabler/icons-react/dist/esm/icons/IconFocus2.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconNavigation from '@tabler/icons-react/dist/esm/icons/IconNavigation.mjs';
import type { Bounds } from '@waypost/geo/bounds';
import { useEffect, useId, useState } from 'react';
import type { Theme } from '../ui/health.ts';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.tsx';
import { countText, plural } from '../ui/units.ts';
import { firstView, WORLD_UNITS } from './land-placeholder.ts';
import { MapButton, MapButtons, MapFrame, NO_PADDING, Note } from './MapFrame.tsx';
import classes from './map.module.css';
import { PALETTE } from './palette.ts';
import type { Camera, MapEngineApi, MapEvents, Padding } from './types.ts';
import { useEngine } from './use-engine.ts';

type RequiredEvents =
  | 'onHover'
  | 'onSelect'
  | 'onClusterHover'
  | 'onClusterOpen'
  | 'onMove'
  | 'onUnavailable';

export interface MapViewProps
  extends Pick<MapEvents, RequiredEvents>,
    Partial<Pick<MapEvents, 'onFirstMarkers' | 'onBasemapFailed' | 'onViewChange'>> {
  readonly theme: Theme;
  /** URL of the operator's MapLibre style; null or left out: the built-in basemap. */
  readonly map_style_url?: string | null;
  /** Initial camera from the URL; null: North America, and the page calls `fitAll`. Later values are ignored. */
  readonly camera: Camera | null;
  /** The bounds that the page will fit first, when already known: the placeholder is drawn there until the map is visible. */
  readonly first_fit?: Bounds | null;
  readonly padding?: Padding;
  readonly can_fit_selection: boolean;
  /** Number of matching loads without a position, which only the list shows. */
  readonly without_position: number;
  /** Lists them; absent: that is the list. */
  readonly onListUnplaced?: (() => void) | undefined;
  /** How the matching loads differ from those that the list shows; empty: they do not. */
  readonly difference?: string;
  /** Number of matching loads outside of the visible area; 0 also when nothing is filtered. */
  readonly outside?: number;
  /** What is shown is the last known state: health has no color. */
  readonly outage?: boolean;
  /** The map begins or ends to follow the selected load. */
  readonly onFollow?: (following: boolean) => void;
  /** Receives the engine, and null when it is destroyed. Loads and selection are set on it, so that changes cause no renders. */
  readonly onEngine: (engine: MapEngineApi | null) => void;
  /** The map starts loading after this resolves. */
  readonly after?: Promise<void>;
}

export function MapView(props: MapViewProps) {
  const { theme, padding = NO_PADDING, can_fit_selection, camera, after, outside = 0 } = props;
  const [visible, setVisible] = useState(false);
  const [following, setFollowing] = useState(false);
  const follow = (on: boolean) => {
    setFollowing(on);
    props.onFollow?.(on);
  };
  const map = useEngine({
    theme,
    map_style_url: props.map_style_url ?? null,
    camera,
    after,
    onEngine: props.onEngine,
    events: { ...props, onVisible: () => setVisible(true), onFollowEnd: () => follow(false) },
  });
  const { engine } = map;
  const counts = [
    { count: props.without_position, where: 'without a position', act: 'List', run: props.onListUnplaced },
    { count: outside, where: 'outside this view', act: 'Show', run: () => engine?.fitAll() },
  ];
  const { top, right, bottom, left } = padding;
  // The operator's style may look different from the placeholder.
  const placeholder_view = props.map_style_url || visible ? null : (camera ?? props.first_fit ?? null);
  const [legend_padding, setLegendPadding] = useState(NO_PADDING);
  useEffect(() => {
    const beside = { right: right + legend_padding.right, bottom: bottom + legend_padding.bottom };
    engine?.setPadding({ top, left, ...beside });
  }, [engine, top, right, bottom, left, legend_padding]);

  return (
    <MapFrame
      outage={props.outage}
      map={map}
      padding={padding}
      placeholder={
        placeholder_view && <LandPlaceholder where={placeholder_view} theme={theme} after={after} />
      }
      notes={
        <>
          {props.difference && <Note>{props.difference}</Note>}
          {counts.map(
            ({ count, where, act, run }) =>
              count > 0 && (
                <Note key={act}>
                  {countText(count, 'load')} {where}{' '}
                  {run && (
                    <button type="button" className={classes.noteButton} onClick={run}>
                      {act} {plural(count, 'it', 'them')}
                    </button>
                  )}
                </Note>
              ),
          )}
        </>
      }
      instead="The list shows the same loads."
    >
      <MapControls
        engine={engine}
        theme={theme}
        can_fit_selection={can_fit_selection}
        following={following}
        onLegendPadding={setLegendPadding}
        onFollow={(on) => {
          follow(on);
          engine?.setFollow(on);
        }}
      />
    </MapFrame>
  );
}

const MapLegend = lazyWithRetry(async () => ({ default: (await import('./MapLegend.tsx')).MapLegend }));

interface MapControlsProps {
  readonly engine: MapEngineApi | null;
  readonly theme: Theme;
  readonly can_fit_selection: boolean;
  readonly following: boolean;
  readonly onLegendPadding: (padding: Padding) => void;
  readonly onFollow: (on: boolean) => void;
}

function MapControls(props: MapControlsProps) {
  const { engine, theme, can_fit_selection, following, onFollow } = props;
  const [legend, setLegend] = useState(false);
  const legendId = useId();
  return (
    <MapButtons
      engine={engine}
      fit_label="Show all loads"
      onFit={() => engine?.fitAll()}
      can_fit
      beside={
        <LazyBoundary
          onFailure={() => {
            setLegend(false);
            showLoadFailure();
          }}
        >
          {legend && (
            <MapLegend
              id={legendId}
              theme={theme}
              with_stops={can_fit_selection}
              onPadding={props.onLegendPadding}
            />
          )}
        </LazyBoundary>
      }
    >
      <MapButton
        label="Show the selected load"
        icon={IconFocus2}
        onClick={() => {
          if (following) onFollow(false);
          engine?.fitSelection();
        }}
        disabled={!engine || !can_fit_selection}
      />
      <MapButton
        label={following ? 'Stop following the selected load' : 'Follow the selected load'}
        icon={IconNavigation}
        onClick={() => onFollow(!following)}
        disabled={!engine || !can_fit_selection}
        pressed={following}
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

// Land and water in place of the map until it is visible: the map's script is larger than all others combined, and
// software rendering takes a second for the first frame. Drawn as SVG at the map's initial position and zoom.
const FILE = `${import.meta.env.BASE_URL}basemap/land.svg`;
const PARTS = ['water', 'land', 'lake', 'shore'] as const;
/** Neighboring copies, because the world wraps around. */
const COPIES = [-WORLD_UNITS, 0, WORLD_UNITS];

interface LandPlaceholderProps {
  readonly where: Camera | Bounds;
  readonly theme: Theme;
  readonly after: Promise<void> | undefined;
}

export function LandPlaceholder({ where, theme, after }: LandPlaceholderProps) {
  const [ready, setReady] = useState(after === undefined);
  useEffect(() => {
    let unmounted = false;
    void after?.then(() => !unmounted && setReady(true));
    return () => {
      unmounted = true;
    };
  }, [after]);
  const view = ready && firstView(where);
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
