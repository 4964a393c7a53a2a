import { z } from 'zod';
import { uuid } from '../common.ts';
import { INTENT_HEADER } from './intents.ts';
import { lookupRequest, lookupResult } from './load-lookup.ts';
import {
  correctedLoad,
  correctLoadRequest,
  createdLoad,
  loadPosting,
  postLoadRequest,
  sentLoad,
} from './posted-loads.ts';
import { route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

export const POSTED_LOAD_ROUTES = {
  lookUpLoads: route('POST /api/loads/lookup', {
    summary: 'Look up loads by load number or id. Changes nothing and makes no call to the tracking service',
    right: 'read',
    body: lookupRequest,
    responses: { 200: lookupResult },
  }),
  loadPosting: route('GET /api/posted-loads', {
    summary: 'Get whether the tracking service is known to accept posted and corrected loads',
    right: 'read',
    responses: { 200: loadPosting },
  }),
  postLoad: route('POST /api/posted-loads', {
    summary: `Post a load to the tracking service and watch it. 202 if not confirmed yet. ${INTENT_HEADER} makes a retry safe`,
    right: 'manage_loads',
    body: postLoadRequest,
    responses: { 201: createdLoad, 202: createdLoad },
  }),
  readSentLoad: route('GET /api/posted-loads/{load_id}', {
    summary: 'Get the identifiers and stops that Waypost sent with a watched load',
    right: 'read',
    params: loadId,
    responses: { 200: sentLoad },
  }),
  correctLoad: route('PATCH /api/posted-loads/{load_id}', {
    summary: 'Correct the load number, identifiers or stops of a watched load at the tracking service',
    right: 'manage_loads',
    params: loadId,
    body: correctLoadRequest,
    responses: { 200: correctedLoad },
  }),
} as const;
