/** How the truck is named: one that we know by its unit, a VIN, a plate; one of them is enough. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { VIN_LENGTH } from '@waypost/contract/vin';
import { useState } from 'react';
import { useLive } from '../../live/context.ts';
import type { LoadStore } from '../../live/store.ts';
import { PLATE_REGIONS } from '../../live/truck-identifiers.ts';
import { findVehicles, vehicleDetail } from '../../live/vehicles.ts';
import { Suggest } from '../../ui/Suggest.tsx';
import { useField, useForm } from './form-context.ts';
import classes from './LoadForm.module.css';

export function TruckFields() {
  return (
    <>
      <UnitField />
      <VinField />
      <div className={classes.plate}>
        <PlateNumber />
        <PlateRegion />
        <PlateCountry />
      </div>
    </>
  );
}

function UnitField() {
  const { draft, act } = useForm();
  const { store } = useLive();
  const [focused, setFocused] = useState(false);
  const field = useField('vehicle_id', 'A truck on a load on the board. Leave it empty for any other truck.');
  const { vehicle_id, vehicle_name } = draft;
  // A truck that is chosen does not narrow the list down to itself.
  const query = vehicle_name === '' ? vehicle_id : '';
  const suggestions = focused
    ? findVehicles(loadsOf(store), query).map((known) => ({
        id: known.vehicle.id,
        group: 'On the board',
        title: known.vehicle.vehicle_name ?? known.vehicle.id,
        detail: vehicleDetail(known),
        pick: () => {
          const { id, vehicle_name } = known.vehicle;
          act({ type: 'fields', change: { vehicle_id: id, vehicle_name: vehicle_name ?? '' } });
        },
      }))
    : [];
  return (
    <Suggest
      {...field}
      label="Unit (optional)"
      placeholder="e.g. unit, VIN, plate or load"
      value={vehicle_name || vehicle_id}
      onText={(text) => act({ type: 'fields', change: { vehicle_id: text.trimStart(), vehicle_name: '' } })}
      suggestions={suggestions}
      empty={query === '' ? null : 'No such truck on the board. Enter its VIN or plate.'}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}

function* loadsOf(store: LoadStore): Generator<BoardLoad> {
  for (const id of store.ids()) {
    const load = store.get(id);
    if (load) yield load;
  }
}

function VinField() {
  const { draft, act } = useForm();
  const typed = draft.vin.trim().length;
  const field = useField(
    'vin',
    `${VIN_LENGTH} characters, no I, O or Q${typed > 0 ? `; ${typed} so far` : ''}`,
  );
  return (
    <TextInput
      {...field}
      label="VIN (optional)"
      value={draft.vin}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        act({ type: 'fields', change: { vin: currentTarget.value.toUpperCase().replace(/[\s-]/g, '') } })
      }
    />
  );
}

function PlateNumber() {
  const { draft, act } = useForm();
  return (
    <TextInput
      {...useField('license_plate_number')}
      label="Plate (optional)"
      placeholder="e.g. 4KD8812"
      value={draft.license_plate_number}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        act({ type: 'fields', change: { license_plate_number: currentTarget.value.toUpperCase() } })
      }
    />
  );
}

function PlateRegion() {
  const { draft, act } = useForm();
  const field = useField('license_plate_region');
  const regions = PLATE_REGIONS[draft.license_plate_country];
  const set = (region: string) =>
    act({ type: 'fields', change: { license_plate_region: region.toUpperCase() } });
  const label = draft.license_plate_country === 'CAN' ? 'Province' : 'State';
  if (!regions)
    return (
      <TextInput
        {...field}
        label="Region"
        value={draft.license_plate_region}
        maxLength={2}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    );
  // What was sent with another country stays in sight until it is changed.
  const known = regions.includes(draft.license_plate_region) || draft.license_plate_region === '';
  return (
    <NativeSelect
      {...field}
      label={label}
      value={draft.license_plate_region}
      data={['', ...(known ? [] : [draft.license_plate_region]), ...regions]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

const COUNTRIES = [
  { value: 'USA', label: 'United States' },
  { value: 'CAN', label: 'Canada' },
  { value: 'MEX', label: 'Mexico' },
];

function PlateCountry() {
  const { draft, act } = useForm();
  const { license_plate_country } = draft;
  const known = COUNTRIES.some(({ value }) => value === license_plate_country);
  return (
    <NativeSelect
      {...useField('license_plate_country')}
      label="Country"
      value={license_plate_country}
      data={known ? COUNTRIES : [...COUNTRIES, license_plate_country]}
      onChange={({ currentTarget }) =>
        act({ type: 'fields', change: { license_plate_country: currentTarget.value } })
      }
    />
  );
}
