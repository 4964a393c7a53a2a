/**
 * Acts on exceptions: who has one, notes, snooze, close. Our own API. One request is one act on one load or many; each load
 * says what became of it. What has changed comes to all browsers with the loads (`triage` in board.ts).
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { CLOSE_REASONS, loadTriage, owner } from './load-triage.ts';

/** Most loads of one act. */
export const MAX_TRIAGE_AT_ONCE = 1000;
export const NOTE_MAX = 1000;
/** A snooze ends at the latest so long after it began. */
export const SNOOZE_MAX_MS = 7 * 24 * 3600_000;

const text = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(NOTE_MAX, { error: `must be at most ${NOTE_MAX} characters` });

export const triageAct = z.discriminatedUnion('kind', [
  /** To the person who asks (`sub` left out), to another one, or to nobody (null). */
  z.strictObject({ kind: z.literal('assign'), sub: z.string().max(255).nullish() }),
  z.strictObject({ kind: z.literal('note'), text }),
  /** Until a time, or until something changes (null). A change ends it before its time, too. */
  z.strictObject({ kind: z.literal('snooze'), until: dateTime.nullable() }),
  z.strictObject({ kind: z.literal('wake') }),
  z.strictObject({ kind: z.literal('close'), reason: z.enum(CLOSE_REASONS), text: text.optional() }),
  z.strictObject({ kind: z.literal('reopen') }),
  /** To the next shift, of loads that one has: they stay one's own until somebody takes them. */
  z.strictObject({ kind: z.literal('offer') }),
]);
export type TriageAct = z.output<typeof triageAct>;

/** `POST /api/triage/acts` */
export const triageRequest = z.strictObject({
  /** Of the page's making: the same request sent twice is done once. */
  act_id: uuid,
  act: triageAct,
  items: z
    .array(z.strictObject({ load_id: uuid, version: z.number().int().min(0) }))
    .min(1)
    .max(MAX_TRIAGE_AT_ONCE),
});
export type TriageRequest = z.output<typeof triageRequest>;

/** What happened on a load: by a person, or by itself (`by` null). */
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
  'undo',
] as const;
export type TriageEventKind = (typeof TRIAGE_EVENTS)[number];

export const triageEvent = z.object({
  /** Grows with each event, over all loads. */
  seq: z.number().int(),
  act_id: uuid.nullable(),
  /** Null: a note on a load that had no exception. */
  exception_id: uuid.nullable(),
  at: dateTime,
  by: owner.nullable(),
  kind: z.enum(TRIAGE_EVENTS),
  cause: z.string().nullable(),
  /** Of assign: whose it is now; null: nobody's. */
  owner: owner.nullable(),
  text: z.string().nullable(),
  /** Of snooze. Null: until something changes. */
  until: dateTime.nullable(),
  /** Of close, woke and ended; of undo the kind of what was undone. */
  reason: z.string().nullable(),
  undone: z.boolean(),
});
export type TriageEvent = z.infer<typeof triageEvent>;

/**
 * `changed`: somebody else acted on it, or it woke; `over`: it has no exception any more; `closed`: somebody has closed it;
 * `not_yours`: only who has it may offer it.
 */
export const REFUSALS = ['changed', 'over', 'closed', 'not_watched', 'not_yours'] as const;
export type Refusal = (typeof REFUSALS)[number];

export const triageResult = z.object({
  act_id: uuid,
  /** Loads on which it was done, or was so already. */
  done: z.array(uuid),
  /** Loads that were left alone, why, what was done last, and how it is now. */
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

/** `POST /api/triage/undo`: takes an act of one's own back where nothing has happened since. */
export const triageUndo = z.strictObject({ act_id: uuid });

/** `GET /api/loads/{load_id}/triage`: newest first, at most 200. */
export const triageHistory = z.object({ items: z.array(triageEvent) });

/** `GET /api/triage/people`: to whom exceptions may be given. By name. */
export const triagePeople = z.object({ items: z.array(owner) });

/** An offer that nobody has taken ends so long after it was made. */
export const OFFER_LASTS_MS = 12 * 3600_000;
/** What happened longer ago than this is not part of a handover. */
export const HANDOVER_LOOKS_BACK_MS = 7 * 24 * 3600_000;
/** Most changes of one load in a handover. */
export const HANDOVER_CHANGES = 20;

/** A load that somebody has, as it is handed over. */
export const handoverItem = z.object({
  load_id: uuid,
  owner,
  /** When the owner got it; null: longer ago than a handover looks back. */
  taken_at: dateTime.nullable(),
  /** When the owner offered it to the next shift; null: not offered. */
  offered_at: dateTime.nullable(),
  /** What happened since the owner has it, or as far as a handover looks back, newest first, without notes; at most 20. */
  changes: z.array(triageEvent),
  /** Notes on its exception as far as a handover looks back, oldest first. */
  notes: z.array(z.object({ text: z.string(), by_name: z.string(), at: dateTime })),
});
export type HandoverItem = z.infer<typeof handoverItem>;

/** `GET /api/triage/handover`: every load that somebody has. */
export const handover = z.object({ items: z.array(handoverItem) });
