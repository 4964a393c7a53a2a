import { expect, it } from 'vitest';
import { GuessLimiter } from './receiver.ts';

function setUp() {
  const clock = { now: 0 };
  const wrong = new GuessLimiter(() => clock.now);
  const guesses = (ip: string, times: number) => {
    let refused = 0;
    for (let n = 0; n < times; n += 1)
      try {
        wrong.count(ip);
      } catch {
        refused += 1;
      }
    return refused;
  };
  return { clock, guesses };
}

it('a sender may guess sixty times a minute', () => {
  const { clock, guesses } = setUp();
  expect(guesses('10.0.0.1', 61)).toBe(1);
  expect(guesses('10.0.0.2', 60)).toBe(0);
  clock.now = 60_000;
  expect(guesses('10.0.0.1', 1)).toBe(0);
});

it('many addresses of one IPv6 network count as one sender', () => {
  const { guesses } = setUp();
  let refused = 0;
  for (let n = 0; n < 100; n += 1) refused += guesses(`2001:db8:0:1::${n.toString(16)}`, 1);
  expect(refused).toBe(40);
});

it('memory is limited for any number of senders', () => {
  const { guesses } = setUp();
  for (let n = 0; n < 10_000; n += 1) guesses(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 1);
  let refused = 0;
  for (let n = 0; n < 100; n += 1) refused += guesses(`11.0.0.${n}`, 1);
  expect(refused).toBe(40);
});
