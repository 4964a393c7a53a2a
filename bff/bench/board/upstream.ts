/**
 * A tracking service in a worker thread: each read of a load moves its truck and sets the position time to now, so that receivers
 * know when the change was made. Sends its URL to the parent thread, which reports loads that lost their signal.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { numberOf, tracking } from './loads.ts';

/** Time of the first read; plans are based on it because they must not change with each read. */
const { startedAt } = workerData as { startedAt: number };
const moves = new Map<number, number>();
const lost = new Set<number>();
parentPort?.on('message', (load_ids: readonly string[]) => {
  for (const load_id of load_ids) lost.add(numberOf(load_id));
});
const json = { 'content-type': 'application/json' };

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const load_id = /\/loads\/([0-9a-f-]{36})\/tracking$/.exec(request.url ?? '')?.[1];
  if (!load_id) {
    response.writeHead(404, json).end('{"code":404,"message":"Not Found"}');
    return;
  }
  const n = numberOf(load_id);
  const moveCount = (moves.get(n) ?? 0) + 1;
  moves.set(n, moveCount);
  const loadTracking = tracking(n, moveCount, startedAt);
  if (loadTracking.last_position) loadTracking.last_position.occurred_at = new Date().toISOString();
  if (lost.has(n)) Object.assign(loadTracking, { tracking_health: 'no_signal', last_position: null });
  response.writeHead(200, json).end(JSON.stringify(loadTracking));
}).listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
