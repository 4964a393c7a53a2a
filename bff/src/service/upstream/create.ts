/** The tracking service as configured by the operator: client, scheduler, and the proxied routes. */
import { type ServiceEndpoints, serviceEndpoints } from '@waypost/contract/endpoints';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Storage } from '../../platform/store/storage.ts';
import type { Uses } from '../../platform/uses.ts';
import { ServiceClient } from './client.ts';
import { ClientCredentials } from './client-credentials.ts';
import { Http } from './http.ts';
import { mountProxy, type ProxyOptions } from './proxy.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import { createSharedScheduler, type SharedPause } from './shared-pause.ts';

export interface Upstream extends Capability, Pick<SharedPause, 'endPause'> {
  readonly http: Http;
  readonly scheduler: RequestScheduler;
  readonly client: ServiceClient;
  readonly endpoints: ServiceEndpoints;
  readonly onPauseEnd: SharedPause['onEnd'];
  /** Background reads that may wait for their answers at the same time. */
  readonly readsAtOnce: number;
  /** Rejects while the service gives no token or does not respond. */
  readonly reachService: () => Promise<void>;
}

interface UpstreamOptions extends Uses<'log'> {
  readonly config: Config;
  readonly storage: Storage;
  readonly cluster: Cluster;
  /** The person's own token, when sign-in is at the service itself. */
  readonly tokenOf: ProxyOptions['tokenOf'];
}

/** A service that takes this long for an answer is still read at the highest rate. */
const SLOW_ANSWER_SECONDS = 0.25;
const LEAST_READS_AT_ONCE = 8;
/** For what people ask for, and bulk sends. */
const OTHER_CONNECTIONS = 24;

/** With Waypost's own credentials. */
export function serviceAccess(
  { service, assumptions }: Pick<Config, 'service' | 'assumptions'>,
  http: Http,
  scheduler: RequestScheduler,
) {
  const token = new ClientCredentials({
    http,
    tokenUrl: service.tokenUrl,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    unknownWaitSeconds: assumptions.retry_after_unknown_seconds,
    maxWaitSeconds: scheduler.maxWaitSeconds,
    unknownLifetimeSeconds: assumptions.token_lifetime_unknown_seconds,
  });
  return {
    token,
    client: new ServiceClient({ baseUrl: service.baseUrl, http, scheduler, token, assumptions }),
  };
}

export async function createUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { config, log, storage, cluster, tokenOf } = options;
  const readsAtOnce = Math.max(LEAST_READS_AT_ONCE, Math.ceil(config.serviceMaxRps * SLOW_ANSWER_SECONDS));
  const http = new Http(readsAtOnce + OTHER_CONNECTIONS);
  const pause = await createSharedScheduler({ ...storage, bus: cluster.bus, log, config });
  const { scheduler } = pause;
  const { token, client } = serviceAccess(config, http, scheduler);
  const endpoints = serviceEndpoints(config.assumptions);
  const { health } = client;
  pause.onChange.subscribe(() => health.refresh());
  pause.onEnd.subscribe(() => token.endWait());
  let before = health.get().state;
  health.onChange.subscribe(() => {
    const { state, message } = health.get();
    const isRecovered = state === 'ok' && before !== 'starting';
    before = state;
    if (isRecovered) log.info('the tracking service is responding again');
    else if (state !== 'ok') log.warn({ state }, message ?? 'the tracking service is not being polled');
  });
  return {
    http,
    scheduler,
    client,
    endpoints,
    readsAtOnce,
    endPause: pause.endPause,
    onPauseEnd: pause.onEnd,
    reachService: async () => {
      await token.get();
      await http.exchange({ method: 'GET', url: config.service.baseUrl, headers: {} });
    },
    routes: (router) => mountProxy(router, { endpoints, client, tokenOf }),
    stop: () => scheduler.close(),
    close: () => http.close(),
  };
}
