/**
 * An idle thread that only writes a few bytes to disk now and then: any delay it sees is caused by the machine. Answers each
 * message with the longest delays (ms) of its event loop and of a disk sync since the previous message.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

const SYNC_EVERY_MS = 200;
const file = openSync(String(workerData), 'w');
const delay = monitorEventLoopDelay({ resolution: 1 });
let blocked = 0;
let synced = 0;
const timer = setInterval(() => {
  blocked = Math.max(blocked, delay.max / 1e6);
  delay.disable();
  const startedAt = performance.now();
  writeSync(file, 'x', 0);
  fsyncSync(file);
  synced = Math.max(synced, performance.now() - startedAt);
  delay.reset();
  delay.enable();
}, SYNC_EVERY_MS);
delay.enable();
parentPort?.on('message', (message) => {
  if (message === 'end') {
    clearInterval(timer);
    closeSync(file);
    parentPort?.close();
    return;
  }
  parentPort?.postMessage({ blocked: Math.max(blocked, delay.max / 1e6), synced });
  delay.reset();
  blocked = 0;
  synced = 0;
});
