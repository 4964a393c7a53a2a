/**
 * The header strip: the successor's path first; where the service does not know it, the deprecated one, which is then remembered. One
 * read a minute for everybody and each set of filters; when the service is in trouble the last answer stands, with its time.
 */
import type { BoardOverview } from '@waypost/contract/api/overview';
import { OVERVIEW_ROUTES } from '@waypost/contract/api/overview-routes';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Logger } from 'pino';
import { mountRoutes } from '../http/route.ts';
import { ServerPart } from '../lib/server-part.ts';
import { toIso } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { CapabilityProbe, isAbsent } from '../upstream/capability-probe.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { Upstream } from '../upstream/create.ts';
import { ServiceError } from '../upstream/errors.ts';
import type { Answer } from '../upstream/http.ts';
import type { Capability, Uses } from '../wiring.ts';

interface OverviewOptions extends Uses<'log' | 'now'> {
  readonly client: ServiceClient;
  readonly endpoints: Pick<ServiceEndpoints, 'getOverview' | 'getDeprecatedOverview'>;
}

/** The service's filters. */
interface OverviewFilter {
  readonly fleet_ids?: readonly string[] | undefined;
  readonly fleet_refs?: readonly string[] | undefined;
  readonly connection_id?: string | undefined;
}

const FRESH_MS = 60_000;
/** The successor may come later: it is looked for again. */
const LOOK_AGAIN_MS = 6 * 3600_000;
/** Sets of filters whose answers are kept. */
const MAX_KEPT = 100;

/** The interface names the successor's path and not its shape: an answer of another one is no answer. */
const isNoSuccessor = (error: unknown): error is ServiceError =>
  isAbsent(error) || (error instanceof ServiceError && error.kind === 'unexpected_answer');

export class Overviews extends ServerPart<OverviewOptions> {
  readonly #cache = new TtlCache<BoardOverview>(FRESH_MS, this.now, MAX_KEPT);
  readonly #successor = new CapabilityProbe({
    kind: 'record',
    now: this.now,
    retryMs: LOOK_AGAIN_MS,
    isAbsent: isNoSuccessor,
  });
  #warned = false;

  /** Throws ServiceError when there is no answer yet either. */
  async get(filter: OverviewFilter): Promise<BoardOverview> {
    const key = JSON.stringify([
      [...(filter.fleet_ids ?? [])].sort(),
      [...(filter.fleet_refs ?? [])].sort(),
      filter.connection_id ?? null,
    ]);
    return this.#cache
      .fetch(key, () => this.#read(filter))
      .catch((error: unknown) => {
        const last = this.#cache.getStale(key);
        if (last && error instanceof ServiceError && error.kind !== 'refused') return last;
        throw error;
      });
  }

  async #read(filter: OverviewFilter): Promise<BoardOverview> {
    const { client, endpoints } = this.options;
    const call = { query: { ...filter }, priority: 'person' } as const;
    const successor = await this.#successor.try(() => client.call(endpoints.getOverview, call));
    const answer = successor ?? (await client.call(endpoints.getDeprecatedOverview, call));
    if (successor === null) this.#warnOfDeprecation(answer.headers);
    const { fleets, vehicles, drivers, trailers } = answer.data;
    const read_at = toIso(this.now());
    const answered_by = successor === null ? 'deprecated' : 'successor';
    return { fleets, vehicles, drivers, trailers, read_at, answered_by };
  }

  /** Once: whoever runs this server should know until when it works. */
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
