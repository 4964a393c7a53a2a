/**
 * Preloaded into the measured server: on request of its parent it collects garbage and reports the remaining memory. Otherwise
 * measurements depend on the engine, which may postpone collection for minutes on a large machine.
 */
const collect = (globalThis as { gc?: () => void }).gc;

process.on('message', (message) => {
  if (message !== 'collect') return;
  collect?.();
  // The second collection frees what the first one finalized.
  setImmediate(() => {
    collect?.();
    process.send?.({ collected: process.memoryUsage() });
  });
});
