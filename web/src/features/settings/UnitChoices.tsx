/** Units and clock to choose: a person's own, and the company's for those who have not chosen. */

import { Choice } from '../../ui/Choice.tsx';
import type { Prefs } from '../../ui/prefs.ts';

export type Units = Pick<Prefs, 'length_unit' | 'volume_unit' | 'clock'>;

export interface UnitChoicesProps {
  readonly value: Units;
  readonly onChange: (change: Partial<Units>) => void;
}

export function DistanceAndVolume({ value, onChange }: UnitChoicesProps) {
  return (
    <>
      <Choice
        label="Distance"
        options={[
          ['mi', 'Miles'],
          ['km', 'Kilometers'],
        ]}
        value={value.length_unit}
        onChange={(length_unit) => onChange({ length_unit })}
      />
      <Choice
        label="Volumes"
        options={[
          ['gal', 'Gallons (US)'],
          ['L', 'Liters'],
        ]}
        value={value.volume_unit}
        onChange={(volume_unit) => onChange({ volume_unit })}
      />
    </>
  );
}

export function ClockChoice({ value, onChange }: UnitChoicesProps) {
  return (
    <Choice
      label="Clock"
      options={[
        ['24', '24 hours'],
        ['12', '12 hours'],
      ]}
      value={value.clock}
      onChange={(clock) => onChange({ clock })}
    />
  );
}
