/**
 * Drafts on this computer: one for each person and beginning (a load, a monitor, a blank sheet). They survive a reload, a sign-in
 * and an error, and with them the key that makes sending twice safe.
 */
import { latitude, longitude, uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { SENT_STATES } from '../../../live/use-sending.ts';
import { browserStorage, type DraftStorage, DraftStore } from '../../../ui/draft-store.ts';
import type { Draft } from './draft.ts';

const center = z.object({ latitude, longitude });
const stop = z.object({
  key: z.string().min(1),
  name: z.string(),
  center: center.nullable(),
  radius_meters: z.number().nullable(),
  place_text: z.string(),
  // Drafts of an earlier version have none.
  place_name: z.string().default(''),
  radius_text: z.string(),
  site: center.extend({ site_id: uuid, name: z.string(), radius_meters: z.number() }).nullable(),
  load_stop_sequence: z.number().int().nullable(),
  planned_arrival_at: z.string().nullable(),
  planned_departure_at: z.string().nullable(),
});
const draft = z.object({
  name: z.string(),
  vehicle: z.object({
    by: z.enum(['vehicle_id', 'vin', 'plate']),
    vehicle_id: z.string(),
    vehicle_name: z.string(),
    vin: z.string(),
    license_plate_number: z.string(),
    license_plate_region: z.string(),
    license_plate_country: z.string(),
  }),
  starts_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  webhook_group_id: z.string(),
  load_id: uuid.nullable(),
  stops: z.array(stop).min(2),
}) satisfies z.ZodType<Draft>;

const kept = z.object({
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
  draft,
});
export type KeptDraft = Readonly<Omit<z.infer<typeof kept>, 'draft'>> & { readonly draft: Draft };

/** By what a draft begins from: `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}`. */
export type MonitorDrafts = DraftStore<KeptDraft>;

export function monitorDrafts(
  person: string,
  now: () => number,
  storage: DraftStorage | null = browserStorage(),
): MonitorDrafts {
  return new DraftStore({ storage, kind: 'monitor_draft', person, schema: kept, now });
}
