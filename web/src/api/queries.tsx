/**
 * The cache of server facts, for pages and panels that ask questions of their own. Comes with the first of them: the
 * board itself lives from the stream and needs none.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.ts';

/** A failed question is asked again, unless the answer would be the same. */
const MOST_RETRIES = 2;

export function makeQueryClient(retries = MOST_RETRIES): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < retries && error instanceof Problem && (error.code === 0 || error.code >= 502),
        refetchOnWindowFocus: false,
      },
    },
  });
}

const shared = makeQueryClient();

interface WithQueriesProps {
  readonly children: ReactNode;
  /** Its own in a test. */
  readonly client?: QueryClient;
}

export function WithQueries({ children, client = shared }: WithQueriesProps) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
