/** What the onboarding staff works with, put together: invitations, agreements and connections, operations. */

import type { InvitationDefaults, OnboardingSources } from '@waypost/contract/api/invitations';
import { may, type Role } from '@waypost/contract/api/session';
import type { InvitationCreate } from '@waypost/contract/invitations';
import type { Person } from '../auth/actor.ts';
import type { Uses } from '../dependencies.ts';
import type { Events } from '../events/create.ts';
import type { IntentListener } from '../intents/intents.ts';
import { IntervalJob } from '../lib/background-worker.ts';
import { toIso } from '../lib/time.ts';
import type { Poller } from '../polling/poller.ts';
import { invitationsByKeys } from '../store/invitations.ts';
import { latestNews, rowsIn } from '../store/query.ts';
import type { Processor } from '../webhooks/processor.ts';
import type { WebhookSubscriptions } from '../webhooks/subscriptions.ts';
import { AgreementCommands } from './agreement-commands.ts';
import type { DependentMonitor } from './dependents.ts';
import type { Directory } from './directory.ts';
import { Fleets, type FleetsOptions } from './fleets.ts';
import { InvitationCommands } from './invitation-commands.ts';
import { InvitationProjection } from './invitation-projection.ts';
import { InvitationReader } from './invitation-reader.ts';
import { toInvitationResponse } from './invitation-response.ts';
import { OperationProjection } from './operation-projection.ts';
import { OperationReader } from './operation-reader.ts';
import { ONBOARDING_PATHS } from './redirect-pages.ts';
import { TmsInvitations } from './tms-invitations.ts';

export interface OnboardingOptions
  extends Uses<
    | 'db'
    | 'box'
    | 'log'
    | 'activity'
    | 'assumptions'
    | 'client'
    | 'endpoints'
    | 'board'
    | 'broadcaster'
    | 'isLeader'
  > {
  readonly subscriptions: WebhookSubscriptions;
  readonly index: FleetsOptions['index'];
  readonly poller: Pick<Poller, 'noteOpened' | 'readSoon' | 'add'>;
  readonly directory: Directory;
  /** Those that are active. */
  readonly monitors: () => readonly DependentMonitor[];
  /** Origin that browsers use. */
  readonly publicUrl: URL;
  /** Origin that the service delivers to. */
  readonly hooksPublicUrl: URL;
}

const INVITATIONS_EVERY_MS = 60_000;
const OPERATIONS_EVERY_MS = 10_000;
const FLEETS_EVERY_MS = 60_000;
/** Loads with new vehicles come in quick succession: one turn asks for all of them. */
const FLEETS_SOON_MS = 2_000;
const FAMILIES = ['invitation', 'share_agreement', 'connection', 'resource_operation'] as const;

export class Onboarding {
  readonly invitations: InvitationProjection;
  readonly invitationCommands: InvitationCommands;
  readonly tmsInvitations: TmsInvitations;
  readonly agreements: AgreementCommands;
  readonly operations: OperationProjection;
  readonly operationReader: OperationReader;
  readonly #options: OnboardingOptions;
  readonly #invitationReader: InvitationReader;
  readonly #fleets: Fleets;
  readonly #jobs: {
    readonly invitations: IntervalJob;
    readonly operations: IntervalJob;
    readonly fleets: IntervalJob;
  };
  readonly #subscribed = new Set<string>();

  constructor(options: OnboardingOptions) {
    this.#options = options;
    const { log, isLeader, directory } = options;
    const fleets = new Fleets(options);
    this.#fleets = fleets;
    this.agreements = new AgreementCommands({ ...options, fleets });
    this.invitations = new InvitationProjection({
      ...options,
      isOurs: (address) => this.#isOurCallback(address),
      // The list of agreements says which fleet it belongs to.
      onAccepted: () => {
        directory.stale();
        this.agreements.refreshLoads(null);
      },
    });
    const { invitations } = this;
    this.#invitationReader = new InvitationReader({ ...options, invitations });
    const reader = this.#invitationReader;
    this.invitationCommands = new InvitationCommands({ ...options, invitations, reader });
    this.tmsInvitations = new TmsInvitations(options);
    this.operations = new OperationProjection(options);
    this.operationReader = new OperationReader({ ...options, operations: this.operations });
    const job = (task: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>) =>
      new IntervalJob({ log, task, everyMs, work, mayRun: isLeader });
    this.#jobs = {
      invitations: job('read invitations', INVITATIONS_EVERY_MS, (signal) => reader.turn(signal)),
      operations: job('read operations', OPERATIONS_EVERY_MS, (signal) => this.operationReader.turn(signal)),
      fleets: job('read the fleets of vehicles', FLEETS_EVERY_MS, (signal) => fleets.turn(signal)),
    };
  }

  /** For the intents: see intents/intent-listener.ts. */
  get intentListeners(): readonly IntentListener[] {
    return [this.invitations.listener(), this.operations.listener()];
  }

  /** Before whoever else handles these events: what an intent still knows is taken over here. */
  handle(processor: Processor): void {
    processor.on('invitation', this.invitations.handler());
    processor.on('resource_operation', this.operations.handler());
    processor.on('share_agreement', async ({ records }) => ({
      outcome: `handled: ${records.length} to refresh`,
      after: () => {
        this.#options.directory.stale();
        for (const fleet_id of new Set(records.map((record) => record.fleet_id ?? null)))
          this.agreements.refreshLoads(fleet_id);
      },
    }));
    // How fresh its data is, mostly: nothing that a load waits for.
    processor.on('connection', async ({ records }) => ({
      outcome: `handled: ${records.length} to refresh`,
      after: () => {
        this.#options.directory.stale();
        this.#options.broadcaster.invalidate('agreements', Date.now());
      },
    }));
  }

  start(): void {
    for (const job of Object.values(this.#jobs)) job.wake();
    this.#options.board.onChange.subscribe(({ items }) => {
      const vehicles = items.flatMap(({ vehicle_assignment }) => vehicle_assignment?.vehicle.id ?? []);
      if (vehicles.some(this.#fleets.wants)) this.#jobs.fleets.wake(FLEETS_SOON_MS);
    });
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#jobs).map((job) => job.stop()));
  }

  /** Somebody looks after onboarding: from now on the service is to send us events. In the background; what fails is tried at the next need. */
  subscribeFor(person: Person & { readonly roles: readonly Role[] }): void {
    if (!may(person.roles, 'manage_onboarding')) return;
    const { subscriptions, log } = this.#options;
    for (const family of FAMILIES) {
      if (this.#subscribed.has(family)) continue;
      this.#subscribed.add(family);
      subscriptions.ensureSubscription(family, person).catch((error) => {
        this.#subscribed.delete(family);
        log.warn({ err: error, family }, 'could not create a subscription');
      });
    }
  }

  /** What goes into a create beside the person's own fields: addresses of ours where they gave none. */
  async added(body: InvitationCreate, by: Person): Promise<Partial<InvitationCreate>> {
    const { subscriptions, hooksPublicUrl } = this.#options;
    const added: Partial<InvitationCreate> = {};
    const { success_redirect_url, failure_redirect_url } = this.redirects;
    if (body.success_redirect_url === undefined) added.success_redirect_url = success_redirect_url;
    if (body.failure_redirect_url === undefined) added.failure_redirect_url = failure_redirect_url;
    // The interface takes https only.
    if (body.callback_url === undefined && hooksPublicUrl.protocol === 'https:')
      added.callback_url = subscriptions.address(
        await subscriptions.ensureSubscription('invitation_callback', by),
      );
    return added;
  }

  /** Where a fleet comes back to when nobody said otherwise: two pages of ours. */
  get redirects() {
    const { publicUrl } = this.#options;
    return {
      success_redirect_url: new URL(ONBOARDING_PATHS.success, publicUrl).href,
      failure_redirect_url: new URL(ONBOARDING_PATHS.failure, publicUrl).href,
    };
  }

  async defaults(): Promise<InvitationDefaults> {
    const { hooksPublicUrl } = this.#options;
    const { connections } = await this.#options.directory.get();
    const tsps = new Map<string, string | null>();
    for (const { tsp_slug, source_name } of connections)
      if (tsp_slug) tsps.set(tsp_slug, source_name ?? null);
    return {
      ...this.redirects,
      callback: hooksPublicUrl.protocol === 'https:' ? 'ours' : 'none',
      tsps: [...tsps].map(([tsp_slug, source_name]) => ({ tsp_slug, source_name })).sort(bySlug),
    };
  }

  async invitationSources(): Promise<OnboardingSources> {
    return this.#sources(
      'invitation',
      this.#invitationReader,
      await latestNews(this.#options.db, 'invitation'),
    );
  }

  async operationSources(): Promise<OnboardingSources> {
    return this.#sources(
      'resource_operation',
      this.operationReader,
      await latestNews(this.#options.db, 'operation'),
    );
  }

  /** Another server has published what has changed: our streams get it too. */
  listenTo({ onRelayed }: Pick<Events, 'onRelayed'>): void {
    const { db, broadcaster, directory } = this.#options;
    const relay = false;
    onRelayed('agreements', async () => {
      directory.stale();
      broadcaster.invalidate('agreements', Date.now(), { relay });
    });
    onRelayed('invitations', async (keys) => {
      for (const row of await invitationsByKeys(db, keys))
        broadcaster.publish('invitations', row.key, JSON.stringify(toInvitationResponse(row)), { relay });
    });
    onRelayed('operations', async (keys) => {
      for (const row of await rowsIn(db, 'operation', 'id', keys))
        broadcaster.publish('operations', row.id, JSON.stringify(this.operations.toResponse(row)), { relay });
    });
  }

  /** Something was sent: what became of it is read soon. */
  readOperationsSoon(): void {
    this.#jobs.operations.soon();
  }

  readInvitationsSoon(): void {
    this.#jobs.invitations.soon();
  }

  readFleetsSoon(): void {
    this.#jobs.fleets.soon();
  }

  async #sources(
    purpose: string,
    reader: Pick<InvitationReader, 'offered' | 'problem' | 'unread'>,
    news: { readonly last_event_at: number | null; readonly last_read_at: number | null },
  ): Promise<OnboardingSources> {
    const { subscriptions, hooksPublicUrl } = this.#options;
    const rows = await subscriptions.list();
    const row = rows.find((one) => one.purpose === purpose && one.base_url === hooksPublicUrl.origin);
    return {
      events: (row?.state ?? 'none') as OnboardingSources['events'],
      reads: reader.offered,
      last_event_at: toIso(news.last_event_at),
      last_read_at: toIso(news.last_read_at),
      read_problem: reader.problem,
      unread: reader.unread,
    };
  }

  #isOurCallback(address: string): boolean {
    const { subscriptions } = this.#options;
    if (!URL.canParse(address)) return false;
    const [, secret] = /^\/hooks\/([^/]+)$/.exec(new URL(address).pathname) ?? [];
    return secret !== undefined && subscriptions.knownBySecret(secret)?.purpose === 'invitation_callback';
  }
}

const bySlug = (a: { readonly tsp_slug: string }, b: { readonly tsp_slug: string }) =>
  a.tsp_slug < b.tsp_slug ? -1 : 1;
