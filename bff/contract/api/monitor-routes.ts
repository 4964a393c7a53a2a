/** Our own API for monitors; see routes.ts. Creating one is in intent-routes.ts. */
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
    summary: 'List known monitors, of all loads or one, newest first, and how their updates arrive',
    right: 'read',
    query: monitorListQuery,
    responses: { 200: monitorList },
  }),
  readMonitor: route('GET /api/monitors/{monitor_id}', {
    summary: "Get a monitor with its events and its vehicle's trail",
    right: 'read',
    params: monitorId,
    responses: { 200: boardMonitorDetail },
  }),
  refreshMonitor: route('POST /api/monitors/{monitor_id}/read', {
    summary: 'Refresh a monitor from the tracking service, if supported',
    right: 'read',
    params: monitorId,
    responses: { 200: boardMonitorDetail },
  }),
  cancelMonitor: route('POST /api/monitors/{monitor_id}/cancel', {
    summary: 'Cancel a monitor at the tracking service',
    right: 'manage_monitors',
    params: monitorId,
    responses: { 200: boardMonitor },
  }),
  linkMonitor: route('POST /api/monitors/{monitor_id}/links', {
    summary: 'Link a monitor to a load, or record that it does not belong to that load',
    right: 'manage_monitors',
    params: monitorId,
    body: monitorLinkWrite,
    responses: { 200: boardMonitor },
  }),
  vehicleFacts: route('POST /api/monitors/facts', {
    summary: 'Get what is known about a vehicle, to check before a monitor is created. Changes nothing',
    right: 'read',
    body: vehicleFactsQuery,
    responses: { 200: vehicleFacts },
  }),
} as const;
