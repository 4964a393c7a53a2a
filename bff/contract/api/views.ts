/**
 * Saved views of the board: filters, grouping, order, columns and map position under a name; private or shared with the team. Our
 * own API; the service has no views.
 */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';

export const VIEW_NAME_MAX = 60;
/** Per person, and for the team. */
export const MAX_VIEWS = 100;
const MAX_PARAMETERS = 24;
const MAX_VALUES_PER_PARAMETER = 64;
const MAX_VALUE_LENGTH = 400;

const value = z.string().max(MAX_VALUE_LENGTH);

/** The board's query parameters by name. The page parses them like a URL and ignores unknown ones. */
export const viewSearch = z
  .record(
    z.string().regex(/^[a-z][a-z_]{0,31}$/),
    z.union([value, z.array(value).max(MAX_VALUES_PER_PARAMETER)]),
  )
  .refine((search) => Object.keys(search).length <= MAX_PARAMETERS, {
    error: `must have at most ${MAX_PARAMETERS} parameters`,
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

/** The client generates the id, so a repeated request creates one view, and a deleted view can be restored with its links. */
export const viewCreate = z.strictObject({ view_id: uuid, ...fields });
export type ViewCreate = z.infer<typeof viewCreate>;

/** `version`: the version that the change is based on. */
export const viewChange = z.strictObject({ version: z.number().int().min(1), ...fields });
export type ViewChange = z.infer<typeof viewChange>;

export const savedView = z.object({
  view_id: uuid,
  ...fields,
  version: z.number().int(),
  /** Who created it. */
  owner_name: z.string(),
  /** Created by the caller, who alone can make a team view private again. */
  is_own: z.boolean(),
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type SavedView = z.infer<typeof savedView>;

/** The team's and the caller's own views, by name. */
export const savedViews = z.object({ items: z.array(savedView) });

/** Stream event `views`: a view has changed. */
export const viewsEvent = z.object({ changed_at: dateTime });
