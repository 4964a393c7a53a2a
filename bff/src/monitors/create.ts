import type { CreateIntentsOptions } from '../intents/create.ts';
import type { Capability } from '../lib/capability.ts';
import type { Wiring } from '../wiring.ts';
import { MonitorCreationListener } from './creation-listener.ts';
import { handleMonitorEvents } from './event-handler.ts';
import { MonitorPoller } from './monitor-poller.ts';
import { Monitors } from './monitors.ts';
import { mountMonitors } from './routes.ts';

export type CreateMonitorsOptions = CreateIntentsOptions &
  Pick<Wiring, 'board' | 'directory' | 'events' | 'intents' | 'placeOf' | 'sites'>;

export interface MonitorsCapability extends Capability {
  readonly monitors: Monitors;
}

export async function createMonitors(options: CreateMonitorsOptions): Promise<MonitorsCapability> {
  const { config, log, db, box, activity, auth, board, cluster, events, placeOf, sites } = options;
  const { bus, isLeader } = cluster;
  const { client, endpoints } = options.upstream;
  const { subscriptions, processor } = options.webhooks;
  const { assumptions } = config;
  const { intents } = options.intents;
  const monitors = await Monitors.open({
    db,
    log,
    board,
    isLeader,
    placeOf,
    assumptions,
    site: (id) => sites.get(id),
    broadcaster: events.broadcaster,
    onCommit: () => bus.publish('monitors', ''),
  });
  sites.onChange.subscribe(() => monitors.sitesChanged());
  bus.subscribe('monitors', () => {
    monitors
      .catchUp()
      .catch((error) => log.warn({ err: error }, 'could not read monitors from another server'));
  });
  bus.onSync(() => monitors.catchUp());

  const creations = new MonitorCreationListener({ db, box, board, monitors, log });
  await creations.open();
  options.intents.addListener(creations);

  const poller = new MonitorPoller({
    db,
    client,
    endpoints,
    monitors,
    log,
    isLeader,
    eventsCome: () => subscriptions.stateOf('geofence_monitor') === 'active',
    intervalMs: config.pollIntervalSeconds * 1000,
  });
  await poller.open();
  return {
    monitors,
    routes: (router) =>
      mountMonitors(router, {
        db,
        monitors,
        poller,
        directory: options.directory,
        subscriptions,
        intents,
        board,
        client,
        endpoints,
        activity,
        auth,
      }),
    start: () => {
      handleMonitorEvents(processor, { monitors, assumptions });
      poller.wake();
    },
    stop: async () => {
      await poller.stop();
      monitors.stop();
    },
  };
}
