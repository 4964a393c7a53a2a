/** The activity log in sentences: what was done to what, and what is worth knowing of it. */
import type { ActionName } from '@waypost/contract/api/activity-words';
import { SHARE_WORD } from '@waypost/contract/api/invitation-stage';
import type { ShareMethod } from '@waypost/contract/api/invitations';
import type { CallOutcome, CloseReason } from '@waypost/contract/api/load-triage';
import { LANGUAGES_IN_ENGLISH, type MessageLanguage } from '@waypost/contract/api/message-text';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { isolated } from '../ui/bidi.ts';
import { readableName } from '../ui/readable-name.ts';
import { personZone } from '../ui/time.ts';
import { countText, numberText } from '../ui/units.ts';
import { minuteText } from '../ui/zoned.ts';
import {
  type ActivityRow,
  actionText,
  differenceTexts,
  reasonText,
  shortened,
  targetText,
} from './activity-log.ts';
import { jobKindText } from './job-kinds.ts';
import { archivedText, CALL_WORDS, CLOSE_WORDS } from './outcome-words.ts';
import { eventText } from './outgoing-events.ts';

type Detail = Readonly<Record<string, unknown>>;

interface Sentence {
  /** `{}`: its subject, or what `noun` says when there is none. */
  readonly head: string | ((detail: Detail) => string);
  readonly noun: string;
  /** In place of `head` for a group, which otherwise names the first of it; false: not for this one. */
  readonly many?: (count: number, detail: Detail) => string | false;
  /** What the subject is, if the target does not name it. */
  readonly subject?: (detail: Detail, target: string) => string;
  /** Further parts; false and empty ones are left out. */
  readonly more?: (detail: Detail) => readonly (string | false)[];
}

export interface ActivitySentence {
  /** `Called the carrier of LD-40821` */
  readonly head: string;
  /** `ETA given, Nov 24, 14:30 CST`; empty: nothing more. */
  readonly more: string;
}

const MAX_NAMES = 3;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const record = (value: unknown): Detail =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Detail) : {};
const time = (value: unknown): string => (text(value) === '' ? '' : minuteText(text(value), personZone()));
const before = (word: string, value: string): string | false => value !== '' && `${word} ${value}`;
const counted = (value: unknown, ...nouns: [string, string?]): string | false =>
  number(value) > 0 && countText(number(value), ...nouns);
/** Counts with their words: `3 added`; none is left out. */
const counts = (detail: Detail, names: readonly string[]): readonly (string | false)[] =>
  names.map((name) => number(detail[name]) > 0 && `${numberText(number(detail[name]))} ${name}`);
/** `Ann, Bo, Cy and 2 more` */
function names(all: readonly string[], total = all.length): string {
  const shown = all.slice(0, MAX_NAMES).map(isolated);
  const more = Math.max(total, all.length) - shown.length;
  return shown.join(', ') + (more > 0 && shown.length > 0 ? ` and ${more} more` : '');
}

const eventNames = (events: unknown): string => names(list(events).map(eventText));

const loads = (detail: Detail): string => names(list(detail.load_refs), number(detail.loads));
const addedNames = (detail: Detail): string => names(list(detail.load_refs), number(detail.added));
const load = (detail: Detail): string => text(detail.load_ref);
const archived = (detail: Detail): string =>
  names(
    list(detail.loads).map((one) => one.split(': ')[0] ?? ''),
    number(detail.count),
  );
const about =
  (noun: string, subject?: Sentence['subject']) =>
  (head: Sentence['head'], more?: Sentence['more']): Sentence => ({
    head,
    noun,
    ...(subject && { subject }),
    ...(more && { more }),
  });
const ofLoads = about('loads', loads);
const ofLoad = about('a load', load);
const ofFleet = about('a fleet');
/** Names nothing: the act is all there is to say. */
const alone = about('', () => '');
const named = (head: string, noun: string, more?: Sentence['more']) => about(noun)(head, more);

/** Entries of earlier versions do not have the fleet. */
const ofContact = (head: string): Sentence => ({
  head: ({ fleet_name }) => (text(fleet_name) === '' ? head : `${head} of ${isolated(text(fleet_name))}`),
  noun: '',
});
const ofWebhook = (head: string, more?: Sentence['more']): Sentence => ({
  head: ({ url }) => (text(url) === '' ? head : `${head} to {}`),
  noun: '',
  subject: ({ url }) => isolated(text(url)),
  ...(more && { more }),
});

const emailedMany = (count: number): string => `Emailed ${countText(count, 'invitation')}`;
const CALLED = 'Called the carrier of {}';
const CREATED_KIND: Readonly<Record<string, string>> = {
  invitation: 'an invitation',
  user: 'a driver user',
  monitor: 'a monitor',
  load: 'a load',
};
const BULK_ROWS: Readonly<Record<string, string>> = { invitation: 'invitation', user: 'driver user' };
/** States of the rows of a bulk job. */
const ROW_COUNTS = {
  done: 'created or renewed',
  failed: 'not created',
  unknown: 'not confirmed',
  held: 'held',
  invalid: 'not sent because of problems in the file',
  skipped: 'not sent because they existed already',
  cancelled: 'not sent because the job was cancelled',
} as const;
/** Where they differ; no user is renewed. */
const KIND_COUNTS: Readonly<Record<string, object>> = {
  invitation: { skipped: 'not sent because the fleet already shares' },
  user: { done: 'created' },
};
const rowCounts = (detail: Detail) =>
  // Entries of before do not have the kind.
  Object.entries({ ...ROW_COUNTS, ...KIND_COUNTS[text(detail.kind)] }).map(([state, words]) => {
    // Held rows are stored as invalid ones.
    const count = number(detail[state]) - (state === 'invalid' ? number(detail.held) : 0);
    return count > 0 && `${numberText(count)} ${words}`;
  });
const UNDONE: Readonly<Record<string, string>> = {
  assign: 'an assignment',
  note: 'a note',
  snooze: 'a snooze',
  wake: 'the end of a snooze',
  close: 'a closing',
  reopen: 'a reopening',
  offer: 'a handover',
  call: 'a call',
  clear_eta: 'the clearing of an ETA',
};

/** A row for each kind of entry; a test compares them with the server's. */
export const SENTENCES: Readonly<Record<ActionName, Sentence>> = {
  sign_in: alone('Signed in'),
  sign_out: alone('Signed out'),
  session_ended: alone('Session ended', (detail) => [
    before('by the', text(detail.by)),
    counted(detail.sessions, 'session'),
  ]),

  post_load: named('Posted {}', 'a load'),
  correct_load: ofLoad('Corrected {}'),
  watch_loads: {
    head: (detail) =>
      `Added ${addedNames(detail) ? '{}' : countText(number(detail.added), 'load')} to the board`,
    noun: '',
    subject: addedNames,
  },
  say_identifiers: ofLoad(({ after }) =>
    after === false
      ? 'Marked that no truck identifiers were sent with {}'
      : 'Marked that truck identifiers were sent with {}',
  ),
  set_carrier_phone: ofLoad("Set the carrier's number of {}"),
  unwatch_load: ofLoad('Removed {} from the board'),
  archive_loads: {
    head: 'Archived {}',
    noun: 'loads that were delivered',
    subject: archived,
    more: (detail) => [...new Set(list(detail.loads).map(archivedText))],
  },
  restore_loads: { head: 'Restored {} to the board', noun: 'loads', subject: archived },
  create_share_link: ofLoad('Created a share link of {}', (detail) => [
    before('until', time(detail.expires_at)),
    detail.shows_vehicle === true ? 'shows the truck' : 'does not show the truck',
  ]),
  revoke_share_link: ofLoad('Revoked a share link of {}', (detail) => [
    number(detail.opened) > 0 ? `opened ${countText(number(detail.opened), 'time')}` : 'never opened',
  ]),
  keep_load: ofLoad('Kept {} on the board', (detail) => [
    text(detail.leaving) !== '' && `was to leave: ${archivedText(text(detail.leaving))}`,
  ]),
  read_load: ofLoad('Refreshed {}'),
  create_load_list: named('Created the team list {}', '', (detail) => [counted(detail.loads, 'load')]),
  update_load_list: named('Renamed or shared the list {}', '', (detail) => [
    before('before:', text(record(detail.before).name)),
  ]),
  delete_load_list: named('Deleted the team list {}', '', (detail) => [counted(detail.loads, 'load')]),
  change_listed_loads: named('Changed the loads of the team list {}', '', (detail) =>
    counts(detail, ['added', 'removed']),
  ),

  assign_exception: ofLoads(({ owner }) =>
    text(owner) === '' ? 'Released {}' : `Assigned {} to ${isolated(text(owner))}`,
  ),
  note_exception: ofLoads('Added a note to {}', (detail) => [text(detail.text)]),
  snooze_exception: ofLoads('Snoozed {}', (detail) => [
    text(detail.until) === '' ? 'until something changes' : `until ${time(detail.until)}`,
  ]),
  wake_exception: ofLoads('Ended the snooze of {}'),
  close_exception: ofLoads('Closed {}', (detail) => [
    CLOSE_WORDS[detail.reason as CloseReason] ?? '',
    text(detail.text),
  ]),
  reopen_exception: ofLoads('Reopened {}'),
  decline_exception: ofLoads('Declined the handover of {}'),
  offer_exception: ofLoads(
    ({ owner }) => `Handed {} over to ${text(owner) === '' ? 'whoever comes next' : isolated(text(owner))}`,
    (detail) => [text(detail.text)],
  ),
  call_carrier: ofLoads(CALLED, (detail) => {
    const eta = time(record(detail.eta).at);
    return [
      eta === '' ? (CALL_WORDS[detail.outcome as CallOutcome] ?? '') : `ETA given, ${eta}`,
      text(detail.text),
      before('snoozed until', time(detail.snooze_until)),
    ];
  }),
  clear_eta: ofLoads('Cleared the ETA of {}'),
  create_view: named('Saved the team view {}', ''),
  update_view: named('Changed the team view {}', ''),
  delete_view: named('Deleted the team view {}', ''),
  undo_exception_act: ofLoads(({ undone }) => `Undid ${UNDONE[text(undone)] ?? 'a triage action'} of {}`),

  create_monitor: named('Created the monitor {}', ''),
  cancel_monitor: named('Cancelled the monitor {}', ''),
  link_monitor: ofLoad('Linked a monitor to {}'),
  create_site: named('Added the site {}', ''),
  update_site: named('Changed the site {}', ''),
  delete_site: named('Deleted the site {}', ''),
  import_sites: named('Imported sites', '', (detail) => counts(detail, ['added', 'replaced', 'kept'])),

  create_invitation: ofFleet('Invited {}'),
  refresh_invitation: ofFleet('Renewed the invitation of {}'),
  show_invitation_link: ofFleet('Viewed the invitation link of {}'),
  share_invitation: {
    ...ofFleet(
      ({ how }) => `${SHARE_WORD[how as ShareMethod] ?? 'Gave out the link'}: {}`,
      (detail) => [before('to', text(detail.to))],
    ),
    many: (count, { how }) => how === 'emailed' && emailedMany(count),
  },
  unshare_invitation: ofFleet('Marked the invitation of {} as not shared'),
  email_invitation: {
    ...ofFleet('Emailed the invitation of {}', (detail) => [before('to', text(detail.to))]),
    many: emailedMany,
  },
  email_bulk_job: named('Emailed the invitations of {}', 'a bulk job', (detail) => [
    counted(detail.emails, 'email'),
  ]),
  cancel_emails: named('Cancelled emails of {}', 'an invitation', (detail) => [
    before('to', text(detail.to)),
    counted(detail.emails, 'email'),
  ]),
  export_invitation_links: named('Exported the invitation links of {}', 'a bulk job', (detail) => [
    counted(detail.links, 'link'),
    names(list(detail.fleets)),
  ]),
  send_test_email: named('Sent a test email to {}', 'themselves'),
  remind_fleet: ofFleet('Reminded {} by email', (detail) => [
    before('to', text(detail.to)),
    number(detail.reminder) > 0 && `reminder ${number(detail.reminder)}`,
  ]),
  opt_out_of_emails: named('Unsubscribed {} from emails', 'an address'),
  opt_in_to_emails: named('Allowed emails to {} again', 'an address'),
  chase_invitation: ofFleet('Followed up with {}', (detail) => [
    text(detail.note),
    before('next', time(detail.follow_up_at)),
  ]),
  postpone_invitation: ofFleet('Postponed the follow-up with {}', (detail) => [
    before('to', time(detail.follow_up_at)),
    text(detail.note),
  ]),
  undo_follow_up: ofFleet('Undid a follow-up with {}', (detail) => [text(detail.note)]),
  delete_invitation: ofFleet('Withdrew the invitation of {}'),
  delete_tms_invitation: alone('Deleted a TMS invitation'),

  update_agreement: ofFleet('Changed the agreement with {}'),
  cancel_agreement: ofFleet('Cancelled the agreement with {}'),
  delete_agreement: ofFleet('Deleted the agreement with {}'),
  delete_connection: ofFleet('Deleted a connection of {}', (detail) => [
    text(record(detail.before).source_name),
  ]),

  create_contact: ofContact('Added the contact {}'),
  update_contact: ofContact('Changed the contact {}'),
  delete_contact: ofContact('Deleted the contact {}'),
  import_contacts: named('Imported contacts', '', ({ added, replaced, kept }) =>
    counts({ added, updated: replaced, kept }, ['added', 'updated', 'kept']),
  ),

  create_user: named('Created the driver user {}', 'without a name'),

  create_bulk_job: named('Started the bulk job {}', '', (detail) => [
    counted(detail.rows, BULK_ROWS[text(detail.kind)] ?? 'row'),
    ...rowCounts({ held: detail.held, invalid: detail.invalid }),
  ]),
  undo_bulk_job: named('Withdrew what the bulk job {} created', '', (detail) => [
    counted(detail.rows, 'row'),
  ]),
  pause_bulk_job: named('Paused the bulk job {}', ''),
  resume_bulk_job: named('Resumed the bulk job {}', ''),
  cancel_bulk_job: named('Cancelled the bulk job {}', ''),
  finish_bulk_job: named('The bulk job {} ended', '', (detail) => [
    // One part, because none of the counts is left out.
    rowCounts(detail).filter(Boolean).join('; '),
  ]),

  update_company: named('Changed company settings', ''),
  update_message: {
    head: 'Changed the message to fleets in {}',
    noun: 'a language',
    subject: (_, target) => LANGUAGES_IN_ENGLISH[target as MessageLanguage] ?? '',
  },
  end_service_pause: named('Ended a rate limit pause', '', (detail) => [
    before('it would have lasted until', time(detail.paused_until)),
  ]),
  resolve_intent: {
    head: ({ kind }) => `Resolved ${CREATED_KIND[text(kind)] ?? 'a request'} that was not confirmed: {}`,
    noun: 'no reference',
  },
  subscribe_hook: named('Subscribed to events of {}', 'the tracking service'),
  register_hook: named('Registered an address for events of {}', 'the tracking service', (detail) => [
    detail.signed === true ? 'signed' : detail.signed === false && 'not signed',
  ]),
  replay_delivery: alone('Processed a delivery again', (detail) => [text(detail.event_name)]),
  verify_deliveries: named('Verified deliveries of {} again', 'the tracking service'),
  request_replay: named('Requested missed events of {}', 'the tracking service', (detail) => [
    before('from', time(detail.from)),
    before('to', time(detail.to)),
  ]),
  sign_out_person: named('Signed out {}', 'a person', (detail) => [counted(detail.sessions, 'session')]),
  create_wall_screen: named('Created the wall screen {}', ''),
  revoke_wall_screen: named('Revoked the link of the wall screen {}', ''),
  open_wall_screen: named('A browser opened the link of the wall screen {}', ''),
  create_api_key: named('Created the API key {}', '', (detail) => [
    list(detail.rights)
      .map((right) => readableName(right).toLowerCase())
      .join(', '),
    before('until', time(detail.expires_at)),
  ]),
  rotate_api_key: named('Replaced the API key {}', '', (detail) => [
    number(detail.overlap_hours) > 0 &&
      `the old one works for ${countText(number(detail.overlap_hours), 'hour')}`,
  ]),
  revoke_api_key: named('Revoked the API key {}', ''),
  refuse_api_key: alone('Rejected a request with an API key', (detail) => [
    [text(detail.method), text(detail.path)].filter(Boolean).join(' '),
    before('from', text(detail.address)),
  ]),
  create_outgoing_webhook: named('Added the outgoing webhook {}', '', (detail) => [
    eventNames(detail.events),
  ]),
  update_outgoing_webhook: ofWebhook('Changed the outgoing webhook', (detail) => [
    detail.active === true ? 'turned on' : detail.active === false && 'turned off',
    eventNames(detail.events),
  ]),
  replace_outgoing_secret: named('Replaced the signing secret of {}', 'an outgoing webhook', (detail) => [
    number(detail.overlap_hours) > 0 &&
      `the old one works for ${countText(number(detail.overlap_hours), 'hour')}`,
  ]),
  turn_off_outgoing_webhook: {
    head: 'Turned off the outgoing webhook to {}',
    noun: 'an address',
    // Earlier versions logged the host.
    subject: ({ url, host }) => isolated(text(url) || text(host)),
  },
  test_outgoing_webhook: ofWebhook('Sent a test event'),
  delete_outgoing_webhook: named('Deleted the outgoing webhook {}', ''),
  resend_outgoing_delivery: ofWebhook('Sent an outgoing event again', (detail) => [
    eventText(text(detail.event_name)),
  ]),
  replay_outgoing_events: ofWebhook('Sent outgoing events of a period again', (detail) => [
    counted(detail.events, 'event'),
    before('from', time(detail.since)),
    before('to', time(detail.until)),
  ]),
  retry_job: {
    head: ({ jobs }) => (number(jobs) > 1 ? 'Retried jobs: {}' : 'Retried a job: {}'),
    noun: '',
    subject: (_, target) => jobKindText(target),
    more: (detail) => [text(detail.problem)],
  },
};

/** Codes in `reason` that the sentence says in words. */
const SAYS_REASON: readonly string[] = ['close_exception'];

const rowOf = (action: string): Sentence | null =>
  Object.hasOwn(SENTENCES, action) ? SENTENCES[action as ActionName] : null;

/** Of a group, only what is true of each of its entries: a part that differs would be read as that of all. */
export function sentenceOf({ others = [], ...first }: ActivityRow): ActivitySentence {
  const { head, parts } = partsOf(first);
  const other_parts = others.map((one) => partsOf(one).parts);
  const many = rowOf(first.action)?.many?.(others.length + 1, first.detail ?? {});
  return {
    head:
      others.length === 0
        ? head
        : many
          ? withOutcome(first, many)
          : `${head} and ${numberText(others.length)} more`,
    more: shortened(parts.filter((part) => other_parts.every((of) => of.includes(part)))),
  };
}

/** "Created …" alone would read as if it had been. */
const withOutcome = ({ outcome }: ActivityEntry, done: string): string =>
  outcome === 'failed' ? `Failed: ${done.charAt(0).toLowerCase()}${done.slice(1)}` : done;

/** An action that a newer server has added is shown by its name and target. */
function partsOf(entry: ActivityEntry): { readonly head: string; readonly parts: readonly string[] } {
  const { action, target } = entry;
  const detail = entry.detail ?? {};
  const row = rowOf(action);
  const subject = row?.subject ? row.subject(detail, target ?? '') : isolated(targetText(entry));
  const template =
    row === null ? `${actionText(action)} {}` : typeof row.head === 'function' ? row.head(detail) : row.head;
  const reason = SAYS_REASON.includes(action) ? null : reasonText(entry);
  const more = [reason, ...(row?.more?.(detail) ?? []), ...differenceTexts(entry.detail)];
  const done = template
    .replace('{}', () => subject || (row?.noun ?? ''))
    .replace(/ +/g, ' ')
    .trim();
  return { head: withOutcome(entry, done), parts: more.flatMap((part) => part || []) };
}

export function activityText(entry: ActivityEntry): string {
  const { head, more } = sentenceOf(entry);
  return more === '' ? head : `${head}: ${more}`;
}
