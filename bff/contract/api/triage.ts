/**
 * Actions on exceptions: assign, note, snooze, close. Our own API. A request applies one action to one or more loads and returns
 * the outcome for each. Changes reach all browsers with the loads (`triage` in board.ts).
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { CALL_OUTCOMES, CLOSE_REASONS, loadTriage, owner } from './load-triage.ts';

export const MAX_TRIAGED_LOADS_PER_REQUEST = 1000;
export const NOTE_MAX = 1000;
/** Maximum length of a snooze. */
export const SNOOZE_MAX_MS = 7 * 24 * 3600_000;

const text = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(NOTE_MAX, { error: `must be at most ${NOTE_MAX} characters` });

/** What may follow from a note or a call, for a load whose exception is open. */
const takeAndSnooze = {
  /** As for `snooze`; without it nothing is snoozed. */
  snooze_until: dateTime.nullable().optional(),
  /** Gives an exception that nobody has to the caller. */
  take: z.boolean().optional(),
};

export const triageAct = z.discriminatedUnion('kind', [
  /** To the caller (`sub` omitted), another person, or nobody (null). */
  z.strictObject({ kind: z.literal('assign'), sub: z.string().max(255).nullish() }),
  z.strictObject({ kind: z.literal('note'), text, ...takeAndSnooze }),
  /** Until a time, or until something changes (null). A change also ends a timed snooze. */
  z.strictObject({ kind: z.literal('snooze'), until: dateTime.nullable() }),
  z.strictObject({ kind: z.literal('wake') }),
  z.strictObject({ kind: z.literal('close'), reason: z.enum(CLOSE_REASONS), text: text.optional() }),
  z.strictObject({ kind: z.literal('reopen') }),
  /**
   * Hands the caller's own loads over, to a person or to whoever comes next (`to_sub` omitted), with a note for the shift. The caller
   * keeps them until someone takes them.
   */
  z.strictObject({ kind: z.literal('offer'), to_sub: z.string().max(255).optional(), text: text.optional() }),
  /** Declines an offer that names the caller: the load stays with its owner, who sees it. */
  z.strictObject({ kind: z.literal('decline') }),
  /**
   * A call to the carrier, with what follows from it: a note, a snooze and an ETA. Also for a load without an exception, and for one that
   * somebody else owns or has changed: the call has taken place.
   */
  z
    .strictObject({
      kind: z.literal('call'),
      outcome: z.enum(CALL_OUTCOMES),
      text: text.optional(),
      eta: z.strictObject({ stop_sequence: z.number().int(), at: dateTime }).optional(),
      ...takeAndSnooze,
    })
    .refine(({ outcome, eta }) => (outcome === 'eta') === (eta !== undefined), {
      path: ['eta'],
      error: 'must be given if and only if the outcome is eta',
    }),
  /** Ends the dispatcher's ETA before its time. */
  z.strictObject({ kind: z.literal('clear_eta') }),
]);
export type TriageAct = z.output<typeof triageAct>;

export const triageRequest = z.strictObject({
  /** Client-generated: a repeated request is executed once. */
  act_id: uuid,
  act: triageAct,
  items: z
    .array(z.strictObject({ load_id: uuid, version: z.number().int().min(0) }))
    .min(1)
    .max(MAX_TRIAGED_LOADS_PER_REQUEST),
});
export type TriageRequest = z.output<typeof triageRequest>;

/** Caused by a person, or automatically (`by` null). */
export const TRIAGE_EVENTS = [
  'opened',
  'returned',
  'ended',
  'woke',
  'assign',
  'note',
  'snooze',
  'wake',
  'close',
  'reopen',
  'offer',
  'decline',
  'call',
  'clear_eta',
  'undo',
] as const;
export type TriageEventKind = (typeof TRIAGE_EVENTS)[number];

export const triageEvent = z.object({
  /** Increases with each event, across all loads. */
  seq: z.number().int(),
  act_id: uuid.nullable(),
  /** Null for a note or a call on a load without an exception. */
  exception_id: uuid.nullable(),
  at: dateTime,
  by: owner.nullable(),
  kind: z.enum(TRIAGE_EVENTS),
  cause: z.string().nullable(),
  /** For assign: the new owner; null: nobody. For offer: the person it is meant for; null: whoever comes next. */
  owner: owner.nullable(),
  text: z.string().nullable(),
  /** For snooze. Null: until something changes. */
  until: dateTime.nullable(),
  /** For close, woke and ended; for call, its outcome; for undo, the kind of the undone event. */
  reason: z.string().nullable(),
  /** For a call that gave one. */
  eta: z.object({ stop_name: z.string().nullable(), at: dateTime }).nullish(),
  undone: z.boolean(),
});
export type TriageEvent = z.infer<typeof triageEvent>;

/**
 * `changed`: someone else acted on it, or its snooze ended; `over`: it has no exception anymore; `closed`: someone closed it;
 * `not_yours`: only its owner can offer it; `not_offered`: only the person whom its offer names can decline it.
 */
export const REFUSALS = ['changed', 'over', 'closed', 'not_watched', 'not_yours', 'not_offered'] as const;
export type Refusal = (typeof REFUSALS)[number];

export const triageResult = z.object({
  act_id: uuid,
  /** Loads where the action was applied or already in effect. */
  done: z.array(uuid),
  /** Those of `done` that this action changed: only these can be undone. */
  changed: z.array(uuid),
  /** Skipped loads: why, the last event, and the current state. */
  refused: z.array(
    z.object({
      load_id: uuid,
      because: z.enum(REFUSALS),
      last: triageEvent.nullable(),
      triage: loadTriage.nullable(),
    }),
  ),
});
export type TriageResult = z.infer<typeof triageResult>;

/** Undoes the caller's own action where nothing has happened since. */
export const triageUndo = z.strictObject({ act_id: uuid });

/** Newest first, at most 200. */
export const triageHistory = z.object({ items: z.array(triageEvent) });

/** People to whom exceptions can be assigned, by name. */
export const triagePeople = z.object({ items: z.array(owner) });

/** An offer expires this long after it was made. */
export const OFFER_LIFETIME_MS = 12 * 3600_000;
/** Older events are not part of a handover. */
export const HANDOVER_PERIOD_MS = 7 * 24 * 3600_000;

const handoverOffer = z.object({
  at: dateTime,
  /** The person it is meant for, who may not be the one to accept; null: whoever comes next. */
  to: owner.nullable(),
  /** Note for the shift, the same for all loads handed over at once. */
  text: z.string().nullable(),
  /** By the person it is meant for; missing in responses of earlier versions. */
  declined: z.boolean().optional(),
});

/** A load with an owner, as shown in the handover. */
export const handoverItem = z.object({
  load_id: uuid,
  owner,
  /** The owner's offer of it; null when not offered. */
  offer: handoverOffer.nullable(),
  /** The offer with which the owner got it, within the handover period; missing in responses of earlier versions. */
  taken_over: z.object({ at: dateTime, from: owner, text: z.string().nullable() }).nullish(),
  /** The last event since the owner took it, within the handover period; notes and offers do not count. */
  last_change: triageEvent.nullable(),
});
export type HandoverItem = z.infer<typeof handoverItem>;

/** Every load with an owner. */
export const handover = z.object({ items: z.array(handoverItem) });
