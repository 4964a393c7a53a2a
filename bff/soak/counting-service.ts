/**
 * In front of the tracking service, in a thread of its own: counts each read of a load by server, which it tells apart by the port that each
 * has for itself, and answers for loads that only exist here. Everything else is passed on.
 */
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { id, tracking } from '../src/testing/tracking.ts';

interface Setup {
  /** The service's address. */
  readonly target: string;
  readonly servers: number;
  /** Loads that only exist here: `id(1)` to `id(loads)`. */
  readonly loads: number;
  /** How long a read takes. */
  readonly delay_ms: number;
  /** Seconds between two positions of a truck. */
  readonly position_s: number;
}

export interface ReadCount {
  /** By server. */
  readonly reads: readonly number[];
  readonly loads_read: number;
  /** Reads of a load while another server was reading it, and some of them. */
  readonly overlaps: number;
  readonly examples: readonly string[];
  /** Milliseconds that watched loads waited from one read to the next, and until now, in order. */
  readonly gaps: readonly number[];
  /** The longest gap that has ended: when, milliseconds since 1970, and of which load. */
  readonly longest: { readonly load_id: string; readonly ms: number; readonly at: number } | undefined;
}

type Ask =
  | { readonly kind: 'count'; readonly watched: readonly string[] | null }
  | { readonly kind: 'idle'; readonly on: boolean };

/** Keeps memory flat in long runs: shorter gaps hold in any case. */
const SHORTEST_GAP_MS = 1_000;

export interface CountingService {
  /** Its address for the server of this number, from 0. */
  readonly urls: readonly string[];
  /** Since the start, or since `restart`. @param watched the loads whose gaps count */
  count(watched: readonly string[]): Promise<ReadCount>;
  /** Forgets what was counted so far. */
  restart(): Promise<void>;
  /** While it is idle nobody can be expected to read: that time does not count as a gap. */
  idle(on: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function countingService(setup: Setup): Promise<CountingService> {
  const worker = new Worker(new URL(import.meta.url), { workerData: setup });
  const [urls] = (await once(worker, 'message')) as [string[]];
  let asking: Promise<unknown> = Promise.resolve();
  /** One at a time, so that each gets its own answer. */
  const ask = (message: Ask): Promise<ReadCount> => {
    const answer = asking.then(async () => {
      worker.postMessage(message);
      return ((await once(worker, 'message')) as [ReadCount])[0];
    });
    asking = answer;
    return answer;
  };
  return {
    urls,
    count: (watched) => ask({ kind: 'count', watched }),
    restart: async () => void (await ask({ kind: 'count', watched: null })),
    idle: async (on) => void (await ask({ kind: 'idle', on })),
    close: async () => void (await worker.terminate()),
  };
}

interface Read {
  /** Of its last start, without idle time. */
  at: number;
  /** Servers that read it at the moment. */
  readonly by: number[];
}

function serveReads({ target, servers, loads, delay_ms, position_s }: Setup): void {
  const reads = Array.from({ length: servers }, () => 0);
  const known = new Map<string, Read>();
  let gaps: { load_id: string; ms: number; at: number }[] = [];
  let overlaps = 0;
  let examples: string[] = [];
  let idle_ms = 0;
  let idle_since: number | null = null;
  let since = 0;
  /** Milliseconds in which reads could be expected. */
  const clock = () => {
    const now = performance.now();
    return now - idle_ms - (idle_since === null ? 0 : now - idle_since);
  };
  const begin = (load_id: string, server: number): Read => {
    reads[server] = (reads[server] ?? 0) + 1;
    const now = clock();
    const read = known.get(load_id) ?? { at: now, by: [] };
    known.set(load_id, read);
    if (now - read.at > SHORTEST_GAP_MS)
      gaps.push({ load_id, ms: now - Math.max(read.at, since), at: Date.now() });
    read.at = now;
    const others = read.by.filter((other) => other !== server);
    if (others.length > 0) {
      overlaps += 1;
      examples.push(
        `${new Date().toISOString()} ${load_id}: server ${server + 1} while ${others.map((other) => other + 1).join(', ')} read it`,
      );
    }
    read.by.push(server);
    return read;
  };
  const stops = ['Amarillo, TX', 'Albuquerque, NM', 'Denver, CO'].map((name, sequence) => ({
    id: id(900_000 + sequence),
    sequence,
    stop_type: sequence === 0 ? 'origin' : 'destination',
    name,
    estimated_arrival_at: new Date(Date.now() + (sequence * 24 - 12) * 3_600_000).toISOString(),
    estimated_departure_at: null,
    arrived_at: null,
    departed_at: null,
  }));
  const answerOf = (load: number): string => {
    const position_ms = position_s * 1_000;
    // Each truck has its own moment.
    const position = Math.floor(Date.now() / position_ms + load / loads);
    const at = new Date((position - load / loads) * position_ms).toISOString();
    return JSON.stringify(tracking({ load, at, latitude: 35 + (position % 1_000) / 1_000, stops }));
  };
  const handle = (server: number) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const load_id = /\/([0-9a-f-]{36})\/tracking$/.exec(incoming.url ?? '')?.[1];
    const read = load_id === undefined || incoming.method !== 'GET' ? null : begin(load_id, server);
    if (read) outgoing.once('close', () => read.by.splice(read.by.indexOf(server), 1));
    const load = Number(load_id?.startsWith('00000000-0000-4000-8000-') ? load_id.slice(24) : Number.NaN);
    if (load >= 1 && load <= loads) {
      setTimeout(() => {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(load));
      }, delay_ms);
      return;
    }
    const forwarded = httpRequest(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.once('error', () => incoming.socket.destroy());
      },
    );
    forwarded.once('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  };
  const listening = reads.map(async (_, server) => {
    const listener = createServer(handle(server)).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  });
  parentPort?.on('message', (ask: Ask) => {
    if (ask.kind === 'idle') {
      if (ask.on) idle_since ??= performance.now();
      else if (idle_since !== null) {
        idle_ms += performance.now() - idle_since;
        idle_since = null;
      }
    } else if (ask.watched === null) {
      [gaps, overlaps, examples, since] = [[], 0, [], clock()];
      reads.fill(0);
    }
    const watched = new Set(ask.kind === 'count' ? ask.watched : []);
    const now = clock();
    const running = [...watched].map((load_id) => now - Math.max(known.get(load_id)?.at ?? since, since));
    const ended = gaps.filter(({ load_id }) => watched.has(load_id)).toSorted((a, b) => a.ms - b.ms);
    parentPort?.postMessage({
      reads,
      loads_read: known.size,
      overlaps,
      examples: examples.slice(0, 20),
      gaps: [...ended.map(({ ms }) => ms), ...running].toSorted((a, b) => a - b),
      longest: ended.at(-1),
    } satisfies ReadCount);
  });
  void Promise.all(listening).then((urls) => parentPort?.postMessage(urls));
}

if (parentPort && workerData) serveReads(workerData as Setup);
