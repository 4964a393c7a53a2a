/** The handover in words, the same on the screen, in print and as text. Times are absolute, because a text is read later. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import { HANDOVER_PERIOD_MS, type HandoverItem } from '@waypost/contract/api/triage';
import { appointmentsOf, plannedStart } from '@waypost/triage/plan';
import { isCause } from '@waypost/triage/score';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { contactOfLoad, firstToCall, phoneText } from '../../../live/ContactLine.tsx';
import { fleetName } from '../../../live/fleets.ts';
import { isolated } from '../../../ui/bidi.ts';
import { dockTime, fullDateTime, shortDateTime } from '../../../ui/time.ts';
import { countText, placeText } from '../../../ui/units.ts';
import { causeText, pickupText } from '../cause-words.ts';
import { estimateWords, etaWithStop, nextStopTitle } from '../estimate-basis.ts';
import { sentenceOf } from '../explain.ts';
import { nextStopWords, shownStop } from '../next-stop.ts';
import { stopZone } from '../predicted.ts';
import { eventText, outcomeText, stateText } from '../triage/words.ts';
import { vehicleName } from '../vehicle-name.ts';

export interface HandoverLoad {
  readonly item: HandoverItem;
  readonly load: BoardLoad;
  readonly cause: string;
  /** Null: no number is known. */
  readonly call_first: CallFirst | null;
}

interface LoadWords {
  readonly load_id: string;
  readonly name: string;
  /** What only this load has: its position, next stop, lateness and last change. */
  readonly text: string;
  readonly note: string | null;
  /** Its truck, its carrier and whom to call there. */
  readonly carrier: string | null;
  /** Follows the carrier, and is never wrapped; null: no number is known. */
  readonly phone: string | null;
  readonly call: string | null;
}

/** Loads with one cause. */
export interface CauseWords {
  readonly cause: string;
  readonly title: string;
  /** What holds for all of its loads; empty: nothing. */
  readonly common: string;
  readonly loads: readonly LoadWords[];
}

/** Causes whose own sentence is their title in other words. */
const RESTATES_TITLE: ReadonlySet<string> = new Set([
  'read_forbidden',
  'read_not_found',
  'no_signal',
  'overdue',
  'unconfirmed',
  'read_failed',
]);
/** Causes whose own sentence says where and when the truck was last seen. */
const SAYS_WHERE: ReadonlySet<string> = new Set(['stale', 'stale_driving']);
/** Causes of loads without a truck, where the time of pickup matters. */
const SAYS_PICKUP: ReadonlySet<string> = new Set(['unassigned', 'none_sent', 'unassigned_waiting']);

/** @param loads worst first; causes are in the order of their first loads @param now the server's clock */
export function wordsByCause(loads: readonly HandoverLoad[], now: number): CauseWords[] {
  return [...Map.groupBy(loads, ({ cause }) => cause)].map(([cause, group]) => {
    const sentences = group.map(({ load }) => causeSentences(load, cause, now));
    const common = (sentence: string) => group.length > 1 && sentences.every((own) => own.includes(sentence));
    return {
      cause,
      title: causeText(cause),
      common: paragraph((sentences[0] ?? []).filter(common)),
      loads: group.map((entry, at) => {
        const own = (sentences[at] ?? []).filter((sentence) => !common(sentence));
        return loadWords(entry, own, now);
      }),
    };
  });
}

/** What is wrong with a load and why, without what its title or its next stop say. */
function causeSentences(load: BoardLoad, cause: string, now: number): string[] {
  if (!isCause(cause)) return [];
  // The basis of each estimate is explained on the load.
  if (cause === 'running_late')
    return ['Arrival and lateness are our estimates.', 'Call the carrier, then tell the receiver.'];
  const { what, why } = sentenceOf(load, cause, now);
  const title = causeText(cause);
  const own = SAYS_PICKUP.has(cause)
    ? pickupTimeText(load, now)
    : RESTATES_TITLE.has(cause) || what === title
      ? null
      : what.replace(`${title}. `, '');
  const sentences = why.split(/(?<=[.?!])\s+/).filter((sentence) => sentence !== '');
  return own === null ? sentences : [own, ...sentences];
}

function pickupTimeText(load: BoardLoad, now: number): string | null {
  const start = plannedStart(load);
  const zone = stopZone(load, appointmentsOf(load.stops)[0]?.sequence);
  return start === null ? null : `Pickup ${start > now ? '' : 'was '}due ${dockTime(start, now, zone)}`;
}

function loadWords(entry: HandoverLoad, own: readonly string[], now: number): LoadWords {
  const { item, load, cause } = entry;
  const note = load.triage?.last_note;
  const call = callText(load, now);
  const of_call = call !== null && note && isNoteOfCall(note, load);
  const facts = [
    ...own,
    SAYS_WHERE.has(cause) ? null : whereText(load, now),
    // Its own sentence says the appointment and how late it is.
    cause === 'late' ? null : nextText(load, cause, now),
    changeText(item, load, now),
  ];
  return {
    load_id: load.load_id,
    name: load.load_ref ?? load.load_id,
    text: paragraph(facts.filter((fact) => fact !== null)),
    note:
      note && !of_call
        ? `Note by ${isolated(note.by_name)}, ${shortDateTime(note.at, now)}: ${note.text}`
        : null,
    carrier: carrierText(entry),
    phone: entry.call_first?.phone ?? null,
    call,
  };
}

/** What was noted with the last call, whose line says it. */
const isNoteOfCall = (note: NonNullable<LoadTriage['last_note']>, { last_call }: BoardLoad): boolean =>
  last_call?.at === note.at && last_call.by_name === note.by_name && last_call.text === note.text;

/** `Truck: Unit 1187. Carrier: Ironwood Transport. Call first: Ann Lee, ` before her number; null when nothing of it is known. */
function carrierText({ load: { vehicle_assignment, fleet }, call_first }: HandoverLoad): string | null {
  const facts = [
    vehicle_assignment && `Truck: ${isolated(vehicleName(vehicle_assignment.vehicle))}`,
    fleet && `Carrier: ${isolated(fleetName(fleet))}`,
    call_first && `Call first: ${isolated(call_first.name)}, `,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : facts.join('. ');
}

/**
 * `Call by Ann, 14:30: left message. Gate 4 is closed`, `Call by Ann, 14:30: ETA 16:10 PST`, of another stop than the next one
 * `ETA 16:10 PST to Denver DC 5`, without an ETA that holds `ETA that no longer counts`; null without a call within the handover period.
 */
function callText(load: BoardLoad, now: number): string | null {
  const { last_call, dispatcher_eta: eta } = load;
  if (!last_call || now - Date.parse(last_call.at) > HANDOVER_PERIOD_MS) return null;
  const { by_name, at, outcome, text } = last_call;
  const holds =
    eta?.set_at === at &&
    ` ${
      eta.stop_sequence === shownStop(load, now)?.sequence
        ? dockTime(eta.at, now, stopZone(load, eta.stop_sequence))
        : etaWithStop(load, eta, now)
    }`;
  const told = holds || (outcome === 'eta' ? ' that no longer counts' : '');
  const call = `Call by ${isolated(by_name)}, ${shortDateTime(at, now)}: ${outcomeText(outcome)}${told}`;
  return text === null ? call : `${call}. ${text}`;
}

/** `Last seen 13:46, 12 mi W of Amarillo, TX` */
function whereText({ last_position, place }: BoardLoad, now: number): string | null {
  if (!last_position) return null;
  const seen = `Last seen ${shortDateTime(last_position.occurred_at, now)}`;
  return place ? `${seen}, ${placeText(place)}` : seen;
}

/** `Next stop: Denver DC 4, Appt 14:30, our ETA 15:30 to 16:30, 1 to 2 h late` */
function nextText(load: BoardLoad, cause: string, now: number): string | null {
  const next = nextStopWords(load, now);
  if (next === null) return null;
  if (next.at_stop) return nextStopTitle(load, now);
  const [eta = '', lateness = ''] = estimateWords(load, now);
  // Other causes without a truck say it themselves.
  const pickup = cause === 'unmatched' ? pickupText(load, now) : '';
  const parts = [isolated(next.stop), pickup, next.time, eta.replace('Our', 'our'), next.late || lateness];
  // Without times, which stop is next is unknown.
  const what = shownStop(load, now) ? 'Next stop' : 'Destination';
  return `${what}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** The snooze, or the last change that the cause does not say. */
function changeText({ last_change }: HandoverItem, { triage }: BoardLoad, now: number): string | null {
  if (triage?.snooze) return stateText(triage, now);
  // A call has a line of its own.
  if (!last_change || last_change.kind === 'call') return null;
  const { kind, by, at, cause } = last_change;
  if ((kind === 'opened' || kind === 'returned') && cause === triage?.cause)
    return `Since ${shortDateTime(triage.opened_at, now)}`;
  return `${eventText(last_change, now)}, ${by ? `${isolated(by.name)}, ` : ''}${shortDateTime(at, now)}`;
}

const ends = /[.?!…]$/;
const paragraph = (sentences: readonly string[]): string =>
  sentences.map((sentence) => (ends.test(sentence) ? sentence : `${sentence}.`)).join(' ');

export interface Handover {
  readonly from: string;
  /** Null: whoever comes next. */
  readonly to: string | null;
  /** Note for the shift; empty: none. */
  readonly note: string;
  /** Contacts could not be read. */
  readonly no_contacts: boolean;
}

/** `Note from Ama Boateng for the shift (Nov 20, 14:30): Dock 4 is closed`, each once. @param now the server's clock */
export const earlierNotes = (loads: readonly HandoverLoad[], now: number): string[] => [
  ...new Set(
    loads.flatMap(({ item: { taken_over } }) =>
      taken_over?.text
        ? [
            `Note from ${isolated(taken_over.from.name)} for the shift (${shortDateTime(taken_over.at, now)}): ${taken_over.text}`,
          ]
        : [],
    ),
  ),
];

export const NO_CONTACTS = "Contacts couldn't be loaded, so numbers to call may be missing.";

/** `Handover from Dana Ortiz to Ben Smith, Nov 20, 2026, 14:30:05 CST` */
export function handoverTitle({ from, to }: Handover, now: number): string {
  return `Handover from ${isolated(from)}${to === null ? '' : ` to ${isolated(to)}`}, ${fullDateTime(now)}`;
}

/** The handover as text, for a message or a log. @param now the server's clock */
export function handoverText(handover: Handover, loads: readonly HandoverLoad[], now: number): string {
  const note = handover.note.trim();
  return [
    `${handoverTitle(handover, now)}: ${countText(loads.length, 'load')}`,
    ...(note === '' ? [] : [`Note for the shift: ${note}`]),
    ...earlierNotes(loads, now),
    ...(handover.no_contacts ? [NO_CONTACTS] : []),
    ...wordsByCause(loads, now).map(({ title, common, loads: words }) =>
      [
        `${title} (${countText(words.length, 'load')})`,
        ...(common === '' ? [] : [common]),
        ...words.map(({ name, text, note: own, carrier, phone, call }) =>
          [
            `- ${name}${text === '' ? '' : `: ${text}`}`,
            ...[carrier && carrier + (phone === null ? '' : isolated(phoneText(phone))), call, own].flatMap(
              (line) => (line === null ? [] : [`  ${line}`]),
            ),
          ].join('\n'),
        ),
      ].join('\n'),
    ),
  ].join('\n\n');
}

interface CallFirst {
  readonly name: string;
  readonly phone: string;
}

export type CallFirstOf = (load: BoardLoad) => CallFirst | null;

const READ = { staleTime: 15_000, background: 'after_first' } as const;

/** Null while it is being read. A failed read, the `error`, leaves out what it would have told. */
export function useCallFirst() {
  const contacts = useRead(CONTACT_ROUTES.listContacts, queryKeys.contacts(), READ);
  const fleets = useRead(CONTACT_ROUTES.listFleets, queryKeys.fleets(), READ);
  if (contacts.isPending || fleets.isPending) return null;
  const of_fleet = Map.groupBy(contacts.data?.items ?? [], ({ fleet_id }) => fleet_id);
  const companies = new Map(fleets.data?.items.map(({ fleet_id, phone }) => [fleet_id, phone]));
  const of: CallFirstOf = (load) => {
    const fleet_id = load.fleet?.fleet_id ?? '';
    const company = { name: 'Company', phone: companies.get(fleet_id) ?? null };
    const known = [firstToCall(of_fleet.get(fleet_id) ?? []), company, contactOfLoad(load)];
    for (const one of known) if (one?.phone) return { name: one.name, phone: one.phone };
    return null;
  };
  const failed = [contacts, fleets].filter(({ data }) => data === undefined);
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return { of, error: failed[0]?.error ?? null, retry };
}
