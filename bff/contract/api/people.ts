/** Who has signed in, and their sessions, for administrators. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { ownSession, ROLES } from './session.ts';

export const person = z.object({
  /** Subject at the identity provider. */
  sub: z.string(),
  name: z.string(),
  /** As of their last session; the identity provider may say otherwise at the next sign-in. */
  roles: z.array(z.enum(ROLES)),
  last_seen_at: dateTime,
  /** Newest first; `current`: of this request. */
  sessions: z.array(
    ownSession.extend({
      /** Of the browser when it signed in; null when not known. */
      address: z.string().nullable(),
    }),
  ),
});
export type Person = z.infer<typeof person>;
export type PersonSession = Person['sessions'][number];

export const people = z.object({ items: z.array(person) });

/** Without a session: all of the person. */
export const signOutRequest = z.strictObject({ session_id: ownSession.shape.session_id.optional() });

export const signedOutSessions = z.object({ ended: z.number().int().min(0) });
