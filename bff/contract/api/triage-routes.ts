import { z } from 'zod';
import { uuid } from '../common.ts';
import { forMachines, LIMITED, route } from './route.ts';
import { handoverOffers, shiftReport, shiftReportQuery } from './shift-report.ts';
import { handover, triageHistory, triagePeople, triageRequest, triageResult, triageUndo } from './triage.ts';

const PEOPLE = {
  actOnExceptions: route('POST /api/triage/acts', {
    summary:
      'Act on the exceptions of one or more loads: assign, note, snooze, wake, close, reopen, offer to the next shift, decline an offer, log a call to the carrier, clear an ETA. Loads changed by someone else in the meantime are skipped and listed',
    right: 'manage_loads',
    body: triageRequest,
    responses: { 200: triageResult },
  }),
  undoTriage: route('POST /api/triage/undo', {
    summary: 'Undo your own action on loads that have not changed since',
    right: 'manage_loads',
    body: triageUndo,
    responses: { 200: triageResult },
  }),
  triageHistory: route('GET /api/loads/{load_id}/triage', {
    summary: "List what happened to a load's exceptions and who did it, newest first",
    right: 'read',
    params: z.strictObject({ load_id: uuid }),
    responses: { 200: triageHistory },
  }),
  handover: route('GET /api/triage/handover', {
    summary: 'List taken loads with the last change since, and to whom they are handed over',
    right: 'read',
    responses: { 200: handover },
  }),
  handoverOffers: route('GET /api/triage/offers', {
    summary:
      "Count other people's loads that are handed over and not accepted yet, first those meant for you",
    right: 'read',
    responses: { 200: handoverOffers },
  }),
  shiftReport: route('GET /api/triage/report', {
    summary:
      'Get the exceptions of a period of up to 7 days: opened, closed, ended, and the time to first action, by cause and person',
    right: 'read',
    query: shiftReportQuery,
    responses: { 200: shiftReport },
  }),
  triagePeople: route('GET /api/triage/people', {
    summary: 'List people to assign exceptions to: signed in within the last 30 days',
    right: 'read',
    responses: { 200: triagePeople },
  }),
} as const;

export const TRIAGE_ROUTES = {
  ...PEOPLE,
  machineActOnExceptions: forMachines(PEOPLE.actOnExceptions, 'manage_loads', {
    ...LIMITED,
    problems: [404],
  }),
  machineUndoTriage: forMachines(PEOPLE.undoTriage, 'manage_loads', { problems: [404, 409] }),
  machineTriageHistory: forMachines(PEOPLE.triageHistory, 'read', LIMITED),
} as const;
