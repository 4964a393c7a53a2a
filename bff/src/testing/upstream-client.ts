/** Our real client with a minimal service (upstream.ts), for tests of response handling. */
import { withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { afterEach, beforeEach } from 'vitest';
import { ServiceClient } from '../service/upstream/client.ts';
import { Http } from '../service/upstream/http.ts';
import { RequestScheduler } from '../service/upstream/request-scheduler.ts';
import { json, startUpstream, type Upstream } from './upstream.ts';

/** Fresh before each test. */
export function useUpstreamClient(overrides: Parameters<typeof withOverrides>[0] = {}) {
  const assumptions = withOverrides(overrides);
  const parts = { assumptions, endpoints: serviceEndpoints(assumptions) } as {
    readonly assumptions: typeof assumptions;
    readonly endpoints: ReturnType<typeof serviceEndpoints>;
    client: ServiceClient;
    scheduler: RequestScheduler;
    /** Another client of a service at `baseUrl`, with the same scheduler. */
    clientFor: (baseUrl: URL) => ServiceClient;
    upstream: Upstream;
    answers: (body: unknown, status?: number) => void;
  };
  let end: () => Promise<void>;
  beforeEach(async () => {
    const upstream = await startUpstream();
    const http = new Http();
    const scheduler = new RequestScheduler({ maxRps: 100 });
    parts.upstream = upstream;
    parts.answers = (body, status = 200) => upstream.answer((response) => json(response, status, body));
    parts.scheduler = scheduler;
    parts.clientFor = (baseUrl) =>
      new ServiceClient({
        baseUrl,
        http,
        scheduler,
        token: { get: async () => 't', reject: () => undefined },
        assumptions,
      });
    parts.client = parts.clientFor(new URL(upstream.url));
    end = async () => {
      scheduler.close();
      await http.close();
      upstream.stop();
    };
  });
  afterEach(() => end());
  return parts;
}
