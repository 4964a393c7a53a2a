/** Everything that lives as long as the server, wired by hand. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { type ServiceEndpoints, serviceEndpoints } from '@waypost/contract/endpoints';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Activity } from './activity.ts';
import { createArrivals } from './arrival/arrivals.ts';
import type { IdentityProvider } from './auth/identity-provider.ts';
import { SecretBox } from './auth/keys.ts';
import type { CurrentSession, Sessions } from './auth/sessions.ts';
import { openSigningIn } from './auth/signing-in.ts';
import { RefreshFailed, type SessionTokens } from './auth/tokens.ts';
import { Board } from './board/board.ts';
import { Bulk } from './bulk/bulk.ts';
import { RowSender } from './bulk/sender.ts';
import type { Config } from './config.ts';
import { Creates } from './creates/creates.ts';
import { Finder } from './creates/finder.ts';
import { Resolver } from './creates/resolver.ts';
import { EventHub } from './events/hub.ts';
import { takeOverSandboxLoads } from './features/sandbox-loads.ts';
import { allOf, type Geocoder, RemoteGeocoder } from './geocoding/geocoder.ts';
import { openWebhooks, type Webhooks } from './hooks/open-webhooks.ts';
import { openHousekeeping } from './housekeeping.ts';
import { metricsOf } from './metrics.ts';
import { Agreements } from './monitors/agreements.ts';
import { Creating } from './monitors/creating.ts';
import { Monitors } from './monitors/monitors.ts';
import { Reader } from './monitors/reader.ts';
import { receiveMonitorEvents } from './monitors/receive.ts';
import { Onboarding } from './onboarding/onboarding.ts';
import { Places } from './places/places.ts';
import { Poller } from './polling/poller.ts';
import { readerStatus } from './polling/reader-status.ts';
import { ServiceHealth } from './polling/service-health.ts';
import { openReports, type Reports } from './reports.ts';
import { joinServers, oneServer, type Servers } from './servers.ts';
import type { ServiceClient } from './service/client.ts';
import { Http } from './service/http.ts';
import { openClient } from './service/open-client.ts';
import type { TokenSource } from './service/service-token.ts';
import { type SharedWait, sharedGate } from './service/shared-wait.ts';
import { Sites } from './sites/sites.ts';
import { holdAlone } from './store/alone.ts';
import { startCheckpoints } from './store/checkpoints.ts';
import { type Database, openDatabase } from './store/database.ts';
import { readSetting } from './store/settings.ts';
import { NO_WIRE, PostgresWire } from './store/wire.ts';
import { OwnUsage } from './usage/own-usage.ts';

export interface Services extends Webhooks, Pick<SharedWait, 'endPause'> {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
  readonly webDir: string;
  readonly db: Database;
  readonly endpoints: ServiceEndpoints;
  readonly provider: IdentityProvider;
  readonly sessions: Sessions;
  readonly tokens: SessionTokens;
  readonly activity: Activity;
  readonly client: ServiceClient;
  readonly health: ServiceHealth;
  readonly board: Board;
  readonly poller: Poller;
  readonly hub: EventHub;
  readonly box: SecretBox;
  readonly creates: Creates;
  readonly reports: Reports;
  readonly places: Places;
  readonly geocoder: Geocoder;
  readonly sites: Sites;
  readonly monitors: Monitors;
  readonly onboarding: Onboarding;
  readonly bulk: Bulk;
  readonly reader: Reader;
  readonly agreements: Agreements;
  /** False from the moment that the server stops. */
  readonly accepting: () => boolean;
  readonly metrics: Registry;
  readonly metricsToken: string | null;
  readonly status: () => ServiceStatus;
  /** True when the service behind us turned out to be the sandbox: the page says that its data are simulated. */
  readonly simulated: () => boolean;
  readonly tokenOf: (session: CurrentSession) => Promise<TokenSource | undefined>;
  /** Null when requests may come, else why not (rule 27). */
  readonly ready: () => Promise<string | null>;
  /** Not ready from now on; background work ends, streams close, what is unsaved is saved. */
  stop(): Promise<void>;
  /** Closes the store and connections, after the last request. */
  close(): Promise<void>;
}

/** Read to see whether the store answers. */
const ANY_SETTING = 'board_version';

export async function createServices(
  config: Config,
  log: Logger,
  version: string,
  webDir: string,
): Promise<Services> {
  const letGo = holdAlone(config.databaseUrl);
  const { db, dialect, close: closeDatabase } = await openDatabase(config.databaseUrl);
  const wire = dialect === 'postgres' ? await PostgresWire.open(config.databaseUrl, log) : NO_WIRE;
  const endCheckpoints =
    dialect === 'sqlite' ? await startCheckpoints(db, config.databaseUrl, log) : () => undefined;
  const box = new SecretBox(config.secretKeys);

  const { provider, tokens, revocations, sessions } = openSigningIn({
    ...{ db, box, log, config },
    onEnd: (id_hash) => wire.tell('session', id_hash),
  });

  const http = new Http();
  const { gate, endPause } = await sharedGate({
    db,
    dialect,
    wire,
    log,
    config,
    onPause: () => health.look(),
    onEnd: () => {
      client.endWait();
      poller.resume();
    },
  });
  const health = new ServiceHealth(
    () => gate.pausedUntil,
    Date.now,
    () => client.tokenFailure,
  );
  const own = new OwnUsage(db, log);
  const onAnswered = own.answered.bind(own);
  const client = openClient({ config, http, gate, onAnswered });

  const endpoints = serviceEndpoints(config.assumptions);
  const places = new Places();
  const placeOf = places.nearest.bind(places);
  const cities: Geocoder = { find: async (text) => places.find(text) };
  const { geocoderUrl } = config;
  const geocoder = geocoderUrl ? allOf([cities, new RemoteGeocoder({ url: geocoderUrl, log })]) : cities;
  const board = await Board.open({
    db,
    log,
    placeOf,
    arrivalsOf: createArrivals({
      findCity: places.find.bind(places),
      siteNamed: (name) => sites.named(name) ?? null,
    }),
    onCommit: (version) => wire.tell('board', String(version)),
    onOthers: ({ added, removed }) => {
      poller.add(added);
      poller.remove(removed);
    },
  });
  const poller = new Poller({
    board,
    client,
    health,
    log,
    endpoint: endpoints.getLoadTracking,
    intervalSeconds: config.pollIntervalSeconds,
    mayRead: () => servers?.leads() ?? true,
    onLook: (load_id) => wire.tell('look', load_id),
  });

  let servers: Servers | undefined;
  const ownStatus = () => readerStatus({ health, gate, poller, intervalSeconds: config.pollIntervalSeconds });
  const status = (): ServiceStatus => ({
    ...(servers?.status() ?? ownStatus()),
    loads_watched: board.size,
    oldest_read_at: board.oldestReadAt() ?? null,
    server_time: new Date().toISOString(),
  });
  const hub = new EventHub({
    board,
    log,
    status,
    sessionAlive: async (id_hash) => (await sessions.findByHash(id_hash, false)) !== null,
  });
  health.onChange(() => {
    hub.tellStatus();
    const { state, message } = health.get();
    if (state === 'ok') log.info('the service is read again');
    else log.warn({ state }, message ?? 'the service is not read');
  });

  const activity = new Activity(db, log);
  const webhooks = await openWebhooks({ db, box, log, config, client, endpoints, activity });
  const { hooks, processor, replays } = webhooks;
  const { assumptions } = config;
  const finder = new Finder({ client, endpoints });
  const leads = () => servers?.leads() ?? dialect === 'sqlite';
  const sites = await Sites.open({
    db,
    activity,
    onChange: () => monitors.sitesChanged(),
    onCommit: () => wire.tell('monitors', 'sites'),
  });
  const monitors = await Monitors.open({
    ...{ db, board, log, leads, placeOf, assumptions },
    site: (id) => sites.get(id),
    send: (data) => hub.tell('monitors', data),
    heard: () => hub.size > 0,
    onCommit: () => wire.tell('monitors', ''),
  });
  const creating = new Creating({ db, box, board, monitors, log });
  await creating.open();
  const onboarding = new Onboarding({
    ...{ db, box, log, client, endpoints, assumptions, hooks, activity, board, poller, leads },
    monitors: () => [...monitors.active()].flatMap(({ row }) => monitors.get(row.id) ?? []),
    send: (event, data) => hub.tell(event, data),
    heard: () => hub.size > 0,
    relay:
      dialect === 'sqlite' ? null : (event, keys) => wire.tell('onboarding', JSON.stringify({ event, keys })),
    publicUrl: config.publicUrl,
    hooksPublicUrl: config.hooksPublicUrl,
  });
  const listeners = [creating, ...onboarding.listeners];
  const ownTokens = () =>
    provider.issuesServiceTokens().catch((cause: unknown) => {
      throw new RefreshFailed('the identity provider does not answer', { cause });
    });
  const resolver = new Resolver({
    ...{ db, box, finder, assumptions, activity, listeners, log },
    tokenOf: async (sub) => {
      const [session] = (await ownTokens()) ? await sessions.list(sub) : [];
      return session ? sessions.tokenSource(session) : null;
    },
  });
  const creates = new Creates({
    ...{ db, box, client, endpoints, assumptions, health, activity, resolver, listeners, log },
  });
  const bulk = new Bulk({
    ...{ db, box, log, activity, leads, announcer: onboarding.announcer },
    sender: new RowSender({ box, creates, added: (body, by) => onboarding.added(body, by) }),
  });
  const reader = new Reader({
    db,
    client,
    endpoints,
    monitors,
    log,
    leads,
    eventsCome: () => hooks.stateOf('geofence_monitor') === 'active',
    intervalMs: config.pollIntervalSeconds * 1000,
  });
  // While another server lives, what is being sent may be sent by it.
  if (wire.first) await resolver.open();
  onboarding.handle(processor);
  resolver.listen(processor);
  receiveMonitorEvents(processor, { monitors, assumptions });
  processor.wake();
  resolver.wake();

  const reports = await openReports({
    ...{ db, log, client, endpoints, assumptions, board, own },
    ...{ monitors, sites, onboarding },
  });

  const stopping = new AbortController();
  servers =
    dialect === 'sqlite'
      ? oneServer(poller, ownStatus)
      : await joinServers({
          db,
          dialect,
          wire,
          log,
          board,
          poller,
          ownStatus,
          onStatus: () => hub.tellStatus(),
          onSessionEnd: (id_hash) => {
            sessions.forget(id_hash);
            tokens.forget(id_hash);
            hub.endSession(id_hash);
          },
        });
  const reading = servers;
  const catchUp = () => Promise.all([monitors.catchUp(), sites.catchUp()]).then(() => undefined);
  wire.on('monitors', () => {
    catchUp().catch((error) => log.warn({ err: error }, 'what another server did could not be read'));
  });
  wire.onLook(catchUp);
  wire.on('onboarding', (detail) => {
    const { event, keys } = JSON.parse(detail) as { event: string; keys: string[] };
    (event === 'bulk' ? bulk.progress.heardElsewhere(keys) : onboarding.heardElsewhere(event, keys)).catch(
      (error) => log.warn({ err: error, event }, 'what another server did could not be read'),
    );
  });
  await reader.start();
  onboarding.start();
  bulk.start();
  replays.start();
  let simulated = false;
  takeOverSandboxLoads({
    baseUrl: config.service.baseUrl,
    path: config.assumptions.sandbox_loads_path,
    http,
    board,
    poller,
    log,
    signal: stopping.signal,
  }).then(
    (taken) => {
      simulated = taken;
    },
    (error) => log.warn({ err: error }, 'the loads of the sandbox could not be taken over'),
  );

  const housekeeping = openHousekeeping({ db, log, retention: config.retention, monitors, leads });
  housekeeping.start();

  return {
    config,
    log,
    version,
    webDir,
    db,
    endpoints,
    provider,
    sessions,
    tokens,
    activity,
    client,
    health,
    board,
    poller,
    hub,
    box,
    ...webhooks,
    creates,
    reports,
    places,
    geocoder,
    sites,
    monitors,
    onboarding,
    bulk,
    reader,
    agreements: new Agreements({ directory: onboarding.directory }),
    accepting: () => !stopping.signal.aborted,
    metrics: metricsOf({ board, hub, gate, health, leads: reading.leads }),
    metricsToken: config.metricsToken,
    status,
    endPause,
    simulated: () => simulated,
    tokenOf: async (session) => ((await ownTokens()) ? sessions.tokenSource(session) : undefined),
    ready: async () => {
      if (stopping.signal.aborted) return 'the server is stopping';
      if (!board.healthy) return 'the store does not take changes';
      try {
        await readSetting(db, ANY_SETTING);
        return null;
      } catch {
        return 'the store does not answer';
      }
    },
    stop: async () => {
      stopping.abort(new Error('stopping'));
      const reported = reports.stop();
      gate.close();
      hub.shutdown();
      await reported;
      await Promise.all([
        reading.stop(),
        revocations.stop(),
        processor.stop(),
        replays.stop(),
        resolver.stop(),
        reader.stop(),
        onboarding.stop(),
        bulk.stop(),
        housekeeping.stop(),
      ]);
      monitors.stop();
      await board.close();
    },
    close: async () => {
      await http.close();
      await wire.close();
      await endCheckpoints();
      await closeDatabase();
      letGo();
    },
  };
}
