/** Acts on exceptions. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import { handoverOffers, shiftReport, shiftReportQuery } from './shift-report.ts';
import { handover, triageHistory, triagePeople, triageRequest, triageResult, triageUndo } from './triage.ts';

export const TRIAGE_ROUTES = {
  actOnExceptions: route('POST /api/triage/acts', {
    summary:
      'One act on the exceptions of one load or many: assign, note, snooze, wake, close, reopen, offer to the next shift. Loads on which somebody was quicker are left alone and named',
    right: 'manage_loads',
    body: triageRequest,
    responses: { 200: triageResult },
  }),
  undoTriage: route('POST /api/triage/undo', {
    summary: "Takes back an act of one's own, on the loads on which nothing has happened since",
    right: 'manage_loads',
    body: triageUndo,
    responses: { 200: triageResult },
  }),
  triageHistory: route('GET /api/loads/{load_id}/triage', {
    summary: 'What happened to the exceptions of a load and who did what, newest first',
    right: 'read',
    params: z.strictObject({ load_id: uuid }),
    responses: { 200: triageHistory },
  }),
  handover: route('GET /api/triage/handover', {
    summary:
      'Loads that somebody has, what changed on each since, its notes, and whether it is offered to the next shift',
    right: 'read',
    responses: { 200: handover },
  }),
  handoverOffers: route('GET /api/triage/offers', {
    summary: 'Who else has offered loads to the next shift that nobody has accepted yet, and how many',
    right: 'read',
    responses: { 200: handoverOffers },
  }),
  shiftReport: route('GET /api/triage/report', {
    summary:
      'Exceptions of a period of at most 7 days: opened, closed, ended, and how long the first action took, by cause and by person',
    right: 'read',
    query: shiftReportQuery,
    responses: { 200: shiftReport },
  }),
  triagePeople: route('GET /api/triage/people', {
    summary: 'People to whom exceptions may be given: who signed in within the last 30 days',
    right: 'read',
    responses: { 200: triagePeople },
  }),
} as const;
