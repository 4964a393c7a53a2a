/** A contact as it is being written: what was typed. */
import { type Contact, type ContactWrite, contactWrite } from '@waypost/contract/api/contacts';
import { z } from 'zod';

export const contactDraft = z.object({
  name: z.string(),
  role: z.string(),
  phone: z.string(),
  email: z.string(),
  is_primary: z.boolean(),
});
export type ContactDraft = z.infer<typeof contactDraft>;
export type ContactField = keyof ContactDraft;

export const EMPTY_CONTACT: ContactDraft = { name: '', role: '', phone: '', email: '', is_primary: false };

export function draftOf({ name, role, phone, email, is_primary }: Contact): ContactDraft {
  return { name, role: role ?? '', phone: phone ?? '', email: email ?? '', is_primary };
}

export type CheckedContact =
  | { readonly ok: true; readonly body: ContactWrite }
  | { readonly ok: false; readonly errors: Partial<Record<ContactField, string>> };

/** What is sent, or what is wrong with which field. */
export function checkContact(draft: ContactDraft, fleet_id: string): CheckedContact {
  const parsed = contactWrite.safeParse({ fleet_id, ...draft });
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Partial<Record<ContactField, string>> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOf(String(path[0]))] ??= message;
  return { ok: false, errors };
}

/** Field of the form that a path of `contactWrite` belongs to. */
export const fieldOf = (path: string): ContactField =>
  (Object.keys(EMPTY_CONTACT) as ContactField[]).find((field) => field === path) ?? 'name';
