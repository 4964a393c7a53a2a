/** Health, readiness and metrics for operators (rule 27). */
import { timingSafeEqual } from 'node:crypto';
import type { Router } from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type Cluster, LEASES } from '../cluster/cluster.ts';
import type { EventHub } from '../events/hub.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { countJobs, type JobCounts } from '../store/jobs.ts';
import type { Upstream } from '../upstream/create.ts';
import type { Uses } from '../wiring.ts';
import { Problem } from './problems.ts';

interface HealthOptions {
  readonly ready: () => Promise<string | null>;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
}

export function mountHealth(router: Router, { ready, metrics, metricsToken }: HealthOptions): void {
  // About the process only: an outage of the tracking service must not restart it.
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });

  router.get('/readyz', async (_request, response) => {
    const reason = await ready();
    response.set('Cache-Control', 'no-store');
    if (reason === null) response.json({ status: 'ready' });
    else response.status(503).json({ status: 'not ready', reason });
  });

  router.get('/metrics', async (request, response) => {
    const given = Buffer.from(request.get('Authorization') ?? '');
    const wanted = Buffer.from(`Bearer ${metricsToken}`);
    if (metricsToken === null || given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw Problem.notFound(
        'Nothing found at this address',
        'Send the METRICS_TOKEN as a bearer token to see metrics',
      );
    response
      .set('Content-Type', metrics.contentType)
      .set('Cache-Control', 'no-store')
      .send(await metrics.metrics());
  });
}

interface MetricsSources extends Uses<'board' | 'db'> {
  readonly cluster: Cluster;
  readonly jobs: Pick<Jobs, 'failures'>;
  readonly hub: EventHub;
  readonly upstream: Upstream;
}

export function createMetrics({ board, cluster, db, jobs, hub, upstream }: MetricsSources): Registry {
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
