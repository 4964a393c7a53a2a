/** Settings of the company that runs this Waypost, made by administrators for everyone. Our own API. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { DEFAULT_LATE_LIMITS } from './late-defaults.ts';
import { DEFAULT_PREFERENCES, type Preferences, preferencesChange } from './preferences.ts';
import { companyIdentity } from './session.ts';

export const MAX_LOGO_BYTES = 150_000;
export const MAX_LOGO_PIXELS = 1024;
/** Formats that can contain scripts, such as SVG, are rejected. */
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** Minimum and maximum of each threshold: integers, in the unit of the name. */
export const THRESHOLD_RANGES = {
  late_after_minutes: [0, 1440],
  late_high_minutes: [0, 1440],
  late_critical_minutes: [0, 2880],
  delivered_after_hours: [1, 720],
  remind_after_days: [0, 30],
  max_reminders: [1, 5],
} as const;
const integerIn = ([min, max]: readonly [number, number]) => z.number().int().min(min).max(max);

const thresholdFields = {
  /** A truck counts as late this long after its appointment, and as running late when it is predicted to arrive after that. */
  late_after_minutes: integerIn(THRESHOLD_RANGES.late_after_minutes),
  /** From this lateness on, the severity is high. */
  late_high_minutes: integerIn(THRESHOLD_RANGES.late_high_minutes),
  /** From this lateness on, the severity is critical. */
  late_critical_minutes: integerIn(THRESHOLD_RANGES.late_critical_minutes),
  /** A load is archived this long after its last appointment if its truck is elsewhere. */
  delivered_after_hours: integerIn(THRESHOLD_RANGES.delivered_after_hours),
  /** A fleet that has not answered is emailed again this long after the last email; 0: never. */
  remind_after_days: integerIn(THRESHOLD_RANGES.remind_after_days),
  /** So many of these emails for an invitation. */
  max_reminders: integerIn(THRESHOLD_RANGES.max_reminders),
};
const NO_REMINDERS = { remind_after_days: 0, max_reminders: 1 };
export const companyThresholds = z.object({
  ...thresholdFields,
  // Missing from a server of an earlier version.
  remind_after_days: thresholdFields.remind_after_days.default(NO_REMINDERS.remind_after_days),
  max_reminders: thresholdFields.max_reminders.default(NO_REMINDERS.max_reminders),
});
export type CompanyThresholds = z.infer<typeof companyThresholds>;

/** Limits of lateness: each is at least the one before. */
const LATE_LIMITS = ['late_after_minutes', 'late_high_minutes', 'late_critical_minutes'] as const;
export type LateLimit = (typeof LATE_LIMITS)[number];

/** The first limit below the one before it; null: they are in order. */
export function misplacedLimit(
  limits: Readonly<Record<LateLimit, number>>,
): { readonly limit: LateLimit; readonly before: LateLimit } | null {
  for (const [index, limit] of LATE_LIMITS.entries()) {
    const before = LATE_LIMITS[index - 1];
    if (before !== undefined && limits[limit] < limits[before]) return { limit, before };
  }
  return null;
}
export const hasLateLimit = (change: Partial<CompanyThresholds>): boolean =>
  LATE_LIMITS.some((limit) => change[limit] !== undefined);

export const DEFAULT_THRESHOLDS: CompanyThresholds = {
  late_after_minutes: DEFAULT_LATE_LIMITS.late,
  late_high_minutes: DEFAULT_LATE_LIMITS.high,
  late_critical_minutes: DEFAULT_LATE_LIMITS.critical,
  delivered_after_hours: 24,
  ...NO_REMINDERS,
};

/** Preferences that a company sets for people who have not chosen their own. */
export const SHARED_PREFERENCES = ['length_unit', 'volume_unit', 'time_zone', 'clock'] as const;
type SharedPreference = (typeof SHARED_PREFERENCES)[number];

const lineOf = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(most, { error: `must be at most ${most} characters` })
    // Control and bidirectional characters could make the text read as something else.
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, { error: 'must not contain control characters' });
const name = lineOf(80);

/** How a fleet reaches the company, such as a phone number and an email address. */
const contact = lineOf(120);

/** The email address in the contact for fleets; null: it has none. */
export const contactEmail = (contact: string | null): string | null =>
  contact
    ?.match(/[^\s<>()[\],;:/|"]+@[^\s<>()[\],;:/|"]+/g)
    ?.find((one) => z.email().safeParse(one).success) ?? null;

/** Loads with their own limit, such as those of a strict customer or of a long lane. */
export const MAX_LATE_RULES = 50;
export const lateRule = z.strictObject({
  /** Words in the name of the stop, such as a customer's name; for a lane `Chicago > Dallas`, words in the names of both ends. */
  name: z
    .string()
    .trim()
    .min(2, { error: 'must have at least 2 characters' })
    .max(120, { error: 'must be at most 120 characters' }),
  late_after_minutes: integerIn(THRESHOLD_RANGES.late_after_minutes),
});
export type LateRule = z.infer<typeof lateRule>;
/** The first rule that matches a stop applies. */
const lateRules = z.array(lateRule).max(MAX_LATE_RULES);

const { length_unit, volume_unit, time_zone, clock } = preferencesChange.required().shape;
const fields = {
  name: name.nullable(),
  contact: contact.nullable(),
  length_unit,
  volume_unit,
  time_zone,
  clock,
  late_rules: lateRules,
};

/** Settings stored next to the logo. */
export const companySettings = z.object({
  ...fields,
  // Missing from a server of an earlier version.
  contact: fields.contact.default(null),
  thresholds: companyThresholds,
});
export type CompanySettings = z.infer<typeof companySettings>;

export const DEFAULT_COMPANY: CompanySettings = {
  name: null,
  contact: null,
  length_unit: DEFAULT_PREFERENCES.length_unit,
  volume_unit: DEFAULT_PREFERENCES.volume_unit,
  time_zone: DEFAULT_PREFERENCES.time_zone,
  clock: DEFAULT_PREFERENCES.clock,
  late_rules: [],
  thresholds: DEFAULT_THRESHOLDS,
};

/** Preferences of a person who has set none. */
export function defaultPreferencesOf(company: Pick<CompanySettings, SharedPreference>): Preferences {
  return {
    ...DEFAULT_PREFERENCES,
    length_unit: company.length_unit,
    volume_unit: company.volume_unit,
    time_zone: company.time_zone,
    clock: company.clock,
  };
}

const change = z.strictObject({ ...fields, thresholds: z.strictObject(thresholdFields).partial() }).partial();
/** Partial update, also within `thresholds`. `before`: what it replaces; refused if that is no longer stored. */
export const companyChange = change.extend({ before: change.optional() });
export type CompanyChange = z.infer<typeof companyChange>;

export const company = z.object({
  ...companySettings.shape,
  logo_url: companyIdentity.shape.logo_url,
  /** Null until the first change. */
  updated_at: dateTime.nullable(),
  updated_by_name: z.string().nullable(),
});
export type Company = z.infer<typeof company>;

/** Base64 image file. The type is detected from its bytes. */
export const companyLogo = z.strictObject({
  data: z
    .base64()
    .min(1)
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, {
      error: `must be at most ${MAX_LOGO_BYTES / 1000} kB`,
    }),
});
