/** What this server tells Prometheus of itself. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Board } from './board/board.ts';
import type { EventHub } from './events/hub.ts';
import type { ServiceHealth } from './polling/service-health.ts';
import type { ServiceGate } from './service/gate.ts';

export interface Measured {
  readonly board: Board;
  readonly hub: EventHub;
  readonly gate: ServiceGate;
  readonly health: ServiceHealth;
  readonly leads: () => boolean;
}

export function metricsOf(parts: Measured): Registry {
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
  gauge('waypost_loads_watched', 'Loads on the watch list', () => parts.board.size);
  gauge('waypost_streams', 'Open event streams', () => parts.hub.size);
  gauge('waypost_service_calls_last_minute', 'Calls to the telematics service in the last 60 s', () =>
    parts.gate.callsLastMinute(),
  );
  gauge(
    'waypost_service_rps_allowed',
    'Background calls a second that the gate allows',
    () => parts.gate.rps,
  );
  gauge('waypost_reads', '1 on the server that reads the board for all', () => (parts.leads() ? 1 : 0));
  gauge('waypost_service_up', '1 while the telematics service answers', () =>
    parts.health.get().state === 'ok' ? 1 : 0,
  );
  return registry;
}
