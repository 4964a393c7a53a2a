import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { nextTurn } from './async.ts';

const hold = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

it('of several long loops, one goes on in each turn of the event loop, the others after it', async () => {
  const order: string[] = [];
  const loop = async (name: string) => {
    for (let n = 0; n < 3; n += 1) {
      await nextTurn();
      order.push(name);
      hold(10);
    }
  };
  let turns = 0;
  const loops = Promise.all([loop('a'), loop('b')]);
  const counting = (async () => {
    for (; order.length < 6; turns += 1) await setImmediate();
  })();
  await Promise.all([loops, counting]);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(turns).toBeGreaterThanOrEqual(6);
});
