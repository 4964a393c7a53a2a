/** Who has the exception of a load, and what was done about it: part of each board load (board.ts). */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** Why a person has closed an exception. */
export const CLOSE_REASONS = ['fixed', 'carrier_confirmed', 'known', 'false_alarm', 'other'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Why a snooze has ended by itself: its time was over, the position state, the truck or an appointment has changed, or the load is much later. */
export const WAKE_REASONS = ['time', 'position', 'truck', 'appointment', 'lateness'] as const;
export type WakeReason = (typeof WAKE_REASONS)[number];

export const owner = z.object({ sub: z.string(), name: z.string() });
export type Owner = z.infer<typeof owner>;

/** The exception that a load has now. It stays while its cause lasts, also when a person has closed it. */
export const loadTriage = z.object({
  exception_id: uuid,
  /** As the server saw it last; where the load has got another cause since, this is about the one before. */
  cause: z.string(),
  opened_at: dateTime,
  owner: owner.nullable(),
  /** `until` null: until something changes, and no longer in any case. */
  snooze: z.object({ until: dateTime.nullable(), by_name: z.string(), at: dateTime }).nullable(),
  /** The last snooze ended by itself, and nobody has acted since. */
  woke: z.object({ because: z.enum(WAKE_REASONS), at: dateTime }).nullable(),
  closed: z.object({ reason: z.enum(CLOSE_REASONS), by_name: z.string(), at: dateTime }).nullable(),
  notes: z.number().int().min(0),
  last_note: z.object({ text: z.string(), by_name: z.string(), at: dateTime }).nullable(),
  /** Goes back with each act: another one at the server means that somebody was quicker. */
  version: z.number().int().min(0),
  /** Grows with every change, a note too. */
  change: z.number().int().min(0),
});
export type LoadTriage = z.infer<typeof loadTriage>;
