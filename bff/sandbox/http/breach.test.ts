import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import { loadEndpoints } from '@waypost/contract/loads';
import { describe, expect, it } from 'vitest';
import { checkResponse, createApi, type Handlers } from './api.ts';
import { Failures } from './failures.ts';
import { ContractBreach, ServiceError } from './problem.ts';
import { RateLimit } from './rate-limit.ts';
import { unknownFields } from './unknown-fields.ts';

const { getLoadTracking } = loadEndpoints(ASSUMPTIONS);
const load_id = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const PATH = `/v2/visibility/loads/${load_id}/tracking`;
const body = {
  load_id,
  load_ref: 'A',
  tracking_health: 'live',
  vehicle_assignment: { source: 'declared', agreement: null, vehicle: { id: load_id } },
  last_position: null,
  stops: [],
};

describe('a response that violates the contract', () => {
  it('is rejected for its status', () => {
    expect(() => checkResponse(getLoadTracking, { status: 201, body })).toThrow(/does not declare 201/);
    expect(() => checkResponse(getLoadTracking, { status: 200, body })).not.toThrow();
  });

  it('is rejected for a missing or wrong field', () => {
    expect(() => checkResponse(getLoadTracking, { status: 200, body: { ...body, stops: null } })).toThrow(
      ContractBreach,
    );
  });

  it('is rejected for an unknown field at any depth', () => {
    expect(() => checkResponse(getLoadTracking, { status: 200, body: { ...body, secret: 1 } })).toThrow(
      /secret/,
    );
    const deep = {
      ...body,
      vehicle_assignment: { ...body.vehicle_assignment, vehicle: { id: load_id, colour: 'red' } },
    };
    expect(unknownFields(getLoadTracking.response, deep)).toEqual(['vehicle_assignment.vehicle.colour']);
  });

  it('may contain values that the contract does not list: enums are open', () => {
    expect(() =>
      checkResponse(getLoadTracking, { status: 200, body: { ...body, tracking_health: 'parked' } }),
    ).not.toThrow();
  });
});

/** One call to an API with these handlers. */
async function callWith(handlers: Handlers) {
  const errors: unknown[] = [];
  let breach: unknown = null;
  const api = createApi({
    isUndescribed: () => false,
    endpoints: { getLoadTracking },
    handlers,
    authenticate: () => ({ kind: 'client', sub: 'x', scopes: new Set(['telematics:read']) }),
    rateLimit: new RateLimit(100, 1000),
    failures: new Failures(),
    now: () => 0,
    onError: (error) => errors.push(error),
  });
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    api(request, response).catch((error: unknown) => {
      breach = error;
      response.writeHead(599).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { authorization: 'Bearer t' },
  });
  const answer: unknown = response.status === 599 ? null : await response.json();
  await new Promise((resolve) => server.close(resolve));
  return { status: response.status, answer, breach, errors };
}
describe('request pipeline', () => {
  it('throws a violation to its caller and sends nothing of the response', async () => {
    const { breach } = await callWith({ getLoadTracking: () => ({ status: 202, body }) });
    expect(breach).toBeInstanceOf(ContractBreach);
  });

  it('treats an error that the endpoint does not declare as a violation', async () => {
    const { breach } = await callWith({
      getLoadTracking: () => {
        throw new ServiceError(451 as 404);
      },
    });
    expect(breach).toBeInstanceOf(ContractBreach);
  });

  it('returns 500 with only a message for an unexpected error, and reports it', async () => {
    const bug = new Error('a bug with details that nobody outside may see');
    const { status, answer, errors } = await callWith({
      getLoadTracking: () => {
        throw bug;
      },
    });
    expect([status, answer]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(errors).toEqual([bug]);
  });
});
