/** Which vehicle is watched, by its id, VIN or plate, and what is known of it. */
import { TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { useLive, useNow } from '../../../live/context.ts';
import { findVehicles, vehicleDetail } from '../../../live/vehicles.ts';
import { useWritingKey } from '../../../ui/prefs.ts';
import { Suggest } from '../../../ui/Suggest.tsx';
import shared from '../../../ui/shared.module.css';
import { agoText } from '../../../ui/time.ts';
import classes from './Builder.module.css';
import type { VehicleDraft, VehicleRoute } from './draft.ts';
import { useField } from './field-props.ts';
import type { Act } from './use-draft.ts';
import type { KnownFacts } from './use-facts.ts';
import { rhythmText } from './window.ts';

const ROUTES: readonly (readonly [VehicleRoute, string])[] = [
  ['vehicle_id', 'Vehicle'],
  ['vin', 'VIN'],
  ['plate', 'Plate'],
];

export interface VehicleSectionProps {
  readonly vehicle: VehicleDraft;
  readonly known: KnownFacts;
  readonly act: Act;
  readonly onSettle: () => void;
}

export const VehicleSection = memo(function VehicleSection(props: VehicleSectionProps) {
  useWritingKey();
  const { vehicle, act } = props;
  return (
    <section className={classes.fieldsSection} aria-labelledby="builder-vehicle">
      <div className={classes.fieldsHead}>
        <h2 id="builder-vehicle" className={classes.title}>
          Vehicle
        </h2>
        <fieldset className={classes.ways} aria-label="Identify truck by">
          {ROUTES.map(([route, word]) => (
            <label key={route} className={classes.way}>
              <input
                type="radio"
                name="vehicle-route"
                checked={vehicle.by === route}
                onChange={() => act({ type: 'vehicle', change: { by: route } })}
              />
              {word}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={shared.stack}>
        {vehicle.by === 'vehicle_id' && <VehicleField {...props} />}
        {vehicle.by === 'vin' && <VinField {...props} />}
        {vehicle.by === 'plate' && <PlateFields {...props} />}
        <KnownLine {...props} />
      </div>
    </section>
  );
});

function VehicleField({ vehicle, act, onSettle }: VehicleSectionProps) {
  const { store } = useLive();
  const [focused, setFocused] = useState(false);
  const field = useField('vehicle_id');
  const shown = vehicle.vehicle_name || vehicle.vehicle_id;
  // A vehicle that is chosen does not narrow the list down to itself.
  const query = vehicle.vehicle_name === '' ? vehicle.vehicle_id : '';
  const loads = function* () {
    for (const id of store.ids()) {
      const load = store.get(id);
      if (load) yield load;
    }
  };
  const suggestions = focused
    ? findVehicles(loads(), query).map((known) => ({
        id: known.vehicle.id,
        group: 'On watched loads',
        title: known.vehicle.vehicle_name ?? known.vehicle.id,
        detail: vehicleDetail(known),
        pick: () => {
          const { id, vehicle_name, vin } = known.vehicle;
          act({
            type: 'vehicle',
            change: { vehicle_id: id, vehicle_name: vehicle_name ?? '', vin: vin ?? vehicle.vin },
          });
          onSettle();
        },
      }))
    : [];
  return (
    <Suggest
      {...field}
      label="Vehicle"
      placeholder="e.g. unit, VIN, plate, load or vehicle ID"
      value={shown}
      onText={(text) =>
        act({ type: 'vehicle', change: { vehicle_id: text.trim(), vehicle_name: '' } }, 'vehicle_id')
      }
      suggestions={suggestions}
      empty={query === '' ? null : 'No matching truck on the board. Enter a vehicle ID (UUID), VIN or plate.'}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        onSettle();
      }}
    />
  );
}

function VinField({ vehicle, act, onSettle }: VehicleSectionProps) {
  const field = useField('vin');
  return (
    <TextInput
      {...field}
      label="VIN"
      description={`17 characters, no I, O or Q; ${vehicle.vin.trim().length} so far`}
      value={vehicle.vin}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        act({ type: 'vehicle', change: { vin: currentTarget.value.toUpperCase() } }, 'vin')
      }
      onBlur={onSettle}
    />
  );
}

const PLATE = [
  ['license_plate_number', 'Plate', '4KD8812'],
  ['license_plate_region', 'Region', 'TX'],
  ['license_plate_country', 'Country', 'USA'],
] as const;

function PlateFields(props: VehicleSectionProps) {
  return (
    <div className={classes.plate}>
      {PLATE.map(([name, label, example]) => (
        <PlateField key={name} {...props} name={name} label={label} example={example} />
      ))}
    </div>
  );
}

interface PlateFieldProps extends VehicleSectionProps {
  readonly name: (typeof PLATE)[number][0];
  readonly label: string;
  readonly example: string;
}

function PlateField({ name, label, example, vehicle, act, onSettle }: PlateFieldProps) {
  const field = useField(name);
  return (
    <TextInput
      {...field}
      label={label}
      placeholder={`e.g. ${example}`}
      value={vehicle[name]}
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) =>
        act({ type: 'vehicle', change: { [name]: currentTarget.value.toUpperCase() } }, name)
      }
      onBlur={onSettle}
    />
  );
}

const SHARED = {
  yes: 'location shared',
  no: 'location not shared',
  unknown: 'location sharing unknown',
} as const;

/** What the checks go by; nothing known is said as such, never passed over. */
function KnownLine({ known: { facts, asking, failed } }: VehicleSectionProps) {
  const seen = useNow((now) =>
    facts?.last_position ? `seen ${agoText(facts.last_position.occurred_at, now)}` : null,
  );
  if (failed) return <p className={shared.note}>Couldn't load vehicle details, so some checks are off.</p>;
  if (asking) return <p className={shared.note}>Loading vehicle details…</p>;
  if (!facts) return null;
  const rhythm = facts.rhythm_seconds === null ? null : `reports every ${rhythmText(facts.rhythm_seconds)}`;
  const parts = [facts.vehicle_name, seen ?? 'no known position', rhythm, SHARED[facts.location_shared]];
  const text = parts.filter((part) => part).join(', ');
  return <p className={shared.note}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>;
}
