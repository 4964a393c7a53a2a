/** Session of the signed-in person. Contains no token. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** Weakest first. The server authorizes by role; the page only explains missing rights. */
export const ROLES = ['viewer', 'dispatcher', 'onboarding', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Role of a wall screen's session (api/wall-screens.ts). Nobody's sign-in can give it. */
export const WALL_ROLE = 'wall_screen';
const SESSION_ROLES = [...ROLES, WALL_ROLE] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** Rights with the roles that have them. Code checks rights, never roles. */
export const RIGHTS = {
  /** What the wall board shows. */
  read_wall: ['viewer', 'dispatcher', 'onboarding', 'admin', WALL_ROLE],
  read: ['viewer', 'dispatcher', 'onboarding', 'admin'],
  manage_loads: ['dispatcher', 'admin'],
  manage_monitors: ['dispatcher', 'admin'],
  manage_onboarding: ['onboarding', 'admin'],
  manage_webhooks: ['admin'],
  manage_contacts: ['dispatcher', 'onboarding', 'admin'],
  administer: ['admin'],
} as const satisfies Record<string, readonly SessionRole[]>;
export type Right = keyof typeof RIGHTS;

export function may(roles: readonly string[], right: Right): boolean {
  return roles.some((role) => (RIGHTS[right] as readonly string[]).includes(role));
}

export const session = z.discriminatedUnion('signed_in', [
  z.object({
    signed_in: z.literal(false),
    /** Why the session of this browser has ended, when the server ended it. */
    ended: z.string().optional(),
    /** This browser was a wall screen, until its link was revoked. */
    was_wall_screen: z.literal(true).optional(),
  }),
  z.object({
    signed_in: z.literal(true),
    user: z.object({
      /** Subject at the identity provider, or identifier of the wall screen. */
      sub: z.string(),
      name: z.string(),
      roles: z.array(z.enum(SESSION_ROLES)),
    }),
    /** The session ends at this time in any case; null: it does not expire (wall screens). */
    expires_at: dateTime.nullable(),
    /** The session ends at this time without activity, which polling and streams are not; null: never (wall screens). */
    idle_expires_at: dateTime.nullable(),
    /** The person's (api/preferences.ts), for a browser that has none yet. Missing from a server of an earlier version. */
    preferences: z.looseObject({}).optional(),
  }),
]);
export type Session = z.infer<typeof session>;

/** Where the browser is to go to sign out at the identity provider too. The URL contains no token. */
export const signedOutHere = z.object({ end_session_url: z.string() });

/** One of a person's own sessions. */
export const ownSession = z.object({
  /** Identifies the session but grants no access. */
  session_id: uuid,
  created_at: dateTime,
  last_seen_at: dateTime,
  expires_at: dateTime,
  /** The browser's user agent. */
  user_agent: z.string().nullable(),
  /** True for the session of this request. */
  current: z.boolean(),
});
export const ownSessions = z.object({ items: z.array(ownSession) });

/** An activity log entry. */
export const activityEntry = z.object({
  id: uuid,
  at: dateTime,
  /** Subject and name of the person; null when nobody was signed in. */
  sub: z.string().nullable(),
  name: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  /** Current name of the fleet that `target` refers to; null when unknown or not a fleet reference. */
  fleet_name: z.string().nullish(),
  /** The bulk job whose row this act was about; null for others. */
  job_id: uuid.nullish(),
  /** `started`: at the tracking service, and its outcome is not known (yet). */
  outcome: z.string(),
  /** `before` and `after` of a change, as objects. */
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type ActivityEntry = z.infer<typeof activityEntry>;
/** Pass `next_page` as `cursor`; null on the last page. */
export const activityList = z.object({ items: z.array(activityEntry), next_page: z.string().nullable() });

/** The company that runs this Waypost, as visible to everyone. */
export const companyIdentity = z.object({
  name: z.string().nullable(),
  /** Path on this server that changes with the image; null without a logo. */
  logo_url: z.string().nullable(),
});
export type CompanyIdentity = z.infer<typeof companyIdentity>;

/** Public settings that the page needs before sign-in. */
export const publicConfig = z.object({
  /** The data comes from the embedded sandbox, and the page says so. */
  simulated: z.boolean(),
  /** People sign in at the sandbox too, and the page lists its users. */
  sandbox_sign_in: z.boolean(),
  /** The operator's MapLibre style; null for the embedded basemap. */
  map_style_url: z.string().nullable(),
  /** URL of a PMTiles archive, absolute or on this server; null when there is none. */
  map_tiles_url: z.string().nullable(),
  /** The archive's streets were made up for the demonstration, and the map says so. */
  map_tiles_simulated: z.boolean(),
  /** Satellite imagery: a URL with {z}, {x} and {y}, and its attribution; null when there is none. */
  map_satellite: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  version: z.string(),
  /** Whom people without a role ask for access; null: a Waypost administrator. */
  access_contact: z.string().nullable(),
  /** As set by administrators. */
  company: companyIdentity,
  /** The operator's assumptions about the service's behavior (assumptions.ts) that the page uses. */
  behavior: z.object({ stale_after_minutes: z.number(), monitor_stops_in_order: z.boolean() }),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** Anti-CSRF header required on every request to /api and /bff (rule 14). */
export const CSRF_HEADER = { name: 'X-CSRF', value: '1' } as const;

/** Marks requests that the page makes on a timer, which must not extend the session (rule 9). */
export const BACKGROUND_HEADER = 'X-Background';
