/**
 * A thread that does nothing but have a few bytes written to the disk now and then: whatever holds it up is the machine. Answers each message
 * with the longest times (ms) since the one before: for which it was held up, and for which the disk let it wait.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

const SYNC_EVERY_MS = 200;
const file = openSync(String(workerData), 'w');
const delay = monitorEventLoopDelay({ resolution: 1 });
let held = 0;
let synced = 0;
const timer = setInterval(() => {
  held = Math.max(held, delay.max / 1e6);
  delay.disable();
  const began = performance.now();
  writeSync(file, 'x', 0);
  fsyncSync(file);
  synced = Math.max(synced, performance.now() - began);
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
  parentPort?.postMessage({ held: Math.max(held, delay.max / 1e6), synced });
  delay.reset();
  held = 0;
  synced = 0;
});
