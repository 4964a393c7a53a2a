import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Site, type SiteWrite, siteWrite } from '@waypost/contract/api/sites';
import { useState } from 'react';
import { z } from 'zod';
import {
  LENGTH_UNITS,
  type LengthUnit,
  lengthNumber,
  lengthText,
  parseLength,
  stepRadius,
} from '../../../geo/length.ts';
import { useFormDrafts } from '../../../live/form/draft.ts';
import { checkWith, useForm } from '../../../live/form/form.ts';
import { Outcome } from '../../../live/form/parts.tsx';
import { PlaceField } from '../../../live/PlaceField.tsx';
import { OpenModal } from '../../../ui/OpenModal.tsx';
import { prefs } from '../../../ui/prefs.ts';
import { coordinatesText } from '../../../ui/quantities.ts';
import shared from '../../../ui/shared.module.css';
import classes from './Builder.module.css';
import { siteLink } from './convert.ts';
import type { DraftStop } from './draft.ts';
import { stopField, useBuilder, useField } from './fields.ts';

interface SaveSiteProps {
  readonly stop: DraftStop;
  readonly unit: LengthUnit;
  readonly onSave: (site: SiteWrite) => Promise<Site>;
  readonly onSaved: (site: Site) => void;
  readonly onClose: () => void;
}

const stopSiteDraft = z.object({ name: z.string(), free_minutes: z.string() });

export function SaveSite({ stop, unit, onSave, onSaved, onClose }: SaveSiteProps) {
  const form = useForm({
    drafts: useFormDrafts('site_of_stop', stopSiteDraft),
    name: stop.key,
    initial: { name: stop.name.trim(), free_minutes: '' },
    check: ({ name, free_minutes: free }) => {
      const { center, radius_meters } = stop;
      const free_minutes = free.trim() === '' ? null : Number(free);
      const site = { name, ...center, radius_meters, free_minutes };
      return checkWith(siteWrite, site, (path) => path as keyof SiteWrite);
    },
    send: (site) => onSave(site),
    rejectedFields: ({ code }) =>
      code === 409 ? [['name', 'is already in the site book. Choose another.']] : null,
    onDone: onSaved,
  });
  const radius_error = form.errors.get('radius_meters');
  return (
    <OpenModal onClose={onClose} title="Save to site book" size={420}>
      <form
        {...form.element}
        className={shared.stack}
        onSubmit={(event) => {
          // The dialog is inside the builder's form, which must not receive this submit.
          event.stopPropagation();
          form.element.onSubmit(event);
        }}
      >
        <TextInput {...form.text('name', 'Name')} data-autofocus />
        <TextInput
          {...form.text('free_minutes', 'Free time')}
          inputMode="numeric"
          description="Free minutes per stop. Set rates in the site book."
        />
        <p className={`${shared.small} ${shared.plain}`}>
          {stop.center && coordinatesText(stop.center)}
          {stop.radius_meters !== null && `, radius ${lengthText(stop.radius_meters, unit)}`}
          {radius_error && `: the radius ${radius_error}`}
        </p>
        <Outcome form={form} what="Not saved" />
        <div className={shared.buttons}>
          <Button onClick={form.leave(onClose)}>Cancel</Button>
          <Button variant="filled" type="submit" loading={form.busy}>
            Save site
          </Button>
        </div>
      </form>
    </OpenModal>
  );
}

interface StopFieldProps {
  readonly stop: DraftStop;
  readonly title: string;
}

export function StopPlace({ stop, title }: StopFieldProps) {
  const { sites, unit, dispatch, endStep } = useBuilder();
  const typed = stop.place_text;
  const coordinates = stop.center ? coordinatesText(stop.center) : '';
  const shown = typed || stop.place_name || coordinates;
  const setText = (place_text: string, group?: string) =>
    dispatch({ type: 'stop', key: stop.key, change: { place_text } }, group);
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
      onPick={({ site, latitude, longitude, name, place_name, is_city }) => {
        const center = { latitude, longitude };
        if (site) dispatch({ type: 'site', key: stop.key, site: siteLink(site) });
        else if (name === null) dispatch({ type: 'circle', key: stop.key, center });
        else
          dispatch({
            type: 'circle',
            key: stop.key,
            center,
            name,
            place_name: place_name ?? name,
            city: is_city ? 'unconfirmed' : null,
          });
        endStep();
      }}
      onEscape={typed === '' ? undefined : () => setText('')}
      onLeave={endStep}
    />
  );
}

/** In the grid of the stop's fields, so that an error has the whole row. */
const RADIUS_PARTS = {
  root: classes.radius,
  label: classes.radiusPart,
  wrapper: classes.radiusPart,
  description: classes.radiusPart,
  error: classes.radiusError,
};

/** The radius of a stop's circle, in sync with dragging on the map. */
export function RadiusField({ stop, title }: StopFieldProps) {
  const { unit, dispatch, endStep } = useBuilder();
  /** The text being typed and the radius parsed from it. Ignored once an undo, a drag or a unit change sets another value. */
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
    if (read.ok) dispatch({ type: 'circle', key: stop.key, radius_meters: read.meters }, group);
    else dispatch({ type: 'stop', key: stop.key, change: { radius_text: text } }, group);
  };
  const leave = () => {
    setTyping(null);
    endStep();
  };
  const current =
    typing?.unit === unit &&
    (typing.meters === null ? typing.text === stop.radius_text : typing.meters === radius_meters);
  return (
    <>
      <TextInput
        {...field}
        classNames={RADIUS_PARTS}
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
            dispatch({ type: 'circle', key: stop.key, radius_meters: meters }, group);
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            leave();
          }
        }}
      />
      <NativeSelect
        className={classes.unit}
        label="Unit"
        aria-label="Radius unit"
        value={unit}
        data={[...LENGTH_UNITS]}
        onChange={({ currentTarget }) => prefs.set({ radius_unit: currentTarget.value as LengthUnit })}
      />
    </>
  );
}

/** The radius in meters that is sent, when the field shows a rounded number or another unit. */
function exact({ radius_meters, radius_text }: DraftStop, unit: LengthUnit): string | undefined {
  if (radius_meters === null || radius_text !== '' || unit === 'm') return undefined;
  return lengthText(radius_meters, 'm');
}
