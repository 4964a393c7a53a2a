/** Every endpoint of the service in one table, built for one set of assumptions. */
import { agreementEndpoints } from './agreements.ts';
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { connectionEndpoints } from './connections.ts';
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
