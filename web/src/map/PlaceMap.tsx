/** A map of plain points, for places where something happened: sizes and numbers, no health. Fills its parent. */
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { MapButtons, MapFrame, MapUnavailable, NO_PADDING } from './MapFrame.tsx';
import type { MapPlace } from './types.ts';
import { useEngine } from './use-engine.ts';

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
