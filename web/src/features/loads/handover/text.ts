/** A handover as text, for a message or a log: what each load is about, what changed on it, its notes. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { HandoverItem } from '@waypost/contract/api/triage';
import { isCause } from '@waypost/triage/score';
import { ageText, fullDateTime, shortDateTime } from '../../../ui/time.ts';
import { placeText } from '../../../ui/units.ts';
import { causeText } from '../cause-words.ts';
import { sentenceOf } from '../explain.ts';
import { nextStopWords } from '../next-stop.ts';
import { eventText, stateText } from '../triage/words.ts';

export interface HandedLoad {
  readonly item: HandoverItem;
  readonly load: BoardLoad;
  readonly cause: string;
}

/** What is wrong and why, in two sentences. @param now the server's clock */
export function whatText({ load, cause }: HandedLoad, now: number): string {
  if (!isCause(cause)) return causeText(cause);
  const { what, why } = sentenceOf(load, cause, now);
  return `${what}. ${why}`;
}

/** `12 mi W of Amarillo, TX, 14 min ago`; null: it has no position. */
export function whereText({ load }: HandedLoad, now: number): string | null {
  if (!load.last_position) return null;
  const age = `${ageText(load.last_position.occurred_at, now)} ago`;
  return load.place ? `${placeText(load.place)}, ${age}` : `Position ${age}`;
}

/** `Denver DC 4, 14:30, 2 h late`; null: nothing is planned. */
export function nextText({ load }: HandedLoad, now: number): string | null {
  const next = nextStopWords(load, now);
  return next && [next.stop, next.time, next.late].filter((part) => part !== '').join(', ');
}

function linesOf(handed: HandedLoad, now: number): string[] {
  const { item, load } = handed;
  const where = whereText(handed, now);
  const next = nextText(handed, now);
  const state = load.triage ? stateText(load.triage, now) : null;
  return [
    `${load.load_ref ?? load.load_id}: ${whatText(handed, now)}`,
    ...(where ? [`  Last seen: ${where}`] : []),
    ...(next ? [`  Next: ${next}`] : []),
    ...(state ? [`  ${state}`] : []),
    ...item.changes.map((event) => {
      const who = event.by ? `, ${event.by.name}` : '';
      return `  ${shortDateTime(event.at, now)}${who}: ${eventText(event, now, causeText)}`;
    }),
    ...item.notes.map(({ text, by_name, at }) => `  Note, ${shortDateTime(at, now)}, ${by_name}: ${text}`),
  ];
}

/** @param name who is handing over; @param now the server's clock */
export function handoverText(name: string, loads: readonly HandedLoad[], now: number): string {
  const count = loads.length === 1 ? '1 load' : `${loads.length} loads`;
  const head = `Handover, ${name}, ${fullDateTime(now)}: ${count}`;
  return [head, ...loads.map((handed) => linesOf(handed, now).join('\n'))].join('\n\n');
}
