const AT_ONCE = 50;

/** Does something with each until that gives false, a few at a time: others get their turn in between. */
export function warmUp<T>(items: Iterator<T>, work: (item: T) => boolean): void {
  for (let n = 0; n < AT_ONCE; n += 1) {
    const { value, done } = items.next();
    if (done || !work(value)) return;
  }
  setImmediate(() => warmUp(items, work));
}
