/** Session of the person at the screen, as `GET /bff/session` answers it. Holds no token. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** Roles, weakest first. The server decides by them; the page explains a missing right. */
export const ROLES = ['viewer', 'dispatcher', 'onboarding', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What a person may do. Kept apart from roles so that a page asks for the right, not for the role. */
export const RIGHTS = {
  read: ['viewer', 'dispatcher', 'onboarding', 'admin'],
  manage_loads: ['dispatcher', 'admin'],
  manage_monitors: ['dispatcher', 'admin'],
  manage_onboarding: ['onboarding', 'admin'],
  manage_contacts: ['dispatcher', 'onboarding', 'admin'],
  administer: ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Right = keyof typeof RIGHTS;

/** True when one of the roles carries the right. */
export function may(roles: readonly string[], right: Right): boolean {
  return roles.some((role) => (RIGHTS[right] as readonly string[]).includes(role));
}

export const session = z.discriminatedUnion('signed_in', [
  z.object({ signed_in: z.literal(false) }),
  z.object({
    signed_in: z.literal(true),
    user: z.object({
      /** Subject at the identity provider. */
      sub: z.string(),
      name: z.string(),
      roles: z.array(z.enum(ROLES)),
    }),
    /** When the session ends whatever the person does. */
    expires_at: dateTime,
    /** When it ends if the person does nothing. Polling and streams do not move it. */
    idle_expires_at: dateTime,
  }),
]);
export type Session = z.infer<typeof session>;

/** One of a person's own sessions: `GET /bff/sessions`. */
export const ownSession = z.object({
  /** Names it, opens nothing. */
  session_id: uuid,
  created_at: dateTime,
  last_seen_at: dateTime,
  expires_at: dateTime,
  /** The browser, as it named itself. */
  user_agent: z.string().nullable(),
  /** True for the session that asks. */
  current: z.boolean(),
});
export const ownSessions = z.object({ items: z.array(ownSession) });

/** An entry of the activity log: `GET /api/activity`, for administrators. */
export const activityEntry = z.object({
  id: uuid,
  at: dateTime,
  /** Subject and name of the person, null when nobody was signed in. */
  sub: z.string().nullable(),
  name: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  /** Of a fleet that `target` is the reference of, as it is called now; null: not known, or `target` is none. */
  fleet_name: z.string().nullish(),
  outcome: z.string(),
  /** `before` and `after` of a change as objects. */
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;
/** `next_page` goes into `cursor`; null on the last page. */
export const activityList = z.object({ items: z.array(activityEntry), next_page: z.string().nullable() });

/** The company that runs this Waypost, as everybody may see it. */
export const companyIdentity = z.object({
  name: z.string().nullable(),
  /** Path on this server that changes with the picture; null: no logo. */
  logo_url: z.string().nullable(),
});
export type CompanyIdentity = z.infer<typeof companyIdentity>;

/** Public facts the page needs before anyone has signed in: `GET /bff/config`. */
export const publicConfig = z.object({
  /** True when the data come from the embedded sandbox: the page says so. */
  simulated: z.boolean(),
  /** A MapLibre style of the operator's, or null for the embedded basemap. */
  map_style_url: z.string().nullable(),
  /** Address of an archive of map tiles (PMTiles), absolute or on this server; null: none. */
  map_tiles_url: z.string().nullable(),
  /** Imagery: an address with {z}, {x} and {y}, and who must be named beside it; null: none. */
  map_satellite: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  version: z.string(),
  /** Who runs this Waypost, as far as administrators have said. */
  company: companyIdentity,
  /** What the operator assumes of the service's behavior (assumptions.ts), as far as the page works with it. */
  behavior: z.object({ stale_after_minutes: z.number(), monitor_stops_in_order: z.boolean() }),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** Anti-forgery header that every request to /api and /bff carries (rule 14). */
export const CSRF_HEADER = { name: 'X-CSRF', value: '1' } as const;

/** Requests that the page makes by itself, on a timer, carry this header and do not keep a session alive (rule 9). */
export const BACKGROUND_HEADER = 'X-Background';
