import type { BoardLoad } from '@waypost/contract/api/board';
import type { CallOutcome, LastCall, LoadTriage, WakeReason } from '@waypost/contract/api/load-triage';
import type { TriageAct, TriageEvent, TriageResult } from '@waypost/contract/api/triage';
import { truckDoubt } from '@waypost/triage/doubt';
import { CALL_WORDS, CLOSE_WORDS } from '../../../live/outcome-words.ts';
import { namedText } from '../../../live/pick-acts/pick-acts.ts';
import { isolated } from '../../../ui/bidi.ts';
import { agoText, dockTime, shortDateTime, zoneName } from '../../../ui/time.ts';
import { plural } from '../../../ui/units.ts';
import { causeText } from '../cause-words.ts';
import { stopZone } from '../predicted.ts';

export { CALL_WORDS, CLOSE_WORDS };

/** Within a sentence. */
export const outcomeText = (outcome: CallOutcome): string =>
  outcome === 'eta' ? CALL_WORDS.eta : CALL_WORDS[outcome].toLowerCase();

/** What came of a call, as a sentence about the person who made it. */
const CALLED: Readonly<Record<CallOutcome, string>> = {
  reached: 'reached the carrier',
  left_message: 'left a message',
  eta: 'got an ETA',
  will_call_back: 'was promised a call back',
};

/** `Left message by Ann, 12 min ago` @param now the server's clock */
export const lastCallText = ({ outcome, by_name, at }: LastCall, now: number): string =>
  `${outcome === 'eta' ? 'ETA logged' : CALL_WORDS[outcome]} by ${isolated(by_name)}, ${agoText(at, now)}`;

/** `Ann left a message 4 min ago` @param now the server's clock */
export const callerText = ({ outcome, by_name, at }: LastCall, now: number): string =>
  `${isolated(by_name)} ${CALLED[outcome]} ${agoText(at, now)}`;

const WAKE_WORDS: Readonly<Record<WakeReason, string>> = {
  time: 'time is up',
  position: 'health changed',
  truck: 'truck changed',
  appointment: 'an appointment changed or passed',
  lateness: 'at least 30 min later than when snoozed',
};

const untilText = (until: string | null, now: number): string =>
  until === null
    ? 'until something changes'
    : `until ${shortDateTime(until, now)} or until something changes`;

/** @param sub the signed-in person */
export function ownerText({ owner }: Pick<LoadTriage, 'owner'>, sub: string): string {
  if (owner === null) return 'Not taken';
  return owner.sub === sub ? 'Taken by you' : `Taken by ${isolated(owner.name)}`;
}

/** `Snoozed by Ann until 14:30 or until something changes`; null: nothing beyond the owner. */
export function stateText({ snooze, woke, closed }: LoadTriage, now: number): string | null {
  if (closed)
    return `Closed by ${isolated(closed.by_name)} ${agoText(closed.at, now)}: ${CLOSE_WORDS[closed.reason]}`;
  if (snooze) return `Snoozed by ${isolated(snooze.by_name)} ${untilText(snooze.until, now)}`;
  return woke ? `Snooze ended ${agoText(woke.at, now)}: ${WAKE_WORDS[woke.because]}` : null;
}

const ENDED: Readonly<Record<string, string>> = {
  resolved: 'Resolved on its own',
  changed: 'Replaced by another problem',
  left: 'The load left the board',
};

const UNDONE: Readonly<Record<string, string>> = {
  assign: 'the change of owner',
  note: 'adding a note',
  snooze: 'snoozing it',
  wake: 'ending the snooze',
  close: 'closing it',
  reopen: 'reopening it',
  offer: 'handing it over',
  decline: 'declining it',
  call: 'logging a call',
  clear_eta: 'clearing the ETA',
};

const has = <T>(words: Readonly<Record<string, T>>, key: string | null): T | null =>
  key !== null && Object.hasOwn(words, key) ? (words[key] as T) : null;

/** The event, without actor and time. @param load its stops have the zones of their ETAs */
export function eventText(
  event: TriageEvent,
  now: number,
  load?: Pick<BoardLoad, 'stops' | 'stop_zones'>,
): string {
  const { kind, owner, by, reason, text } = event;
  switch (kind) {
    case 'opened':
      return `Opened: ${causeText(event.cause ?? '')}`;
    case 'returned':
      return `Recurred: ${causeText(event.cause ?? '')}`;
    case 'ended':
      return has(ENDED, reason) ?? 'Ended';
    case 'woke':
      return `Snooze ended: ${has(WAKE_WORDS, reason) ?? 'something changed'}`;
    case 'assign':
      if (owner === null) return 'Released';
      return owner.sub === by?.sub ? 'Taken' : `Assigned to ${isolated(owner.name)}`;
    case 'note':
      return text ?? '';
    case 'snooze':
      return `Snoozed ${untilText(event.until, now)}`;
    case 'wake':
      return 'Snooze ended manually';
    case 'close': {
      const why = has(CLOSE_WORDS, reason) ?? 'Closed';
      return `Closed: ${why}${text ? `. ${text}` : ''}`;
    }
    case 'reopen':
      return 'Reopened';
    case 'offer':
      return `Handed over${owner ? ` to ${isolated(owner.name)}` : ''}, not accepted yet${text ? `. ${text}` : ''}`;
    case 'decline':
      return 'Declined the handover';
    case 'call': {
      const { eta } = event;
      if (!eta) return `Called the carrier: ${has(CALL_WORDS, reason)?.toLowerCase() ?? 'logged'}`;
      const to = eta.stop_name === null ? '' : ` to ${isolated(eta.stop_name)}`;
      const stop = load?.stops.find(({ name }) => name === eta.stop_name);
      const zone = load && stopZone(load, stop?.sequence);
      return `Called the carrier: ETA ${dockTime(eta.at, now, zone)}${to}`;
    }
    case 'clear_eta':
      return 'Cleared the ETA';
    case 'undo':
      return `Undid ${has(UNDONE, reason) ?? 'the last action'}`;
  }
}

const WANTED: Readonly<Record<TriageAct['kind'], string>> = {
  assign: 'Assign',
  note: 'Note for',
  snooze: 'Snooze',
  wake: 'End the snooze of',
  close: 'Close',
  reopen: 'Reopen',
  offer: 'Hand over',
  decline: 'Decline',
  call: 'Call for',
  clear_eta: 'Clear the ETA of',
};

/** `Take LD-48213`, `Snooze 21 loads`: what somebody wanted to do. @param load the first of them, if it is on the board */
export function wantedText(act: TriageAct, load_ids: readonly string[], load: BoardLoad | undefined): string {
  const own = act.kind === 'assign' && act.sub === undefined && 'Take';
  const nobodys = act.kind === 'assign' && act.sub === null && 'Release';
  return `${own || nobodys || WANTED[act.kind]} ${subjectText(load_ids, load)}`;
}

/** `LD-48213`, `21 loads` */
const subjectText = (load_ids: readonly string[], load: BoardLoad | undefined): string =>
  load_ids.length === 1 ? isolated(load?.load_ref ?? load_ids[0] ?? '') : `${load_ids.length} loads`;

type PlainAct = Exclude<TriageAct['kind'], 'assign' | 'note' | 'snooze' | 'call' | 'clear_eta'>;
const DONE: Readonly<Record<PlainAct, string>> = {
  wake: 'no longer snoozed',
  close: 'closed',
  reopen: 'reopened',
  offer: 'handed over',
  decline: 'declined',
};

/** `LD-48213 taken`, `21 loads snoozed`. @param load the first of them, if it is on the board @param now the server's clock */
export function doneText(
  act: TriageAct,
  load_ids: readonly string[],
  load: BoardLoad | undefined,
  now: number,
): string {
  const what = subjectText(load_ids, load);
  if (act.kind === 'note') return `Note added to ${what}${act.take ? ', taken, and snoozed' : ''}`;
  if (act.kind === 'call') {
    const { eta } = act;
    const until = act.snooze_until && shortDateTime(act.snooze_until, now);
    const snoozed = until
      ? `, snoozed until ${until}${eta ? ` ${zoneName(act.snooze_until as string)}` : ''}`
      : '';
    const at = eta ? ` ${dockTime(eta.at, now, load && stopZone(load, eta.stop_sequence))}` : '';
    return `Call logged for ${what}: ${outcomeText(act.outcome)}${at}${snoozed}`;
  }
  if (act.kind === 'snooze') return `${what} snoozed ${untilText(act.until, now)}`;
  if (act.kind === 'clear_eta') return `ETA of ${what} cleared`;
  if (act.kind !== 'assign') return `${what} ${DONE[act.kind]}`;
  return `${what} ${act.sub === undefined ? 'taken' : act.sub === null ? 'released' : 'assigned'}`;
}

/** What remains to be done after a call that gave an ETA: the truck may be the wrong one. Empty: nothing. @param now the server's clock */
export function doubtText(act: TriageAct, load: BoardLoad | undefined, now: number): string {
  const doubt = act.kind === 'call' && act.eta && load ? truckDoubt(load, now) : null;
  return doubt ? `${causeText(doubt.reason)}: check that the ETA is for the right one.` : '';
}

/** A load that an act leaves as it is, and why. */
export interface LeftOut {
  readonly load_id: string;
  readonly why: string;
}

/** Why a load was refused, with what the other person did. @param now the server's clock */
export function refusalOf({ load_id, because, last }: TriageResult['refused'][number], now: number): LeftOut {
  if (because === 'over') return { load_id, why: 'Already resolved' };
  if (because === 'not_watched') return { load_id, why: 'No longer on the board' };
  if (because === 'not_yours') return { load_id, why: 'Taken by someone else' };
  if (because === 'not_offered') return { load_id, why: 'Not handed over to you' };
  const who = last?.by ? `${isolated(last.by.name)}, ` : '';
  const when = last ? agoText(last.at, now) : 'just now';
  return { load_id, why: `${who}${when}: ${last ? eventText(last, now) : 'Changed'}` };
}

/** Why a picked load is not acted on: it is closed or snoozed, or somebody has it. @param sub the signed-in person */
export function omissionOf(
  load_id: string,
  triage: LoadTriage | null | undefined,
  act: TriageAct,
  sub: string,
  now: number,
): LeftOut {
  if (!triage) return { load_id, why: 'No exception' };
  const is_taken = act.kind === 'assign' && !triage.closed;
  return { load_id, why: (is_taken ? null : stateText(triage, now)) ?? ownerText(triage, sub) };
}

/** `LD-1 stays as it is: Ann, 2 min ago: Taken. LD-2, LD-3, LD-4 and 2 more stay as they are: Already resolved.` */
export const leftOutText = (left_out: readonly LeftOut[], nameOf: (load_id: string) => string): string =>
  [...Map.groupBy(left_out, ({ why }) => why)]
    .map(([why, loads]) => {
      const names = namedText(loads.map(({ load_id }) => nameOf(load_id)));
      return `${names} ${plural(loads.length, 'stays as it is', 'stay as they are')}: ${why}.`;
    })
    .join(' ');
