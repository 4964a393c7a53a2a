/** A carrier contact: name, role, and one-click ways to call, text or email. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Contact, LoadContacts } from '@waypost/contract/api/contacts';
import { PHONE_EXTENSION } from '@waypost/contract/api/phone';
import { fleetVehicle } from '@waypost/triage/doubt';
import type { ReactNode } from 'react';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import { isolated } from '../ui/bidi.ts';
import { IconMail, IconMessage, IconPhone } from '../ui/icons.ts';
import shared from '../ui/shared.module.css';
import classes from './ContactLine.module.css';

function parsePhone(phone: string) {
  const [, extension = null] = PHONE_EXTENSION.exec(phone) ?? [];
  const text = phone.replace(PHONE_EXTENSION, '').trim();
  return { text, number: (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, ''), extension };
}

/** `806 555 0142 ext. 12`: in our font, `x12` looks like a product. */
export function phoneText(phone: string): string {
  const { text, extension } = parsePhone(phone);
  return extension === null ? text : `${text} ext. ${extension}`;
}

export function phoneLink(phone: string): string {
  const { number, extension } = parsePhone(phone);
  return `tel:${number}${extension === null ? '' : `;ext=${extension}`}`;
}

/** `sms:+18065550142`; null for a number with an extension, which cannot receive texts. */
export function textLink(phone: string): string | null {
  const { number, extension } = parsePhone(phone);
  return extension === null ? `sms:${number}` : null;
}

export function mailLink(email: string, subject?: string): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}

/** The primary contact when it has a phone number, else the first contact with one. */
export const firstToCall = (contacts: readonly Contact[]): Contact | null =>
  contacts.find(({ phone }) => phone !== null) ?? null;

const STALE_MS = 30_000;
/** Numbers once shown are there for the rest of a shift, also without a connection. */
const KEPT_MS = 12 * 3600_000;

/** Contacts for a load. They depend on the truck, which may belong to another fleet; without a truck there are none. */
export function useLoadContacts(load: BoardLoad) {
  const { load_id } = load;
  const vehicle_id = fleetVehicle(load);
  return useRead(CONTACT_ROUTES.loadContacts, queryKeys.loadContacts(load_id, vehicle_id), {
    params: { load_id },
    enabled: vehicle_id !== null,
    staleTime: STALE_MS,
    gcTime: KEPT_MS,
  });
}

/** The carrier's number that somebody has kept with the load; null: none. */
export const contactOfLoad = ({ carrier_phone }: Pick<BoardLoad, 'carrier_phone'>): Reachable | null =>
  carrier_phone
    ? {
        name: 'Carrier of this load',
        role: `added by ${isolated(carrier_phone.by_name)}`,
        phone: carrier_phone.phone,
        email: null,
        is_primary: false,
      }
    : null;

/** Whom to reach about a load: people of its fleet, the one to call first at the top, then the company, then the load's own number. */
export function reachableFor(load: BoardLoad, contacts: LoadContacts | undefined) {
  const people = (contacts?.contacts ?? []).map((contact) => ({ ...contact, key: contact.contact_id }));
  const { phone = null, email = null } = contacts?.fleet ?? {};
  const company = { key: 'company', name: 'Company', role: null, phone, email, is_primary: false };
  const of_load = contactOfLoad(load);
  return [
    ...people,
    ...((phone ?? email) ? [company] : []),
    ...(of_load ? [{ key: 'load', ...of_load }] : []),
  ];
}

type Reachable = Pick<Contact, 'name' | 'role' | 'phone' | 'email' | 'is_primary'>;

interface ContactLineProps {
  readonly contact: Reachable;
  readonly subject?: string;
  readonly children?: ReactNode;
}

export function ContactLine({ contact, subject, children }: ContactLineProps) {
  const { name, role, phone, email, is_primary } = contact;
  const text = phone === null ? null : textLink(phone);
  return (
    <div style={{ padding: '4px 0' }}>
      <div className={classes.who}>
        <span className={shared.strong}>{name}</span>
        <span className={shared.small}>
          {[role, is_primary ? 'call first' : null].filter(Boolean).join(', ')}
        </span>
        {children && <span className={`${shared.rowTight} ${shared.end}`}>{children}</span>}
      </div>
      <div className={classes.links}>
        {phone !== null && (
          <a href={phoneLink(phone)} aria-label={`Call ${name}, ${phoneText(phone)}`}>
            <IconPhone size={14} aria-hidden /> {phoneText(phone)}
          </a>
        )}
        {text !== null && (
          <a href={text} aria-label={`Text ${name}`}>
            <IconMessage size={14} aria-hidden /> Text
          </a>
        )}
        {email !== null && (
          <a href={mailLink(email, subject)} aria-label={`Email ${name}, ${email}`}>
            <IconMail size={14} aria-hidden /> {email}
          </a>
        )}
      </div>
    </div>
  );
}
