/** Every endpoint of the service in one table, built for one set of assumptions. */
import { agreementEndpoints } from './agreements.ts';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { connectionEndpoints } from './connections.ts';
import type { Endpoint } from './endpoint.ts';
import { fuelEndpoints } from './fuel.ts';
import { invitationEndpoints } from './invitations.ts';
import { loadEndpoints } from './loads.ts';
import { monitorEndpoints } from './monitors.ts';
import { operationEndpoints } from './operations.ts';
import { overviewEndpoints } from './overview.ts';
import { tmsInvitationEndpoints } from './tms-invitations.ts';
import { usageEndpoints } from './usage.ts';
import { userEndpoints } from './users.ts';
import { vehicleLocationEndpoints } from './vehicle-locations.ts';
import { webhookEndpoints } from './webhooks.ts';

/** Endpoints by resource, each built for one set of assumptions. */
export const ENDPOINT_GROUPS = {
  loads: loadEndpoints,
  monitors: monitorEndpoints,
  operations: operationEndpoints,
  users: userEndpoints,
  agreements: agreementEndpoints,
  fuel: fuelEndpoints,
  usage: usageEndpoints,
  overview: overviewEndpoints,
  invitations: invitationEndpoints,
  'tms invitations': tmsInvitationEndpoints,
  connections: connectionEndpoints,
  'vehicle locations': vehicleLocationEndpoints,
  events: webhookEndpoints,
} as const satisfies Record<string, (a: Assumptions) => Readonly<Record<string, Endpoint>>>;

export function serviceEndpoints(a: Assumptions = ASSUMPTIONS) {
  return {
    ...loadEndpoints(a),
    ...monitorEndpoints(a),
    ...userEndpoints(a),
    ...operationEndpoints(a),
    ...agreementEndpoints(a),
    ...fuelEndpoints(a),
    ...usageEndpoints(a),
    ...overviewEndpoints(a),
    ...invitationEndpoints(a),
    ...tmsInvitationEndpoints(a),
    ...connectionEndpoints(a),
    ...vehicleLocationEndpoints(a),
    ...webhookEndpoints(a),
  } as const;
}

export type ServiceEndpoints = ReturnType<typeof serviceEndpoints>;
