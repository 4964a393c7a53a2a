import { describe, expect, it } from 'vitest';
import { CARD_AT_LATEST_MS, type Card, type CardClock, cardIsFree, pageIsSteady } from './card.ts';

const FRAME_MS = 16;
const SIGNALED = 0x9119;
const UNSIGNALED = 0x9118;

/** A clock that only moves when it is waited for, and a card that is busy in these spans of it. */
function world(busy: readonly (readonly [number, number])[], frames: readonly number[] = []) {
  let now = 0;
  const durations = [...frames];
  const clock: CardClock = {
    now: () => now,
    pause: async (ms) => {
      now += ms;
    },
    frame: async () => {
      now += durations.shift() ?? FRAME_MS;
    },
  };
  let fences = 0;
  const card: Card = {
    SYNC_GPU_COMMANDS_COMPLETE: 0x9117,
    SYNC_STATUS: 0x9114,
    SIGNALED,
    fenceSync: () => {
      fences += 1;
      return {};
    },
    flush: () => undefined,
    getSyncParameter: () => (busy.some(([from, to]) => now >= from && now < to) ? UNSIGNALED : SIGNALED),
    deleteSync: () => {
      fences -= 1;
    },
  };
  return { clock, card, now: () => now, fences: () => fences };
}

describe('whether the card is free', () => {
  it('is known after one question when it answers at once', async () => {
    const { card, clock, now } = world([]);
    expect(await cardIsFree(card, clock)).toBe(true);
    expect(now()).toBe(FRAME_MS);
  });

  it('waits for what the card is at, and for what comes right after it', async () => {
    // A frame is drawn, then put on the screen.
    const { card, clock, now } = world([
      [0, 200],
      [230, 330],
    ]);
    expect(await cardIsFree(card, clock)).toBe(false);
    expect(now()).toBeGreaterThan(330);
  });

  it('does not wait for ever for a card that is always busy, and leaves no fence behind', async () => {
    const { card, clock, now, fences } = world([[0, Infinity]]);
    await cardIsFree(card, clock);
    expect(now()).toBeGreaterThanOrEqual(CARD_AT_LATEST_MS);
    expect(now()).toBeLessThan(CARD_AT_LATEST_MS + 50);
    expect(fences()).toBe(0);
  });

  it('takes a lost card, which gives no fence, for free', async () => {
    const { card, clock, now } = world([[0, Infinity]]);
    await cardIsFree({ ...card, fenceSync: () => null }, clock);
    expect(now()).toBe(FRAME_MS);
  });
});

describe('a page whose frames come without a pause', () => {
  it('is told after three frames', async () => {
    const { clock, now } = world([]);
    await pageIsSteady(clock);
    expect(now()).toBe(4 * FRAME_MS);
  });

  it('is told after the pauses of a card that is behind', async () => {
    const { clock, now } = world([], [16, 16, 120, 16, 16, 90]);
    await pageIsSteady(clock);
    expect(now()).toBe(16 + 16 + 120 + 16 + 16 + 90 + 3 * FRAME_MS);
  });

  it('is not waited for longer than half a second', async () => {
    const { clock, now } = world(
      [],
      Array.from({ length: 20 }, () => 60),
    );
    await pageIsSteady(clock);
    expect(now()).toBeLessThan(600);
  });
});
