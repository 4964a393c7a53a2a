/** Where this browser draws no map: why, and a form that makes the same circle. */
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type LengthUnit, lengthText } from '../geo/length.ts';
import { parseCoordinates } from '../geo/parse-coordinates.ts';
import { parseLength } from '../geo/parse-length.ts';
import classes from './map.module.css';
import type { CircleShape } from './types.ts';

export interface DrawWithoutMapProps {
  /** Why there is no map, in a sentence. */
  readonly reason: string;
  readonly drawing: { readonly radius_meters: number | null } | null;
  readonly unit: LengthUnit;
  readonly onDrawn?: ((shape: CircleShape) => void) | undefined;
  readonly onCancel?: (() => void) | undefined;
}

export function DrawWithoutMap({ reason, drawing, unit, onDrawn, onCancel }: DrawWithoutMapProps) {
  return (
    <div className={classes.withoutMap}>
      <Text role="status" ta="center" maw="48ch" style={{ textWrap: 'balance' }}>
        {reason}
        {onDrawn && ' You can type the values instead.'}
      </Text>
      {drawing && (
        <Form radius_meters={drawing.radius_meters} unit={unit} onDrawn={onDrawn} onCancel={onCancel} />
      )}
    </div>
  );
}

type FormProps = Pick<DrawWithoutMapProps, 'unit' | 'onDrawn' | 'onCancel'> & {
  readonly radius_meters: number | null;
};

function Form({ radius_meters, unit, onDrawn, onCancel }: FormProps) {
  const [where, setWhere] = useState('');
  const [radius, setRadius] = useState(() => (radius_meters === null ? '' : lengthText(radius_meters, unit)));
  const [tried, setTried] = useState(false);
  const place = parseCoordinates(where);
  const length = parseLength(radius, unit);
  return (
    <form
      className={classes.typedCircle}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!place.ok || !length.ok) return;
        const { latitude, longitude } = place;
        onDrawn?.({ latitude, longitude, radius_meters: Number(length.meters.toFixed(2)) });
        setWhere('');
        setTried(false);
      }}
    >
      <TextInput
        label="Center"
        description={place.ok ? place.understood : 'Coordinates or a map link'}
        placeholder="e.g. 35.1913, -102.0840"
        value={where}
        onChange={({ currentTarget }) => setWhere(currentTarget.value)}
        error={tried && !place.ok ? place.reason : undefined}
      />
      <TextInput
        label="Radius"
        description={`With m, km, ft or mi; otherwise ${unit}`}
        placeholder="e.g. 0.5 mi"
        value={radius}
        onChange={({ currentTarget }) => setRadius(currentTarget.value)}
        error={tried && !length.ok ? `Radius ${length.reason}` : undefined}
      />
      <Group justify="flex-end" gap="xs">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="filled">
          Place circle
        </Button>
      </Group>
    </form>
  );
}
