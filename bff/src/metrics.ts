/** Metrics for operators (rule 27): what the page System status shows, and counters of this process. */
import { serviceStatus } from '@waypost/contract/api/board';
import type { DependencyState, SystemStatus as Status } from '@waypost/contract/api/system-status';
import { CALL_KINDS } from '@waypost/contract/api/system-status';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SystemStatus } from './office/system-status/system-status.ts';
import type { SignInFailures } from './people/auth/sign-in-failures.ts';
import { LEASES } from './platform/cluster/cluster.ts';
import type { RecentErrors } from './platform/http/recent-errors.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Board } from './tracking/board/board.ts';
import type { Polling } from './tracking/polling/create.ts';

interface MetricsSources {
  readonly systemStatus: SystemStatus;
  readonly status: Polling['status'];
  readonly board: Board;
  readonly jobs: Pick<Jobs, 'failures'>;
  readonly errors: Pick<RecentErrors, 'failures'>;
  readonly signInFailures: Pick<SignInFailures, 'count'>;
}

type Value = readonly [labels: Readonly<Record<string, string>>, value: number];

export function createMetrics(sources: MetricsSources): Registry {
  const { systemStatus, status, board, jobs, errors, signInFailures } = sources;
  const { ownReport } = systemStatus;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Sums of the metrics of the same name, which are no counters as `_total` says.
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    values: () => readonly Value[] | Promise<readonly Value[]>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const all = await values();
        this.reset();
        // Without labels, `reset` means 0.
        if (labelNames.length === 0) this.remove({});
        for (const [labels, value] of all) this.set(labels, value);
      },
    });
  const single = (name: string, help: string, value: () => number) =>
    gauge(name, help, [], () => [[{}, value()]]);
  const shared = (
    name: string,
    help: string,
    labelNames: readonly string[],
    values: (status: Status) => readonly Value[],
  ) =>
    // Missing while the database is away: the others are wanted then all the more.
    gauge(name, help, labelNames, () => systemStatus.read().then(values, () => []));

  // This server.
  gauge('waypost_info', '1, with the version of this server', ['version'], () => [
    [{ version: ownReport().version }, 1],
  ]);
  single('waypost_loads_watched', 'Loads on the board', () => board.size);
  single('waypost_streams', 'Open event streams', () => ownReport().streams);
  gauge(
    'waypost_service_calls_last_minute',
    'Calls of this server to the tracking service in the last 60 s, by what caused them',
    ['kind'],
    () => CALL_KINDS.map((kind) => [{ kind }, ownReport().calls[kind]]),
  );
  gauge('waypost_lease_held', '1 on the server that does this work for all servers', ['lease'], () =>
    LEASES.map((lease) => [{ lease }, ownReport().leases.includes(lease) ? 1 : 0]),
  );
  registry.registerMetric(errors.failures);
  registry.registerMetric(signInFailures.count);
  shared(
    'waypost_dependency_up',
    '1 while this can be used, 0 while it cannot; missing before the first check',
    ['dependency'],
    ({ dependencies }) => dependencies.flatMap(dependencyUp),
  );
  shared(
    'waypost_dependency_checked_timestamp_seconds',
    'When this was last tried',
    ['dependency'],
    ({ dependencies }) =>
      dependencies.flatMap(({ name, checked_at }) => time(checked_at, { dependency: name })),
  );
  shared(
    'waypost_certificate_expiry_timestamp_seconds',
    'When the certificate at PUBLIC_URL expires',
    [],
    ({ dependencies }) => dependencies.flatMap(({ expires_at }) => time(expires_at)),
  );

  // All servers: the same on each.
  single('waypost_service_up', '1 while the tracking service responds', () =>
    status().state === 'ok' ? 1 : 0,
  );
  gauge('waypost_service_state', '1 for the state of the connection to the tracking service', ['state'], () =>
    serviceStatus.shape.state.options.map((state) => [{ state }, status().state === state ? 1 : 0]),
  );
  single('waypost_service_state_timestamp_seconds', 'Since when that state lasts', () =>
    seconds(status().since),
  );
  gauge(
    'waypost_service_last_success_timestamp_seconds',
    'When the tracking service last answered; missing: never since the start',
    [],
    () => time(status().last_success_at),
  );
  single('waypost_database_up', '1 while the database accepts changes', () =>
    status().store_outage === null ? 1 : 0,
  );
  shared(
    'waypost_service_calls_allowed_per_minute',
    'Background calls a minute that the tracking service allows, as found out',
    [],
    ({ allowed_per_minute }) => (allowed_per_minute === null ? [] : [[{}, allowed_per_minute]]),
  );
  single(
    'waypost_service_pause_seconds',
    'Seconds until the pause that the tracking service asked for ends; 0: none',
    () => {
      const { state, retry_at } = status();
      return state === 'paused' ? Math.max(0, -secondsSince(retry_at)) : 0;
    },
  );
  single(
    'waypost_reads_overdue_seconds',
    'How far the most overdue load is past its read; 0: all are read on time',
    () => status().behind?.seconds ?? 0,
  );
  shared('waypost_loads', 'Loads by how often they are to be read', ['read_class'], ({ loads }) =>
    loads.map(({ read_class, loads: count }) => [{ read_class }, count]),
  );
  shared('waypost_oldest_read_seconds', 'Age of the least recent read', ['read_class'], ({ loads }) =>
    loads.map(({ read_class, oldest_read_at }) => [{ read_class }, secondsSince(oldest_read_at)]),
  );
  shared('waypost_oldest_position_seconds', 'Age of the oldest last position', ['read_class'], ({ loads }) =>
    loads.map(({ read_class, oldest_position_at }) => [{ read_class }, secondsSince(oldest_position_at)]),
  );
  shared('waypost_jobs_open', 'Jobs that wait or run, by kind', ['kind'], (status) =>
    status.jobs.map(({ kind, open }) => [{ kind }, open]),
  );
  shared('waypost_jobs_dead', 'Jobs that were given up, by kind', ['kind'], (status) =>
    status.jobs.map(({ kind, dead }) => [{ kind }, dead]),
  );
  shared('waypost_jobs_oldest_seconds', 'How long the oldest job is due, by kind', ['kind'], (status) =>
    status.jobs.map(({ kind, oldest_due_at }) => [{ kind }, secondsSince(oldest_due_at)]),
  );
  registry.registerMetric(jobs.failures);
  const byState = (name: string, help: string, of: (status: Status) => Status['mail']) =>
    shared(name, help, ['state'], (status) =>
      (of(status)?.counts ?? []).map(({ state, count }) => [{ state }, count]),
    );
  byState('waypost_incoming_deliveries', 'Events received in the last 24 h', ({ incoming }) => incoming);
  byState('waypost_outgoing_deliveries', 'Deliveries of events of the last 24 h', ({ outgoing }) => outgoing);
  byState('waypost_emails', 'Emails handled in the last 24 h', ({ mail }) => mail);
  shared(
    'waypost_last_message_timestamp_seconds',
    'When the last event was received (incoming) or delivered (outgoing), or the last email handled (mail), of the last 24 h',
    ['kind'],
    (status) =>
      (['incoming', 'outgoing', 'mail'] as const).flatMap((kind) =>
        time(status[kind]?.last_at ?? null, { kind }),
      ),
  );
  shared('waypost_outgoing_webhooks', 'URLs that get events', [], ({ outgoing }) => [
    [{}, outgoing.webhooks],
  ]);
  shared('waypost_outgoing_webhooks_failing', 'URLs that do not accept events', [], ({ outgoing }) => [
    [{}, outgoing.failing],
  ]);
  shared('waypost_table_bytes', 'Size of a table with its indexes', ['table'], ({ database }) =>
    database.tables.map(({ name, bytes }) => [{ table: name }, bytes]),
  );
  shared(
    'waypost_table_retention_seconds',
    'How long rows of a table are kept; missing: as long as they are used',
    ['table'],
    ({ database }) =>
      database.tables.flatMap(({ name, retention_days }) =>
        retention_days === null ? [] : [[{ table: name }, retention_days * DAY_SECONDS]],
      ),
  );
  shared('waypost_tables_measured_timestamp_seconds', 'When the tables were measured', [], ({ database }) =>
    time(database.measured_at),
  );
  shared('waypost_servers', 'Servers that work on this database', [], ({ servers }) => [
    [{}, servers.length],
  ]);
  shared('waypost_credential_age_seconds', 'Age of a secret file or an API key', ['kind', 'name'], (status) =>
    status.credentials.map(({ kind, name, changed_at }) => [{ kind, name }, secondsSince(changed_at)]),
  );
  shared(
    'waypost_credential_expiry_timestamp_seconds',
    'When an API key expires; missing: never',
    ['kind', 'name'],
    ({ credentials }) =>
      credentials.flatMap(({ kind, name, expires_at }) => time(expires_at, { kind, name })),
  );
  return registry;
}

const DAY_SECONDS = 24 * 3600;

/** Seconds since 1970. */
const seconds = (at: string): number => Date.parse(at) / 1000;
/** No value for null. */
const time = (at: string | null, labels: Readonly<Record<string, string>> = {}): readonly Value[] =>
  at === null ? [] : [[labels, seconds(at)]];

const dependencyUp = ({ name, state }: DependencyState): readonly Value[] =>
  state === 'unknown' ? [] : [[{ dependency: name }, state === 'ok' ? 1 : 0]];

/** 0 for null. */
const secondsSince = (at: string | null): number => (at === null ? 0 : (Date.now() - Date.parse(at)) / 1000);
