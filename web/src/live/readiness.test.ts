import { describe, expect, it } from 'vitest';
import { BOARD_READY, Readiness, type ReadinessPage } from './readiness.ts';

/** A page whose paints and timers come when a test says so. */
function handPage() {
  const waiting: { what: 'paint' | 'sight' | 'late'; then: () => void }[] = [];
  const marks: string[] = [];
  const page: ReadinessPage = {
    afterPaint: (then) => waiting.push({ what: 'paint', then }),
    afterFirstSight: (then) => waiting.push({ what: 'sight', then }),
    later: (then) => waiting.push({ what: 'late', then }),
    mark: (name) => marks.push(name),
  };
  const come = (what: 'paint' | 'sight' | 'late') => {
    for (const one of waiting.splice(0)) {
      if (one.what === what) one.then();
      else waiting.push(one);
    }
  };
  return { page, come, marks };
}

const state = (promise: Promise<void>) =>
  Promise.race([promise.then(() => 'begun'), Promise.resolve('waiting').then((word) => word)]);

describe('what the map waits for', () => {
  it('is the first rows on the screen, not only in the page', async () => {
    const { page, come } = handPage();
    const readiness = new Readiness(page);
    readiness.rows();
    come('paint');
    expect(await state(readiness.rowsPainted)).toBe('waiting');
    come('sight');
    expect(await state(readiness.rowsPainted)).toBe('begun');
  });

  it('ends also where no rows come', async () => {
    const { page, come } = handPage();
    const readiness = new Readiness(page);
    expect(await state(readiness.rowsPainted)).toBe('waiting');
    come('late');
    expect(await state(readiness.rowsPainted)).toBe('begun');
  });
});

it('the board is ready once, when rows and markers are there', () => {
  const { page, come, marks } = handPage();
  const readiness = new Readiness(page);
  readiness.rows();
  come('paint');
  expect(marks).toEqual([]);
  readiness.markers();
  readiness.rows();
  readiness.markers();
  come('paint');
  expect(marks).toEqual([BOARD_READY]);
});
