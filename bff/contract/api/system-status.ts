/** What an administrator wants to know about a running Waypost: all its servers, and what they depend on. */
import { z } from 'zod';
import { dateTime } from '../common.ts';
import { serviceStatus } from './board.ts';

/** Why a call to the service is made: a click, a bulk job, or updates in the background. */
export const CALL_KINDS = ['person', 'bulk', 'background'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** `open`: somebody looks at it; `urgent`: new, late or near a stop; `exception`: has one that a read may end. Most important first. */
export const READ_CLASSES = ['open', 'urgent', 'exception', 'calm'] as const;
export type ReadClass = (typeof READ_CLASSES)[number];

/** A request that was answered with 5xx. */
export const serverError = z.object({
  at: dateTime,
  request_id: z.string().nullable(),
  /** Method and path, without secrets. */
  request: z.string(),
  message: z.string(),
});
export type ServerError = z.infer<typeof serverError>;

/** What one server says of itself. */
export const serverReport = z.object({
  /** Host and port. */
  name: z.string(),
  version: z.string(),
  node_version: z.string(),
  started_at: dateTime,
  reported_at: dateTime,
  /** What it does for all servers. */
  leases: z.array(z.string()),
  streams: z.number().int(),
  memory_bytes: z.number().int(),
  /** Background calls a minute that it may make at the pace it has found. Only that of the server that holds `reader` is in use. */
  allowed_per_minute: z.number().int(),
  /** Calls to the service in the last 60 s. */
  calls: z.record(z.enum(CALL_KINDS), z.number().int()),
  /** Newest first. */
  errors: z.array(serverError),
});
export type ServerReport = z.infer<typeof serverReport>;

/** Something that Waypost depends on, as last tried by the server that answers. */
export const dependencyState = z.object({
  name: z.enum(['identity_provider', 'tracking_service', 'mail', 'certificate']),
  /** `unknown`: not tried yet. */
  state: z.enum(['ok', 'failed', 'unknown']),
  checked_at: dateTime.nullable(),
  problem: z.string().nullable(),
  /** Of the certificate at PUBLIC_URL. */
  expires_at: dateTime.nullable(),
});
export type DependencyState = z.infer<typeof dependencyState>;

const stateCounts = z.array(z.object({ state: z.string(), count: z.number().int() }));

export const systemStatus = z.object({
  at: dateTime,
  service: serviceStatus,
  /** Null while no server reads. */
  allowed_per_minute: z.number().int().nullable(),
  /** Of all servers, in the last 60 s. */
  calls: z.record(z.enum(CALL_KINDS), z.number().int()),
  loads: z.array(
    z.object({
      read_class: z.enum(READ_CLASSES),
      loads: z.number().int(),
      /** Null: none was read. */
      oldest_read_at: dateTime.nullable(),
      /** Null: none has a position. */
      oldest_position_at: dateTime.nullable(),
    }),
  ),
  jobs: z.array(
    z.object({
      kind: z.string(),
      open: z.number().int(),
      dead: z.number().int(),
      /** When the oldest open one was due; null: none is. */
      oldest_due_at: dateTime.nullable(),
    }),
  ),
  /** Events from the service in the last 24 hours. */
  incoming: z.object({ counts: stateCounts, last_at: dateTime.nullable() }),
  /** Deliveries of events of the last 24 hours, and the URLs they go to. */
  outgoing: z.object({
    counts: stateCounts,
    last_at: dateTime.nullable(),
    webhooks: z.number().int(),
    failing: z.number().int(),
  }),
  /** Emails of the last 24 hours; null: no mail server is configured. */
  mail: z.object({ counts: stateCounts, last_at: dateTime.nullable() }).nullable(),
  dependencies: z.array(dependencyState),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    bytes: z.number().int(),
    /** With their indexes, largest first. */
    tables: z.array(
      z.object({
        name: z.string(),
        bytes: z.number().int(),
        /** Null: kept until somebody deletes it, or no longer than it is used. */
        retention_days: z.number().nullable(),
      }),
    ),
    measured_at: dateTime,
  }),
  servers: z.array(serverReport),
  /** Secrets in files, and API keys: when each was last changed or created. */
  credentials: z.array(
    z.object({
      kind: z.enum(['file', 'api_key']),
      name: z.string(),
      changed_at: dateTime,
      expires_at: dateTime.nullable(),
    }),
  ),
});
export type SystemStatus = z.infer<typeof systemStatus>;
