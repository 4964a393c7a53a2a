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
    summary: "List the team's load lists and your own, by name",
    right: 'read',
    query: z.strictObject({ load_id: uuid.optional() }),
    responses: { 200: loadLists },
  }),
  readLoadList: route('GET /api/load-lists/{list_id}', {
    summary: "Get a load list with its loads. 403 if it is another person's private list",
    right: 'read',
    params: listId,
    responses: { 200: loadListDetail },
  }),
  createLoadList: route('POST /api/load-lists', {
    summary:
      'Create a private list or (with permission to manage loads) a team list. 409 if the name is taken',
    right: 'read',
    body: loadListCreate,
    responses: { 201: loadListDetail },
  }),
  updateLoadList: route('PATCH /api/load-lists/{list_id}', {
    summary: 'Rename a list, or share it with the team',
    right: 'read',
    params: listId,
    body: loadListChange,
    responses: { 200: loadList },
  }),
  changeListedLoads: route('POST /api/load-lists/{list_id}/loads', {
    summary: 'Add loads from the board or archive to a list, and remove loads from it',
    right: 'read',
    params: listId,
    body: listedLoadsChange,
    responses: { 200: listedLoadsResult },
  }),
  deleteLoadList: route('DELETE /api/load-lists/{list_id}', {
    summary: 'Delete a list and return it. Its loads are not changed',
    right: 'read',
    params: listId,
    responses: { 200: loadListDetail },
  }),
  machineListLoadLists: route('GET /machine/v1/load-lists', {
    caller: 'machine',
    summary: "List the team's load lists, by name",
    right: 'read',
    responses: { 200: loadLists },
  }),
  machineChangeListedLoads: route('POST /machine/v1/load-lists/{list_id}/loads', {
    caller: 'machine',
    summary: 'Add watched loads to a team list, and remove loads from it',
    right: 'manage_loads',
    params: listId,
    body: listedLoadsChange,
    responses: { 200: listedLoadsResult },
  }),
} as const;
