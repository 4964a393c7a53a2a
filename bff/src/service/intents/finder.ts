/**
 * Searches the service for resources whose creation response was lost. Only a match settles an intent: a missing resource may still be
 * in progress, so "nothing was created" is never concluded here.
 */

import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { ServerPart } from '../../platform/lib/server-part.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { ServiceError } from '../upstream/errors.ts';
import { PAGE_SIZE, type PageOf, pagesOf } from '../upstream/pages.ts';
import type { Priority } from '../upstream/request-scheduler.ts';
import type { TokenSource } from '../upstream/token-source.ts';
import { tagIn } from './ids.ts';
import type { Bodies } from './kinds.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Found {
  readonly answer: Fields;
  readonly status: number | null;
}
/** `absent`: does not exist, or not yet; `cannot`: the service offers no such list. */
export type FindResult = Found | 'absent' | 'cannot';

type FinderOptions = { readonly client: Pick<ServiceClient, 'call'>; readonly endpoints: ServiceEndpoints };

/** New resources come first or last, depending on the service: this many pages are searched. */
const MAX_PAGES = 20;

export class Finder extends ServerPart<FinderOptions> {
  /** Sending the same `fleet_ref` again returns the existing invitation, so the request itself is repeated. */
  async invitation(
    body: Bodies['invitation'],
    priority: Priority,
    token: TokenSource | undefined,
  ): Promise<FindResult> {
    const { client, endpoints } = this.options;
    const { data, status } = await client.call(endpoints.createInvitation, { body, priority, token });
    return { answer: data, status };
  }

  user(connection_id: string, tag: string, priority: Priority): Promise<FindResult> {
    const { listOperations } = this.options.endpoints;
    const query = { connection_id, resource: 'user' };
    return this.#search(listOperations, query, priority, ({ partner_ref }) => tagOf(partner_ref) === tag);
  }

  monitor(tag: string, priority: Priority): Promise<FindResult> {
    const { listMonitors } = this.options.endpoints;
    return this.#search(listMonitors, {}, priority, ({ name }) => tagOf(name) === tag);
  }

  async #search(
    endpoint: Endpoint,
    query: Fields,
    priority: Priority,
    matches: (one: Fields) => boolean,
  ): Promise<FindResult> {
    const read = async (cursor: string | undefined) => {
      const call = { query: { ...query, size: PAGE_SIZE, cursor }, priority };
      return (await this.options.client.call(endpoint, call)).data as unknown as PageOf<Fields>;
    };
    try {
      for await (const { items } of pagesOf({ call: read, limit: MAX_PAGES })) {
        const found = items.find(matches);
        if (found) return { answer: found, status: null };
      }
      return 'absent';
    } catch (error) {
      if (error instanceof ServiceError && ['not_found', 'not_implemented', 'refused'].includes(error.kind))
        return 'cannot';
      throw error;
    }
  }
}

const tagOf = (value: unknown) => (typeof value === 'string' ? tagIn(value) : null);
