/**
 * Our own API for other systems, called with an API key; see routes.ts. Routes below `/machine/` accept no session, and routes
 * below `/api/` accept no key.
 */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { boardLoad, watchRequest } from './board.ts';
import { INTENT_HEADER, intentHeaders } from './intents.ts';
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

/** Of routes that call the tracking service: it refuses, fails, or does not answer in time. */
const SERVICE_PROBLEMS = [404, 409, 502, 504];

export const MACHINE_ROUTES = {
  machineListLoads: route('GET /machine/v1/loads', {
    caller: 'machine',
    summary: 'List watched loads, with filters and paging',
    right: 'read',
    query: machineLoadsQuery,
    responses: { 200: machineLoads },
  }),
  machineReadLoad: route('GET /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary: 'Get a watched load',
    right: 'read',
    params: loadId,
    responses: { 200: boardLoad },
  }),
  machineWatchLoads: route('POST /machine/v1/loads', {
    caller: 'machine',
    summary:
      "Watch one or more loads by the tracking service's load_id. 201 if at least one is new, 200 if all are already watched",
    right: 'manage_loads',
    body: watchRequest,
    responses: { 201: machineWatchResult, 200: machineWatchResult },
  }),
  machineUpdateLoad: route('PATCH /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary:
      'Record whether truck identifiers were sent with a load, which the tracking service does not report',
    right: 'manage_loads',
    params: loadId,
    body: machineLoadUpdate,
    responses: { 200: boardLoad },
  }),
  machineUnwatchLoad: route('DELETE /machine/v1/loads/{load_id}', {
    caller: 'machine',
    summary: 'Stop watching a load. The load stays at the tracking service',
    right: 'manage_loads',
    params: loadId,
    responses: { 204: null },
  }),
  machinePostLoad: route('POST /machine/v1/posted-loads', {
    caller: 'machine',
    summary: `Post a load to the tracking service and watch it. 202 if not confirmed yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_loads',
    headers: intentHeaders,
    body: postLoadRequest,
    responses: { 201: createdLoad, 202: createdLoad },
    problems: SERVICE_PROBLEMS,
  }),
  machineReadSentLoad: route('GET /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    summary: 'Get what Waypost sent with a watched load, and the version that a correction needs',
    right: 'read',
    params: loadId,
    responses: { 200: sentLoad },
  }),
  machineCorrectLoad: route('PATCH /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    summary: 'Correct the load number, identifiers or stops of a watched load at the tracking service',
    right: 'manage_loads',
    params: loadId,
    body: correctLoadRequest,
    responses: { 200: correctedLoad },
    problems: [412, ...SERVICE_PROBLEMS],
  }),
  machineListExceptions: route('GET /machine/v1/exceptions', {
    caller: 'machine',
    summary: 'List current exceptions of watched loads, with filters and paging',
    right: 'read',
    query: machineExceptionsQuery,
    responses: { 200: machineExceptions },
  }),
} as const;
