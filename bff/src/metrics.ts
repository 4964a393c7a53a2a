/** Metrics for operators (rule 27). */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type Cluster, LEASES } from './platform/cluster/cluster.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { countJobs, type JobCounts } from './platform/store/jobs.ts';
import type { Uses } from './platform/uses.ts';
import type { Upstream } from './service/upstream/create.ts';
import type { Board } from './tracking/board/board.ts';
import type { EventHub } from './tracking/events/hub.ts';

interface MetricsSources extends Uses<'db'> {
  readonly version: string;
  readonly board: Board;
  readonly cluster: Cluster;
  readonly jobs: Pick<Jobs, 'failures'>;
  readonly hub: EventHub;
  readonly upstream: Upstream;
}

export function createMetrics({
  version,
  board,
  cluster,
  db,
  jobs,
  hub,
  upstream,
}: MetricsSources): Registry {
  const { client, scheduler } = upstream;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  new Gauge({
    name: 'waypost_info',
    help: '1, with the version of this server',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  gauge('waypost_loads_watched', 'Loads on the board', () => board.size);
  gauge('waypost_streams', 'Open event streams', () => hub.size);
  gauge('waypost_service_calls_last_minute', 'Calls to the tracking service in the last 60 s', () =>
    scheduler.callsLastMinute(),
  );
  gauge(
    'waypost_service_rps_allowed',
    'Background calls a second that the scheduler allows',
    () => scheduler.rps,
  );
  new Gauge({
    name: 'waypost_lease_held',
    help: '1 on the server that does this work for all servers',
    labelNames: ['lease'],
    registers: [registry],
    collect() {
      for (const lease of LEASES) this.set({ lease }, cluster.lease(lease).isHeld ? 1 : 0);
    },
  });
  gauge('waypost_service_up', '1 while the tracking service responds', () =>
    client.health.get().state === 'ok' ? 1 : 0,
  );
  const ofJobs = (name: string, help: string, value: (counts: JobCounts) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const counts of await countJobs(db)) this.set({ kind: counts.kind }, value(counts));
      },
    });
  ofJobs('waypost_jobs_open', 'Jobs that wait or run, by kind', ({ open }) => open);
  ofJobs('waypost_jobs_dead', 'Jobs that were given up, by kind', ({ dead }) => dead);
  ofJobs('waypost_jobs_oldest_seconds', 'How long the oldest job is due, by kind', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, (Date.now() - oldest) / 1000),
  );
  registry.registerMetric(jobs.failures);
  return registry;
}
