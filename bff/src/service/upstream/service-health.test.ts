import { beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from './errors.ts';
import { ServiceHealth } from './service-health.ts';
import type { TokenFailure } from './token-source.ts';

const READING = { endpoint: 'getLoadTracking', path: '/v1/loads/1/tracking', ownToken: true };
const NOW = Date.parse('2026-11-20T10:00:00Z');
let failure: TokenFailure | null;
let pausedUntil: number | null;
let health: ServiceHealth;
beforeEach(() => {
  failure = null;
  pausedUntil = null;
  health = new ServiceHealth({
    pausedUntil: () => pausedUntil,
    tokenFailure: () => failure,
    now: () => NOW,
  });
  health.succeeded();
});

const without = (kind: ConstructorParameters<typeof ServiceError>[0], attempts = 1) => {
  failure = {
    attempts,
    error: new ServiceError(kind, 'The token endpoint says no', {
      atTokenEndpoint: true,
      retryAt: NOW + 9_000,
    }),
  };
  health.failed(failure.error, READING);
};

describe('without a token', () => {
  it.each([
    ['rate_limited', 1, 'paused'],
    ['unauthorized', 1, 'unauthorized'],
    ['service_error', 1, 'ok'],
    ['service_error', 2, 'down'],
    ['unexpected_answer', 2, 'down'],
    ['unreachable', 2, 'down'],
  ] as const)(
    'because of %s, after %i tries, polling is %s, with the reason and the time of the next try',
    (kind, attempts, state) => {
      without(kind, attempts);
      expect(health.get()).toMatchObject({
        state,
        message: state === 'ok' ? null : 'The token endpoint says no',
        retry_at: NOW + 9_000,
      });
      failure = null;
      health.succeeded();
      expect(health.get()).toMatchObject({ state: 'ok', message: null, retry_at: null });
    },
  );

  it('a person whose own token works does not make polling healthy', () => {
    without('service_error', 2);
    health.succeeded();
    expect(health.get().state).toBe('down');
  });
});

it('an unreadable response neither ends an outage nor is one by itself', () => {
  const odd = new ServiceError('unexpected_answer', 'Not JSON', { status: 200 });
  for (let n = 0; n < 5; n += 1) health.failed(odd, READING);
  expect(health.get().state).toBe('ok');
  const outage = new ServiceError('unexpected_answer', 'A maintenance page', { status: 200, outage: true });
  health.failed(outage, READING);
  health.failed(outage, READING);
  health.failed(odd, READING);
  expect(health.get()).toMatchObject({ state: 'down', message: 'A maintenance page' });
  health.failed(new ServiceError('unreachable', 'The breaker is open'), READING);
  health.failed(new ServiceError('unreachable', 'The breaker is open'), READING);
  expect(health.get().message).toBe('A maintenance page');
});

it('a pause of the service is reported with its end', () => {
  pausedUntil = NOW + 30_000;
  expect(health.get()).toMatchObject({ state: 'paused', retry_at: NOW + 30_000 });
});

describe('outages', () => {
  const down = () => new ServiceError('service_error', 'The service says 500');
  const at = (endpoint: string, path = endpoint) => health.failed(down(), { endpoint, path, ownToken: true });
  const reading = (load: number) => at('getLoadTracking', `/v1/loads/${load}/tracking`);

  it('of one endpoint besides polling are no outage of the service', () => {
    for (let n = 0; n < 5; n++) at('getAnalyticsOverview');
    expect(health.get().state).toBe('ok');
    at('getLoadTracking');
    expect(health.get().state).toBe('down');
  });

  it('of two endpoints in a row are one, and end with any response', () => {
    at('getAnalyticsOverview');
    at('listVehicleLocations');
    expect(health.get().state).toBe('down');
    health.succeeded();
    at('getAnalyticsOverview');
    at('getAnalyticsOverview');
    expect(health.get().state).toBe('ok');
  });

  it('that are answers about one load only are its own, until they are many', () => {
    for (let n = 0; n < 4; n++) reading(1);
    expect(health.get().state).toBe('ok');
    reading(1);
    expect(health.get().state).toBe('down');
    health.succeeded();
    reading(1);
    reading(2);
    expect(health.get().state).toBe('down');
  });

  it('without any answer are of the service, also for one load', () => {
    const silent = new ServiceError('unreachable', 'No answer');
    health.failed(silent, READING);
    health.failed(silent, READING);
    expect(health.get().state).toBe('down');
  });

  it("a person's rejected token does not blame our credentials", () => {
    const refused = new ServiceError('unauthorized', 'Not authenticated');
    health.failed(refused, { endpoint: 'createFleetInvitation', path: '/v1/invitations', ownToken: false });
    expect(health.get().state).toBe('ok');
    health.failed(refused, READING);
    expect(health.get().state).toBe('unauthorized');
  });
});
