/** Creates all capabilities of the server; each gets the ones created before it. */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { Logger } from 'pino';
import { Dependencies } from './dependencies.ts';
import { createBulk } from './fleets/bulk/create.ts';
import { createContacts } from './fleets/contacts/create.ts';
import { createEmail } from './fleets/email/create.ts';
import { createOnboarding } from './fleets/onboarding/create.ts';
import { createFleets } from './fleets/onboarding/fleet-index.ts';
import { createApiKeys } from './integrations/api-keys/create.ts';
import { createOutgoingWebhooks } from './integrations/outgoing-webhooks/create.ts';
import { createMetrics } from './metrics.ts';
import { mountActivity } from './office/activity-log/routes.ts';
import { createFuel } from './office/fuel/create.ts';
import { createImports } from './office/imports/imports.ts';
import { createOverview } from './office/overview/overview.ts';
import { createRetention } from './office/retention/retention.ts';
import { createSearch } from './office/search/create.ts';
import { createSetup } from './office/setup/setup.ts';
import { createSystemStatus } from './office/system-status/system-status.ts';
import { createUsage } from './office/usage/create.ts';
import { createAuth } from './people/auth/create.ts';
import { createCompany } from './people/company/company.ts';
import { lateLimitsOf } from './people/company/late-limits.ts';
import { createPreferences } from './people/preferences/preferences.ts';
import { createViews } from './people/views/views.ts';
import { Activity } from './platform/activity/activity.ts';
import { createCluster } from './platform/cluster/cluster.ts';
import type { Config } from './platform/config/config.ts';
import { RecentErrors } from './platform/http/recent-errors.ts';
import { createJobs } from './platform/jobs/create.ts';
import { workAfter } from './platform/lib/background-worker.ts';
import type { Capability } from './platform/lib/capability.ts';
import { Shutdown } from './platform/lib/shutdown.ts';
import { SecretBox } from './platform/secrets/keys.ts';
import { readSetting } from './platform/store/query.ts';
import { openStorage } from './platform/store/storage.ts';
import { unavailableReason } from './platform/store/store-errors.ts';
import { Directory } from './service/directory/directory.ts';
import { createIntents } from './service/intents/create.ts';
import { createUpstream } from './service/upstream/create.ts';
import { createWebhooks } from './service/webhooks/create.ts';
import { createArchive } from './tracking/archive/create.ts';
import { createArrivals } from './tracking/arrival/arrivals.ts';
import { createLeastDistance, createStopPlaces, createStopZones } from './tracking/arrival/stop-places.ts';
import { ArrivalRecords } from './tracking/arrival/track-record.ts';
import { openBoard } from './tracking/board/open.ts';
import { createEvents } from './tracking/events/hub.ts';
import { cityIndex } from './tracking/geocoding/city-index.ts';
import { createGeocoder } from './tracking/geocoding/geocoder.ts';
import { createHistory } from './tracking/history/history.ts';
import { createLoadLists } from './tracking/load-lists/load-lists.ts';
import { createLoads } from './tracking/loads/create.ts';
import { createMonitors } from './tracking/monitors/create.ts';
import { createPolling } from './tracking/polling/create.ts';
import { createPresence } from './tracking/presence/presence.ts';
import { createShareLinks } from './tracking/share-links/share-links.ts';
import { createSites } from './tracking/sites/sites.ts';
import { createTriage } from './tracking/triage/create.ts';
import { createWatchList } from './tracking/watch-list/create.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Any setting, read to check whether the store responds. */
const ANY_SETTING = 'board_version';

export async function createServices(config: Config, log: Logger, version: string, webDir: string) {
  const storage = await openStorage(config.databaseUrl, log, version);
  const { db, health: storeHealth } = storage;
  const common = { config, log, db };
  const box = new SecretBox(config.secretKeys);
  const activity = new Activity(db, log);
  const cluster = await createCluster(config, storage, log);
  const { jobs, ...jobsCapability } = await createJobs({
    log,
    db,
    activity,
    dialect: storage.dialect,
    bus: cluster.bus,
  });
  const { company, ...companyCapability } = await createCompany({ log, db, activity, cluster });
  const { preferencesOf, ...preferencesCapability } = createPreferences(db, company);
  const auth = createAuth({ ...common, box, activity, jobs, bus: cluster.bus, preferencesOf });
  const upstream = await createUpstream({ config, log, storage, cluster, tokenOf: auth.tokenOf });
  const cities = cityIndex();
  const placeOf = cities.nearest.bind(cities);
  const geocoder = createGeocoder(cities, config.geocoderUrl, log);
  const { sites, ...siteCapability } = await createSites({ log, db, activity, cluster, geocoder });
  const findCity = cities.find.bind(cities);
  const stopPlaceOf = createStopPlaces({
    findCity,
    siteNamed: (name) => sites.named(name) ?? null,
  });
  const limitsOf = (load: Pick<BoardLoad, 'stops'>) => lateLimitsOf(company.settings, load);
  const records = new ArrivalRecords({ db, log });
  await records.refresh();
  const arrivalsOf = createArrivals({
    placeOf: stopPlaceOf,
    leastDistance: createLeastDistance(findCity),
    limitsOf,
    recordOf: records.of,
  });
  const { fleets, ...fleetCapability } = await createFleets({ db, log });
  const fleetOf = fleets.ofVehicle;
  const onCases = () => records.soon();
  const stopZonesOf = createStopZones(stopPlaceOf, findCity);
  const board = await openBoard({ db, log, placeOf, stopZonesOf, arrivalsOf, fleetOf, cluster, onCases });
  cluster.runExclusively(
    'reader',
    workAfter(log, fleets.onChange, 'update the fleets of loads', (signal) => board.updateFleets(signal)),
  );
  cluster.runExclusively(
    'reader',
    workAfter(log, company.onChange, 'update when loads are late', (signal) =>
      board.updateLateLimits(limitsOf, signal),
    ),
  );
  const polling = createPolling({ config, log, cluster, upstream, board, storeHealth });
  const events = createEvents({ log, board, auth, cluster, polling });
  const watchList = createWatchList({ ...common, board, activity, auth, events, polling, upstream });
  const apiKeys = createApiKeys({ ...common, activity, board, watchList: watchList.commands });
  const { triage, ...triageCapability } = await createTriage({ log, db, activity, board, cluster, polling });
  const webhooks = await createWebhooks({
    ...common,
    box,
    activity,
    jobs,
    upstream,
    fleetName: fleets.nameOf,
  });
  const acting = { ...common, box, activity, auth, cluster, upstream, webhooks };
  const intents = createIntents(acting);
  const directory = new Directory(upstream);
  const shared = { ...acting, board, directory, events, intents };
  const { monitors, ...monitorsCapability } = await createMonitors({ ...shared, placeOf, sites });
  const { onboarding, ...onboardingCapability } = createOnboarding({ ...shared, fleets, monitors, polling });
  const bulk = createBulk({ log, db, box, activity, cluster, events, intents: intents.intents, onboarding });
  const { mountPages, takesReplies, ...email } = createEmail({
    config,
    db,
    log,
    box,
    activity,
    company,
    cluster,
    jobs,
    onboarding,
  });
  const loadLists = createLoadLists({ db, log, activity, onChange: events.signal('load_lists') });
  const contacts = createContacts({ db, activity, board, directory, fleets, onboarding });
  const search = createSearch({
    db,
    board,
    fleets,
    contacts,
    onboarding,
    loadLists: loadLists.lists,
    monitors,
    sites,
    directory,
  });
  const archive = createArchive({
    ...common,
    board,
    activity,
    cluster,
    events,
    polling,
    company,
    stopPlaceOf,
  });
  const loads = await createLoads({ ...shared, polling });
  const shareLinks = createShareLinks({ db, activity, board, company, stopPlaceOf });
  const imports = createImports(db, log, jobs);
  const { vehicleName } = search;
  const reports = { ...common, auth, fleets, upstream, imports: imports.imports, vehicleName };

  const dependencies = new Dependencies({ config, log, auth, upstream });
  const errors = new RecentErrors();
  const systemStatus = createSystemStatus({
    config,
    db,
    version,
    cluster,
    errors,
    dependencies,
    polling,
    scheduler: upstream.scheduler,
    streams: () => events.hub.size,
  });

  let isStopAnnounced = false;
  const stopping = new AbortController();
  const named: Readonly<Record<string, Capability>> = {
    auth,
    upstream,
    polling,
    events,
    watchList,
    arrivals: { start: () => records.wake(), stop: () => records.stop() },
    apiKeys,
    archive,
    loads,
    triage: triageCapability,
    presence: createPresence({ auth, cluster, events }),
    history: createHistory({ ...common, commands: watchList.commands, placeOf, stopPlaceOf, vehicleName }),
    views: createViews({ db, log, activity, onChange: events.signal('views') }),
    shareLinks,
    loadLists,
    activity: { routes: (router) => mountActivity(router, { activity, fleets }) },
    intents,
    fleets: fleetCapability,
    sites: siteCapability,
    monitors: monitorsCapability,
    onboarding: onboardingCapability,
    contacts,
    webhooks,
    outgoingWebhooks: createOutgoingWebhooks({
      ...acting,
      board,
      directory,
      intents,
      jobs,
      monitors,
      triage,
    }),
    bulk,
    email,
    search,
    imports,
    usage: await createUsage({ ...reports, operations: onboarding.operations }),
    fuel: createFuel({ ...reports, placeOf }),
    overview: createOverview(upstream, log),
    company: companyCapability,
    preferences: preferencesCapability,
    setup: createSetup({ config, db, company, board, sites }),
    jobs: jobsCapability,
    systemStatus,
    retention: createRetention({ log, db, cluster, board, fleets, retention: config.retention, monitors }),
  };
  const capabilities = Object.values(named);
  for (const { start } of capabilities) await start?.();
  await cluster.start();

  const partsTo = (act: 'stop' | 'close') =>
    Object.fromEntries(Object.entries(named).map(([name, capability]) => [name, capability[act]]));

  return {
    config,
    version,
    log,
    webDir,
    db,
    auth,
    apiKeys,
    upstream,
    board,
    polling,
    company,
    monitors,
    archiver: archive.archiver,
    triage,
    onboarding,
    intents: intents.intents,
    bulk: bulk.bulk,
    mountPages,
    takesReplies,
    shareLinks,
    webhooks,
    capabilities,
    simulated: watchList.simulated,
    dependencies,
    errors,
    metrics: createMetrics({
      systemStatus,
      status: polling.status,
      board,
      jobs,
      errors,
      signInFailures: auth.signInFailures,
    }),
    /** From now on balancers are told to use other servers. Requests and streams are still served. */
    announceStop: () => {
      isStopAnnounced = true;
    },
    /** False as soon as the server is stopping. */
    accepts: () => !stopping.signal.aborted,
    /** Null when the server accepts requests, else the reason why not (rule 27). */
    ready: async (): Promise<string | null> => {
      if (isStopAnnounced || stopping.signal.aborted) return 'the server is stopping';
      if (storeHealth.outage) return storeHealth.outage.reason;
      if (!board.healthy) return 'the database rejects changes of the board';
      try {
        await readSetting(db, ANY_SETTING);
        return null;
      } catch (error) {
        return unavailableReason(error) ?? 'the database rejects reads';
      }
    },
    /**
     * Stops in an order in which nothing is lost, and in less than ten seconds (rule 26). A part that hangs does not take the time of
     * the others, least of all that of the board's last commit. `stopServing`: ends requests under way.
     */
    stop: async (stopServing: Readonly<Record<string, () => Promise<unknown>>> = {}) => {
      stopping.abort(new Error('stopping'));
      const shutdown = new Shutdown(log);
      const { events: streams, ...background } = partsTo('stop');
      await shutdown.stage(4_000, { streams, ...stopServing });
      await shutdown.stage(1_500, { ...background, exclusiveWork: () => cluster.stopWork() });
      await shutdown.stage(1_500, { board: () => board.close() });
      await shutdown.stage(500, { leases: () => cluster.release() });
      await shutdown.waitForLate(8_000);
      await shutdown.stage(500, { ...partsTo('close'), bus: () => cluster.bus.close() });
      await shutdown.stage(500, { database: () => storage.close() });
      // A slow disk: a server that starts before the lock of the file is free refuses to.
      await shutdown.waitForLate(9_500);
    },
  };
}
