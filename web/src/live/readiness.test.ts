import { describe, expect, it } from 'vitest';
import { BOARD_READY, Readiness, type ReadinessPage } from './readiness.ts';

type PageEvent = 'paint' | 'first_paint' | 'timer';

/** A page whose paints and timers are triggered by the test. */
function fakePage() {
  const pending: { event: PageEvent; run: () => void }[] = [];
  const marks: string[] = [];
  const page: ReadinessPage = {
    afterPaint: (run) => pending.push({ event: 'paint', run }),
    afterFirstContentfulPaint: (run) => pending.push({ event: 'first_paint', run }),
    setTimer: (run) => pending.push({ event: 'timer', run }),
    mark: (name) => marks.push(name),
  };
  const trigger = (event: PageEvent) => {
    for (const callback of pending.splice(0)) {
      if (callback.event === event) callback.run();
      else pending.push(callback);
    }
  };
  return { page, trigger, marks };
}

const state = (promise: Promise<void>) =>
  Promise.race([promise.then(() => 'resolved'), Promise.resolve('pending').then((word) => word)]);

describe('rowsPainted', () => {
  it('resolves when the first rows are painted, not only rendered', async () => {
    const { page, trigger } = fakePage();
    const readiness = new Readiness(page);
    readiness.markRowsRendered();
    trigger('paint');
    expect(await state(readiness.rowsPainted)).toBe('pending');
    trigger('first_paint');
    expect(await state(readiness.rowsPainted)).toBe('resolved');
  });

  it('resolves after a timeout without rows', async () => {
    const { page, trigger } = fakePage();
    const readiness = new Readiness(page);
    expect(await state(readiness.rowsPainted)).toBe('pending');
    trigger('timer');
    expect(await state(readiness.rowsPainted)).toBe('resolved');
  });
});

it('marks the board as ready once, when rows and markers are on the screen', () => {
  const { page, trigger, marks } = fakePage();
  const readiness = new Readiness(page);
  readiness.markRowsRendered();
  trigger('paint');
  expect(marks).toEqual([]);
  readiness.markMarkersRendered();
  readiness.markRowsRendered();
  readiness.markMarkersRendered();
  trigger('paint');
  expect(marks).toEqual([BOARD_READY]);
});
