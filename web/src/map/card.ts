/**
 * How busy the graphics card is, to be asked before the map gives it new work. Where a computer draws in software (a remote desktop, a machine
 * without a driver) the card takes a tenth of a second for a frame, and the page stands still in every call that needs its answer: asking for a
 * context, compiling a shader. The same calls take milliseconds when the card is free.
 */

/** What is used of a WebGL 2 context. */
export type Card = Pick<
  WebGL2RenderingContext,
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'SIGNALED'
  | 'fenceSync'
  | 'flush'
  | 'getSyncParameter'
  | 'deleteSync'
>;

export interface CardClock {
  /** Milliseconds, monotonic. */
  now(): number;
  pause(ms: number): Promise<void>;
  /** Resolves with the next frame of the page; in time also where the page is hidden and has no frames. */
  frame(): Promise<void>;
}

/** Answers within this, and it has nothing else to do. */
const AT_ONCE_MS = 12;
/** Of a page whose frames the card keeps up with. */
const STEADY_MS = 25;
const STEADY_FRAMES = 3;
const LOOK_MS = 4;
const HIDDEN_MS = 100;

/** The card is not waited for longer than this: the map comes, smooth or not. */
export const CARD_AT_LATEST_MS = 1_500;
const STEADY_AT_LATEST_MS = 500;

/**
 * Resolves when the card answers at once, with whether it did so at the first time of asking. One that was busy is asked again: what it did then may
 * have been the map's own frame, and putting that on the screen comes after it.
 */
export async function cardIsFree(card: Card, clock: CardClock = browserClock): Promise<boolean> {
  const at_latest = clock.now() + CARD_AT_LATEST_MS;
  let was_busy = false;
  for (let at_once = 0; at_once < (was_busy ? 2 : 1) && clock.now() < at_latest; ) {
    await clock.frame();
    const free = (await answerTime(card, clock, at_latest)) < AT_ONCE_MS;
    at_once = free ? at_once + 1 : 0;
    was_busy ||= !free;
  }
  return !was_busy;
}

/** Resolves when the page's frames come without a pause: all that can be told of the card while there is no context to ask. */
export async function pageIsSteady(clock: CardClock = browserClock): Promise<void> {
  const at_latest = clock.now() + STEADY_AT_LATEST_MS;
  await clock.frame();
  for (let steady = 0; steady < STEADY_FRAMES && clock.now() < at_latest; ) {
    const from = clock.now();
    await clock.frame();
    steady = clock.now() - from < STEADY_MS ? steady + 1 : 0;
  }
}

/** Milliseconds until the card has done what it was given so far. A lost card is done at once. */
async function answerTime(card: Card, clock: CardClock, at_latest: number): Promise<number> {
  const from = clock.now();
  const fence = card.fenceSync(card.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return 0;
  card.flush();
  while (card.getSyncParameter(fence, card.SYNC_STATUS) !== card.SIGNALED && clock.now() < at_latest)
    await clock.pause(LOOK_MS);
  card.deleteSync(fence);
  return clock.now() - from;
}

const browserClock: CardClock = {
  now: () => performance.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  frame: () =>
    new Promise((resolve) => {
      const at_latest = setTimeout(resolve, HIDDEN_MS);
      requestAnimationFrame(() => {
        clearTimeout(at_latest);
        resolve();
      });
    }),
};
