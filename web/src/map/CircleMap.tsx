/**
 * A map for circles: shows them, selects, draws, moves and sizes them, by mouse, finger and keyboard; with a truck and its
 * trail where asked. For the builder, a monitor's page and the site book. Fills its parent.
 */
import { Kbd, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import IconSatellite from '@tabler/icons-react/dist/esm/icons/IconSatellite.mjs';
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import shared from '../ui/shared.module.css';
import { coordinatesText } from '../ui/units.ts';
import classes from './CircleMap.module.css';
import { MapButton, MapButtons, MapFrame, MapUnavailable, NO_PADDING } from './MapFrame.tsx';
import type { CircleShape, MapCircle, MapEngineApi, MapPlace, MapTruck, Padding, Trail } from './types.ts';
import { MapDataContext, useEngine } from './use-engine.ts';

export interface CircleMapProps {
  readonly circles: readonly MapCircle[];
  /** Id of the circle that stands out; it has handles when it is editable. */
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  /** Unit of the lengths on the map, and whose round figures the keys go through. */
  readonly unit: LengthUnit;
  readonly drawing?: boolean;
  /** A circle was drawn. Drawing goes on, for the next one, until `drawing` is false. */
  readonly onDrawn?: (shape: CircleShape) => void;
  /** The circle that is being drawn, as it stands; null when it is drawn or called off. */
  readonly onDrawProgress?: (shape: CircleShape | null) => void;
  /** `drag` while it goes on, `done` once at its end, called off or not. The page must take every one over into `circles`. */
  readonly onChange?: (id: string, shape: CircleShape, phase: 'drag' | 'done') => void;
  /** Drawing was called off: set `drawing` to false. */
  readonly onCancel?: () => void;
  readonly trail?: Trail | null;
  readonly truck?: MapTruck | null;
  readonly padding?: Padding | undefined;
  readonly map_style_url?: string | null;
  readonly label: string;
  /** Another value shows all circles again: the id of what is viewed. They are shown once by themselves; null: never. */
  readonly fit_key?: string | null;
  /** This browser draws no map; the reason stands in its place. */
  readonly onUnavailable?: () => void;
  /** The door to the engine, for what no prop says. */
  readonly onEngine?: (engine: MapEngineApi | null) => void;
}

export function CircleMap(props: CircleMapProps) {
  const { circles, selected, unit, drawing = false, trail = null, truck = null } = props;
  const { padding = NO_PADDING, fit_key = '' } = props;
  const theme = useComputedColorScheme('light');
  const [work, setWork] = useState<{ shape: CircleShape; by: 'pointer' | 'keys' } | null>(null);
  /** What those hear who cannot see the map: the end of a drag, every step of the keyboard. */
  const [said, setSaid] = useState<CircleShape | null>(null);
  /** The selection came from the map, so it is in view; so is what was drawn last. */
  const selectedHere = useRef<string | null>(null);
  const drawnHere = useRef<CircleShape | null>(null);
  /** For which `fit_key` all circles have been shown. */
  const fitted = useRef<string | null>(null);

  const follow = (shape: CircleShape | null, by: 'pointer' | 'keys') => {
    setWork(shape && { shape, by });
    if (shape && by === 'keys') setSaid(shape);
  };
  const { imagery } = useContext(MapDataContext);
  const [from_above, setFromAbove] = useState(false);
  const { engine, unavailable, container } = useEngine({
    theme,
    map_style_url: props.map_style_url ?? null,
    camera: null,
    label: props.label,
    onEngine: props.onEngine,
    events: {
      onUnavailable: () => props.onUnavailable?.(),
      onDrawProgress: (shape, by) => {
        follow(shape, by);
        props.onDrawProgress?.(shape);
      },
      onCircleDrawn: (shape) => {
        setSaid(shape);
        drawnHere.current = shape;
        // Nothing jumps from under a hand that has just drawn there.
        fitted.current = fit_key;
        props.onDrawn?.(shape);
      },
      onCircleChange: (id, shape, phase, by) => {
        follow(phase === 'done' ? null : shape, by);
        if (phase === 'done') setSaid(shape);
        props.onChange?.(id, shape, phase);
      },
      onCircleSelect: (id) => {
        selectedHere.current = id;
        props.onSelect(id);
      },
      onDrawCancel: () => props.onCancel?.(),
    },
  });

  useEffect(() => engine?.setImagery(from_above ? imagery : null), [engine, from_above, imagery]);
  useEffect(() => engine?.setTrail(trail), [engine, trail]);
  useEffect(() => engine?.setTruck(truck), [engine, truck]);
  useEffect(() => engine?.setCircles(circles, selected, unit), [engine, circles, selected, unit]);
  // After the circles: what is selected must not end up under what covers the map.
  const { top, right, bottom, left } = padding;
  useEffect(() => engine?.setPadding({ top, right, bottom, left }), [engine, top, right, bottom, left]);

  useEffect(() => engine?.setDrawing(drawing ? unit : null), [engine, drawing, unit]);
  useEffect(() => {
    // The keyboard goes where the drawing is.
    if (drawing) engine?.focus();
    else setWork(null);
  }, [engine, drawing]);

  const hasCircles = circles.length > 0;
  useEffect(() => {
    if (!engine || !hasCircles || fit_key === null || fitted.current === fit_key) return;
    fitted.current = fit_key;
    engine.fitCircles();
  }, [engine, hasCircles, fit_key]);
  const show = useEffectEvent((id: string) => {
    const circle = circles.find((one) => one.id === id);
    const { latitude, longitude } = drawnHere.current ?? {};
    if (circle && circle.latitude === latitude && circle.longitude === longitude) return;
    engine?.showCircle(id);
  });
  useEffect(() => {
    if (engine && selected !== null && selected !== selectedHere.current) show(selected);
    selectedHere.current = selected;
  }, [engine, selected]);

  const canMove = circles.some((circle) => circle.id === selected && circle.editable);
  return (
    <MapFrame
      theme={theme}
      container={container}
      padding={padding}
      instead={
        unavailable && (
          <MapUnavailable>
            {unavailable}
            {props.onDrawn && ' Enter the center and radius in the form instead.'}
          </MapUnavailable>
        )
      }
    >
      <MapButtons
        engine={engine}
        fit_label="Show all circles"
        onFit={() => engine?.fitCircles()}
        can_fit={hasCircles || truck !== null}
      >
        {imagery && (
          <MapButton
            label={from_above ? 'Hide satellite imagery' : 'Show satellite imagery'}
            icon={IconSatellite}
            onClick={() => setFromAbove((shown) => !shown)}
            pressed={from_above}
          />
        )}
      </MapButtons>
      <DrawFoot
        mode={drawing ? 'draw' : canMove ? 'edit' : null}
        shape={work?.shape ?? null}
        said={said}
        unit={unit}
        onCancel={props.onCancel}
      />
    </MapFrame>
  );
}

interface DrawFootProps {
  /** `draw`: a circle is to be drawn; `edit`: the selected one can be moved; null: neither. */
  readonly mode: 'draw' | 'edit' | null;
  readonly shape: CircleShape | null;
  readonly said: CircleShape | null;
  readonly unit: LengthUnit;
  readonly onCancel?: (() => void) | undefined;
}

/** The foot of a map with circles: which keys do what, what the circle measures now, and the same for screen readers. */
function DrawFoot({ mode, shape, said, unit, onCancel }: DrawFootProps) {
  return (
    <>
      {mode && (
        <div className={classes.foot}>
          <p className={shared.strong}>{shape ? circleText(shape, unit) : FIRST_STEP[mode]}</p>
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
      <VisuallyHidden role="status">{said ? circleText(said, unit) : ''}</VisuallyHidden>
    </>
  );
}

const FIRST_STEP = {
  draw: 'Press on the center and drag to the edge',
  edit: 'Drag the center to move, the edge to resize',
} as const;

/** `Radius 0.5 mi, center 35.19130, -102.08400`; before it has a size `Center 35.19130, -102.08400`. */
function circleText(shape: CircleShape, unit: LengthUnit): string {
  const where = coordinatesText(shape);
  return shape.radius_meters > 0
    ? `Radius ${lengthText(shape.radius_meters, unit)}, center ${where}`
    : `Center ${where}`;
}

// A map of plain points, for places where something happened: sizes and numbers, no health. Fills its parent.
export interface PlaceMapProps {
  readonly places: readonly MapPlace[];
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly map_style_url: string | null;
  readonly label: string;
  /** Name of the button that shows all of them: `Show all stations`. */
  readonly fit_label: string;
  /** Where the same can be read when there can be no map, in a sentence. */
  readonly instead: string;
  /** Another value shows all places again. */
  readonly fit_key: string;
}

export function PlaceMap(props: PlaceMapProps) {
  const { places, selected, fit_key } = props;
  const theme = useComputedColorScheme('light');
  /** The selection came from the map, so it is in view. */
  const selectedHere = useRef<string | null>(null);
  const fitted = useRef<string | null>(null);
  const { engine, unavailable, container } = useEngine({
    theme,
    map_style_url: props.map_style_url,
    camera: null,
    label: props.label,
    events: {
      onPlaceSelect: (id) => {
        selectedHere.current = id;
        props.onSelect(id);
      },
    },
  });

  useEffect(() => engine?.setPlaces(places, selected), [engine, places, selected]);
  const some = places.length > 0;
  useEffect(() => {
    if (!engine || !some || fitted.current === fit_key) return;
    fitted.current = fit_key;
    engine.fitPlaces();
  }, [engine, some, fit_key]);
  useEffect(() => {
    if (engine && selected !== null && selected !== selectedHere.current) engine.showPlace(selected);
    selectedHere.current = selected;
  }, [engine, selected]);

  return (
    <MapFrame
      theme={theme}
      container={container}
      padding={NO_PADDING}
      instead={
        unavailable && (
          <MapUnavailable>
            {unavailable} {props.instead}
          </MapUnavailable>
        )
      }
    >
      <MapButtons
        engine={engine}
        fit_label={props.fit_label}
        onFit={() => engine?.fitPlaces()}
        can_fit={some}
      />
    </MapFrame>
  );
}
