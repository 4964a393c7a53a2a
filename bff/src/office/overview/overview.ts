/**
 * Counts for the page header, from the successor endpoint, or from the deprecated one if the service lacks the successor, which is then
 * remembered. Read once a minute for all users and each set of filters; while the service fails the last response is shown, with its
 * time.
 */
import type { BoardOverview } from '@waypost/contract/api/overview';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { ReadOverview } from '@waypost/contract/overview';
import type { Logger } from 'pino';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { TtlCache } from '../../platform/lib/ttl-cache.ts';
import type { Uses } from '../../platform/uses.ts';
import { readShared } from '../../service/upstream/call-budget.ts';
import { CapabilityProbe, isAbsent } from '../../service/upstream/capability-probe.ts';
import type { ServiceClient } from '../../service/upstream/client.ts';
import type { Upstream } from '../../service/upstream/create.ts';
import { ServiceError } from '../../service/upstream/errors.ts';
import type { Answer } from '../../service/upstream/http.ts';

interface OverviewOptions extends Uses<'log' | 'now'> {
  readonly client: ServiceClient;
  readonly endpoints: Pick<ServiceEndpoints, 'getOverview' | 'getDeprecatedOverview'>;
}

interface OverviewFilter {
  readonly fleet_ids?: readonly string[] | undefined;
  readonly fleet_refs?: readonly string[] | undefined;
  readonly connection_id?: string | undefined;
}

const FRESH_MS = 60_000;
/** How often the successor is tried again. */
const RETRY_SUCCESSOR_MS = 6 * 3600_000;
const MAX_CACHED = 100;

/** The API specifies the successor's path but not its format: a response in another format counts as absent. */
const isNoSuccessor = (error: unknown): error is ServiceError =>
  isAbsent(error) || (error instanceof ServiceError && error.kind === 'unexpected_answer');

/** Throws `unexpected_answer` when no count can be read: then it is not an overview. */
function withCounts<A extends { readonly data: ReadOverview }>(answer: A): A {
  const { fleets, vehicles, drivers, trailers } = answer.data;
  if ([fleets, vehicles, drivers, trailers].some((count) => count !== null)) return answer;
  throw new ServiceError('unexpected_answer', 'The tracking service sent no readable counts');
}

export class Overviews extends ServerPart<OverviewOptions> {
  readonly #cache = new TtlCache<BoardOverview>(FRESH_MS, this.monotonicNow, MAX_CACHED);
  readonly #successor = new CapabilityProbe({
    kind: 'record',
    now: this.now,
    retryMs: RETRY_SUCCESSOR_MS,
    isAbsent: isNoSuccessor,
  });
  #warned = false;

  /** Throws ServiceError when there is no earlier response either. */
  async get(filter: OverviewFilter): Promise<BoardOverview> {
    const key = JSON.stringify([
      [...(filter.fleet_ids ?? [])].sort(),
      [...(filter.fleet_refs ?? [])].sort(),
      filter.connection_id ?? null,
    ]);
    return this.#cache
      .fetch(key, () => readShared(() => this.#read(filter)))
      .catch((error: unknown) => {
        const last = this.#cache.getStale(key);
        if (last && error instanceof ServiceError && error.kind !== 'refused') return last;
        throw error;
      });
  }

  async #read(filter: OverviewFilter): Promise<BoardOverview> {
    const { client, endpoints } = this.options;
    const call = { query: { ...filter }, priority: 'person' } as const;
    const successor = await this.#successor.try(async () =>
      withCounts(await client.call(endpoints.getOverview, call)),
    );
    const answer = successor ?? withCounts(await client.call(endpoints.getDeprecatedOverview, call));
    if (successor === null) this.#warnOfDeprecation(answer.headers);
    const { fleets, vehicles, drivers, trailers } = answer.data;
    const read_at = toIso(this.now());
    const answered_by = successor === null ? 'deprecated' : 'successor';
    return { fleets, vehicles, drivers, trailers, read_at, answered_by };
  }

  /** Once, so that the operator knows until when it works. */
  #warnOfDeprecation(headers: Answer['headers']): void {
    if (this.#warned) return;
    this.#warned = true;
    const { deprecation = null, sunset = null, link = null } = headers;
    this.options.log.warn(
      { deprecation, sunset, link },
      'the overview uses a deprecated address, because the tracking service does not have its successor',
    );
  }
}

export function createOverview({ client, endpoints }: Upstream, log: Logger): Capability {
  const overviews = new Overviews({ client, endpoints, log });
  return {
    routes: (router) =>
      mountRoutes(router, OVERVIEW_ROUTES, { overview: ({ query }) => overviews.get(query) }),
  };
}
