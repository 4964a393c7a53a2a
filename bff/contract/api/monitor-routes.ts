/** Monitors. Our own API as data, see routes.ts. Creating one is in intent-routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import {
  boardMonitor,
  boardMonitorDetail,
  monitorLinkWrite,
  monitorList,
  monitorListQuery,
  vehicleFacts,
  vehicleFactsQuery,
} from './monitors.ts';
import { route } from './route.ts';

const monitorId = z.strictObject({ monitor_id: uuid });

export const MONITOR_ROUTES = {
  listMonitors: route('GET /api/monitors', {
    summary:
      'Monitors that are known here, newest first, and how they come to be known; all, or those of a load',
    right: 'read',
    query: monitorListQuery,
    responses: { 200: monitorList },
  }),
  readMonitor: route('GET /api/monitors/{monitor_id}', {
    summary: 'One monitor with its events and the trail of its vehicle',
    right: 'read',
    params: monitorId,
    responses: { 200: boardMonitorDetail },
  }),
  refreshMonitor: route('POST /api/monitors/{monitor_id}/read', {
    summary: 'Reads it from the service now, where the service offers that',
    right: 'read',
    params: monitorId,
    responses: { 200: boardMonitorDetail },
  }),
  cancelMonitor: route('POST /api/monitors/{monitor_id}/cancel', {
    summary: 'Ends the watch at the service',
    right: 'manage_monitors',
    params: monitorId,
    responses: { 200: boardMonitor },
  }),
  linkMonitor: route('POST /api/monitors/{monitor_id}/links', {
    summary: 'Says that a monitor is about a load, or that it is not',
    right: 'manage_monitors',
    params: monitorId,
    body: monitorLinkWrite,
    responses: { 200: boardMonitor },
  }),
  vehicleFacts: route('POST /api/monitors/facts', {
    summary: 'What is known of a vehicle, for the checks before a monitor is created. Changes nothing',
    right: 'read',
    body: vehicleFactsQuery,
    responses: { 200: vehicleFacts },
  }),
} as const;
