/**
 * Drafts on this computer: one for each person and beginning (a load, a monitor, a blank sheet). They survive a reload, a sign-in
 * and an error, and with them the key that makes sending twice safe.
 */
import { latitude, longitude, uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { SENT_STATES } from '../../../live/use-sending.ts';
import type { Draft } from './draft.ts';

const center = z.object({ latitude, longitude });
const stop = z.object({
  key: z.string().min(1),
  name: z.string(),
  center: center.nullable(),
  radius_meters: z.number().nullable(),
  place_text: z.string(),
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
  /** Milliseconds since 1970. */
  saved_at: z.number(),
  /** `Idempotency-Key` of this wish: the same for every try, so that a retry never makes two. */
  intent_id: uuid,
  sent: z.enum(SENT_STATES).nullable(),
  draft,
});
export type KeptDraft = Readonly<Omit<z.infer<typeof kept>, 'draft'>> & { readonly draft: Draft };

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'waypost.monitor_draft.';
/** Drafts older than this are let go. */
const KEPT_MS = 30 * 86_400_000;

export class DraftShelf {
  readonly #storage: Storage | null;
  readonly #person: string;
  readonly #now: () => number;

  /** @param person subject of the session: people who share a computer do not share drafts */
  constructor(storage: Storage | null, person: string, now: () => number) {
    this.#storage = storage;
    this.#person = person;
    this.#now = now;
  }

  /** @param source `blank`, `load:{load_id}`, `copy:{id}`, `follow:{id}` */
  read(source: string): KeptDraft | null {
    try {
      const text = this.#storage?.getItem(this.#key(source));
      const parsed = text ? kept.safeParse(JSON.parse(text)) : null;
      return parsed?.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  /** False when this browser does not keep it: the page then must not say that it does. */
  write(source: string, value: Omit<KeptDraft, 'saved_at'>): boolean {
    try {
      if (!this.#storage) return false;
      this.#storage.setItem(this.#key(source), JSON.stringify({ ...value, saved_at: this.#now() }));
      return true;
    } catch {
      return false;
    }
  }

  remove(source: string): void {
    try {
      this.#storage?.removeItem(this.#key(source));
    } catch {
      // A forbidden storage keeps nothing.
    }
  }

  /** Lets go of this person's drafts that nobody has touched for a month. */
  sweep(): void {
    try {
      const keys = Array.from({ length: this.#storage?.length ?? 0 }, (_, at) => this.#storage?.key(at));
      for (const key of keys) {
        if (!key?.startsWith(this.#key(''))) continue;
        const source = key.slice(this.#key('').length);
        const { saved_at = 0 } = this.read(source) ?? {};
        if (this.#now() - saved_at > KEPT_MS) this.remove(source);
      }
    } catch {
      // See above.
    }
  }

  #key(source: string): string {
    return `${PREFIX}${this.#person}/${source}`;
  }
}

export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
