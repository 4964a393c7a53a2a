/** Where a stop is: the site book, a city, or coordinates as people paste them, all in one field. */

import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  LENGTH_UNITS,
  type LengthUnit,
  lengthNumber,
  lengthText,
  parseLength,
  stepRadius,
} from '../../../geo/length.ts';
import { PlaceField } from '../../../live/PlaceField.tsx';
import { prefs } from '../../../ui/prefs.ts';
import { coordinatesText } from '../../../ui/units.ts';
import classes from './Builder.module.css';
import { useBuilder } from './builder-context.ts';
import type { DraftStop } from './draft.ts';
import { stopField, useField } from './fields.ts';
import { siteLink } from './from.ts';

export interface StopFieldProps {
  readonly stop: DraftStop;
  readonly title: string;
}

export function StopPlace({ stop, title }: StopFieldProps) {
  const { sites, unit, act, settle } = useBuilder();
  const typed = stop.place_text;
  const coordinates = stop.center ? coordinatesText(stop.center) : '';
  const shown = typed || stop.place_name || coordinates;
  const setText = (place_text: string, group?: string) =>
    act({ type: 'stop', key: stop.key, change: { place_text } }, group);
  return (
    <PlaceField
      {...useField(stopField(stop.key, 'place'))}
      label={`Place of ${title}`}
      description={shown === stop.place_name && coordinates !== '' ? coordinates : undefined}
      typed={typed}
      value={shown}
      similar_to={stop.name}
      sites={sites}
      unit={unit}
      instead="draw the circle"
      onText={(text) => setText(text, `place:${stop.key}`)}
      onPick={({ site, latitude, longitude, name, place_name }) => {
        const center = { latitude, longitude };
        if (site) act({ type: 'site', key: stop.key, site: siteLink(site) });
        else if (name === null) act({ type: 'circle', key: stop.key, center });
        else act({ type: 'circle', key: stop.key, center, name, place_name: place_name ?? name });
        settle();
      }}
      onEscape={typed === '' ? undefined : () => setText('')}
      onLeave={settle}
    />
  );
}

/** The radius of a stop's circle: a number with a unit; it changes with the drag on the map and the other way round. */
export function RadiusField({ stop, title }: StopFieldProps) {
  const { unit, act, settle } = useBuilder();
  /** As it is being typed, and the radius that it made; an undo, a drag or another unit meanwhile counts more. */
  const [typing, setTyping] = useState<{
    text: string;
    unit: LengthUnit;
    meters: number | null;
  } | null>(null);
  const field = useField(stopField(stop.key, 'radius'));
  const { radius_meters } = stop;
  const drafted = stop.radius_text || (radius_meters === null ? '' : lengthNumber(radius_meters, unit));
  const group = `radius:${stop.key}`;

  const type = (text: string) => {
    const read = parseLength(text, unit);
    setTyping({ text, unit, meters: read.ok ? read.meters : null });
    if (read.ok) act({ type: 'circle', key: stop.key, radius_meters: read.meters }, group);
    else act({ type: 'stop', key: stop.key, change: { radius_text: text } }, group);
  };
  const leave = () => {
    setTyping(null);
    settle();
  };
  const current =
    typing?.unit === unit &&
    (typing.meters === null ? typing.text === stop.radius_text : typing.meters === radius_meters);
  return (
    <div className={classes.radius}>
      <TextInput
        {...field}
        label="Radius"
        aria-label={`Radius of ${title}`}
        inputMode="decimal"
        autoComplete="off"
        value={typing && current ? typing.text : drafted}
        description={exact(stop, unit)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={leave}
        onKeyDown={(event) => {
          const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
          if (direction !== null && radius_meters !== null && !event.altKey) {
            event.preventDefault();
            setTyping(null);
            const meters = stepRadius(radius_meters, unit, direction);
            act({ type: 'circle', key: stop.key, radius_meters: meters }, group);
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            leave();
          }
        }}
      />
      <NativeSelect
        label="Unit"
        aria-label="Radius unit"
        value={unit}
        data={[...LENGTH_UNITS]}
        onChange={({ currentTarget }) => prefs.set({ radius_unit: currentTarget.value as LengthUnit })}
      />
    </div>
  );
}

/** What is sent, where the shown number is rounded or another unit. */
function exact({ radius_meters, radius_text }: DraftStop, unit: LengthUnit): string | undefined {
  if (radius_meters === null || radius_text !== '' || unit === 'm') return undefined;
  return lengthText(radius_meters, 'm');
}
