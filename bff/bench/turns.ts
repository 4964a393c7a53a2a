/**
 * Preloaded into the measured server: from the message `begin turns` to `end turns` it measures each turn of the event loop, and then
 * reports the longest, in milliseconds of the thread's processor time, which a busy machine does not prolong.
 */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let isMeasuring = false;
let longest = 0;

function turn(startedAt: number): void {
  setImmediate(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - startedAt);
    if (isMeasuring) turn(now);
    else process.send?.({ longest });
  });
}

process.on('message', (message) => {
  isMeasuring = message === 'begin turns';
  if (!isMeasuring) return;
  longest = 0;
  turn(cpuMs());
  process.send?.({ longest });
});
