/**
 * Loaded into the measured server before its own code: when its parent asks, it collects what is garbage and says what is left.
 * Without that, memory follows the engine's own habits: on a large machine it lets garbage lie for minutes.
 */
const collect = (globalThis as { gc?: () => void }).gc;

process.on('message', (message) => {
  if (message !== 'collect') return;
  collect?.();
  // Twice: what the first one finalizes is free after the second.
  setImmediate(() => {
    collect?.();
    process.send?.({ collected: process.memoryUsage() });
  });
});
