/** Every endpoint of the service in one table. A new resource adds a row to `ENDPOINT_GROUPS`. */
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

type Groups = typeof ENDPOINT_GROUPS;
type GroupEndpoints = { readonly [G in keyof Groups]: ReturnType<Groups[G]> }[keyof Groups];
type NamesOf<G> = G extends unknown ? keyof G : never;
/** The endpoints of all groups by name, each with its own descriptor type. */
export type ServiceEndpoints = {
  readonly [N in NamesOf<GroupEndpoints>]: Extract<GroupEndpoints, Readonly<Record<N, unknown>>>[N];
};

export function serviceEndpoints(a: Assumptions = ASSUMPTIONS): ServiceEndpoints {
  const groups = Object.values(ENDPOINT_GROUPS).map((endpointsOf) => endpointsOf(a));
  // TypeScript cannot follow the names through the array.
  return Object.assign({}, ...groups) as ServiceEndpoints;
}
