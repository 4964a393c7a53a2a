/** Our client of the service as the operator has configured it, with our own credentials. */
import type { Config } from '../config.ts';
import { ServiceClient, type ServiceClientOptions } from './client.ts';
import type { ServiceGate } from './gate.ts';
import type { Http } from './http.ts';
import { ServiceToken } from './service-token.ts';

export interface OpenClientOptions extends Pick<ServiceClientOptions, 'onAnswered'> {
  readonly config: Config;
  readonly http: Http;
  readonly gate: ServiceGate;
}

export function openClient({ config, http, gate, onAnswered }: OpenClientOptions): ServiceClient {
  const { service, assumptions } = config;
  const token = new ServiceToken({
    http,
    tokenUrl: service.tokenUrl,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    unknownWaitSeconds: assumptions.retry_after_unknown_seconds,
    maxWaitSeconds: gate.maxWaitSeconds,
    unknownLifetimeSeconds: assumptions.token_lifetime_unknown_seconds,
  });
  return new ServiceClient({ baseUrl: service.baseUrl, http, gate, token, assumptions, onAnswered });
}
