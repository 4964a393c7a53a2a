/** Formats activity log entries: actor, action, target and changes. */
import { ACTION_GROUPS } from '@waypost/contract/api/activity-words';
import type { CompanyThresholds } from '@waypost/contract/api/company';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { purposeTitle } from '../api/webhooks.ts';
import { isolated } from '../ui/bidi.ts';
import { capital, readablePath } from '../ui/readable-name.ts';
import { personZone } from '../ui/time.ts';
import { countText, numberText } from '../ui/units.ts';
import { minuteText } from '../ui/zoned.ts';
import { ARCHIVE_WORDS } from './outcome-words.ts';

/** Nobody is known after a failed sign-in or a request with a wrong API key. */
const BY_STRANGERS: readonly string[] = ['sign_in', 'refuse_api_key'];
/** By the link in an email, unless a person of ours did it. */
const BY_FLEETS: readonly string[] = ['opt_out_of_emails', 'opt_in_to_emails'];

export function whoText({ name, sub, action }: ActivityEntry): string {
  if (name ?? sub) return name ?? sub ?? '';
  if (BY_FLEETS.includes(action)) return 'The fleet';
  return BY_STRANGERS.includes(action) ? 'Unknown' : 'Waypost (automatic)';
}

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

/** Without the request of an email whose outcome is listed: one email is one entry. Newest first. */
export function oncePerEmail(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  const ended = new Map<string, number>();
  return entries.filter(({ action, target, outcome, detail }) => {
    const email = JSON.stringify([target, detail?.to]);
    const open = ended.get(email) ?? 0;
    if (detail?.how === 'emailed') ended.set(email, open + 1);
    const is_request = action === 'email_invitation' && outcome === 'asked for';
    if (is_request && open > 0) ended.set(email, open - 1);
    return !is_request || open === 0;
  });
}

/** Acts that are often done with many at once. */
const ON_MANY: readonly string[] = [
  'create_invitation',
  'refresh_invitation',
  'email_invitation',
  'share_invitation',
  'unshare_invitation',
  'chase_invitation',
  'delete_invitation',
  'update_agreement',
];
/** Between two of one act; the tracking service may slow it down. */
const TOGETHER_MS = 5_000;

export interface ActivityRow extends ActivityEntry {
  /** Earlier entries of the same act on other items. */
  readonly others?: readonly ActivityEntry[];
}

/** What a person did with many at once is one row. Newest first. */
export function oncePerAct(entries: readonly ActivityEntry[]): readonly ActivityRow[] {
  const rows: { readonly first: ActivityEntry; readonly others: ActivityEntry[] }[] = [];
  const open = new Map<string, (typeof rows)[number]>();
  for (const entry of entries) {
    const { action, sub, outcome, at, target, detail } = entry;
    const key = JSON.stringify([action, sub, outcome, detail?.how]);
    const row = open.get(key);
    const grouped = row ? [row.first, ...row.others] : [];
    const latest = grouped.at(-1);
    const is_together = latest && Date.parse(latest.at) - Date.parse(at) <= TOGETHER_MS;
    if (row && is_together && !grouped.some((one) => one.target === target)) row.others.push(entry);
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
export const SET_BY_WAYPOST: readonly string[] = [
  'success_redirect_url',
  'failure_redirect_url',
  'callback_url',
];

export function differenceTexts(detail: ActivityEntry['detail']): readonly string[] {
  const format = (field: string, value: unknown) =>
    isolated(fieldValueText(field, value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  if (kind === 'gone') return [];
  return differences
    .filter(({ field }) => !SET_BY_WAYPOST.includes(field))
    .map(({ field, before, after }) => {
      const requested = kind === 'wanted' ? 'Requested: ' : '';
      if (field === LOGO) return `${requested}Logo ${logoText(before, after)}`;
      // The unit of both is said once.
      const old = isLimit(field) ? numberText(Number(before)) : format(field, before);
      return `${requested}${fieldText(field)}: ${old} → ${format(field, after)}`;
    });
}

/** Its value is the address of a file. */
const LOGO = 'logo';

const logoText = (before: unknown, after: unknown): string =>
  after === null ? 'removed' : before === null ? 'added' : 'changed';

type Limit = keyof typeof LIMIT_WORDS;
const LIMIT = /^thresholds\./;
const isLimit = (field: string): boolean =>
  LIMIT.test(field) && Object.hasOwn(LIMIT_WORDS, field.replace(LIMIT, ''));
const limitWords = (field: string) => LIMIT_WORDS[field.replace(LIMIT, '') as Limit];

/** A value in words, with the unit of a limit. @param timeText formats an ISO 8601 time in the person's zone */
export function fieldValueText(field: string, value: unknown, timeText: (at: string) => string): string {
  if (field === LOGO) return value === null ? 'none' : 'a logo';
  if (!isLimit(field) || typeof value !== 'number') return valueText(value, timeText);
  const { unit } = limitWords(field);
  return unit === 'd' ? countText(value, 'day') : `${numberText(value)} ${unit}`.trim();
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

const ACTION_WORDS: ReadonlyMap<string, string> = new Map(
  ACTION_GROUPS.flatMap(({ actions }) => Object.entries(actions)),
);

const plain = (name: string) => name.replaceAll('_', ' ');

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

/** The settings have their own names. */
export function fieldText(field: string): string {
  if (isLimit(field)) return limitWords(field).label;
  return field === 'contact' || field === 'late_rules' ? COMPANY_LABELS[field] : readablePath(field);
}

interface LimitWords {
  readonly label: string;
  /** Empty: a number of times. */
  readonly unit: string;
}

export const LIMIT_WORDS: Readonly<Record<keyof CompanyThresholds, LimitWords>> = {
  late_after_minutes: { label: 'Late after', unit: 'min' },
  late_high_minutes: { label: 'High severity from', unit: 'min' },
  late_critical_minutes: { label: 'Critical severity from', unit: 'min' },
  delivered_after_hours: { label: 'Counts as delivered after', unit: 'h' },
  remind_after_days: { label: 'Remind fleets after', unit: 'd' },
  max_reminders: { label: 'Reminders at most', unit: '' },
};

export const COMPANY_LABELS = {
  name: 'Company name',
  contact: 'Contact for fleets',
  length_unit: 'Distance',
  volume_unit: 'Volumes',
  time_zone: 'Time zone',
  clock: 'Clock',
  late_rules: 'Late after, by customer or lane',
} as const;
