/** Polls the watched loads on one server, and shares the polling status with all servers. */
import type { ServiceStatus } from '@waypost/contract/api/board';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Config } from '../../platform/config/config.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import { monotonicNow, toWallTime } from '../../platform/lib/clocks.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { StoreHealth } from '../../platform/store/store-health.ts';
import type { Uses } from '../../platform/uses.ts';
import type { Upstream } from '../../service/upstream/create.ts';
import type { RequestScheduler } from '../../service/upstream/request-scheduler.ts';
import type { ServiceHealth } from '../../service/upstream/service-health.ts';
import type { Board } from '../board/board.ts';
import { Poller } from './poller.ts';

type PollingOptions = Uses<'log'> & {
  readonly config: Config;
  readonly cluster: Cluster;
  readonly upstream: Upstream;
  readonly board: Board;
} & {
  readonly storeHealth: StoreHealth;
};

export interface Polling extends Capability {
  readonly poller: Poller;
  /** Also in `status`, which looks at all loads. */
  readonly state: () => ServiceStatus['state'];
  readonly status: () => ServiceStatus;
  /** Published when the state has changed. */
  readonly onStatus: Topic;
}

const READ_TIMES_INTERVAL_MS = 5_000;
/** Read times are written to the store with a delay. */
const READ_TIMES_OVERLAP_MS = 30_000;

export function createPolling(options: PollingOptions): Polling {
  const { config, log, cluster, upstream, board, storeHealth } = options;
  const { bus } = cluster;
  const lease = cluster.lease('reader');
  const { client, scheduler, endpoints, onPauseEnd } = upstream;
  const onStatus = new Topic();
  const poller = new Poller({
    board,
    client,
    log,
    endpoint: endpoints.getLoadTracking,
    intervalSeconds: config.pollIntervalSeconds,
    workers: upstream.readsAtOnce,
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
  let readerStatus: PollingStatus | null = null;
  const resumeHealth = () => {
    const { newest } = board.readSpan();
    if (newest !== null) client.health.resume(Date.parse(newest));
  };
  const readReaderStatus = async () => {
    const before = readerStatus?.state;
    const note = await lease.noteOfHolder();
    readerStatus = note === null ? null : (JSON.parse(note) as PollingStatus);
    // Nobody polls at the moment: this server's own state counts, and the board was read before.
    if (readerStatus === null) resumeHealth();
    if (readerStatus?.state !== before) onStatus.publish();
  };
  const sharedStatus = (): PollingStatus => {
    const own = ownStatus();
    if (lease.isHeld || readerStatus === null) return own;
    return {
      ...readerStatus,
      // A server of the previous version does not provide these two.
      retry_at: own.retry_at ?? readerStatus.retry_at ?? null,
      behind: readerStatus.behind ?? null,
      calls_last_minute: readerStatus.calls_last_minute + own.calls_last_minute,
    };
  };

  let readTimesAt = 0;
  const readReadTimes = async () => {
    if (lease.isHeld || monotonicNow() - readTimesAt < READ_TIMES_INTERVAL_MS) return;
    readTimesAt = monotonicNow();
    await board.applyReadTimes(Date.now() - READ_TIMES_OVERLAP_MS);
  };
  cluster.runExclusively('reader', {
    task: 'read positions',
    start: (held) => {
      readerStatus = null;
      resumeHealth();
      poller.start(held);
      onStatus.publish();
    },
    stop: () => poller.stop(),
  });
  bus.subscribe('look', (load_id) => {
    if (lease.isHeld) poller.recordOpened(load_id);
  });
  bus.onSync(async () => {
    if (lease.isHeld) await lease.publishNote(JSON.stringify(ownStatus()));
    else await readReaderStatus();
  });
  bus.onSync(readReadTimes);

  return {
    poller,
    onStatus,
    state: () => sharedStatus().state,
    status: () => ({
      ...sharedStatus(),
      loads_watched: board.size,
      oldest_read_at: board.readSpan().oldest,
      store_outage: outageOf(storeHealth),
      server_time: new Date().toISOString(),
    }),
    start: readReaderStatus,
  };
}

const outageOf = ({ outage }: StoreHealth): ServiceStatus['store_outage'] =>
  outage && { since: toIso(outage.since), reason: outage.reason };

/** The other servers take this from the one that polls. */
type PollingStatus = Pick<
  ServiceStatus,
  'state' | 'since' | 'message' | 'retry_at' | 'last_success_at' | 'calls_last_minute' | 'behind'
>;

interface PollingStatusSources {
  readonly health: Pick<ServiceHealth, 'get'>;
  readonly scheduler: Pick<RequestScheduler, 'callsLastMinute' | 'rps'>;
  readonly poller: Pick<Poller, 'overdueMs' | 'readsPerMinute' | 'readEvery'>;
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
  const every = poller.readEvery();
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
          every_seconds: every.calm,
          urgent_every_seconds: every.urgent,
        }
      : null,
  };
}
