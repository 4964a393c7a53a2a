import { expect, it } from 'vitest';
import { monitorStop } from '../testing/monitors.ts';
import { stopName } from './load-words.ts';

it('names an unnamed stop by its position in the journey', () => {
  const nameless = [0, 1, 2].map((sequence) => monitorStop({ sequence, name: null }));
  expect(nameless.map((one) => stopName(one, nameless))).toEqual(['Origin', 'Stop 2', 'Destination']);
});
