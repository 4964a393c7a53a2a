/** What a change changed, field by field, from the two sides that the log keeps. Pure. */
import { ARCHIVE_REASONS } from '@waypost/contract/api/words';
import { ARCHIVE_WORDS } from '../archive-words.ts';

export interface Difference {
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
export function flatten(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return path === '' ? [] : [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return path === '' ? [] : [[path, value]];
  return entries.flatMap(([name, inner]) => flatten(inner, path === '' ? name : `${path}.${name}`));
}

/** What an entry shows of the two sides. */
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

/** What else was written down. */
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
