/**
 * What machines may call with an API key. Below `/machine/`, where no session opens anything; the routes of browsers are below
 * `/api/`, where no key does. Our own API as data, see routes.ts.
 */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { boardLoad, watchRequest } from './board.ts';
import { INTENT_HEADER } from './intents.ts';
import {
  machineExceptions,
  machineExceptionsQuery,
  machineLoads,
  machineLoadsQuery,
  machineLoadUpdate,
  machineWatchResult,
} from './machine.ts';
import { correctedLoad, correctLoadRequest, createdLoad, postLoadRequest, sentLoad } from './posted-loads.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

export const MACHINE_ROUTES = {
  machineListLoads: route('GET /machine/v1/loads', {
    caller: 'machine',
    summary: 'Watched loads, filtered and page by page',
    right: 'read',
    query: machineLoadsQuery,
    responses: { 200: machineLoads },
  }),
  machineReadLoad: route('GET /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary: 'One watched load',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoad },
  }),
  machineWatchLoads: route('POST /machine/v1/loads', {
    caller: 'machine',
    summary:
      'Watches one load or several, by the load_id of the tracking service. 201 when at least one is new, 200 when all were watched already',
    right: 'manage_loads',
    body: watchRequest,
    responses: { 201: machineWatchResult, 200: machineWatchResult },
  }),
  machineUpdateLoad: route('PATCH /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary: 'Notes what the tracking service does not tell of a load: whether truck identifiers were sent',
    right: 'manage_loads',
    params: loadId,
    body: machineLoadUpdate,
    responses: { 200: boardLoad },
  }),
  machineUnwatchLoad: route('DELETE /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary: 'Stops watching a load. The load itself stays at the tracking service',
    right: 'manage_loads',
    params: loadId,
    responses: { 204: null },
  }),
  machinePostLoad: route('POST /machine/v1/posted-loads', {
    caller: 'machine',
    summary: `Posts a load to the tracking service and watches it. 202: nobody knows yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_loads',
    body: postLoadRequest,
    responses: { 201: createdLoad, 202: createdLoad },
  }),
  machineReadSentLoad: route('GET /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    summary: 'What Waypost has sent with a watched load, and the version that a correction needs',
    right: 'read',
    params: loadId,
    responses: { 200: sentLoad },
  }),
  machineCorrectLoad: route('PATCH /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    summary: 'Corrects the reference, the identifiers or the stops of a watched load at the tracking service',
    right: 'manage_loads',
    params: loadId,
    body: correctLoadRequest,
    responses: { 200: correctedLoad },
  }),
  machineListExceptions: route('GET /machine/v1/exceptions', {
    caller: 'machine',
    summary: 'Exceptions that watched loads have now, filtered and page by page',
    right: 'read',
    query: machineExceptionsQuery,
    responses: { 200: machineExceptions },
  }),
} as const;
