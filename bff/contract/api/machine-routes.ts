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
  stopTimes,
} from './machine.ts';
import { loadReference, putLoad, putLoadsRequest, putLoadsResult } from './machine-posting.ts';
import { correctedLoad, correctLoadRequest, createdLoad, postLoadRequest, sentLoad } from './posted-loads.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

/** Of routes that call the tracking service: it refuses, fails, or does not answer in time. */
const SERVICE_PROBLEMS = [404, 409, 502, 504];

export const MACHINE_ROUTES = {
  machineListLoads: route('GET /machine/v1/loads', {
    caller: 'machine',
    for_limited_keys: true,
    summary:
      'List watched loads, with filters and paging. With changed_after, also those that have left the board. 410 if that is more than a week ago',
    right: 'read',
    query: machineLoadsQuery,
    responses: { 200: machineLoads },
    problems: [410],
  }),
  machineStopTimes: route('GET /machine/v1/loads/{load_id}/stop-times', {
    caller: 'machine',
    for_limited_keys: true,
    summary:
      'Get actual arrivals and departures of a load, also an archived one, with the events that reported them',
    right: 'read',
    params: loadId,
    responses: { 200: stopTimes },
  }),
  machineReadLoad: route('GET /machine/v1/loads/{load_id}', {
    caller: 'machine',
    for_limited_keys: true,
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
    for_limited_keys: true,
    summary:
      'Record whether truck identifiers were sent with a load, which the tracking service does not report',
    right: 'manage_loads',
    params: loadId,
    body: machineLoadUpdate,
    responses: { 200: boardLoad },
  }),
  machineUnwatchLoad: route('DELETE /machine/v1/loads/{load_id}', {
    caller: 'machine',
    for_limited_keys: true,
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
  machinePutLoad: route('PUT /machine/v1/posted-loads', {
    caller: 'machine',
    summary:
      'Post a load, or correct the one on the board that has its load_ref. 201: posted. 202: not confirmed yet. 200: the load exists; it was corrected where it differed. An omitted vehicle stays as it is',
    right: 'manage_loads',
    body: postLoadRequest,
    responses: { 200: putLoad, 201: putLoad, 202: putLoad },
    problems: [412, ...SERVICE_PROBLEMS],
  }),
  machinePutLoads: route('POST /machine/v1/posted-loads/bulk', {
    caller: 'machine',
    summary:
      'Do the same with up to 100 loads, each by itself, with a result for each. Answered within half a minute: rows not sent by then say so',
    right: 'manage_loads',
    body: putLoadsRequest,
    large_body: true,
    responses: { 200: putLoadsResult },
  }),
  machineFindLoad: route('GET /machine/v1/posted-loads', {
    caller: 'machine',
    summary: 'Find the load, or the request to post it, that has this load_ref, also in the archive',
    right: 'read',
    query: z.strictObject({ load_ref: postLoadRequest.shape.load_ref }),
    responses: { 200: loadReference },
    problems: [404],
  }),
  machineReadRequest: route('GET /machine/v1/requests/{request_id}', {
    caller: 'machine',
    summary: 'Follow a request of this key that was answered with 202',
    right: 'read',
    params: z.strictObject({ request_id: uuid }),
    responses: { 200: createdLoad },
  }),
  machineReadSentLoad: route('GET /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    for_limited_keys: true,
    summary: 'Get what Waypost sent with a watched load, and the version that a correction needs',
    right: 'read',
    params: loadId,
    responses: { 200: sentLoad },
  }),
  machineCorrectLoad: route('PATCH /machine/v1/posted-loads/{load_id}', {
    caller: 'machine',
    for_limited_keys: true,
    summary: 'Correct the load number, identifiers or stops of a watched load at the tracking service',
    right: 'manage_loads',
    params: loadId,
    body: correctLoadRequest,
    responses: { 200: correctedLoad },
    problems: [412, ...SERVICE_PROBLEMS],
  }),
  machineListExceptions: route('GET /machine/v1/exceptions', {
    caller: 'machine',
    for_limited_keys: true,
    summary: 'List current exceptions of watched loads, with filters and paging',
    right: 'read',
    query: machineExceptionsQuery,
    responses: { 200: machineExceptions },
  }),
} as const;
