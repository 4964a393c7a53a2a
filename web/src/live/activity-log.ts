/** An entry of the activity log in words: who, what, about what, and what changed. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { purposeTitle } from '../api/webhooks.ts';
import { isolated } from '../ui/bidi.ts';
import { readablePath } from '../ui/readable-name.ts';
import { personZone } from '../ui/time.ts';
import { minuteText } from '../ui/zoned.ts';
import { ARCHIVE_WORDS } from './load-words.ts';

export const whoText = ({ name, sub }: ActivityEntry): string => name ?? sub ?? 'Waypost (automatic)';

/** What a person calls it: a fleet by name and reference, an id by the name that the log has beside it, and an address for events by its title. */
export function targetText({ action, target, fleet_name, detail }: ActivityEntry): string {
  if (action.endsWith('_hook')) return purposeTitle(target ?? '');
  if (fleet_name && fleet_name !== target) return `${fleet_name}, ${target}`;
  if (target !== null && !UUID.test(target)) return target;
  const name = NAMES.map((field) => detail?.[field]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  return typeof name === 'string' ? name : '';
}

/** `Invited a fleet CARRIER-2001` */
export const deedText = (entry: ActivityEntry): string =>
  [actionText(entry.action), targetText(entry)].filter(Boolean).join(' ');

const MOST = 3;
/** Fields that name a thing, the best first. */
const NAMES = ['name', 'label', 'load_ref', 'fleet_ref', 'url'] as const;
/** Ids say nothing in a row. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `Expiration date: Nov 24, 2026, 09:00 CST → none`; without two sides what else was written down. */
export function changeText({ detail }: Pick<ActivityEntry, 'detail'>): string {
  const format = (value: unknown) => isolated(valueText(value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  const changed =
    kind === 'gone'
      ? []
      : differences.map(
          ({ field, before, after }) =>
            `${kind === 'wanted' ? 'Requested: ' : ''}${fieldText(field)}: ${format(before)} → ${format(after)}`,
        );
  const parts =
    changed.length > 0
      ? changed
      : particulars(detail)
          .filter(
            // The kind is in the words of the action.
            ([name, value]) => name !== 'kind' && value !== null && value !== '' && !UUID.test(String(value)),
          )
          .map(([name, value]) => `${fieldText(name)}: ${format(value)}`);
  const more = parts.length - MOST;
  return parts.slice(0, MOST).join('; ') + (more > 0 ? `; ${more} more` : '');
}

/** What a change changed, field by field, from the two sides that the log keeps. Pure. */
interface Difference {
  /** Dotted where it lies deeper: `permissions.vehicle`. */
  readonly field: string;
  /** Undefined: it was not there. */
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Objects taken apart to their values; lists stay whole. */
function flatten(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return path === '' ? [] : [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, value]];
  return entries.flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`));
}

export interface Change {
  /** `changed`: both sides are shown. `wanted`: the change was not made. `gone`: the state before the deletion. */
  readonly kind: 'changed' | 'wanted' | 'gone' | 'none';
  readonly differences: readonly Difference[];
}

const between = (before: unknown, after: unknown, only_after: boolean): readonly Difference[] => {
  const [was, is] = [new Map(flatten(before)), new Map(flatten(after))];
  const fields = only_after ? [...is.keys()] : [...new Set([...was.keys(), ...is.keys()])];
  return fields
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
};

/** Only what differs, in the order of the side before, then of the side after. */
export function changeOf(detail: Fields | null): Change {
  const { before, after, wanted } = detail ?? {};
  if (isObject(after)) return { kind: 'changed', differences: between(before, after, false) };
  if (isObject(wanted)) return { kind: 'wanted', differences: between(before, wanted, true) };
  if (isObject(before)) return { kind: 'gone', differences: between(before, undefined, false) };
  return { kind: 'none', differences: [] };
}

export function particulars(detail: Fields | null): readonly (readonly [string, unknown])[] {
  if (!detail) return [];
  const { before: _, after: __, wanted: ___, ...rest } = detail;
  return flatten(rest);
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** `manage_loads` -> `manage loads`; what people have typed stays as it is. */
const wordOf = (text: string): string => (/^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text);

/** `LD-48213: monitor_completed`, as the log names loads that were archived. */
function withReason(text: string): string {
  const reason = ARCHIVE_REASONS.find((one) => text.endsWith(`: ${one}`));
  return reason ? text.slice(0, -reason.length) + ARCHIVE_WORDS[reason] : text;
}

/** @param timeText of an instant, in the person's zone */
export function valueText(value: unknown, timeText: (at: string) => string): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map((one) => withReason(valueText(one, timeText))).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)) ? timeText(text) : wordOf(text);
}

interface ActionGroup {
  readonly label: string;
  /** Name of the action -> what was done. */
  readonly actions: Readonly<Record<string, string>>;
}

export const ACTION_GROUPS: readonly ActionGroup[] = [
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
      share_invitation: 'Shared an invitation link',
      unshare_invitation: 'Marked an invitation as not shared',
      email_invitation: 'Emailed an invitation',
      email_bulk_job: 'Emailed the invitations of a bulk job',
      cancel_emails: 'Cancelled emails',
      export_invitation_links: 'Exported invitation links',
      opt_out_of_emails: 'Unsubscribed an email address',
      opt_in_to_emails: 'Allowed emails to an address again',
      chase_invitation: 'Logged a follow-up',
      postpone_invitation: 'Postponed a follow-up',
      undo_follow_up: 'Undid a follow-up',
      delete_invitation: 'Deleted an invitation',
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
      create_api_key: 'Created an API key',
      revoke_api_key: 'Revoked an API key',
      refuse_api_key: 'Rejected a request with an API key',
      create_outgoing_webhook: 'Added an outgoing webhook',
      update_outgoing_webhook: 'Changed an outgoing webhook',
      replace_outgoing_secret: 'Replaced a signing secret',
      turn_off_outgoing_webhook: 'Turned off an outgoing webhook',
      delete_outgoing_webhook: 'Deleted an outgoing webhook',
      resend_outgoing_delivery: 'Sent an outgoing event again',
    },
  },
];

const ACTION_WORDS = new Map(ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)));

const plain = (name: string) => name.replaceAll('_', ' ');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** One that this page does not know is shown as it came. */
export const actionText = (action: string): string => ACTION_WORDS.get(action) ?? capital(plain(action));

export const outcomeText = (outcome: string): string => capital(plain(outcome));

/** True when it did not do what was wanted. */
export const wentWrong = (outcome: string): boolean => /^(failed|unknown|refused|denied)/.test(outcome);

/** `Effective date`, `Permissions, vehicle`. */
export const fieldText = (field: string): string => readablePath(field);
