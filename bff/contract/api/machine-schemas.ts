/** The schemas that `/machine/openapi.json` describes once, by the names that generated clients give to their types. */
import type { z } from 'zod';
import {
  loadStop,
  loadStopInput,
  loadVehicleIdentifiers,
  trackingHealth,
  vehicleAssignment,
} from '../loads.ts';
import { boardLoad, loadFleet } from './board.ts';
import { intent } from './intents.ts';
import { loadMonitor } from './load-monitor.ts';
import { loadTriage, owner } from './load-triage.ts';
import { machineException, machineExceptions, machineLoads, machineWatchResult } from './machine.ts';
import { loadReference, putLoad, putLoadRow, putLoadsResult } from './machine-posting.ts';
import {
  outgoingAgreement,
  outgoingDelivered,
  outgoingEstimate,
  outgoingException,
  outgoingInvitation,
  outgoingLeft,
  outgoingPosition,
  outgoingPosted,
  outgoingRestored,
  outgoingStop,
  outgoingTest,
} from './outgoing-events.ts';
import {
  outgoingDelivery,
  outgoingWebhook,
  outgoingWebhookCreate,
  outgoingWebhookUpdate,
  outgoingWebhookWithSecret,
} from './outgoing-webhooks.ts';
import {
  correctLoadRequest,
  createdLoad,
  postLoadRequest,
  sentLoad,
  truckIdentifiers,
} from './posted-loads.ts';
import { predictedArrival } from './predicted-arrival.ts';
import { problem } from './problem.ts';

const LOAD_ID = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const FLEET = { fleet_id: '7d0f8a14-52c4-4d0e-8f57-0a2f6d1c9b31', name: 'Acme Trucking', fleet_ref: 'ACME' };
const MONITOR_ID = '0b6d3c1e-8a44-4f5e-9a07-5d1b2c3e4f50';
const ADA = { sub: 'ada', name: 'Ada' };

const triageExample = {
  exception_id: '5a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  cause: 'late',
  opened_at: '2026-11-24T15:20:00.000Z',
  owner: ADA,
  snooze: null,
  woke: null,
  closed: null,
  notes: 1,
  last_note: { text: 'Driver says 30 min', by_name: 'Ada', at: '2026-11-24T15:22:00.000Z' },
  version: 2,
  change: 184,
} satisfies z.input<typeof loadTriage>;

const loadExample = {
  load_id: LOAD_ID,
  load_ref: 'LD-4711',
  tracking_health: 'live',
  vehicle_assignment: {
    source: 'declared',
    agreement: 'agree',
    vehicle: {
      id: 'c2a7b8d9-1e2f-4a3b-9c4d-5e6f7a8b9c0d',
      vehicle_name: 'Unit 482',
      vin: '1XKYDP9X0KJ211111',
    },
  },
  last_position: { latitude: 35.4676, longitude: -101.2, occurred_at: '2026-11-24T15:19:40.000Z' },
  stops: [
    {
      id: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
      sequence: 0,
      stop_type: 'origin',
      name: 'Amarillo DC',
      estimated_arrival_at: '2026-11-24T12:00:00.000Z',
      estimated_departure_at: '2026-11-24T13:00:00.000Z',
      arrived_at: null,
      departed_at: null,
    },
  ],
  version: 9215,
  watched_at: '2026-11-24T10:00:00.000Z',
  read_at: '2026-11-24T15:20:00.000Z',
  read_error: null,
  previous_vehicle_id: null,
  vehicle_changed_at: null,
  same_truck_loads: [],
  identifiers_sent: { sent: true, by_name: 'API key TMS', at: '2026-11-24T10:00:00.000Z' },
  fleet: FLEET,
  place: {
    name: 'Amarillo',
    region: 'TX',
    country: 'US',
    distance_meters: 57_000,
    direction: 'E',
  },
  motion: { moving: true, bearing_degrees: 82, speed_mps: 27, last_moved_at: '2026-11-24T15:19:40.000Z' },
  monitor: null,
  predicted_arrivals: [],
  leaving: null,
  kept: null,
  triage: triageExample,
} satisfies z.input<typeof boardLoad>;

const LOAD = { load_id: LOAD_ID, load_ref: 'LD-4711', fleet: FLEET };

const webhookExample = {
  webhook_id: '4e3d2c1b-0a9f-4e8d-8c7b-6a5948372615',
  url: 'https://tms.example.com/waypost',
  events: ['exception.opened', 'load.delivered'],
  position_minutes: 15,
  estimate_minutes: 15,
  previous_secret_until: null,
  created_at: '2026-11-24T10:00:00.000Z',
  created_by_name: 'API key TMS',
  off: null,
  failing: null,
  last_delivered_at: null,
  waiting: 0,
  next_try_at: null,
} satisfies z.input<typeof outgoingWebhook>;

const exceptionExample = {
  ...triageExample,
  load_id: LOAD_ID,
  load_ref: 'LD-4711',
  fleet: FLEET,
  state: 'open',
} satisfies z.input<typeof machineException>;

const postExample = {
  load_ref: 'LD-4711',
  vehicle: { vin: '1XKYDP9X0KJ211111' },
  stops: [
    {
      name: 'Amarillo DC',
      latitude: 35.2,
      longitude: -101.8,
      estimated_departure_at: '2026-11-24T08:00:00-06:00',
    },
    { name: 'Denver', latitude: 39.7, longitude: -105, estimated_arrival_at: '2026-11-24T17:00:00-07:00' },
  ],
} satisfies z.input<typeof postLoadRequest>;

const intentExample = {
  id: '9b2e4c6a-1d3f-4e5a-8b7c-6d5e4f3a2b1c',
  kind: 'load',
  state: 'done',
  subject: 'LD-4711',
  message: null,
  result_id: LOAD_ID,
  service_status: 201,
  created_by_name: 'API key TMS',
  created_at: '2026-11-24T10:00:00.000Z',
  updated_at: '2026-11-24T10:00:01.000Z',
  next_check_at: null,
} satisfies z.input<typeof intent>;

const putExample = {
  load_ref: 'LD-4711',
  outcome: 'posted',
  state: 'on_board',
  load_id: LOAD_ID,
  intent: intentExample,
} satisfies z.input<typeof putLoad>;

export const MACHINE_SCHEMAS: Readonly<
  Record<string, { readonly schema: z.ZodType; readonly example?: unknown }>
> = {
  Load: { schema: boardLoad, example: loadExample },
  LoadList: {
    schema: machineLoads,
    example: { items: [loadExample], next_page: null, version: 9215, removed: [], visible: null },
  },
  LoadStop: { schema: loadStop },
  LoadMonitor: { schema: loadMonitor },
  LoadTriage: { schema: loadTriage },
  TrackingHealth: { schema: trackingHealth },
  VehicleAssignment: { schema: vehicleAssignment },
  PredictedArrival: { schema: predictedArrival },
  Fleet: { schema: loadFleet },
  Person: { schema: owner },
  WatchResult: {
    schema: machineWatchResult,
    example: { items: [{ load_id: LOAD_ID, outcome: 'added' }], added: 1, already_watched: 0 },
  },
  PostLoad: { schema: postLoadRequest, example: postExample },
  TruckIdentifiers: { schema: truckIdentifiers },
  SentIdentifiers: { schema: loadVehicleIdentifiers },
  StopInput: { schema: loadStopInput },
  CorrectLoad: { schema: correctLoadRequest, example: { version: 1, vehicle: { vin: '1XKYDP9X0KJ211112' } } },
  Request: { schema: intent, example: intentExample },
  PostedLoad: {
    schema: createdLoad,
    example: { intent: intentExample, result: { load_id: LOAD_ID, load_ref: 'LD-4711' } },
  },
  LoadReference: {
    schema: loadReference,
    example: { load_ref: 'LD-4711', state: 'on_board', load_id: LOAD_ID, intent: intentExample },
  },
  PutLoad: { schema: putLoad, example: putExample },
  PutLoadRow: { schema: putLoadRow },
  PutLoadList: { schema: putLoadsResult, example: { items: [{ ...putExample, problem: null }] } },
  SentLoad: {
    schema: sentLoad,
    example: {
      load_id: LOAD_ID,
      version: 1,
      load_ref: 'LD-4711',
      vehicle_known: true,
      vehicle: postExample.vehicle,
      stops: postExample.stops,
      city_centers: postExample.stops.map(() => null),
      sent_by_name: 'API key TMS',
      sent_at: '2026-11-24T10:00:00.000Z',
    },
  },
  Exception: { schema: machineException, example: exceptionExample },
  ExceptionList: { schema: machineExceptions, example: { items: [exceptionExample], next_page: null } },
  ExceptionEvent: {
    schema: outgoingException,
    example: {
      ...exceptionExample,
      ended: null,
      happened: {
        kind: 'opened',
        at: '2026-11-24T15:20:00.000Z',
        by: null,
        owner: null,
        text: null,
        until: null,
        reason: null,
      },
    },
  },
  StopEvent: {
    schema: outgoingStop,
    example: {
      monitor_id: MONITOR_ID,
      monitor_name: 'LD-4711',
      loads: [{ load_id: LOAD_ID, load_ref: 'LD-4711', fleet: FLEET }],
      stop: {
        sequence: 1,
        name: 'Denver',
        latitude: 39.7,
        longitude: -105,
        planned_arrival_at: '2026-11-25T00:00:00.000Z',
        planned_departure_at: null,
      },
      occurred_at: '2026-11-24T23:52:00.000Z',
      known_by: 'event',
      at_start_of_tracking: false,
    },
  },
  PostedEvent: {
    schema: outgoingPosted,
    example: {
      load_id: LOAD_ID,
      load_ref: 'LD-4711',
      posted_at: '2026-11-24T10:00:01.000Z',
      posted_by_name: 'API key TMS',
    },
  },
  DeliveredEvent: {
    schema: outgoingDelivered,
    example: { ...LOAD, at: '2026-11-25T01:10:00.000Z', reason: 'left_destination' },
  },
  RestoredEvent: {
    schema: outgoingRestored,
    example: { ...LOAD, restored_at: '2026-11-25T02:12:00.000Z', restored_by_name: 'Maria Lopez' },
  },
  LeftEvent: {
    schema: outgoingLeft,
    example: {
      ...LOAD,
      reason: 'left_destination',
      since: '2026-11-25T01:10:00.000Z',
      archived_at: '2026-11-25T02:10:00.000Z',
      archived_by_name: null,
    },
  },
  EstimateEvent: {
    schema: outgoingEstimate,
    example: {
      ...LOAD,
      stop: { sequence: 1, name: 'Denver' },
      estimate: {
        from: '2026-11-24T23:30:00.000Z',
        likely: '2026-11-25T00:05:00.000Z',
        to: '2026-11-25T01:00:00.000Z',
      },
      before: '2026-11-24T23:40:00.000Z',
    },
  },
  PositionEvent: {
    schema: outgoingPosition,
    example: {
      ...LOAD,
      ...loadExample.last_position,
      place: loadExample.place,
      vehicle_id: loadExample.vehicle_assignment.vehicle.id,
    },
  },
  InvitationEvent: {
    schema: outgoingInvitation,
    example: {
      invitation_key: '6c5b4a39-2817-4605-8f4e-3d2c1b0a9f8e',
      fleet_ref: 'ACME',
      fleet_name: 'Acme Trucking',
      at: '2026-11-24T15:00:00.000Z',
    },
  },
  AgreementEvent: {
    schema: outgoingAgreement,
    example: {
      agreement_id: '2d1c0b9a-8f7e-4d6c-8b5a-49382716f5e4',
      fleet_id: FLEET.fleet_id,
      fleet_ref: 'ACME',
      state: 'active',
      at: '2026-12-01T00:00:00.000Z',
    },
  },
  Webhook: { schema: outgoingWebhook, example: webhookExample },
  CreateWebhook: {
    schema: outgoingWebhookCreate,
    example: {
      url: 'https://tms.example.com/waypost',
      events: ['exception.opened', 'load.delivered'],
      position_minutes: 15,
      estimate_minutes: 15,
    },
  },
  UpdateWebhook: { schema: outgoingWebhookUpdate, example: { active: true } },
  WebhookWithSecret: {
    schema: outgoingWebhookWithSecret,
    example: { webhook: webhookExample, secret: 'whsec_…' },
  },
  Delivery: { schema: outgoingDelivery },
  TestEvent: { schema: outgoingTest, example: { message: 'Test by Ada. No load was changed.' } },
  Problem: {
    schema: problem,
    example: {
      code: 422,
      message: 'Some values are not valid',
      detail: [{ path: 'body.load_ref', input: '', message: 'must not be empty', error_type: 'too_small' }],
      reason: 'invalid',
      service_status: null,
      request_id: '2f1e0d9c-8b7a-4c6d-9e5f-4a3b2c1d0e9f',
    },
  },
};
