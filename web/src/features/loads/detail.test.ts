import type { BoardLoadDetail } from '@waypost/contract/api/board';
import { expect, it } from 'vitest';
import { ago, NOW } from '../../testing/loads.ts';
import { refetchDelay } from './detail.ts';

const read = (next_read_at: string | null) => ({ next_read_at }) as BoardLoadDetail;

it('is refetched after an update, never without a pause, and rarely after a failure', () => {
  expect(refetchDelay(undefined, NOW, true)).toBe(false);
  expect(refetchDelay(read(ago(-9_300)), NOW, false)).toBe(10_000);
  expect(refetchDelay(read(ago(60_000)), NOW, false)).toBe(1_000);
  expect(refetchDelay(read(ago(60_000)), NOW, true)).toBe(30_000);
});
