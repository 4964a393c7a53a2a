/**
 * Control routes, apart from the interface: they look at the world and move it, for tests and demonstrations. No token is
 * needed; SANDBOX_CONTROL=off takes them away.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { uuid } from '@waypost/contract/common';
import { ERROR_MESSAGES } from '@waypost/contract/errors';
import { z } from 'zod';
import { sendError, sendJson } from '../http/answer.ts';
import { readJson } from '../http/body.ts';
import type { Failures } from '../http/failures.ts';
import { ServiceError } from '../http/problem.ts';
import { validationDetail } from '../http/validation.ts';
import type { World } from '../world/world.ts';

export interface ControlParts {
  readonly world: World;
  readonly failures: Failures;
  /** Destroys every connection, and each new one for so many seconds of real time. */
  readonly outage: (seconds: number) => void;
  /** Every token that was issued and has not expired. */
  readonly tokens: () => readonly string[];
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
const silence = z.strictObject({ silent: z.boolean() });

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** Answers; what it returns is the body of a 200. */
  readonly run: (request: IncomingMessage, parts: string[]) => Promise<object> | object;
}

async function parsed<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.infer<S>> {
  const input = await readJson(request);
  const result = schema.safeParse(input);
  if (!result.success) throw new ServiceError(422, validationDetail(result.error, input));
  return result.data;
}

export function createControl({ world, failures, outage: breakDown, tokens }: ControlParts) {
  const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const routes: readonly Route[] = [
    {
      method: 'GET',
      path: new RegExp(`^${escaped(ASSUMPTIONS.sandbox_loads_path)}$`),
      run: () => ({ load_ids: world.loads.all.map(({ load_id }) => load_id) }),
    },
    {
      // For tests that search what a client has received, logged or stored.
      method: 'GET',
      path: /^\/_sandbox\/tokens$/,
      run: () => ({ tokens: tokens() }),
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/fail$/,
      async run(request) {
        const failure = await parsed(request, fail);
        failures.add(failure);
        return failure;
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/health$/,
      async run(request) {
        const { load_id, tracking_health } = await parsed(request, health);
        if (!world.forceHealth(load_id, tracking_health))
          throw new ServiceError(404, `no load ${load_id} is known here`);
        return { load_id, tracking_health };
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/outage$/,
      async run(request) {
        const wanted = await parsed(request, outage);
        // The answer is on its way before the connections are cut.
        setImmediate(() => breakDown(wanted.seconds));
        return wanted;
      },
    },
    {
      method: 'POST',
      path: /^\/_sandbox\/vehicles\/([^/]+)\/silence$/,
      async run(request, [vehicle_id = '']) {
        const { silent } = await parsed(request, silence);
        if (!world.silence(vehicle_id, silent))
          throw new ServiceError(404, `no vehicle ${vehicle_id} is known here`);
        return { vehicle_id, silent };
      },
    },
  ];

  return async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const matching = routes.filter((route) => route.path.test(path));
    const route = matching.find(({ method }) => method === request.method);
    if (!route) {
      if (matching.length === 0) return sendError(response, 404, `nothing is at ${path}`);
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
