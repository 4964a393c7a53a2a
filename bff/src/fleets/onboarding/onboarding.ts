/** The parts of onboarding: invitations, agreements, connections, operations, and what reads them in the background. */
import type { InvitationDefaults, OnboardingSources } from '@waypost/contract/api/invitations';
import { may, type SessionRole } from '@waypost/contract/api/session';
import type { InvitationCreate } from '@waypost/contract/invitations';
import { IntervalJob } from '../../platform/lib/background-worker.ts';
import { toIso } from '../../platform/lib/time.ts';
import { invitationsByKeys } from '../../platform/store/onboarding.ts';
import { latestTimestamps, rowsIn } from '../../platform/store/query.ts';
import type { Directory } from '../../service/directory/directory.ts';
import type { CreateIntentsOptions, IntentsCapability } from '../../service/intents/create.ts';
import type { Board } from '../../tracking/board/board.ts';
import type { Events } from '../../tracking/events/hub.ts';
import type { Monitors } from '../../tracking/monitors/monitors.ts';
import type { Polling } from '../../tracking/polling/create.ts';
import { AgreementCommands } from './agreement-commands.ts';
import type { FleetIndex } from './fleet-index.ts';
import { Fleets } from './fleets.ts';
import { InvitationCommands, TmsInvitations } from './invitation-commands.ts';
import { InvitationProjection } from './invitation-projection.ts';
import { toInvitationResponse } from './invitation-response.ts';
import { OperationProjection } from './operation-projection.ts';
import type { RecordReader } from './readers.ts';
import { InvitationReader, OperationReader } from './readers.ts';
import { ONBOARDING_PATHS } from './redirect-pages.ts';
import { UserSupport } from './user-support.ts';

export type CreateOnboardingOptions = CreateIntentsOptions & {
  readonly board: Board;
  readonly directory: Directory;
  readonly events: Events;
  readonly fleets: FleetIndex;
  readonly intents: IntentsCapability;
  readonly monitors: Monitors;
  readonly polling: Polling;
};

const INVITATIONS_EVERY_MS = 60_000;

const OPERATIONS_EVERY_MS = 10_000;

const FLEETS_EVERY_MS = 60_000;

/** Loads with new vehicles arrive in bursts: one run looks up all of them. */
const FLEETS_SOON_MS = 2_000;

const bySlug = (a: { readonly tsp_slug: string }, b: { readonly tsp_slug: string }) =>
  a.tsp_slug < b.tsp_slug ? -1 : 1;

export const FAMILIES = ['invitation', 'share_agreement', 'connection', 'resource_operation'] as const;

export type Onboarding = ReturnType<typeof createParts>['onboarding'];

export function createParts(options: CreateOnboardingOptions) {
  const { config, log, db, box, activity, cluster, board, directory, events } = options;
  const { assumptions, publicUrl, hooksPublicUrl } = config;
  const { broadcaster } = events;
  const { subscriptions, processor } = options.webhooks;
  const common = {
    db,
    box,
    log,
    activity,
    assumptions,
    broadcaster,
    board,
    directory,
    client: options.upstream.client,
    endpoints: options.upstream.endpoints,
    index: options.fleets,
    poller: options.polling.poller,
    monitors: () => [...options.monitors.active()].flatMap(({ row }) => options.monitors.get(row.id) ?? []),
  };

  const isOurCallback = (address: string): boolean => {
    if (!URL.canParse(address)) return false;
    const [, secret] = /^\/hooks\/([^/]+)$/.exec(new URL(address).pathname) ?? [];
    return secret !== undefined && subscriptions.knownBySecret(secret)?.purpose === 'invitation_callback';
  };

  const fleets = new Fleets(common);
  const agreements = new AgreementCommands({ ...common, fleets });
  const invitations = new InvitationProjection({
    ...common,
    isOurs: isOurCallback,
    // Only the list of agreements says which fleet it belongs to.
    onAccepted: () => {
      directory.invalidate();
      agreements.refreshLoads(null);
    },
  });
  const reader = new InvitationReader({ ...common, invitations });
  const operations = new OperationProjection(common);
  const operationReader = new OperationReader({ ...common, operations });
  const userSupport = new UserSupport(common);

  const job = (task: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>) => {
    const exclusive = new IntervalJob({ log, task, everyMs, work, isExclusive: true });
    cluster.runExclusively('reader', exclusive);
    return exclusive;
  };
  const jobs = {
    invitations: job('read invitations', INVITATIONS_EVERY_MS, (signal) => reader.runOnce(signal)),
    operations: job('read operations', OPERATIONS_EVERY_MS, (signal) => operationReader.runOnce(signal)),
    fleets: job('read the fleets of vehicles', FLEETS_EVERY_MS, (signal) => fleets.runOnce(signal)),
  };

  options.intents.addListener(invitations.listener());
  options.intents.addListener(operations.listener());
  options.intents.addListener(userSupport.listener());

  // Registered before other handlers of these events.
  processor.on('invitation', invitations.handler());
  processor.on('resource_operation', operations.handler());
  processor.on('share_agreement', async ({ records }) => ({
    outcome: `handled: ${records.length} to refresh`,
    after: () => {
      directory.invalidate();
      for (const fleet_id of new Set(records.map((record) => record.fleet_id ?? null)))
        agreements.refreshLoads(fleet_id);
    },
  }));
  // Mostly changes of data freshness; no load depends on it.
  processor.on('connection', async ({ records }) => ({
    outcome: `handled: ${records.length} to refresh`,
    after: () => {
      directory.invalidate();
      broadcaster.invalidate('agreements', Date.now());
    },
  }));

  // Forwards changes published by other servers to this server's streams.
  const relay = false;
  events.onRelayed('agreements', async () => {
    directory.invalidate();
    broadcaster.invalidate('agreements', Date.now(), { relay });
  });
  events.onRelayed('invitations', async (keys) => {
    for (const row of await invitationsByKeys(db, keys))
      broadcaster.publish('invitations', row.key, JSON.stringify(toInvitationResponse(row)), { relay });
  });
  events.onRelayed('operations', async (keys) => {
    for (const row of await rowsIn(db, 'operation', 'id', keys))
      broadcaster.publish('operations', row.id, JSON.stringify(operations.toResponse(row)), { relay });
  });

  /** Default landing pages of a fleet after its invitation. */
  const redirects = {
    success_redirect_url: new URL(ONBOARDING_PATHS.success, publicUrl).href,
    failure_redirect_url: new URL(ONBOARDING_PATHS.failure, publicUrl).href,
  };

  const subscribed = new Set<string>();
  const sources = async (
    purpose: 'invitation' | 'resource_operation',
    { offered, problem, unread }: RecordReader,
  ): Promise<OnboardingSources> => {
    const latest = await latestTimestamps(db, purpose === 'invitation' ? 'invitation' : 'operation');
    const rows = await subscriptions.list();
    const row = rows.find((one) => one.purpose === purpose && one.base_url === hooksPublicUrl.origin);
    return {
      events: (row?.state ?? 'none') as OnboardingSources['events'],
      reads: offered,
      last_event_at: toIso(latest.last_event_at),
      last_read_at: toIso(latest.last_read_at),
      read_problem: problem,
      unread,
    };
  };

  const onboarding = {
    agreements,
    invitations,
    invitationCommands: new InvitationCommands({ ...common, invitations, reader }),
    tmsInvitations: new TmsInvitations(common),
    operations,
    operationReader,
    userSupport,
    redirects,

    /** Creates missing subscriptions when somebody works on onboarding, in the background. A failure is retried at the next call. */
    subscribeFor(person: { readonly roles: readonly SessionRole[] }): void {
      if (!may(person.roles, 'manage_onboarding')) return;
      for (const family of FAMILIES) {
        if (subscribed.has(family)) continue;
        subscribed.add(family);
        subscriptions.ensureSubscription(family).catch((error) => {
          subscribed.delete(family);
          log.warn({ err: error, family }, 'could not create a subscription');
        });
      }
    },

    /** Defaults added to a create request: our URLs where the person gave none. */
    async added(body: InvitationCreate): Promise<Partial<InvitationCreate>> {
      const added: Partial<InvitationCreate> = {};
      const { success_redirect_url, failure_redirect_url } = redirects;
      if (body.success_redirect_url === undefined) added.success_redirect_url = success_redirect_url;
      if (body.failure_redirect_url === undefined) added.failure_redirect_url = failure_redirect_url;
      // The interface accepts https only.
      if (body.callback_url === undefined && hooksPublicUrl.protocol === 'https:')
        added.callback_url = subscriptions.address(
          await subscriptions.ensureSubscription('invitation_callback'),
        );
      return added;
    },

    async defaults(): Promise<InvitationDefaults> {
      const { connections } = await directory.get();
      const tsps = new Map<string, string | null>();
      for (const { tsp_slug, source_name } of connections)
        if (tsp_slug) tsps.set(tsp_slug, source_name ?? null);
      return {
        ...redirects,
        callback: hooksPublicUrl.protocol === 'https:' ? 'ours' : 'none',
        tsps: [...tsps].map(([tsp_slug, source_name]) => ({ tsp_slug, source_name })).sort(bySlug),
      };
    },

    invitationSources: () => sources('invitation', reader),
    operationSources: () => sources('resource_operation', operationReader),

    readOperationsSoon: () => jobs.operations.soon(),
    readInvitationsSoon: () => jobs.invitations.soon(),
    readFleetsSoon: () => jobs.fleets.soon(),
  };

  return {
    onboarding,
    start: () => {
      board.onChange.subscribe(({ items }) => {
        const vehicles = items.flatMap(({ vehicle_assignment }) => vehicle_assignment?.vehicle.id ?? []);
        if (vehicles.some(fleets.needsLookup)) jobs.fleets.wake(FLEETS_SOON_MS);
      });
    },
  };
}
