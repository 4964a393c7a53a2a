/**
 * Preloaded into a server: on request of its parent it shifts the wall clock, as an administrator or a time server does. Timers and
 * `performance.now()` are unaffected, as on a real machine.
 */
const RealDate = Date;
let offsetMs = 0;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: [], as) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offsetMs] : args, as) as object,
  get: (target, key, receiver) =>
    key === 'now' ? () => RealDate.now() + offsetMs : (Reflect.get(target, key, receiver) as unknown),
});

process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'shift_clock_ms' in message)
    offsetMs = Number(message.shift_clock_ms);
});
