/**
 * Looks for what was to be created and whose answer was lost. Only being found settles it: what is not found may still be under
 * way, so "nothing was created" is never concluded here.
 */

import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { Monitor } from '@waypost/contract/monitors';
import type { Operation } from '@waypost/contract/operations';
import { Cursors } from '../readings/pages.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceError } from '../service/errors.ts';
import type { Priority } from '../service/gate.ts';
import type { TokenSource } from '../service/service-token.ts';
import type { Bodies } from './kinds.ts';
import { tagIn } from './tag.ts';

export interface Found {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly status: number | null;
}
/** `absent`: not there, or not yet; `cannot`: the service offers no such list. */
export type Look = Found | 'absent' | 'cannot';

export interface FinderOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
}

const PAGE_SIZE = 1000;
/** Newer ones come first or last, as the service likes: this many pages are looked through. */
const MOST_PAGES = 20;

interface Page {
  readonly items: readonly (Monitor | Operation)[];
  readonly next_page?: string | null | undefined;
}

export class Finder {
  readonly #options: FinderOptions;
  constructor(options: FinderOptions) {
    this.#options = options;
  }

  /** The same `fleet_ref` refreshes and returns what is there, so the request itself is the question. */
  async invitation(
    body: Bodies['invitation'],
    priority: Priority,
    token: TokenSource | undefined,
  ): Promise<Look> {
    const { client, endpoints } = this.#options;
    const { data, status } = await client.call(endpoints.createInvitation, {
      body,
      priority,
      ...(token === undefined ? {} : { token }),
    });
    return { answer: data, status };
  }

  user(connection_id: string, tag: string, priority: Priority): Promise<Look> {
    const { client, endpoints } = this.#options;
    const query = { connection_id, resource: 'user', size: PAGE_SIZE };
    return this.#among(
      async (cursor) => {
        const { data } = await client.call(endpoints.listOperations, {
          query: { ...query, cursor },
          priority,
        });
        return data;
      },
      (one) => tagOf(one.partner_ref) === tag,
    );
  }

  monitor(tag: string, priority: Priority): Promise<Look> {
    const { client, endpoints } = this.#options;
    return this.#among(
      async (cursor) => {
        const { data } = await client.call(endpoints.listMonitors, {
          query: { size: PAGE_SIZE, cursor },
          priority,
        });
        return data;
      },
      (one) => tagOf(one.name) === tag,
    );
  }

  async #among(
    read: (cursor: string | undefined) => Promise<Page>,
    isIt: (one: Readonly<Record<string, unknown>>) => boolean,
  ): Promise<Look> {
    let cursor: string | undefined;
    const cursors = new Cursors();
    try {
      for (let n = 0; n < MOST_PAGES; n += 1) {
        const page = await read(cursor);
        const found = page.items.find(isIt);
        if (found) return { answer: found, status: null };
        const next = cursors.after(page);
        if (next === null) return 'absent';
        cursor = next;
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
