/** How the truck is named: one that we know by its unit, a VIN, a plate; one of them is enough. */
import { PlateFields, VehicleField, VinField } from '../../live/TruckFields.tsx';
import { useField, useForm } from './form-context.ts';
import classes from './LoadForm.module.css';

export function TruckFields() {
  const { draft, act } = useForm();
  const set = (change: Partial<typeof draft>) => act({ type: 'fields', change });
  const unit = useField('vehicle_id', 'A truck on a load on the board. Leave it empty for any other truck.');
  return (
    <>
      <VehicleField
        {...unit}
        label="Unit (optional)"
        placeholder="e.g. unit, VIN, plate or load"
        truck={draft}
        none="No such truck on the board. Enter its VIN or plate."
        onText={(text) => set({ vehicle_id: text.trimStart(), vehicle_name: '' })}
        onPick={({ id, vehicle_name }) => set({ vehicle_id: id, vehicle_name: vehicle_name ?? '' })}
      />
      <VinField
        {...useField('vin')}
        label="VIN (optional)"
        value={draft.vin}
        onChange={(vin) => set({ vin })}
      />
      <div className={classes.plate}>
        <PlateFields
          label="Plate (optional)"
          plate={draft}
          useField={useField}
          onChange={(name, value) => set({ [name]: value })}
        />
      </div>
    </>
  );
}
