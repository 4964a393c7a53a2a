/** People at carriers, and what is known of a fleet as a whole. Our own API; the tracking service knows no people. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { boardAgreement, boardConnection } from './agreements.ts';
import { boardInvitation } from './invitations.ts';

export const CONTACT_LIMITS = { name: 120, role: 60, phone: 40, email: 254 } as const;
/** Of one fleet. */
export const CONTACTS_OF_FLEET = 200;
/** Most contacts that one import may bring. */
export const CONTACTS_AT_ONCE = 5_000;

/** Seven to fifteen digits as ITU-T E.164 has them, written as people do, and an extension. */
const PHONE = /^\+?[\d\s().\-/]{7,30}(\s*(x|ext\.?|extension)\s*\d{1,7})?$/i;
const digitsOf = (text: string) => text.replace(/(x|ext\.?|extension).*$/i, '').replace(/\D/g, '').length;

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
  /** "Dispatch", "Safety". */
  role: optional(
    z.string().max(CONTACT_LIMITS.role, { error: `must be at most ${CONTACT_LIMITS.role} characters` }),
  ),
  phone: optional(
    z
      .string()
      .max(CONTACT_LIMITS.phone)
      .refine((text) => PHONE.test(text) && digitsOf(text) >= 7 && digitsOf(text) <= 15, {
        error: 'must be a phone number such as +1 806 555 0142 or (806) 555-0142 x12',
      }),
  ),
  email: optional(
    z.email({ error: 'must be an email address' }).max(CONTACT_LIMITS.email) as unknown as z.ZodString,
  ),
  /** The one who is called first; at most one in each fleet. */
  is_primary: z.boolean().default(false),
});
/** The rules between fields; apart, so that `contactFields` can be taken apart. */
export const contactWrite = contactFields.refine(({ phone, email }) => phone !== null || email !== null, {
  path: ['phone'],
  error: 'must not be empty unless there is an email',
});
export type ContactWrite = z.output<typeof contactWrite>;

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

/** `GET /api/contacts`: of every fleet the one who is called first first, then by name. */
export const contactList = z.object({ items: z.array(contact) });

/** `POST /api/contacts/import`: all of them, or none. A person is the same by name, in one fleet, whatever the case. */
export const contactImport = z.strictObject({
  items: z.array(contactWrite).min(1).max(CONTACTS_AT_ONCE),
  on_conflict: z.enum(['keep', 'replace']),
});
export const contactImportResult = z.object({
  added: z.number().int(),
  replaced: z.number().int(),
  kept: z.number().int(),
});

/** The same person for everybody who reads the name aloud. */
export const contactNameKey = (name: string) =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A fleet under every name that it goes by, and how it is reached as a whole. */
export const fleetProfile = z.object({
  fleet_id: uuid,
  /** Our own reference of it, as its invitation or agreement has it. */
  fleet_ref: z.string().nullable(),
  /** As its invitation has it. */
  name: z.string().nullable(),
  /** As its invitation has them. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type FleetProfile = z.infer<typeof fleetProfile>;

export const fleetSummary = fleetProfile.extend({
  /** Watched loads by `tracking_health`; those that were never read are under ''. */
  loads_by_health: z.record(z.string(), z.number().int()),
  contacts: z.number().int(),
  /** Of its agreements, the one that lives longest: see `effectiveState` of ../agreements.ts; null: none is known. */
  agreement: boardAgreement
    .pick({ id: true, status: true, effective_date: true, expiration_date: true })
    .nullable(),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** `GET /api/fleets`, by name. */
export const fleetList = z.object({
  items: z.array(fleetSummary),
  /** Watched loads whose truck is known and its fleet is not: they may be of any of these. */
  loads_of_unknown_fleet: z.number().int(),
  /** When the agreements were read. */
  read_at: dateTime.nullable(),
  /** Why the last read failed, one sentence; null when it did not. */
  read_problem: z.string().nullable(),
});
export type FleetList = z.infer<typeof fleetList>;

/** `GET /api/fleets/{fleet_id}` */
export const fleetDetail = fleetProfile.extend({
  contacts: z.array(contact),
  agreements: z.array(boardAgreement),
  connections: z.array(boardConnection),
  invitations: z.array(boardInvitation),
  /** Watched loads on its trucks, as far as is known whose trucks they are. */
  load_ids: z.array(uuid),
  loads_of_unknown_fleet: z.number().int(),
  read_at: dateTime.nullable(),
  read_problem: z.string().nullable(),
});
export type FleetDetail = z.infer<typeof fleetDetail>;

/** `GET /api/loads/{load_id}/contacts`: whom to call about a load. */
export const loadContacts = z.object({
  /** Null: whose truck it is is not known, or it has none. */
  fleet: fleetProfile.nullable(),
  contacts: z.array(contact),
});
export type LoadContacts = z.infer<typeof loadContacts>;
