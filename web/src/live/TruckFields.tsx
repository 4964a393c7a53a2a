/** Fields that identify a truck: a vehicle on the board, a VIN, a license plate. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { EmbeddedVehicle } from '@waypost/contract/loads';
import { VIN_LENGTH } from '@waypost/contract/vin';
import { useState } from 'react';
import { Suggest, type SuggestProps } from '../ui/Suggest.tsx';
import { useLive } from './context.ts';
import type { LoadStore } from './store.ts';
import type { TruckDraft } from './truck.ts';
import { findVehicles, PLATE_REGIONS, type Plate, type PlateField, vehicleDetail } from './truck.ts';

export type FieldProps = Pick<SuggestProps, 'id' | 'error' | 'description' | 'disabled' | 'autoFocus'>;

interface VehicleFieldProps extends FieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly truck: Pick<TruckDraft, 'vehicle_id' | 'vehicle_name'>;
  /** Shown instead of the list when no truck on the board matches. */
  readonly none: string;
  readonly onText: (vehicle_id: string) => void;
  readonly onPick: (vehicle: EmbeddedVehicle) => void;
  readonly onBlur?: () => void;
}

export function VehicleField({ truck, none, onText, onPick, onBlur, ...field }: VehicleFieldProps) {
  const { store } = useLive();
  const [focused, setFocused] = useState(false);
  const { vehicle_id, vehicle_name } = truck;
  // A chosen truck does not filter the list.
  const query = vehicle_name === '' ? vehicle_id : '';
  const suggestions = focused
    ? findVehicles(loadsOf(store), query).map((known) => ({
        id: known.vehicle.id,
        group: 'On the board',
        title: known.vehicle.vehicle_name ?? known.vehicle.id,
        detail: vehicleDetail(known),
        exact: known.exact,
        pick: () => onPick(known.vehicle),
      }))
    : [];
  return (
    <Suggest
      {...field}
      value={vehicle_name || vehicle_id}
      onText={onText}
      suggestions={suggestions}
      exact_only
      empty={query === '' ? null : none}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        onBlur?.();
      }}
    />
  );
}

function* loadsOf(store: LoadStore): Generator<BoardLoad> {
  for (const id of store.ids()) {
    const load = store.get(id);
    if (load) yield load;
  }
}

interface VinFieldProps extends FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (vin: string) => void;
  readonly onBlur?: () => void;
}

export function VinField({ value, description, onChange, ...field }: VinFieldProps) {
  const typed = value.trim().length;
  const default_description = `${VIN_LENGTH} characters, no I, O or Q${typed > 0 ? `; ${typed} so far` : ''}`;
  return (
    <TextInput
      {...field}
      description={description ?? default_description}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase().replace(/[\s-]/g, ''))}
    />
  );
}

const COUNTRIES = [
  { value: 'USA', label: 'United States' },
  { value: 'CAN', label: 'Canada' },
  { value: 'MEX', label: 'Mexico' },
];

interface PlateFieldsProps {
  readonly label: string;
  readonly plate: Plate;
  /** A hook, so it must be the same function on every render. */
  readonly useField: (name: PlateField) => FieldProps;
  readonly onChange: (name: PlateField, value: string) => void;
  readonly onBlur?: () => void;
}

export function PlateFields({ label, plate, useField, onChange, onBlur }: PlateFieldsProps) {
  const field = (name: PlateField, props: FieldProps) => ({
    ...props,
    value: plate[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, currentTarget.value.toUpperCase()),
    onBlur,
  });
  const number = field('license_plate_number', useField('license_plate_number'));
  const region = field('license_plate_region', useField('license_plate_region'));
  const country = field('license_plate_country', useField('license_plate_country'));
  const regions = PLATE_REGIONS[country.value];
  // Keeps a region typed for another country selectable until it is changed.
  const other = region.value === '' || regions?.includes(region.value) ? [] : [region.value];
  const known = COUNTRIES.some(({ value }) => value === country.value);
  const text_props = { autoComplete: 'off', spellCheck: false };
  return (
    <>
      <TextInput {...number} {...text_props} label={label} placeholder="e.g. 4KD8812" />
      {regions ? (
        <NativeSelect
          {...region}
          label={country.value === 'CAN' ? 'Province' : 'State'}
          data={['', ...other, ...regions]}
        />
      ) : (
        <TextInput {...region} {...text_props} label="Region" maxLength={2} />
      )}
      <NativeSelect {...country} label="Country" data={known ? COUNTRIES : [...COUNTRIES, country.value]} />
    </>
  );
}
