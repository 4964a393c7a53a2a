/** Health, readiness and the address of the metrics, for operators (rule 27). */
import { timingSafeEqual } from 'node:crypto';
import type { Router } from 'express';
import type { Registry } from 'prom-client';
import { Problem } from './problems.ts';

interface HealthOptions {
  readonly version: string;
  readonly ready: () => Promise<string | null>;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
}

export function mountHealth(router: Router, { version, ready, metrics, metricsToken }: HealthOptions): void {
  // About the process only: an outage of the tracking service must not restart it.
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version });
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
