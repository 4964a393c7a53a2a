/** Publishes stream events other than load changes. They are not resent: after each new stream, refetch. */
import type { agreementsEvent } from '@waypost/contract/api/agreements';
import type { archivedEvent } from '@waypost/contract/api/archive';
import type { bulkEvent } from '@waypost/contract/api/bulk';
import type { invitationsEvent } from '@waypost/contract/api/invitations';
import type { loadListsEvent } from '@waypost/contract/api/load-lists';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { operationsEvent } from '@waypost/contract/api/operations';
import type { presenceEvent } from '@waypost/contract/api/presence';
import type { viewsEvent } from '@waypost/contract/api/views';
import type { z } from 'zod';

export interface FeedData {
  readonly monitors: { readonly items: readonly BoardMonitor[] };
  readonly invitations: z.output<typeof invitationsEvent>;
  readonly agreements: z.output<typeof agreementsEvent>;
  readonly operations: z.output<typeof operationsEvent>;
  readonly bulk: z.output<typeof bulkEvent>;
  readonly archived: z.output<typeof archivedEvent>;
  readonly load_lists: z.output<typeof loadListsEvent>;
  readonly views: z.output<typeof viewsEvent>;
  readonly presence: z.output<typeof presenceEvent>;
}
export type FeedEvent = keyof FeedData;
export const FEED_EVENTS: readonly FeedEvent[] = [
  'monitors',
  'invitations',
  'agreements',
  'operations',
  'bulk',
  'archived',
  'load_lists',
  'views',
  'presence',
];

export interface FeedListener<E extends FeedEvent> {
  /** The changed items, or only a signal that some have changed, depending on the event. */
  readonly onChange: (data: FeedData[E]) => void;
  /** A stream has opened: data read before may be outdated. */
  readonly onOpened: () => void;
}

export class ChangeFeed {
  readonly #listeners = new Map<FeedEvent, Set<FeedListener<never>>>();
  #opened = false;

  get opened(): boolean {
    return this.#opened;
  }

  subscribe<E extends FeedEvent>(event: E, listener: FeedListener<E>): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  publish<E extends FeedEvent>(event: E, data: FeedData[E]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener.onChange(data as never);
  }

  publishOpened(): void {
    this.#opened = true;
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener.onOpened();
  }
}
