/**
 * The query cache for pages and panels. Loaded with the first of them: the board reads from the event stream and needs no cache.
 */
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, use } from 'react';
import { Problem } from './problem.ts';

/** Failed queries are retried only when a retry can succeed. */
const MOST_RETRIES = 2;

export function makeQueryClient(retries = MOST_RETRIES): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a write fails at once: held back, it would run when nobody expects it any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) =>
          failures < retries && error instanceof Problem && (error.code === 0 || error.code >= 502),
        refetchOnWindowFocus: false,
      },
    },
  });
}

const shared = makeQueryClient();

/** Reads again what is shown and could not be read, once there is a connection, or a session, again. */
export const refetchFailed = (client = shared): Promise<void> =>
  client.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' },
    { cancelRefetch: false },
  );

interface WithQueriesProps {
  readonly children: ReactNode;
  /** For tests; also used by parts inside that bring their own. */
  readonly client?: QueryClient;
}

export function WithQueries({ children, client }: WithQueriesProps) {
  const outer = use(QueryClientContext);
  return <QueryClientProvider client={client ?? outer ?? shared}>{children}</QueryClientProvider>;
}

/** A part of a page without a cache, with one of its own. */
export const withQueries = <Props extends object>(Part: ComponentType<Props>) =>
  function PartWithQueries(props: Props) {
    return (
      <WithQueries>
        <Part {...props} />
      </WithQueries>
    );
  };
