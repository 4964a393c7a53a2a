/**
 * Wires agreements, connections, invitations, users and their operations, fuel and usage. Changes caused by time (ended
 * invitations and operations, silent connections) are processed before every response and once per second, so that events are
 * sent without any reader.
 */
import { randomBytes } from 'node:crypto';
import type { Agreement } from '@waypost/contract/agreements';
import { ASSUMPTIONS, type Assumptions } from '@waypost/contract/assumptions';
import { AGREEMENT_MACHINE, isTerminal } from '@waypost/contract/states';
import { Agreements } from './agreements/agreements.ts';
import { type Connection, Connections } from './connections/connections.ts';
import type { Events } from './events/events.ts';
import { Lanes } from './fuel/lanes.ts';
import { FuelLedgers } from './fuel/ledgers.ts';
import { driverIdOf } from './fuel/purchase.ts';
import { agreementHandlers } from './handlers/agreements.ts';
import { connectionHandlers } from './handlers/connections.ts';
import { fuelHandlers } from './handlers/fuel.ts';
import { invitationHandlers } from './handlers/invitations.ts';
import { operationHandlers } from './handlers/operations.ts';
import { overviewHandlers } from './handlers/overview.ts';
import { tmsInvitationHandlers } from './handlers/tms-invitations.ts';
import { usageHandlers } from './handlers/usage.ts';
import { userHandlers } from './handlers/users.ts';
import type { Answer, Call, Handlers } from './http/api.ts';
import { Invitations } from './invitations/invitations.ts';
import type { JoinedFleets } from './invitations/joined-fleets.ts';
import { Onboarding } from './invitations/onboarding.ts';
import { seededInvitations } from './invitations/seeded.ts';
import { TmsInvitations } from './invitations/tms.ts';
import { Operations } from './operations/operations.ts';
import { People } from './operations/people.ts';
import { seededOperations } from './operations/seeded.ts';
import { createInviteRoutes, INVITE_PREFIX } from './pages/invite-routes.ts';
import type { State } from './state/state.ts';
import type { Timers } from './timers.ts';
import { HISTORY_MONTHS, History, monthOf, pastEntities } from './usage/history.ts';
import { Usage } from './usage/usage.ts';
import { type Fleet, shares } from './world/fleets.ts';
import { hash, keyOf, uuidOf } from './world/random.ts';
import type { World } from './world/world.ts';

const SETTLE_EVERY_MS = 1000;
const SETTLE_WITHIN_MS = 100;
/** Every call changes usage, so it is saved at most this often, in real time. */
const USAGE_SAVE_INTERVAL_MS = 10_000;
/** Entities of another partner, which only administrators can read. */
const OTHER_PARTNERS_ENTITIES = 40;

export interface ResourceParts {
  readonly world: World;
  readonly joined: JoinedFleets;
  readonly events: Events;
  readonly state: State;
  readonly timers: Timers;
  readonly newId: () => string;
  readonly realNow: () => number;
  readonly baseUrl: () => string;
  /** Null: a default number. */
  readonly fuelRows: number | null;
  readonly usageRows: number | null;
  readonly assumptions: Assumptions;
}

/** Handlers that change stored data. */
const WRITE_HANDLERS: ReadonlySet<string> = new Set<keyof Handlers>([
  'updateAgreement',
  'deleteAgreement',
  'cancelAgreement',
  'deleteConnection',
  'createInvitation',
  'deleteInvitation',
  'deleteTmsInvitation',
  'createUser',
]);

type AnyHandler = (call: Call) => Answer;

export function createResources(parts: ResourceParts) {
  const { world, joined, events, state, timers, newId } = parts;
  const { seed, partner_id } = world;
  const now = () => world.clock.now();

  const agreements = new Agreements(world, events);
  const connections = new Connections(world, joined.before, (connection) =>
    onboarding.publishConnection(connection, ASSUMPTIONS.events.connection.staled),
  );
  const people = new People();
  const writableConnections = connections.all.filter(
    ({ fleet, provider, carries }) =>
      carries &&
      provider.writes_users &&
      shares(fleet, 'user', world.clock.start) &&
      fleet.agreement.scopes?.user === 'read_write',
  );
  // Only seeded fleets count, so that seeded data does not change when another fleet joins.
  const seeded = new Set(joined.before);
  const vehicles = world.vehicles.all.filter(({ fleet }) => seeded.has(fleet));
  const known = vehicles.flatMap((vehicle) => [
    { entity_type: 'vehicle', entity_id: vehicle.record.id },
    { entity_type: 'driver', entity_id: driverIdOf(seed, vehicle) },
  ]);
  const entities = Math.ceil((parts.usageRows ?? known.length * HISTORY_MONTHS) / HISTORY_MONTHS);
  const history = new History(
    hash(seed, keyOf('usage')),
    world.clock.start,
    pastEntities(seed, known, entities),
  );
  const callsOf = (id: string) => history.counts(monthOf(world.clock.start), id).rest_api_count;
  // The most called first: these are the ones that people see.
  const driversOf = ({ fleet }: Connection) =>
    vehicles
      .filter((vehicle) => vehicle.fleet === fleet)
      .map((vehicle) => driverIdOf(seed, vehicle))
      .sort((a, b) => callsOf(b) - callsOf(a));
  const operations = new Operations(
    { partner_id, people, events, newId, now, fieldAliases: parts.assumptions.user_attributes },
    seededOperations(seed, writableConnections, world.clock.start, driversOf),
  );
  const tms = new TmsInvitations(seed, world.clock.start, now);
  const invitations = new Invitations(
    {
      partner_id,
      events,
      newId,
      now,
      newSecret: () => randomBytes(24).toString('base64url'),
      link: (secret) => parts.baseUrl() + INVITE_PREFIX + secret,
      canInviteAgain: (fleet_id) => {
        const fleet = world.fleets.find((item) => item.fleet_id === fleet_id);
        return isTerminal(AGREEMENT_MACHINE, fleet?.agreement.status ?? '');
      },
    },
    seededInvitations(seed, joined.before, world.clock.start),
  );
  const onboarding = new Onboarding({ world, joined, invitations, agreements, connections, events, newId });

  let usageSavedAt = Number.NEGATIVE_INFINITY;
  const usage = new Usage(partner_id, history, () => {
    const real = parts.realNow();
    if (real - usageSavedAt < USAGE_SAVE_INTERVAL_MS) return;
    usageSavedAt = real;
    usageChanged();
  });
  const other_partner_id = uuidOf(seed, keyOf('another partner'));
  const othersHistory = pastEntities(hash(seed, keyOf('another partner')), [], OTHER_PARTNERS_ENTITIES);
  const others = new Usage(other_partner_id, new History(seed, world.clock.start, othersHistory));
  events.onDelivered(({ data, at }) => usage.delivered(data, at));

  const changed = state.register('office', {
    save: () => ({
      agreements: agreements.save(),
      connections: connections.save(),
      invitations: invitations.save(),
      tms: tms.save(),
      people: people.save(),
      operations: operations.save(),
    }),
    load: (saved: Saved) => {
      connections.load(saved.connections);
      agreements.load(saved.agreements);
      invitations.load(saved.invitations);
      tms.load(saved.tms);
      people.load(saved.people);
      operations.load(saved.operations);
    },
  });
  interface Saved {
    readonly agreements: ReturnType<Agreements['save']>;
    readonly connections: ReturnType<Connections['save']>;
    readonly invitations: ReturnType<Invitations['save']>;
    readonly tms: ReturnType<TmsInvitations['save']>;
    readonly people: ReturnType<People['save']>;
    readonly operations: ReturnType<Operations['save']>;
  }
  const usageChanged = state.register('usage', {
    save: () => usage.save(),
    load: (saved: ReturnType<Usage['save']>) => usage.load(saved),
  });

  let settledAt = Number.NEGATIVE_INFINITY;
  function settle(): void {
    // Throttled, because each run scans everything that is open.
    if (now() - settledAt < SETTLE_WITHIN_MS) return;
    settledAt = now();
    connections.settle();
    if ([invitations.settle(), operations.settle()].includes(true)) changed();
  }
  let cancelTimer = timers.after(SETTLE_EVERY_MS, function again() {
    settle();
    cancelTimer = timers.after(SETTLE_EVERY_MS, again);
  });

  const ledgers = new FuelLedgers(seed, world.clock, vehicles, parts.fuelRows);
  joined.onJoin(({ fleet, joined_at }) => ledgers.open(world.vehicles.of(fleet), joined_at));
  const lanes = new Lanes(seed, world.freight);

  return {
    handlers: {
      ...agreementHandlers(agreements),
      ...connectionHandlers(world, connections),
      ...overviewHandlers(world, connections, people),
      ...invitationHandlers(invitations),
      ...tmsInvitationHandlers(tms),
      ...userHandlers(world, connections, operations),
      ...operationHandlers(operations),
      ...fuelHandlers({ world, connections, ledgers, lanes }),
      ...usageHandlers(usage, (id) => (id === partner_id ? usage : id === other_partner_id ? others : null)),
    } satisfies Handlers,

    /** Wraps every handler: processes time-based changes before it, and counts usage and saves changes after it. */
    instrument(handlers: Handlers): Handlers {
      const instrumented = Object.entries(handlers as Record<string, AnyHandler>).map(
        ([name, handler]): [string, AnyHandler] => [
          name,
          (call) => {
            settle();
            const response = handler(call);
            usage.called(response.body, now());
            if (WRITE_HANDLERS.has(name)) changed();
            return response;
          },
        ],
      );
      return Object.fromEntries(instrumented) as Handlers;
    },

    /** For tests that search for leaks. */
    invitationSecrets() {
      const all = [...invitations.all];
      return {
        tokens: all
          .flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
          .filter((token) => token !== null),
        links: all.flatMap(({ id, secret }) => [id, secret]),
      };
    },
    /** Serves the magic links of invitations. */
    invite: createInviteRoutes({ invitations, onboarding, settle, changed }),

    /** Connection that delivers a fleet's data, or null. */
    connectionIdOf: (fleet: Fleet): string | null => connections.carrying(fleet)?.id ?? null,

    /** For control routes: changes a fleet's agreement regardless of its state. */
    overrideAgreement(fleet: Fleet, change: Partial<Agreement>): Agreement {
      const agreement = agreements.override(fleet, change);
      changed();
      return agreement;
    },

    close(): void {
      cancelTimer();
      usageChanged();
    },
  };
}
