import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FeedListener } from './change-feed.ts';
import { useChanges } from './context.ts';

type Streamed = 'invitations' | 'operations';

/**
 * Keeps a cached list as new as the stream. What arrives during its first read, whose answer may be older, is read after it.
 * @param data the list; undefined before the first read
 */
export function useStreamedList<E extends Streamed, L>(
  event: E,
  queryKey: QueryKey,
  data: L | undefined,
  withItems: (list: L, items: Parameters<FeedListener<E>['onChange']>[0]['items']) => L,
): void {
  const client = useQueryClient();
  const missed = useRef(false);
  const reread = () => void client.invalidateQueries({ queryKey });
  useChanges(
    event,
    ({ items }) => {
      const known = client.getQueryData<L>(queryKey);
      if (known) client.setQueryData<L>(queryKey, withItems(known, items));
      else missed.current = true;
    },
    reread,
  );
  const is_read = data !== undefined;
  useEffect(() => {
    if (!is_read || !missed.current) return;
    missed.current = false;
    void client.invalidateQueries({ queryKey });
  }, [is_read, client, queryKey]);
}
