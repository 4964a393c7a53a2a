/** Collects what the parts of all servers know, for administrators and for the metrics. */
import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type {
  DependencyState,
  ServerReport,
  SystemStatus as Status,
} from '@waypost/contract/api/system-status';
import { SYSTEM_STATUS_ROUTES } from '@waypost/contract/api/system-status-routes';
import { type Cluster, LEASES } from '../../platform/cluster/cluster.ts';
import { ServerReports } from '../../platform/cluster/server-reports.ts';
import type { Config } from '../../platform/config/config.ts';
import type { RecentErrors } from '../../platform/http/recent-errors.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { nextTurn } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import { countJobs } from '../../platform/store/jobs.ts';
import { rowsOf } from '../../platform/store/query.ts';
import {
  emailCounts,
  incomingCounts,
  outgoingCounts,
  type RecentCounts,
} from '../../platform/store/recent-counts.ts';
import { tableSizes } from '../../platform/store/table-sizes.ts';
import type { Uses } from '../../platform/uses.ts';
import type { RequestScheduler } from '../../service/upstream/request-scheduler.ts';
import type { Polling } from '../../tracking/polling/create.ts';
import { PURGES } from '../retention/retention.ts';

interface SystemStatusOptions extends Uses<'db'> {
  readonly config: Config;
  readonly version: string;
  readonly cluster: Cluster;
  readonly errors: RecentErrors;
  readonly streams: () => number;
  readonly scheduler: Pick<RequestScheduler, 'callsByKind' | 'rps'>;
  readonly polling: Pick<Polling, 'poller' | 'status'>;
  readonly dependencies: { list(): DependencyState[] };
}

export interface SystemStatus extends Capability {
  readonly read: () => Promise<Status>;
  readonly ownReport: () => ServerReport;
}

const DAY_MS = 24 * 3600_000;
/** Shared by everybody who asks within this time. */
const COUNTS_TTL_MS = 2_000;
/** A SQLite file is read as a whole for it. */
const SIZES_TTL_MS = 10 * 60_000;

export function createSystemStatus(options: SystemStatusOptions): SystemStatus {
  const { config, db, version, cluster, errors, streams, scheduler, polling, dependencies } = options;
  const started_at = new Date().toISOString();
  const ownReport = (): ServerReport => ({
    name: `${hostname()}:${config.port}`,
    version,
    node_version: process.versions.node,
    started_at,
    reported_at: new Date().toISOString(),
    leases: LEASES.filter((lease) => cluster.lease(lease).isHeld),
    streams: streams(),
    memory_bytes: process.memoryUsage.rss(),
    allowed_per_minute: Math.floor(scheduler.rps * 60),
    calls: scheduler.callsByKind(),
    errors: [...errors.list()],
  });
  const reports = new ServerReports({ bus: cluster.bus, ownReport });

  const sizes = new TtlCache<Status['database']>(SIZES_TTL_MS);
  const measure = async (): Promise<Status['database']> => {
    const tables = await tableSizes(db, config.databaseUrl);
    return {
      kind: config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres',
      bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
      tables: tables.map((table) => ({ ...table, retention_days: retentionDays(table.name, config) })),
      measured_at: new Date().toISOString(),
    };
  };

  /** In memory, so a page that has just connected is counted. */
  const serverStatus = () => {
    const servers = reports.list();
    const sum = (kind: keyof ServerReport['calls']) =>
      servers.reduce((calls, server) => calls + server.calls[kind], 0);
    return {
      allowed_per_minute: servers.find(({ leases }) => leases.includes('reader'))?.allowed_per_minute ?? null,
      calls: { person: sum('person'), bulk: sum('bulk'), background: sum('background') },
      servers,
    };
  };

  const collect = async () => {
    const since = Date.now() - DAY_MS;
    const jobs = await countJobs(db);
    const webhooks = await rowsOf(db, 'outgoing_webhook', {});
    const service = polling.status();
    await nextTurn();
    return {
      at: new Date().toISOString(),
      service,
      loads: [...polling.poller.readAges()],
      jobs: jobs.map(({ oldest, ...counts }) => ({
        ...counts,
        oldest_due_at: oldest !== null && oldest <= Date.now() ? toIso(oldest) : null,
      })),
      incoming: toResponse(await incomingCounts(db, since)),
      outgoing: {
        ...toResponse(await outgoingCounts(db, since)),
        webhooks: webhooks.filter(({ off_at }) => off_at === null).length,
        failing: webhooks.filter(({ off_at, failures }) => off_at === null && failures > 0).length,
      },
      mail: config.smtp && toResponse(await emailCounts(db, since)),
      dependencies: dependencies.list(),
      database: await sizes.fetch('', measure),
      credentials: [...(await secretFiles(config)), ...(await apiKeys(db))],
    };
  };
  const collected = new TtlCache<Awaited<ReturnType<typeof collect>>>(COUNTS_TTL_MS);
  const read = async (): Promise<Status> => ({
    ...(await collected.fetch('', collect)),
    ...serverStatus(),
  });

  return {
    read,
    ownReport,
    routes: (router) => mountRoutes(router, SYSTEM_STATUS_ROUTES, { systemStatus: read }),
    start: () => reports.start(),
    stop: () => reports.stop(),
  };
}

const toResponse = ({ counts, last }: RecentCounts) => ({ counts: [...counts], last_at: toIso(last) });

/** The longest retention of its rows, in days. */
function retentionDays(table: string, { retention }: Config): number | null {
  const kept = PURGES.flatMap(({ keep, tables }) =>
    keep !== 'now' && (tables as readonly string[]).includes(table) ? [retention[keep] / DAY_MS] : [],
  );
  return kept.length > 0 ? Math.max(...kept) : null;
}

async function secretFiles({ secretFiles: files }: Config): Promise<Status['credentials']> {
  const changed = async ([name, file]: [string, string]) => {
    const { mtime } = await stat(file);
    return { kind: 'file' as const, name, changed_at: mtime.toISOString(), expires_at: null };
  };
  // A file that is gone is no concern of a running server.
  const all = await Promise.all(Object.entries(files).map((file) => changed(file).catch(() => null)));
  return all.filter((one) => one !== null);
}

async function apiKeys(db: SystemStatusOptions['db']): Promise<Status['credentials']> {
  const keys = await rowsOf(db, 'api_key', { revoked_at: null }, ['created_at']);
  return keys.map(({ name, created_at, expires_at }) => ({
    kind: 'api_key',
    name,
    changed_at: toIso(created_at),
    expires_at: toIso(expires_at),
  }));
}
