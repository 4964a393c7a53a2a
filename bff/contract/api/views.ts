/**
 * Saved views of the board: filters, grouping, order, columns and where the map looks, under a name. A view is one person's, or the
 * whole team's. Our own API; the service knows nothing of views.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

export const VIEW_NAME_MAX = 60;
/** Most views of one person, and most of the team. */
export const MOST_VIEWS = 100;
/** Most parameters of one view, and most values of one parameter. */
const [MOST_PARAMETERS, MOST_VALUES, LONGEST_VALUE] = [24, 64, 400];

const value = z.string().max(LONGEST_VALUE);

/** What the board's address holds, by the name of its parameter. The page reads it as it reads an address: what it does not know is left out. */
export const viewSearch = z
  .record(z.string().regex(/^[a-z][a-z_]{0,31}$/), z.union([value, z.array(value).max(MOST_VALUES)]))
  .refine((search) => Object.keys(search).length <= MOST_PARAMETERS, {
    error: `must have at most ${MOST_PARAMETERS} parameters`,
  });
export type ViewSearch = z.infer<typeof viewSearch>;

export const VIEW_SCOPES = ['person', 'team'] as const;

const fields = {
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(VIEW_NAME_MAX, { error: `must be at most ${VIEW_NAME_MAX} characters` }),
  scope: z.enum(VIEW_SCOPES),
  search: viewSearch,
};

/** `POST /api/views`. The id is of the page's making: sent twice, it is saved once; a deleted view comes back under its old links. */
export const viewCreate = z.strictObject({ view_id: uuid, ...fields });
export type ViewCreate = z.infer<typeof viewCreate>;

/** `PATCH /api/views/{view_id}`: `version` is the one that the change was made on. */
export const viewChange = z.strictObject({ version: z.number().int().min(1), ...fields });
export type ViewChange = z.infer<typeof viewChange>;

export const savedView = z.object({
  view_id: uuid,
  ...fields,
  version: z.number().int(),
  /** Who saved it first. */
  owner_name: z.string(),
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

/** `GET /api/views`: the team's and the person's own, by name. */
export const savedViews = z.object({ items: z.array(savedView) });
