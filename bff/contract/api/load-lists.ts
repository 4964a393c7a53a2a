/** Named lists of loads, private or shared with the team. A load can be in several. Our own API; the service has no lists. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { VIEW_SCOPES } from './views.ts';

export const LOAD_LIST_NAME_MAX = 60;
/** Per person, and for the team. */
export const MAX_LOAD_LISTS = 100;
/** Per list, and per request. */
export const MAX_LISTED_LOADS = 5000;

const fields = {
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(LOAD_LIST_NAME_MAX, { error: `must be at most ${LOAD_LIST_NAME_MAX} characters` }),
  scope: z.enum(VIEW_SCOPES),
};
const load_ids = z.array(uuid).max(MAX_LISTED_LOADS);

/** The client generates the id, so a repeated request creates one list, and a deleted list can be restored with its links. */
export const loadListCreate = z.strictObject({ list_id: uuid, ...fields, load_ids });
export type LoadListCreate = z.infer<typeof loadListCreate>;

export const loadListChange = z.strictObject(fields).partial();
export type LoadListChange = z.infer<typeof loadListChange>;

export const listedLoadsChange = z.strictObject({
  add: load_ids.default([]),
  remove: load_ids.default([]),
});
export type ListedLoadsChange = z.infer<typeof listedLoadsChange>;

export const loadList = z.object({
  list_id: uuid,
  ...fields,
  /** Increases with each change, including changes of its loads. */
  version: z.number().int(),
  /** Number of its loads on the board and in the archive. */
  loads: z.number().int(),
  archived: z.number().int(),
  /** Whether the queried load is in the list; missing without `load_id` in the query. */
  has_load: z.boolean().optional(),
  owner_name: z.string(),
  /** Created by the caller, who alone can make a team list private again. */
  is_own: z.boolean(),
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type LoadList = z.infer<typeof loadList>;

/** The team's and the caller's own lists, by name. */
export const loadLists = z.object({ items: z.array(loadList) });

/** Includes archived loads. */
export const loadListDetail = loadList.extend({ load_ids: z.array(uuid) });
export type LoadListDetail = z.infer<typeof loadListDetail>;

/** Actual changes: loads already in the list, or on neither the board nor the archive, are omitted. */
export const listedLoadsResult = z.object({
  list: loadList,
  added: z.array(uuid),
  removed: z.array(uuid),
});

/** Stream event `load_lists`: a list has changed. */
export const loadListsEvent = z.object({ changed_at: dateTime });
