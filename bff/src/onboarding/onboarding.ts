/** The desk of the onboarding staff, put together: invitations, agreements and connections, operations. */
import type { InvitationDefaults, OnboardingSources } from '@waypost/contract/api/invitations';
import { may, type Role } from '@waypost/contract/api/session';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import type { InvitationCreate } from '@waypost/contract/invitations';
import type { Logger } from 'pino';
import type { Activity } from '../activity.ts';
import type { SecretBox } from '../auth/keys.ts';
import type { Board } from '../board/board.ts';
import type { CreateListener } from '../creates/listener.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Processor } from '../hooks/processor.ts';
import type { Poller } from '../polling/poller.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Database } from '../store/database.ts';
import { invitationsByKeys, lastHeardOfInvitations } from '../store/invitations.ts';
import { lastHeardOfOperations, operationsByIds } from '../store/operations.ts';
import { AgreementDesk } from './agreement-desk.ts';
import { Announcer } from './announcer.ts';
import type { DependentMonitor } from './dependents.ts';
import { Directory } from './directory.ts';
import { Fleets } from './fleets.ts';
import { InvitationActs } from './invitation-acts.ts';
import { InvitationBook } from './invitation-book.ts';
import { invitationItem } from './invitation-item.ts';
import { InvitationReader } from './invitation-reader.ts';
import { OperationBook } from './operation-book.ts';
import { OperationReader } from './operation-reader.ts';
import { ONBOARDING_PATHS } from './redirect-pages.ts';
import { Repeated } from './repeated.ts';
import { TmsInvitations } from './tms.ts';

export interface OnboardingOptions {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  readonly client: Pick<ServiceClient, 'call'>;
  readonly endpoints: ServiceEndpoints;
  readonly assumptions: Assumptions;
  readonly hooks: Hooks;
  readonly activity: Activity;
  readonly board: Board;
  readonly poller: Pick<Poller, 'lookAt' | 'readSoon' | 'add'>;
  /** Those that are active. */
  readonly monitors: () => readonly DependentMonitor[];
  /** Sends an event to every stream. */
  readonly send: (event: string, data: string) => void;
  readonly heard: () => boolean;
  /** Tells the other servers of this store what has changed; null: there are none. */
  readonly relay: ((event: string, keys: readonly string[]) => void) | null;
  /** One of several servers reads in the background. */
  readonly leads: () => boolean;
  /** Origin that browsers use. */
  readonly publicUrl: URL;
  /** Origin that the service delivers to. */
  readonly hooksPublicUrl: URL;
}

type Person = { readonly sub: string; readonly name: string };

const INVITATIONS_EVERY_MS = 60_000;
const OPERATIONS_EVERY_MS = 10_000;
const FLEETS_EVERY_MS = 60_000;
const FAMILIES = ['invitation', 'share_agreement', 'connection', 'resource_operation'] as const;

export class Onboarding {
  readonly book: InvitationBook;
  readonly invitations: InvitationActs;
  readonly tms: TmsInvitations;
  readonly directory: Directory;
  readonly desk: AgreementDesk;
  readonly operations: OperationBook;
  readonly operationReader: OperationReader;
  readonly announcer: Announcer;
  /** For the creates: see creates/listener.ts. */
  readonly listeners: readonly CreateListener[];
  readonly #options: OnboardingOptions;
  readonly #reader: InvitationReader;
  readonly #turns: {
    readonly invitations: Repeated;
    readonly operations: Repeated;
    readonly fleets: Repeated;
  };
  readonly #listening = new Set<string>();

  constructor(options: OnboardingOptions) {
    this.#options = options;
    const { log, leads: mayRead } = options;
    this.announcer = new Announcer(options);
    this.directory = new Directory(options);
    const { announcer, directory } = this;
    this.book = new InvitationBook({
      ...options,
      announcer,
      isOurs: (address) => this.#isOurCallback(address),
      // Whose it is, the list of agreements will tell.
      onAccepted: () => {
        directory.stale();
        this.desk.lookAgain(null);
      },
    });
    const { book } = this;
    this.#reader = new InvitationReader({ ...options, book });
    this.invitations = new InvitationActs({ ...options, book, reader: this.#reader });
    this.tms = new TmsInvitations(options);
    const fleets = new Fleets(options);
    this.desk = new AgreementDesk({ ...options, directory, fleets, announcer });
    this.operations = new OperationBook({ ...options, announcer, directory });
    this.operationReader = new OperationReader({ ...options, book: this.operations });
    this.listeners = [book.listener(), this.operations.listener()];
    const turn = (what: string, everyMs: number, work: (signal: AbortSignal) => Promise<void>) =>
      new Repeated({ log, what, everyMs, work, may: mayRead });
    this.#turns = {
      invitations: turn('invitations', INVITATIONS_EVERY_MS, (signal) => this.#reader.turn(signal)),
      operations: turn('operations', OPERATIONS_EVERY_MS, (signal) => this.operationReader.turn(signal)),
      fleets: turn('fleets of vehicles', FLEETS_EVERY_MS, (signal) => fleets.turn(signal)),
    };
  }

  /** Before whoever else handles these events: what an intent still knows is taken over here. */
  handle(processor: Processor): void {
    processor.on('invitation', this.book.handler());
    processor.on('resource_operation', this.operations.handler());
    processor.on('share_agreement', async ({ records }) => ({
      outcome: `handled: ${records.length} to be read anew`,
      after: () => {
        this.directory.stale();
        for (const fleet_id of new Set(records.map((record) => record.fleet_id ?? null)))
          this.desk.lookAgain(fleet_id);
      },
    }));
    // How fresh its data is, mostly: nothing that a load waits for.
    processor.on('connection', async ({ records }) => ({
      outcome: `handled: ${records.length} to be read anew`,
      after: () => {
        this.directory.stale();
        this.announcer.word('agreements', Date.now());
      },
    }));
  }

  start(): void {
    for (const one of Object.values(this.#turns)) one.start();
  }

  async stop(): Promise<void> {
    this.announcer.stop();
    await Promise.all(Object.values(this.#turns).map((one) => one.stop()));
  }

  /** Somebody looks after onboarding: from now on the service is to tell us. Goes on behind; what fails is tried at the next need. */
  listen(person: Person & { readonly roles: readonly Role[] }): void {
    if (!may(person.roles, 'manage_onboarding')) return;
    const { hooks, log } = this.#options;
    for (const family of FAMILIES) {
      if (this.#listening.has(family)) continue;
      this.#listening.add(family);
      hooks.ensureSubscription(family, person).catch((error) => {
        this.#listening.delete(family);
        log.warn({ err: error, family }, 'a subscription could not be made');
      });
    }
  }

  /** What goes into a create beside the person's own fields: addresses of ours where they gave none. */
  async added(body: InvitationCreate, by: Person): Promise<Partial<InvitationCreate>> {
    const { hooks, publicUrl, hooksPublicUrl } = this.#options;
    const added: Partial<InvitationCreate> = {};
    if (body.success_redirect_url === undefined)
      added.success_redirect_url = new URL(ONBOARDING_PATHS.success, publicUrl).href;
    if (body.failure_redirect_url === undefined)
      added.failure_redirect_url = new URL(ONBOARDING_PATHS.failure, publicUrl).href;
    // The interface takes https only.
    if (body.callback_url === undefined && hooksPublicUrl.protocol === 'https:')
      added.callback_url = hooks.address(await hooks.ensureSubscription('invitation_callback', by));
    return added;
  }

  async defaults(): Promise<InvitationDefaults> {
    const { publicUrl, hooksPublicUrl } = this.#options;
    const { connections } = await this.directory.get();
    const tsps = new Map<string, string | null>();
    for (const { tsp_slug, source_name } of connections)
      if (tsp_slug) tsps.set(tsp_slug, source_name ?? null);
    return {
      success_redirect_url: new URL(ONBOARDING_PATHS.success, publicUrl).href,
      failure_redirect_url: new URL(ONBOARDING_PATHS.failure, publicUrl).href,
      callback: hooksPublicUrl.protocol === 'https:' ? 'ours' : 'none',
      tsps: [...tsps].map(([tsp_slug, source_name]) => ({ tsp_slug, source_name })).sort(bySlug),
    };
  }

  async invitationSources(): Promise<OnboardingSources> {
    return this.#sources('invitation', this.#reader, await lastHeardOfInvitations(this.#options.db));
  }

  async operationSources(): Promise<OnboardingSources> {
    return this.#sources(
      'resource_operation',
      this.operationReader,
      await lastHeardOfOperations(this.#options.db),
    );
  }

  /** Another server has said what has changed: our streams are told too. */
  async heardElsewhere(event: string, keys: readonly string[]): Promise<void> {
    const { db } = this.#options;
    if (event === 'agreements') {
      this.directory.stale();
      this.announcer.heardWord(event, Date.now());
    }
    if (event === 'invitations')
      for (const row of await invitationsByKeys(db, keys))
        this.announcer.heardItem(event, row.key, JSON.stringify(invitationItem(row)));
    if (event === 'operations')
      for (const row of await operationsByIds(db, keys))
        this.announcer.heardItem(event, row.id, JSON.stringify(this.operations.item(row)));
  }

  /** Something was sent: what became of it is read soon. */
  readOperationsSoon(): void {
    this.#turns.operations.soon();
  }

  readInvitationsSoon(): void {
    this.#turns.invitations.soon();
  }

  readFleetsSoon(): void {
    this.#turns.fleets.soon();
  }

  async #sources(
    purpose: string,
    reader: Pick<InvitationReader, 'offered' | 'problem' | 'unread'>,
    heard: { readonly last_event_at: number | null; readonly last_read_at: number | null },
  ): Promise<OnboardingSources> {
    const { hooks, hooksPublicUrl } = this.#options;
    const rows = await hooks.list();
    const row = rows.find((one) => one.purpose === purpose && one.base_url === hooksPublicUrl.origin);
    const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    return {
      events: (row?.state ?? 'none') as OnboardingSources['events'],
      reads: reader.offered,
      last_event_at: iso(heard.last_event_at),
      last_read_at: iso(heard.last_read_at),
      read_problem: reader.problem,
      unread: reader.unread,
    };
  }

  #isOurCallback(address: string): boolean {
    const { hooks } = this.#options;
    if (!URL.canParse(address)) return false;
    const [, secret] = /^\/hooks\/([^/]+)$/.exec(new URL(address).pathname) ?? [];
    return secret !== undefined && hooks.knownBySecret(secret)?.purpose === 'invitation_callback';
  }
}

const bySlug = (a: { readonly tsp_slug: string }, b: { readonly tsp_slug: string }) =>
  a.tsp_slug < b.tsp_slug ? -1 : 1;
