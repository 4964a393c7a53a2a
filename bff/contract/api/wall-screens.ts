/**
 * Wall screens: an unattended browser that shows the wall board without anyone signed in, from a link that administrators can revoke.
 * Only the response that creates a link contains its secret. What it may read: the routes and stream events with the right `read_wall`,
 * of loads only `wallLoad`.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

/** Page that opens a wall screen. The secret is in the fragment, which browsers do not send to servers. */
export const WALL_LINK_PAGE = '/wall-link';

/** Prefix of every secret, so that people and secret scanners recognize it. */
export const WALL_SECRET_PREFIX = 'wpw_';

export const WALL_NAME_MAX = 80;

export const wallScreen = z.object({
  wall_screen_id: uuid,
  name: z.string(),
  created_at: dateTime,
  created_by_name: z.string(),
  /** Updated at most once a minute; null until the link is opened. */
  last_seen_at: dateTime.nullable(),
  revoked_at: dateTime.nullable(),
  revoked_by_name: z.string().nullable(),
});
export type WallScreen = z.infer<typeof wallScreen>;

export const wallScreens = z.object({ items: z.array(wallScreen) });

export const wallScreenCreate = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(WALL_NAME_MAX, { error: `must be at most ${WALL_NAME_MAX} characters` }),
});

/** The only response that contains a secret. */
export const createdWallScreen = z.object({ wall_screen: wallScreen, secret: z.string() });
export type CreatedWallScreen = z.infer<typeof createdWallScreen>;

export const wallOpening = z.strictObject({ secret: z.string().max(100) });
