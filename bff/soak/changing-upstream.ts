/**
 * A tracking service in a worker thread where every response is a change: the truck moves, and `load_ref` contains the response
 * time. Sends its URL to the parent thread, which may give the stops of all loads (`workerData`).
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadTracking } from '@waypost/contract/loads';
import { tracking } from '../src/testing/tracking.ts';

const { stops = [] } = (workerData ?? {}) as { stops?: LoadTracking['stops'] };
let responses = 0;
const server = createServer((request, response) => {
  const load = Number(/-0*(\d+)\/tracking$/.exec(request.url ?? '')?.[1] ?? 0);
  if (load === 0) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":404,"message":"Not Found"}');
    return;
  }
  responses += 1;
  const at = new Date().toISOString();
  const moved = { load, at, latitude: 35 + (responses % 1_000) / 1_000, stops };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ ...tracking(moved), load_ref: `at-${Date.now()}` }));
}).listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
