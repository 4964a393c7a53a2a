/**
 * Control routes for tests and demonstrations, outside the interface: they read and change the world. They need no token;
 * SANDBOX_CONTROL=off disables them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { uuid } from '@waypost/contract/common';
import { ERROR_MESSAGES } from '@waypost/contract/errors';
import { z } from 'zod';
import type { Events } from '../events/events.ts';
import { sendError, sendJson } from '../http/answer.ts';
import type { Failures } from '../http/failures.ts';
import { ServiceError } from '../http/problem.ts';
import type { ReceivedLog } from '../server.ts';
import { type ControlRoute, parseBody } from './control-route.ts';
import { type WorldControlParts, worldRoutes } from './control-world.ts';

export interface ControlParts extends WorldControlParts {
  readonly events: Events;
  readonly received: ReceivedLog;
  /** Resets everything except sign-ins. */
  readonly reset: () => void;
  readonly failures: Failures;
  /** Closes every connection, and new ones for this many seconds of real time. */
  readonly outage: (seconds: number) => void;
  /** Every token and code ever issued. */
  readonly tokens: () => readonly string[];
  /** Other secrets: those that no client may show, and URLs that may be shown but not logged. */
  readonly secrets: () => { readonly secrets: readonly string[]; readonly addresses: readonly string[] };
}

const STATUSES = Object.keys(ERROR_MESSAGES).map(Number);
const seconds = z.number().int().min(1).max(3600);

const fail = z.strictObject({
  status: z.custom<keyof typeof ERROR_MESSAGES>((value) => STATUSES.includes(value as number), {
    error: `must be one of ${STATUSES.join(', ')}`,
  }),
  count: z.number().int().min(1).max(100_000).default(1),
  retry_after_seconds: seconds.optional(),
  load_id: uuid.optional(),
});
const health = z.strictObject({ load_id: uuid, tracking_health: z.string().min(1).max(255).nullable() });
const outage = z.strictObject({ seconds });

export function createControl(parts: ControlParts) {
  const { world, failures, outage: startOutage, tokens } = parts;
  const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const routes: readonly ControlRoute[] = [
    {
      method: 'GET',
      path: new RegExp(`^${escaped(ASSUMPTIONS.sandbox_loads_path)}$`),
      run: () => ({ load_ids: world.loads.all.map(({ load_id }) => load_id) }),
    },
    {
      // For tests that search what a client received, logged or stored.
      method: 'GET',
      path: /^\/_sandbox\/tokens$/,
      run: () => ({ tokens: tokens() }),
    },
    {
      method: 'GET',
      path: /^\/_sandbox\/secrets$/,
      run: () => parts.secrets(),
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/fail$/,
      async run(request) {
        const failure = await parseBody(request, fail);
        failures.add(failure);
        return failure;
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/health$/,
      async run(request) {
        const { load_id, tracking_health } = await parseBody(request, health);
        if (!world.forceHealth(load_id, tracking_health))
          throw new ServiceError(404, `load ${load_id} not found`);
        return { load_id, tracking_health };
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/outage$/,
      async run(request) {
        const command = await parseBody(request, outage);
        // Send the response before the connections are closed.
        setImmediate(() => startOutage(command.seconds));
        return command;
      },
    },
    {
      method: 'GET',
      path: /^\/_sandbox\/received$/,
      run: () => ({ requests: parts.received.all, webhooks: parts.events.log }),
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/reset$/,
      run: () => {
        parts.reset();
        return { reset: true };
      },
    },
    ...worldRoutes(parts),
  ];

  return async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const matching = routes.filter((route) => route.path.test(path));
    const route = matching.find(({ method }) => method === request.method);
    if (!route) {
      if (matching.length === 0) return sendError(response, 404, `nothing found at ${path}`);
      const allow = matching.map(({ method }) => method).join(', ');
      return sendError(response, 405, `${path} knows ${allow}`, { Allow: allow });
    }
    try {
      sendJson(response, 200, await route.run(request, route.path.exec(path)?.slice(1) ?? []));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      sendError(response, error.status, error.detail);
    }
  };
}
