/** Named lists of loads, of one person or of the whole team. A load may be in several. Our own API; the service knows nothing of lists. */
import { z } from 'zod';
import { dateTime, uuid } from '../common.ts';
import { VIEW_SCOPES } from './views.ts';

export const LOAD_LIST_NAME_MAX = 60;
/** Most lists of one person, and most of the team. */
export const MOST_LOAD_LISTS = 100;
/** Most loads of one list, and of one request. */
export const MOST_LISTED_LOADS = 5000;

const fields = {
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(LOAD_LIST_NAME_MAX, { error: `must be at most ${LOAD_LIST_NAME_MAX} characters` }),
  scope: z.enum(VIEW_SCOPES),
};
const load_ids = z.array(uuid).max(MOST_LISTED_LOADS);

/** `POST /api/load-lists`. The id is of the page's making: sent twice, it is created once; a deleted list comes back under its old links. */
export const loadListCreate = z.strictObject({ list_id: uuid, ...fields, load_ids });
export type LoadListCreate = z.infer<typeof loadListCreate>;

/** `PATCH /api/load-lists/{list_id}`: only what changes. */
export const loadListChange = z.strictObject(fields).partial();
export type LoadListChange = z.infer<typeof loadListChange>;

/** `POST /api/load-lists/{list_id}/loads` */
export const listedLoadsChange = z.strictObject({
  add: load_ids.default([]),
  remove: load_ids.default([]),
});
export type ListedLoadsChange = z.infer<typeof listedLoadsChange>;

export const loadList = z.object({
  list_id: uuid,
  ...fields,
  /** Grows with each change, also of what is in the list. */
  version: z.number().int(),
  /** Its loads on the board, and those in the archive. */
  loads: z.number().int(),
  archived: z.number().int(),
  /** Whether the load that was asked about is in it; none: nobody asked. */
  has_load: z.boolean().optional(),
  owner_name: z.string(),
  /** Created by whoever asks: nobody else takes back what is shared. */
  is_own: z.boolean(),
  updated_at: dateTime,
  updated_by_name: z.string(),
});
export type LoadList = z.infer<typeof loadList>;

/** `GET /api/load-lists`: the team's and the person's own, by name. */
export const loadLists = z.object({ items: z.array(loadList) });

/** A list with its loads, those in the archive too. */
export const loadListDetail = loadList.extend({ load_ids: z.array(uuid) });
export type LoadListDetail = z.infer<typeof loadListDetail>;

/** What has changed: what was in the list already, or is neither on the board nor in the archive, is left out. */
export const listedLoadsResult = z.object({
  list: loadList,
  added: z.array(uuid),
  removed: z.array(uuid),
});

/** Event `load_lists` of the stream: some list has changed. */
export const loadListsEvent = z.object({ changed_at: dateTime });
