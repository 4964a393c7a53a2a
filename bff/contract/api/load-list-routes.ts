/** Named lists of loads. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  listedLoadsChange,
  listedLoadsResult,
  loadList,
  loadListChange,
  loadListCreate,
  loadListDetail,
  loadLists,
} from './load-lists.ts';
import { route } from './route.ts';

const listId = z.strictObject({ list_id: uuid });

export const LOAD_LIST_ROUTES = {
  listLoadLists: route('GET /api/load-lists', {
    summary: "Lists of loads, the team's and one's own, by name",
    right: 'read',
    query: z.strictObject({ load_id: uuid.optional() }),
    responses: { 200: loadLists },
  }),
  readLoadList: route('GET /api/load-lists/{list_id}', {
    summary: "One list with its loads. 403 when it is another person's own",
    right: 'read',
    params: listId,
    responses: { 200: loadListDetail },
  }),
  createLoadList: route('POST /api/load-lists', {
    summary:
      "Creates a list, one's own or (with the right to manage loads) the team's. 409 when its name is taken there",
    right: 'read',
    body: loadListCreate,
    responses: { 201: loadListDetail },
  }),
  updateLoadList: route('PATCH /api/load-lists/{list_id}', {
    summary: 'Renames a list, or shares it with the team',
    right: 'read',
    params: listId,
    body: loadListChange,
    responses: { 200: loadList },
  }),
  changeListedLoads: route('POST /api/load-lists/{list_id}/loads', {
    summary: 'Puts loads of the board or of the archive into a list, and takes loads out of it',
    right: 'read',
    params: listId,
    body: listedLoadsChange,
    responses: { 200: listedLoadsResult },
  }),
  deleteLoadList: route('DELETE /api/load-lists/{list_id}', {
    summary: 'Deletes a list, and answers what it was. Its loads stay where they are',
    right: 'read',
    params: listId,
    responses: { 200: loadListDetail },
  }),
  machineListLoadLists: route('GET /machine/v1/load-lists', {
    caller: 'machine',
    summary: "The team's lists of loads, by name",
    right: 'read',
    responses: { 200: loadLists },
  }),
  machineChangeListedLoads: route('POST /machine/v1/load-lists/{list_id}/loads', {
    caller: 'machine',
    summary: "Puts watched loads into one of the team's lists, and takes loads out of it",
    right: 'manage_loads',
    params: listId,
    body: listedLoadsChange,
    responses: { 200: listedLoadsResult },
  }),
} as const;
