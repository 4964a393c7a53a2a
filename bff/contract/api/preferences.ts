/** A person's preferences, stored on the server. Our own API. */
import { z } from 'zod';

const zone = z
  .string()
  .max(64)
  .refine(
    (value) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: value });
        return true;
      } catch {
        return false;
      }
    },
    { error: 'must be an IANA time zone such as America/Chicago' },
  );
const columns = z.array(z.string().min(1).max(64)).max(64).nullable();

const fields = {
  length_unit: z.enum(['mi', 'km']),
  volume_unit: z.enum(['gal', 'L']),
  /** Null: the computer's time zone. */
  time_zone: zone.nullable(),
  clock: z.enum(['24', '12']),
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  motion: z.enum(['system', 'reduced']),
  /** Path and query that open after sign-in. Null: the board. */
  default_view: z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[^\\\s]*$/, { error: 'must be a Waypost path, such as /?tab=all' })
    .nullable(),
  /** Labels beside the icons of the navigation. Null: by window width. */
  rail_pinned: z.boolean().nullable(),
  /** Layout of the board's list where a table fits. Null: by window width. */
  list_form: z.enum(['rows', 'table']).nullable(),
  /** Pixels, clamped by the page. */
  list_width: z.number().min(200).max(2000).nullable(),
  table_width: z.number().min(200).max(4000).nullable(),
  /** Table columns in order; null: the defaults. */
  table_columns: columns,
  monitor_columns: columns,
  fuel_columns: columns,
  usage_columns: columns,
  /** Hides the setup list from the board. */
  setup_dismissed: z.boolean(),
};

export const preferences = z.object(fields);
export type Preferences = z.infer<typeof preferences>;

export const DEFAULT_PREFERENCES: Preferences = {
  length_unit: 'mi',
  volume_unit: 'gal',
  time_zone: null,
  clock: '24',
  theme: 'system',
  density: 'comfortable',
  motion: 'system',
  default_view: null,
  rail_pinned: null,
  list_form: null,
  list_width: null,
  table_width: null,
  table_columns: null,
  monitor_columns: null,
  fuel_columns: null,
  usage_columns: null,
  setup_dismissed: false,
};

/** Partial update; the last write of each key wins. */
export const preferencesChange = z.strictObject(fields).partial();
export type PreferencesChange = z.infer<typeof preferencesChange>;

/** `version` increases with each change of this person: the response with the higher number is newer. */
export const personPreferences = z.object({ preferences, version: z.number().int() });
export type PersonPreferences = z.infer<typeof personPreferences>;
