/** Contacts at carriers, and fleet profiles. Our own API; the tracking service has no contacts. */
import { z } from 'zod';
import { changeOf, dateTime, uuid } from '../common.ts';
import { asciiDomain } from '../email-address.ts';
import { boardAgreement, boardConnection } from './agreements.ts';
import { boardInvitation } from './invitations.ts';
import { PHONE_MAX, phone } from './phone.ts';

export const CONTACT_LIMITS = { name: 120, role: 60, phone: PHONE_MAX, email: 254 } as const;
export const MAX_CONTACTS_PER_FLEET = 200;
export const MAX_IMPORTED_CONTACTS = 5_000;

const optional = (schema: z.ZodString) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(schema.nullable())
    .nullable()
    .default(null);

export const contactFields = z.strictObject({
  fleet_id: uuid,
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(CONTACT_LIMITS.name, { error: `must be at most ${CONTACT_LIMITS.name} characters` }),
  /** Such as "Dispatch" or "Safety". */
  role: optional(
    z.string().max(CONTACT_LIMITS.role, { error: `must be at most ${CONTACT_LIMITS.role} characters` }),
  ),
  phone: optional(phone),
  email: optional(
    z
      .string()
      .refine((text) => z.email().safeParse(asciiDomain(text)).success, { error: 'must be an email address' })
      .max(CONTACT_LIMITS.email),
  ),
  /** The contact to call first; at most one per fleet. */
  is_primary: z.boolean().default(false),
});
/** Separate from `contactFields`, because Zod cannot pick or omit fields of a refined schema. */
export const contactWrite = contactFields.refine(({ phone, email }) => phone !== null || email !== null, {
  path: ['phone'],
  error: 'must not be empty unless there is an email',
});
export type ContactWrite = z.output<typeof contactWrite>;
/** The contact after the change must be a valid one as a whole. */
export const contactChange = changeOf(contactFields);
export type ContactChange = z.output<typeof contactChange>;

export const contact = z.object({
  contact_id: uuid,
  fleet_id: uuid,
  name: z.string(),
  role: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  is_primary: z.boolean(),
  created_at: dateTime,
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type Contact = z.infer<typeof contact>;

/** For each fleet the primary contact first, then by name. */
export const contactList = z.object({ items: z.array(contact) });

/**
 * Imports all items or none. Contacts of the same fleet are matched by name, ignoring case; of a replaced one, what its item leaves out
 * (null, or not the one to call first) stays as it is.
 */
export const contactImport = z.strictObject({
  items: z.array(contactWrite).min(1).max(MAX_IMPORTED_CONTACTS),
  on_conflict: z.enum(['keep', 'replace']),
});
export const contactImportResult = z.object({
  added: z.number().int(),
  replaced: z.number().int(),
  kept: z.number().int(),
});

/** Names with equal keys count as the same person. */
export const contactNameKey = (name: string) =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A fleet's names and general contact details. */
export const fleetProfile = z.object({
  fleet_id: uuid,
  /** From its invitation or agreement. */
  fleet_ref: z.string().nullable(),
  /** `name`, `phone` and `email` come from its invitation. */
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type FleetProfile = z.infer<typeof fleetProfile>;

export const fleetSummary = fleetProfile.extend({
  /** Number of watched loads per `tracking_health`: `check` if the truck is in doubt, `unknown` before the first update. */
  loads_by_health: z.record(z.string(), z.number().int()),
  contacts: z.number().int(),
  /** The agreement that lasts longest (see `effectiveState` in ../agreements.ts); null when none is known. */
  agreement: boardAgreement
    .pick({ id: true, status: true, effective_date: true, expiration_date: true })
    .nullable(),
  /** Missing from a server of an earlier version. */
  connections: z.array(boardConnection).default([]),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** By name. */
export const fleetList = z.object({
  items: z.array(fleetSummary),
  /** Watched loads with a truck of unknown fleet; they may belong to any of these. */
  loads_of_unknown_fleet: z.number().int(),
  /** When the agreements were read. */
  read_at: dateTime.nullable(),
  /** Why the last read failed, as one sentence; null after success. */
  read_problem: z.string().nullable(),
});
export type FleetList = z.infer<typeof fleetList>;

export const fleetDetail = fleetProfile.extend({
  contacts: z.array(contact),
  agreements: z.array(boardAgreement),
  connections: z.array(boardConnection),
  invitations: z.array(boardInvitation),
  /** Watched loads known to be on its trucks. */
  load_ids: z.array(uuid),
  loads_of_unknown_fleet: z.number().int(),
  read_at: dateTime.nullable(),
  read_problem: z.string().nullable(),
});
export type FleetDetail = z.infer<typeof fleetDetail>;

/** People to call about a load. */
export const loadContacts = z.object({
  /** Null without a truck, or when the truck's fleet is unknown. */
  fleet: fleetProfile.nullable(),
  contacts: z.array(contact),
});
export type LoadContacts = z.infer<typeof loadContacts>;
