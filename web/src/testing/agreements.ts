/** Agreements and connections, for tests. */
import type { AgreementList, BoardAgreement, BoardConnection } from '@waypost/contract/api/agreements';
import { ago, HOUR, id } from './loads.ts';

export const inHours = (hours: number): string => ago(-hours * HOUR);

export function connectionOf(n: number, over: Partial<BoardConnection> = {}): BoardConnection {
  return {
    id: id(4000 + n),
    fleet_id: id(3000 + n),
    fleet_ref: `CARRIER-${n}`,
    tsp_id: null,
    tsp_slug: 'axleline',
    source_name: 'Axleline Fleet',
    description: null,
    status: 'connected',
    created_at: inHours(-1000),
    updated_at: inHours(-1),
    freshness: [
      {
        resource: 'vehicle_location',
        last_successful_execution_at: ago(40_000),
        next_execution_at: null,
        schedule_status: 'active',
        share_level: 'read',
      },
    ],
    ...over,
  };
}

export const NO_DEPENDENTS: BoardAgreement['dependents'] = {
  loads: 0,
  monitors: 0,
  loads_at_risk: 0,
  monitors_at_risk: 0,
  needed_until: null,
  load_list: [],
  monitor_list: [],
};

/** Two loads and a monitor, each needed for so many hours; those after `end_hours` are at risk. */
export function needs(end_hours: number, hours: readonly [number, number, number] = [5, 30, 48]) {
  const [first, second, monitor] = hours;
  const risk = (until: number) => until > end_hours;
  const load_list = [first, second].map((until, at) => ({
    load_id: id(100 + at),
    load_ref: `LD-${100 + at}`,
    until: inHours(until),
    needed_from: inHours(-1),
    needed_until: inHours(until),
    ends_before: risk(until),
  }));
  return {
    loads: 2,
    monitors: 1,
    loads_at_risk: load_list.filter(({ ends_before }) => ends_before).length,
    monitors_at_risk: Number(risk(monitor)),
    needed_until: inHours(Math.max(...hours)),
    load_list,
    monitor_list: [
      {
        id: id(200),
        name: 'Denver run',
        until: inHours(monitor),
        needed_from: inHours(-1),
        needed_until: inHours(monitor),
        ends_before: risk(monitor),
      },
    ],
  } satisfies BoardAgreement['dependents'];
}

export function agreementOf(n: number, over: Partial<BoardAgreement> = {}): BoardAgreement {
  return {
    id: id(2000 + n),
    fleet_id: id(3000 + n),
    partner_id: id(1),
    fleet_ref: `CARRIER-${n}`,
    effective_date: inHours(-1000),
    expiration_date: null,
    scopes: { vehicle: 'read', vehicle_location: 'read' },
    status: 'active',
    effective: { state: 'active', shared: true, changes_at: null },
    fleet_name: `Fleet ${n}`,
    invitation_key: null,
    connections: [connectionOf(n)],
    dependents: NO_DEPENDENTS,
    ...over,
  };
}

export function listOf(items: readonly BoardAgreement[], over: Partial<AgreementList> = {}): AgreementList {
  return {
    items: [...items],
    read_at: ago(5_000),
    read_problem: null,
    unread: {
      agreements: { left_out: 0, incomplete: 0, items: [] },
      connections: { left_out: 0, incomplete: 0, items: [] },
    },
    lists: { agreements: 'yes', connections: 'yes', freshness: 'yes' },
    loads_of_unknown_fleet: 0,
    ...over,
  };
}
