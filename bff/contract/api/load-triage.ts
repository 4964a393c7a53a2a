/** Owner and handling of a load's exception: part of each board load (board.ts). */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

export const CLOSE_REASONS = ['fixed', 'carrier_confirmed', 'known', 'false_alarm', 'other'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Why a snooze ended: its time was over; the position state, truck or appointment changed; or the load became much later. */
export const WAKE_REASONS = ['time', 'position', 'truck', 'appointment', 'lateness'] as const;
export type WakeReason = (typeof WAKE_REASONS)[number];

export const owner = z.object({ sub: z.string(), name: z.string() });
export type Owner = z.infer<typeof owner>;

export const CALL_OUTCOMES = ['reached', 'left_message', 'eta', 'will_call_back'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The last call about a load to its carrier, as a person logged it. */
export const lastCall = z.object({
  outcome: z.enum(CALL_OUTCOMES),
  by_name: z.string(),
  at: dateTime,
  text: z.string().nullable(),
});
export type LastCall = z.infer<typeof lastCall>;

/** When the truck arrives at a stop, as a person learned by phone. */
export const dispatcherEta = z.object({
  /** `sequence` of the load's stop. */
  stop_sequence: z.number().int(),
  at: dateTime,
  by: owner,
  set_at: dateTime,
});
export type DispatcherEta = z.infer<typeof dispatcherEta>;

/** The load's current exception. It stays as long as its cause, even after a person closed it. */
export const loadTriage = z.object({
  exception_id: uuid,
  /** The cause last seen by the server. If the load has a different cause by now, this entry refers to the previous one. */
  cause: z.string(),
  opened_at: dateTime,
  owner: owner.nullable(),
  /** `until` null: until something changes, up to the maximum length. */
  snooze: z.object({ until: dateTime.nullable(), by_name: z.string(), at: dateTime }).nullable(),
  /** Set when the last snooze ended automatically and nobody has acted since. */
  woke: z.object({ because: z.enum(WAKE_REASONS), at: dateTime }).nullable(),
  closed: z.object({ reason: z.enum(CLOSE_REASONS), by_name: z.string(), at: dateTime }).nullable(),
  notes: z.number().int().min(0),
  last_note: z.object({ text: z.string(), by_name: z.string(), at: dateTime }).nullable(),
  /** Sent with each action: if the server has a different version, someone else acted first. */
  version: z.number().int().min(0),
  /** Increases with every change, including notes. */
  change: z.number().int().min(0),
});
export type LoadTriage = z.infer<typeof loadTriage>;
