/** What this server shows to Prometheus of itself. */

import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Uses } from './dependencies.ts';
import type { EventHub } from './events/hub.ts';
import type { Upstream } from './upstream/create.ts';

export interface MetricsSources extends Uses<'board' | 'isLeader'> {
  readonly hub: EventHub;
  readonly upstream: Upstream;
}

export function createMetrics({ board, hub, upstream, isLeader }: MetricsSources): Registry {
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
  gauge('waypost_reads', '1 on the server that polls the board for all servers', () => (isLeader() ? 1 : 0));
  gauge('waypost_service_up', '1 while the tracking service responds', () =>
    client.health.get().state === 'ok' ? 1 : 0,
  );
  return registry;
}
