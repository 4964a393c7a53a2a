/** The radius of a stop's circle: a number with a unit; it changes with the drag on the map and the other way round. */
import { NativeSelect, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { LENGTH_UNITS, type LengthUnit, lengthNumber, lengthText } from '../../../geo/length.ts';
import { parseLength } from '../../../geo/parse-length.ts';
import { stepRadius } from '../../../map/radius-steps.ts';
import { prefs, useWritingKey } from '../../../ui/prefs.ts';
import classes from './Builder.module.css';
import type { DraftStop } from './draft.ts';
import { useField } from './field-props.ts';
import { stopField } from './fields.ts';
import type { Act } from './use-draft.ts';

export interface RadiusFieldProps {
  readonly stop: DraftStop;
  readonly title: string;
  readonly unit: LengthUnit;
  readonly act: Act;
  readonly onSettle: () => void;
}

export const RadiusField = memo(function RadiusField(props: RadiusFieldProps) {
  useWritingKey();
  const { stop, title, unit, act, onSettle } = props;
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
    onSettle();
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
        inputWrapperOrder={['label', 'input', 'description', 'error']}
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
});

/** What is sent, where the shown number is rounded or another unit. */
function exact({ radius_meters, radius_text }: DraftStop, unit: LengthUnit): string | undefined {
  if (radius_meters === null || radius_text !== '' || unit === 'm') return undefined;
  return lengthText(radius_meters, 'm');
}
