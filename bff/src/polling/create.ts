/** Polls the watched loads on the leader, and shares the polling status with all servers. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import { Topic } from '../lib/async.ts';
import { monotonicNow, toWallTime } from '../lib/clocks.ts';
import { toIso } from '../lib/time.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { RequestScheduler } from '../upstream/request-scheduler.ts';
import type { ServiceHealth } from '../upstream/service-health.ts';
import type { Capability, Wiring } from '../wiring.ts';
import { Poller } from './poller.ts';

type PollingOptions = Pick<Wiring, 'config' | 'log' | 'cluster' | 'upstream' | 'board'> & {
  readonly storeHealth: StoreHealth;
};

export interface Polling extends Capability {
  readonly poller: Poller;
  readonly status: () => ServiceStatus;
  /** Published when the state has changed. */
  readonly onStatus: Topic;
}

const READ_TIMES_INTERVAL_MS = 5_000;
/** Read times are written to the store with a delay. */
const READ_TIMES_OVERLAP_MS = 30_000;

export function createPolling(options: PollingOptions): Polling {
  const { config, log, cluster, upstream, board, storeHealth } = options;
  const { bus, election, isLeader } = cluster;
  const { client, scheduler, endpoints, onPauseEnd } = upstream;
  const onStatus = new Topic();
  const poller = new Poller({
    board,
    client,
    log,
    endpoint: endpoints.getLoadTracking,
    intervalSeconds: config.pollIntervalSeconds,
    mayRead: isLeader,
    onOpened: (load_id) => bus.publish('look', load_id),
  });
  onPauseEnd.subscribe(() => poller.resume());
  board.onMembershipChange.subscribe(({ added, removed }) => {
    poller.add(added);
    poller.remove(removed);
  });
  client.health.onChange.subscribe(() => onStatus.publish());
  storeHealth.onChange.subscribe(() => onStatus.publish());

  const intervalSeconds = config.pollIntervalSeconds;
  const ownStatus = () => pollingStatus({ health: client.health, scheduler, poller, intervalSeconds });
  let leaderStatus: PollingStatus | null = null;
  const resumeHealth = () => {
    const read_at = board.newestReadAt();
    if (read_at !== null) client.health.resume(Date.parse(read_at));
  };
  const readLeaderStatus = async () => {
    const before = leaderStatus?.state;
    const note = (await election?.leaderNote()) ?? null;
    leaderStatus = note === null ? null : (JSON.parse(note) as PollingStatus);
    // Nobody polls at the moment: this server's own state counts, and the board was read before.
    if (leaderStatus === null) resumeHealth();
    if (leaderStatus?.state !== before) onStatus.publish();
  };
  const sharedStatus = (): PollingStatus => {
    const own = ownStatus();
    if (isLeader() || leaderStatus === null) return own;
    return {
      ...leaderStatus,
      // A server of the previous version does not provide these two.
      retry_at: own.retry_at ?? leaderStatus.retry_at ?? null,
      behind: leaderStatus.behind ?? null,
      calls_last_minute: leaderStatus.calls_last_minute + own.calls_last_minute,
    };
  };

  let readTimesAt = 0;
  const readReadTimes = async () => {
    if (isLeader() || monotonicNow() - readTimesAt < READ_TIMES_INTERVAL_MS) return;
    readTimesAt = monotonicNow();
    await board.applyReadTimes(Date.now() - READ_TIMES_OVERLAP_MS);
  };
  const startPolling = () => {
    resumeHealth();
    poller.start();
  };
  election?.subscribe({
    onGain: () => {
      leaderStatus = null;
      startPolling();
      onStatus.publish();
    },
    onLoss: () => poller.stop(),
  });
  bus.subscribe('look', (load_id) => {
    if (isLeader()) poller.recordOpened(load_id);
  });
  bus.onSync(async () => {
    if (election && isLeader()) await election.publishNote(JSON.stringify(ownStatus()));
    else await readLeaderStatus();
  });
  bus.onSync(readReadTimes);

  return {
    poller,
    onStatus,
    status: () => ({
      ...sharedStatus(),
      loads_watched: board.size,
      oldest_read_at: board.oldestReadAt() ?? null,
      store_outage: outageOf(storeHealth),
      server_time: new Date().toISOString(),
    }),
    // With several servers the election starts and stops it.
    start: async () => {
      if (election === null) startPolling();
      else if (!isLeader()) await readLeaderStatus();
    },
    stop: () => (election === null ? poller.stop() : undefined),
  };
}

const outageOf = ({ outage }: StoreHealth): ServiceStatus['store_outage'] =>
  outage && { since: toIso(outage.since), reason: outage.reason };

/** The other servers take this from the leader. */
type PollingStatus = Pick<
  ServiceStatus,
  'state' | 'since' | 'message' | 'retry_at' | 'last_success_at' | 'calls_last_minute' | 'behind'
>;

interface PollingStatusSources {
  readonly health: Pick<ServiceHealth, 'get'>;
  readonly scheduler: Pick<RequestScheduler, 'callsLastMinute' | 'rps'>;
  readonly poller: Pick<Poller, 'overdueMs' | 'readsPerMinute'>;
  readonly intervalSeconds: number;
}

/** Smaller delays are not reported, however short the interval is. */
const MIN_BEHIND_MS = 10_000;

/** Polling status of this server, in the format of our API. */
export function pollingStatus({
  health,
  scheduler,
  poller,
  intervalSeconds,
}: PollingStatusSources): PollingStatus {
  const { state, since, message, retry_at, last_success_at } = health.get();
  const overdue = poller.overdueMs();
  const behind = state === 'ok' && overdue > Math.max(MIN_BEHIND_MS, intervalSeconds * 1000);
  return {
    state,
    since: toIso(since),
    message,
    retry_at: toIso(toWallTime(retry_at)),
    last_success_at: toIso(last_success_at),
    calls_last_minute: scheduler.callsLastMinute(),
    behind: behind
      ? {
          seconds: Math.round(overdue / 1000),
          allowed_per_minute: Math.floor(scheduler.rps * 60),
          needed_per_minute: Math.ceil(poller.readsPerMinute()),
        }
      : null,
  };
}
