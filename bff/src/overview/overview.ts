/**
 * The header strip: the successor's path first; where the service does not know it, the deprecated one, which is then remembered. One
 * read a minute for everybody and each set of filters; when the service is in trouble the last answer stands, with its time.
 */
import type { BoardOverview } from '@waypost/contract/api/overview';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Overview } from '@waypost/contract/overview';
import type { Logger } from 'pino';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Answer } from '../service/http.ts';

export interface OverviewOptions {
  readonly client: ServiceClient;
  readonly endpoints: Pick<ServiceEndpoints, 'getOverview' | 'getDeprecatedOverview'>;
  readonly log: Logger;
  readonly now?: () => number;
}

/** The service's filters. */
export interface OverviewFilter {
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
const isNoSuccessor = ({ kind, status }: ServiceError) =>
  kind === 'unexpected_answer' || status === 404 || status === 405 || status === 501;

export class Overviews {
  readonly #options: OverviewOptions;
  readonly #now: () => number;
  readonly #kept = new Map<string, { readonly answer: BoardOverview; readonly at: number }>();
  readonly #reading = new Map<string, Promise<BoardOverview>>();
  /** No successor was there at this time. */
  #missingSince: number | null = null;
  #told = false;

  constructor(options: OverviewOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Throws ServiceError when there is no answer yet either. */
  async get(filter: OverviewFilter): Promise<BoardOverview> {
    const key = JSON.stringify([
      [...(filter.fleet_ids ?? [])].sort(),
      [...(filter.fleet_refs ?? [])].sort(),
      filter.connection_id ?? null,
    ]);
    const kept = this.#kept.get(key);
    if (kept && this.#now() - kept.at < FRESH_MS) return kept.answer;
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = this.#read(key, filter).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading.catch((error: unknown) => {
      if (kept && error instanceof ServiceError && error.kind !== 'refused') return kept.answer;
      throw error;
    });
  }

  async #read(key: string, filter: OverviewFilter): Promise<BoardOverview> {
    const { data, answered_by } = await this.#ask(filter);
    const at = this.#now();
    const { fleets, vehicles, drivers, trailers } = data;
    const answer = { fleets, vehicles, drivers, trailers, read_at: new Date(at).toISOString(), answered_by };
    this.#kept.delete(key);
    this.#kept.set(key, { answer, at });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }

  async #ask(filter: OverviewFilter): Promise<{ data: Overview; answered_by: BoardOverview['answered_by'] }> {
    const { client, endpoints } = this.#options;
    const call = { query: { ...filter }, priority: 'person' } as const;
    if (this.#missingSince === null || this.#now() - this.#missingSince > LOOK_AGAIN_MS)
      try {
        const { data } = await client.call(endpoints.getOverview, call);
        this.#missingSince = null;
        return { data, answered_by: 'successor' };
      } catch (error) {
        if (!(error instanceof ServiceError) || !isNoSuccessor(error)) throw error;
        this.#missingSince = this.#now();
      }
    const { data, headers } = await client.call(endpoints.getDeprecatedOverview, call);
    this.#tell(headers);
    return { data, answered_by: 'deprecated' };
  }

  /** Once: whoever runs this server should know until when it works. */
  #tell(headers: Answer['headers']): void {
    if (this.#told) return;
    this.#told = true;
    const { deprecation = null, sunset = null, link = null } = headers;
    this.#options.log.warn(
      { deprecation, sunset, link },
      'the overview comes from an address that the service calls deprecated, for it does not know the successor',
    );
  }
}
