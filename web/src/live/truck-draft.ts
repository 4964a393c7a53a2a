/** A truck as a form names it: its unit, its VIN, its plate, each as it was typed. */
import { z } from 'zod';

export const truckFields = {
  vehicle_id: z.string(),
  /** Of a truck that was chosen from the list; never sent. */
  vehicle_name: z.string(),
  vin: z.string(),
  license_plate_number: z.string(),
  license_plate_region: z.string(),
  license_plate_country: z.string(),
};

export type TruckDraft = Readonly<Record<keyof typeof truckFields, string>>;

export const NO_TRUCK: TruckDraft = {
  vehicle_id: '',
  vehicle_name: '',
  vin: '',
  license_plate_number: '',
  license_plate_region: '',
  license_plate_country: 'USA',
};

type KnownTruck = { readonly [K in keyof TruckDraft]?: string | null | undefined };

/** What is known of a truck, as a draft. */
export function truckDraftOf(known: KnownTruck): TruckDraft {
  const text = (name: keyof TruckDraft) => known[name] || NO_TRUCK[name];
  return {
    vehicle_id: text('vehicle_id'),
    vehicle_name: text('vehicle_name'),
    vin: text('vin'),
    license_plate_number: text('license_plate_number'),
    license_plate_region: text('license_plate_region'),
    license_plate_country: text('license_plate_country'),
  };
}
