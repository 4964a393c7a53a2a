/** Formats activity log entries: actor, action, target and changes. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { purposeTitle } from '../api/webhooks.ts';
import { isolated } from '../ui/bidi.ts';
import { readablePath } from '../ui/readable-name.ts';
import { personZone } from '../ui/time.ts';
import { minuteText } from '../ui/zoned.ts';
import { ARCHIVE_WORDS } from './load-words.ts';

/** Nobody is known after a failed sign-in or a request with a wrong API key. */
const BY_STRANGERS: readonly string[] = ['sign_in', 'refuse_api_key'];

export const whoText = ({ name, sub, action }: ActivityEntry): string =>
  name ?? sub ?? (BY_STRANGERS.includes(action) ? 'Unknown' : 'Waypost (automatic)');

/** Acts on an event subscription that are not named after it. */
const OF_PURPOSE: readonly string[] = ['verify_deliveries', 'request_replay'];

/** A fleet by name and reference; an id by the name logged with it; an event subscription by its purpose. */
export function targetText({ action, target, fleet_name, detail }: ActivityEntry): string {
  if (action.endsWith('_hook') || OF_PURPOSE.includes(action)) return purposeTitle(target ?? '');
  if (fleet_name && fleet_name !== target) return `${fleet_name}, ${target}`;
  if (target !== null && !UUID.test(target)) return target;
  const name = NAMES.map((field) => detail?.[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : '';
}

const COPY_MS = 60_000;

/** Without the reading of a link that its reader then copied: one click is one entry. Newest first. */
export function oncePerCopy(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const copies = entries.filter(
    ({ action, detail }) => action === 'share_invitation' && detail?.how === 'copied',
  );
  const isOfCopy = ({ action, target, sub, at }: ActivityEntry) =>
    action === 'show_invitation_link' &&
    copies.some((copy) => {
      const later_ms = Date.parse(copy.at) - Date.parse(at);
      return copy.target === target && copy.sub === sub && later_ms >= 0 && later_ms < COPY_MS;
    });
  return copies.length === 0 ? entries : entries.filter((entry) => !isOfCopy(entry));
}

/** Acts that are often done with many at once, and rarely twice with one. */
const ON_MANY: readonly string[] = [
  'create_invitation',
  'refresh_invitation',
  'share_invitation',
  'unshare_invitation',
  'chase_invitation',
  'delete_invitation',
  'update_agreement',
];
/** Between two of one act; the tracking service may slow it down. */
const TOGETHER_MS = 5_000;

export interface ActivityRow extends ActivityEntry {
  /** Earlier entries of the same act on many. */
  readonly others?: readonly ActivityEntry[];
}

/** What a person did with many at once is one row. Newest first. */
export function oncePerAct(entries: readonly ActivityEntry[]): readonly ActivityRow[] {
  const rows: { readonly first: ActivityEntry; readonly others: ActivityEntry[] }[] = [];
  const open = new Map<string, (typeof rows)[number]>();
  for (const entry of entries) {
    const { action, sub, outcome, at } = entry;
    const key = JSON.stringify([action, sub, outcome]);
    const row = open.get(key);
    const latest = row && (row.others.at(-1) ?? row.first);
    if (row && latest && Date.parse(latest.at) - Date.parse(at) <= TOGETHER_MS) row.others.push(entry);
    else {
      const next = { first: entry, others: [] };
      rows.push(next);
      if (sub !== null && ON_MANY.includes(action)) open.set(key, next);
    }
  }
  return rows.map(({ first, others }) => (others.length === 0 ? first : { ...first, others }));
}

const MAX_PARTS = 3;
/** Fields that name an item, in order of preference. */
const NAMES = ['name', 'label', 'load_ref', 'fleet_ref', 'url'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `Expiration date: Nov 24, 2026, 09:00 CST → none`, or what was requested in vain, after the reason; empty without either. */
export function changeText({ detail }: Pick<ActivityEntry, 'detail'>): string {
  return shortened([reasonText({ detail }) ?? '', ...differenceTexts(detail)].filter(Boolean));
}

export const shortened = (parts: readonly string[]): string => {
  const more = parts.length - MAX_PARTS;
  return parts.slice(0, MAX_PARTS).join('; ') + (more > 0 ? `; ${more} more` : '');
};

/** Addresses that Waypost gives to the tracking service by itself; the entry's panel lists them. */
const SET_BY_WAYPOST: readonly string[] = ['success_redirect_url', 'failure_redirect_url', 'callback_url'];

export function differenceTexts(detail: ActivityEntry['detail']): readonly string[] {
  const format = (value: unknown) => isolated(valueText(value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  if (kind === 'gone') return [];
  return differences
    .filter(({ field }) => !SET_BY_WAYPOST.includes(field))
    .map(
      ({ field, before, after }) =>
        `${kind === 'wanted' ? 'Requested: ' : ''}${fieldText(field)}: ${format(before)} → ${format(after)}`,
    );
}

interface Difference {
  /** Dotted for nested fields: `permissions.vehicle`. */
  readonly field: string;
  /** Undefined: the field did not exist. */
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Flattens nested objects to dotted paths; arrays are kept as values. */
function flatten(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return path === '' ? [] : [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, value]];
  return entries.flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`));
}

export interface Change {
  /** `changed`: both sides are shown. `wanted`: the requested change was not made. `gone`: the state before a deletion. */
  readonly kind: 'changed' | 'wanted' | 'gone' | 'none';
  readonly differences: readonly Difference[];
}

const differencesOf = (before: unknown, after: unknown, only_after: boolean): readonly Difference[] => {
  const [old_fields, new_fields] = [new Map(flatten(before)), new Map(flatten(after))];
  const fields = only_after
    ? [...new_fields.keys()]
    : [...new Set([...old_fields.keys(), ...new_fields.keys()])];
  return fields
    .map((field) => ({ field, before: old_fields.get(field), after: new_fields.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
};

/** Only the fields that differ: first in the order of the old values, then of the new ones. */
export function changeOf(detail: Fields | null): Change {
  const { before, after, wanted } = detail ?? {};
  if (isObject(after)) return { kind: 'changed', differences: differencesOf(before, after, false) };
  if (isObject(wanted)) return { kind: 'wanted', differences: differencesOf(before, wanted, true) };
  if (isObject(before)) return { kind: 'gone', differences: differencesOf(before, undefined, false) };
  return { kind: 'none', differences: [] };
}

export function particulars(detail: Fields | null): readonly (readonly [string, unknown])[] {
  if (!detail) return [];
  const { before: _, after: __, wanted: ___, ...rest } = detail;
  return flatten(rest);
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** `manage_loads` -> `manage loads`; free text is unchanged. */
const wordOf = (text: string): string => (/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text);

/** `LD-48213: monitor_completed`: the format in which the log names archived loads. */
function withReason(text: string): string {
  const reason = ARCHIVE_REASONS.find((code) => text.endsWith(`: ${code}`));
  return reason ? text.slice(0, -reason.length) + ARCHIVE_WORDS[reason] : text;
}

/** @param timeText formats an ISO 8601 time in the person's zone */
export function valueText(value: unknown, timeText: (at: string) => string): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value))
    return value.length === 0
      ? 'none'
      : value.map((item) => withReason(valueText(item, timeText))).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? timeText(text) : wordOf(text);
}

export const ACTION_GROUPS = [
  {
    label: 'Sessions',
    actions: { sign_in: 'Signed in', sign_out: 'Signed out', session_ended: 'Session ended' },
  },
  {
    label: 'Loads',
    actions: {
      post_load: 'Posted a load',
      correct_load: 'Corrected a load',
      watch_loads: 'Added loads to the board',
      say_identifiers: 'Marked whether truck identifiers were sent',
      set_carrier_phone: "Set a load's carrier number",
      unwatch_load: 'Removed a load from the board',
      archive_loads: 'Archived loads that were delivered',
      restore_loads: 'Restored loads to the board',
      create_share_link: 'Created a share link',
      revoke_share_link: 'Revoked a share link',
      keep_load: 'Kept a load on the board',
      read_load: 'Refreshed a load',
      create_load_list: 'Created a team list',
      update_load_list: 'Renamed or shared a list',
      delete_load_list: 'Deleted a team list',
      change_listed_loads: 'Changed the loads of a team list',
    },
  },
  {
    label: 'Triage',
    actions: {
      assign_exception: 'Assigned exceptions',
      note_exception: 'Added a note',
      snooze_exception: 'Snoozed exceptions',
      wake_exception: 'Ended a snooze',
      close_exception: 'Closed exceptions',
      reopen_exception: 'Reopened exceptions',
      offer_exception: 'Handed loads over',
      call_carrier: 'Called the carrier',
      clear_eta: 'Cleared an ETA',
      create_view: 'Saved a team view',
      update_view: 'Changed a team view',
      delete_view: 'Deleted a team view',
      undo_exception_act: 'Undid a triage action',
    },
  },
  {
    label: 'Monitors and sites',
    actions: {
      create_monitor: 'Created a monitor',
      cancel_monitor: 'Cancelled a monitor',
      link_monitor: 'Linked a monitor to a load',
      create_site: 'Added a site',
      update_site: 'Changed a site',
      delete_site: 'Deleted a site',
      import_sites: 'Imported sites',
    },
  },
  {
    label: 'Invitations',
    actions: {
      create_invitation: 'Created an invitation',
      refresh_invitation: 'Renewed an invitation',
      show_invitation_link: 'Viewed an invitation link',
      share_invitation: 'Gave out an invitation link',
      unshare_invitation: 'Marked an invitation as not shared',
      email_invitation: 'Emailed an invitation',
      email_bulk_job: 'Emailed the invitations of a bulk job',
      cancel_emails: 'Cancelled emails',
      export_invitation_links: 'Exported invitation links',
      send_test_email: 'Sent a test email',
      remind_fleet: 'Reminded a fleet by email',
      opt_out_of_emails: 'Unsubscribed an email address',
      opt_in_to_emails: 'Allowed emails to an address again',
      chase_invitation: 'Logged a follow-up',
      postpone_invitation: 'Postponed a follow-up',
      undo_follow_up: 'Undid a follow-up',
      delete_invitation: 'Withdrew an invitation',
      delete_tms_invitation: 'Deleted a TMS invitation',
    },
  },
  {
    label: 'Agreements and connections',
    actions: {
      update_agreement: 'Changed an agreement',
      cancel_agreement: 'Cancelled an agreement',
      delete_agreement: 'Deleted an agreement',
      delete_connection: 'Deleted a connection',
    },
  },
  {
    label: 'Contacts',
    actions: {
      create_contact: 'Added a contact',
      update_contact: 'Changed a contact',
      delete_contact: 'Deleted a contact',
      import_contacts: 'Imported contacts',
    },
  },
  { label: 'Driver users', actions: { create_user: 'Created a user at a provider' } },
  {
    label: 'Bulk',
    actions: {
      create_bulk_job: 'Started a bulk job',
      undo_bulk_job: 'Withdrew what a bulk job created',
      pause_bulk_job: 'Paused a bulk job',
      resume_bulk_job: 'Resumed a bulk job',
      cancel_bulk_job: 'Cancelled a bulk job',
      finish_bulk_job: 'A bulk job ended',
    },
  },
  {
    label: 'Administration',
    actions: {
      update_company: 'Changed company settings',
      update_message: 'Changed the message to fleets',
      end_service_pause: 'Ended a rate limit pause',
      resolve_intent: 'Resolved an unconfirmed request',
      subscribe_hook: 'Subscribed to events',
      register_hook: 'Registered an address for events',
      replay_delivery: 'Processed a delivery again',
      verify_deliveries: 'Verified deliveries again',
      request_replay: 'Requested missed events',
      sign_out_person: 'Signed out a person',
      create_wall_screen: 'Created a wall screen',
      revoke_wall_screen: 'Revoked the link of a wall screen',
      open_wall_screen: 'A browser opened the link of a wall screen',
      create_api_key: 'Created an API key',
      rotate_api_key: 'Replaced an API key',
      revoke_api_key: 'Revoked an API key',
      refuse_api_key: 'Rejected a request with an API key',
      create_outgoing_webhook: 'Added an outgoing webhook',
      update_outgoing_webhook: 'Changed an outgoing webhook',
      replace_outgoing_secret: 'Replaced a signing secret',
      turn_off_outgoing_webhook: 'Turned off an outgoing webhook',
      delete_outgoing_webhook: 'Deleted an outgoing webhook',
      resend_outgoing_delivery: 'Sent an outgoing event again',
      replay_outgoing_events: 'Sent outgoing events of a period again',
      retry_job: 'Retried a failed job',
    },
  },
] as const;

type NamesOf<T> = T extends unknown ? keyof T & string : never;
export type ActionName = NamesOf<(typeof ACTION_GROUPS)[number]['actions']>;

const ACTION_WORDS: ReadonlyMap<string, string> = new Map(
  ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)),
);

const plain = (name: string) => name.replaceAll('_', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Unknown actions are shown with spaces instead of underscores. */
export const actionText = (action: string): string => ACTION_WORDS.get(action) ?? capital(plain(action));

/** An act at the tracking service that was never confirmed stays `started`. */
export const outcomeText = (outcome: string): string =>
  outcome === 'started' ? 'Started; outcome not known' : capital(plain(outcome));

/** Why an act did not succeed, as logged; null for others. */
export const reasonText = ({ detail }: Pick<ActivityEntry, 'detail'>): string | null => {
  const reason = detail?.reason ?? detail?.message;
  return typeof reason === 'string' && reason !== '' ? wordOf(reason) : null;
};

/** True when the action did not succeed or its outcome is unknown. */
export const isFailure = (outcome: string): boolean =>
  /^(failed|unknown|started|refused|denied)/.test(outcome);

export const fieldText = (field: string): string => readablePath(field);
