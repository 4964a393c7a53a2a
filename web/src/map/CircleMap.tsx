/**
 * A map for showing, selecting, drawing, moving and resizing circles by mouse, touch and keyboard; optionally with
 * a truck and its trail. Used by the monitor builder, monitor pages and the site book. Fills its parent.
 */
import { Kbd, VisuallyHidden } from '@mantine/core';
import IconSatellite from '@tabler/icons-react/dist/esm/icons/IconSatellite.mjs';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { coordinatesText } from '../ui/quantities.ts';
import shared from '../ui/shared.module.css';
import { useTheme } from '../ui/use-media.ts';
import classes from './CircleMap.module.css';
import { MapButton, MapButtons, MapFrame, NO_PADDING } from './MapFrame.tsx';
import type { CircleShape, MapCircle, MapEngineApi, MapPlace, MapTruck, Padding, Trail } from './types.ts';
import { MapDataContext, useEngine } from './use-engine.ts';

export interface CircleMapProps {
  readonly circles: readonly MapCircle[];
  /** Highlighted; has handles when it is editable. */
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  /** Unit of displayed lengths; keyboard steps are round numbers in it. */
  readonly unit: LengthUnit;
  /** A string names what is drawn: for another one drawing begins anew. */
  readonly drawing?: boolean | string;
  /** Drawing continues with the next circle until `drawing` is false. */
  readonly onDrawn?: (shape: CircleShape) => void;
  /** The circle being drawn; null when it is finished or cancelled. */
  readonly onDrawProgress?: (shape: CircleShape | null) => void;
  /** `drag` for every step, `done` once at the end, also after a cancel. The page must apply every change to `circles`. */
  readonly onChange?: (id: string, shape: CircleShape, phase: 'drag' | 'done') => void;
  /** The person cancelled drawing; the page must set `drawing` to false. */
  readonly onCancel?: () => void;
  readonly trail?: Trail | null;
  readonly truck?: MapTruck | null;
  readonly padding?: Padding | undefined;
  readonly label: string;
  /** A change fits all circles again, for example the id of the viewed item. Null: never fit. */
  readonly fit_key?: string | null;
  /** Called when the browser cannot render a map; the map area then shows the reason. */
  readonly onUnavailable?: () => void;
  readonly onEngine?: (engine: MapEngineApi | null) => void;
}

export function CircleMap(props: CircleMapProps) {
  const { circles, selected, unit, drawing = false, trail = null, truck = null } = props;
  const { padding = NO_PADDING, fit_key = '' } = props;
  const theme = useTheme();
  const [activeShape, setActiveShape] = useState<{ shape: CircleShape; by: 'pointer' | 'keys' } | null>(null);
  // Announced to screen readers: the result of a drag, every keyboard step.
  const [announced, setAnnounced] = useState<CircleShape | null>(null);
  // Selected or drawn on the map, and therefore already in view.
  const selectedOnMap = useRef<string | null>(null);
  const drawnOnMap = useRef<CircleShape | null>(null);
  /** Radius that the map itself last gave the selected circle, meters. */
  const radiusOnMap = useRef<number | null>(null);
  /** A person has moved the map since the circle was selected or drawn. */
  const moved = useRef(false);
  // The `fit_key` for which all circles have been fitted.
  const fittedKey = useRef<string | null>(null);

  const showProgress = (shape: CircleShape | null, by: 'pointer' | 'keys') => {
    setActiveShape(shape && { shape, by });
    if (shape && by === 'keys') setAnnounced(shape);
  };
  const { imagery, map_style_url = null } = useContext(MapDataContext);
  const [satellite, setSatellite] = useState(false);
  const map = useEngine({
    theme,
    map_style_url,
    camera: null,
    label: props.label,
    onEngine: props.onEngine,
    events: {
      onUnavailable: () => props.onUnavailable?.(),
      onDrawProgress: (shape, by) => {
        showProgress(shape, by);
        props.onDrawProgress?.(shape);
      },
      onCircleDrawn: (shape) => {
        setAnnounced(shape);
        drawnOnMap.current = shape;
        radiusOnMap.current = shape.radius_meters;
        moved.current = false;
        // The map must not move right after the person has drawn on it.
        fittedKey.current = fit_key;
        props.onDrawn?.(shape);
      },
      onCircleChange: (id, shape, phase, by) => {
        showProgress(phase === 'done' ? null : shape, by);
        if (phase === 'done') setAnnounced(shape);
        radiusOnMap.current = shape.radius_meters;
        props.onChange?.(id, shape, phase);
      },
      onCircleSelect: (id) => {
        selectedOnMap.current = id;
        props.onSelect(id);
      },
      onMove: (_camera, placed) => {
        moved.current = placed;
      },
      onDrawCancel: () => props.onCancel?.(),
    },
  });

  const { engine } = map;
  useEffect(() => engine?.setImagery(satellite ? imagery : null), [engine, satellite, imagery]);
  useEffect(() => engine?.setTrail(trail), [engine, trail]);
  useEffect(() => engine?.setTruck(truck), [engine, truck]);
  useEffect(() => engine?.setCircles(circles, selected, unit), [engine, circles, selected, unit]);
  // After the circles, because the padding must not cover the selected one.
  const { top, right, bottom, left } = padding;
  useEffect(() => engine?.setPadding({ top, right, bottom, left }), [engine, top, right, bottom, left]);

  useEffect(() => () => engine?.setDrawing(null), [engine, drawing]);
  useEffect(() => engine?.setDrawing(drawing ? unit : null), [engine, drawing, unit]);
  useEffect(() => {
    // Drawing by keyboard needs the focus.
    if (drawing) engine?.focus();
    else setActiveShape(null);
  }, [engine, drawing]);

  const hasCircles = circles.length > 0;
  useEffect(() => {
    if (!engine || !hasCircles || fit_key === null || fittedKey.current === fit_key) return;
    fittedKey.current = fit_key;
    engine.fitCircles();
  }, [engine, hasCircles, fit_key]);
  const show = useEffectEvent((id: string) => {
    const circle = circles.find((candidate) => candidate.id === id);
    const { latitude, longitude } = drawnOnMap.current ?? {};
    if (circle && circle.latitude === latitude && circle.longitude === longitude) return;
    engine?.showCircle(id);
  });
  useEffect(() => {
    // A circle that was selected while the map was loading is shown as soon as there is a map.
    if (!engine) return;
    if (selected !== null && selected !== selectedOnMap.current) show(selected);
    selectedOnMap.current = selected;
    moved.current = false;
  }, [engine, selected]);

  const radius = circles.find(({ id }) => id === selected)?.radius_meters;
  const before = useRef({ selected, radius });
  const showTyped = useEffectEvent(() => {
    const is_new = before.current.selected !== selected || before.current.radius === undefined;
    before.current = { selected, radius };
    const typed = radius !== undefined && radius !== radiusOnMap.current && !is_new;
    // Only moves the map if the circle is too small to be dragged, or partly out of view.
    if (typed && selected !== null && !moved.current) engine?.showCircle(selected);
  });
  useEffect(() => showTyped(), [selected, radius]);

  const canMove = circles.some((circle) => circle.id === selected && circle.editable);
  return (
    <MapFrame
      map={map}
      padding={padding}
      instead={props.onDrawn ? 'Enter the center and radius in the form instead.' : ''}
    >
      <MapButtons
        engine={engine}
        fit_label="Show all circles"
        onFit={() => engine?.fitCircles()}
        can_fit={hasCircles || truck !== null}
      >
        {imagery && (
          <MapButton
            label={satellite ? 'Hide satellite imagery' : 'Show satellite imagery'}
            icon={IconSatellite}
            onClick={() => setSatellite((shown) => !shown)}
            pressed={satellite}
          />
        )}
      </MapButtons>
      <DrawFoot
        mode={drawing ? 'draw' : canMove ? 'edit' : null}
        shape={activeShape?.shape ?? null}
        announced={announced}
        unit={unit}
        onCancel={props.onCancel}
      />
    </MapFrame>
  );
}

interface DrawFootProps {
  /** `draw`: a circle can be drawn; `edit`: the selected one can be changed. */
  readonly mode: 'draw' | 'edit' | null;
  readonly shape: CircleShape | null;
  readonly announced: CircleShape | null;
  readonly unit: LengthUnit;
  readonly onCancel?: (() => void) | undefined;
}

/** Hints at the bottom of the map: keyboard shortcuts and the circle's size, also announced to screen readers. */
function DrawFoot({ mode, shape, announced, unit, onCancel }: DrawFootProps) {
  return (
    <>
      {mode && (
        <div className={classes.foot} data-over-map>
          <p className={shared.strong}>
            {shape
              ? `${circleText(shape, unit)}${mode === 'draw' && shape.radius_meters === 0 ? NEXT_STEP : ''}`
              : FIRST_STEP[mode]}
          </p>
          <p className={classes.keys}>
            <Kbd>↑ ↓ ← →</Kbd> move <Kbd>+</Kbd> <Kbd>−</Kbd> size <Kbd>Shift</Kbd> farther <Kbd>Alt</Kbd>{' '}
            finer
            {mode === 'draw' && (
              <>
                {' '}
                <Kbd>Enter</Kbd> place
              </>
            )}
          </p>
          {mode === 'draw' && onCancel && (
            <button type="button" className={classes.cancel} onClick={onCancel}>
              Stop drawing <Kbd>Esc</Kbd>
            </button>
          )}
        </div>
      )}
      <VisuallyHidden role="status">{announced ? circleText(announced, unit) : ''}</VisuallyHidden>
    </>
  );
}

const FIRST_STEP = {
  draw: 'Press on the center and drag to the edge',
  edit: 'Drag the center to move, the edge to resize',
} as const;

/** After a click on the center. */
const NEXT_STEP = '. Now click the edge';

/** `Radius 0.5 mi, center 35.19130, -102.08400`; without a size `Center 35.19130, -102.08400`. */
function circleText(shape: CircleShape, unit: LengthUnit): string {
  const where = coordinatesText(shape);
  return shape.radius_meters > 0
    ? `Radius ${lengthText(shape.radius_meters, unit)}, center ${where}`
    : `Center ${where}`;
}

/** A map of points with counts, without health. Fills its parent. */
export interface PlaceMapProps {
  readonly places: readonly MapPlace[];
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly label: string;
  /** Label of the button that fits all places: `Show all stations`. */
  readonly fit_label: string;
  /** Sentence that refers to an alternative when the map cannot be rendered. */
  readonly instead: string;
  /** A change fits all places again. */
  readonly fit_key: string;
}

export function PlaceMap(props: PlaceMapProps) {
  const { places, selected, fit_key } = props;
  const { map_style_url = null } = useContext(MapDataContext);
  const theme = useTheme();
  // Selected on the map, and therefore already in view.
  const selectedOnMap = useRef<string | null>(null);
  const fittedKey = useRef<string | null>(null);
  const map = useEngine({
    theme,
    map_style_url,
    camera: null,
    label: props.label,
    events: {
      onPlaceSelect: (id) => {
        selectedOnMap.current = id;
        props.onSelect(id);
      },
    },
  });

  const { engine } = map;
  useEffect(() => engine?.setPlaces(places, selected), [engine, places, selected]);
  const hasPlaces = places.length > 0;
  useEffect(() => {
    if (!engine || !hasPlaces || fittedKey.current === fit_key) return;
    fittedKey.current = fit_key;
    engine.fitPlaces();
  }, [engine, hasPlaces, fit_key]);
  useEffect(() => {
    if (engine && selected !== null && selected !== selectedOnMap.current) engine.showPlace(selected);
    selectedOnMap.current = selected;
  }, [engine, selected]);

  return (
    <MapFrame map={map} padding={NO_PADDING} instead={props.instead}>
      <MapButtons
        engine={engine}
        fit_label={props.fit_label}
        onFit={() => engine?.fitPlaces()}
        can_fit={hasPlaces}
      />
    </MapFrame>
  );
}
