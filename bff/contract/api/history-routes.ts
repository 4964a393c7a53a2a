import { z } from 'zod';
import { uuid } from '../common.ts';
import { historyQuery, loadHistory, truckEvidence } from './history.ts';
import { forMachines, LIMITED, route } from './route.ts';

const loadId = z.strictObject({ load_id: uuid });

const PEOPLE = {
  loadHistory: route('GET /api/loads/{load_id}/history', {
    summary: "List recorded positions of a watched load's truck in a period, and where it stopped",
    right: 'read',
    params: loadId,
    query: historyQuery,
    responses: { 200: loadHistory },
  }),
  truckEvidence: route('GET /api/loads/{load_id}/evidence', {
    summary: 'Get evidence for and against the truck of a watched load',
    right: 'read',
    params: loadId,
    responses: { 200: truckEvidence },
  }),
} as const;

export const HISTORY_ROUTES = {
  ...PEOPLE,
  machineLoadHistory: forMachines(PEOPLE.loadHistory, 'read', LIMITED),
  machineTruckEvidence: forMachines(PEOPLE.truckEvidence, 'read', LIMITED),
} as const;
