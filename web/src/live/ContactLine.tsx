/** One person at a carrier: name, role, and the ways to reach them, each one click. */
import type { Contact } from '@waypost/contract/api/contacts';
import type { ReactNode } from 'react';
import { IconMail, IconMessage, IconPhone } from '../ui/icons.ts';
import shared from '../ui/shared.module.css';
import classes from './ContactLine.module.css';
import { mailLink, phoneLink, textLink } from './contact-links.ts';

export type Reachable = Pick<Contact, 'name' | 'role' | 'phone' | 'email' | 'is_primary'>;

export interface ContactLineProps {
  readonly contact: Reachable;
  /** Of an email. */
  readonly subject?: string;
  /** Buttons, at the end of the line of the name. */
  readonly children?: ReactNode;
}

export function ContactLine({ contact, subject, children }: ContactLineProps) {
  const { name, role, phone, email, is_primary } = contact;
  const text = phone === null ? null : textLink(phone);
  return (
    <div className={classes.contact}>
      <div className={classes.who}>
        <span className={shared.strong}>{name}</span>
        <span className={shared.small}>
          {[role, is_primary ? 'call first' : null].filter(Boolean).join(', ')}
        </span>
        {children && <span className={classes.buttons}>{children}</span>}
      </div>
      <div className={classes.ways}>
        {phone !== null && (
          <a href={phoneLink(phone)} aria-label={`Call ${name}, ${phone}`}>
            <IconPhone size={14} aria-hidden /> {phone}
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
