/**
 * What a wall board shows next: nobody sits at it, so it goes round the worst by itself, and what has newly come to need attention is shown
 * first, however far down it stands.
 */
import { useEffect, useEffectEvent, useState } from 'react';

export interface Following {
  /** Load in the spot; null when nothing needs attention. */
  readonly load_id: string | null;
  readonly paused: boolean;
}

export interface FollowWorld {
  /** Those that need attention, worst first. */
  readonly ids: readonly string[];
  /** Of them, those that came since somebody looked. */
  readonly fresh: ReadonlySet<string>;
}

/** It goes round so many: the end of a long list is not what a wall is for. */
export const ROUND = 24;
/** Long enough to read a row from across a room. */
export const STAY_MS = 12_000;

/** The load after (or before) the present one; a new one goes before all others. */
export function nextSpot(
  { ids, fresh }: FollowWorld,
  present: string | null,
  step: 1 | -1 = 1,
): string | null {
  const arrived = ids.find((id) => fresh.has(id) && id !== present);
  if (step === 1 && arrived !== undefined) return arrived;
  const round = ids.slice(0, ROUND);
  if (round.length === 0) return null;
  const at = present === null ? -1 : round.indexOf(present);
  if (at === -1) return step === 1 ? (round[0] as string) : (round.at(-1) as string);
  return round[(at + step + round.length) % round.length] as string;
}

/**
 * @param onShown called with each load that comes into the spot
 */
export function useFollow(world: FollowWorld, onShown: (load_id: string) => void) {
  const [{ load_id, paused }, set] = useState<Following>({ load_id: null, paused: false });
  const show = (next: string | null) => {
    if (next === load_id) return;
    set((before) => ({ ...before, load_id: next }));
    if (next !== null) onShown(next);
  };
  const go = (step: 1 | -1) => show(nextSpot(world, load_id, step));
  const turn = useEffectEvent(() => go(1));

  // Something new, or the present one needs nothing any more: at once. Somebody who has paused it reads.
  const gone = load_id === null ? world.ids.length > 0 : !world.ids.includes(load_id);
  const arrived = world.ids.some((id) => world.fresh.has(id) && id !== load_id);
  useEffect(() => {
    if (!paused && (gone || arrived)) turn();
  }, [paused, gone, arrived]);
  useEffect(() => {
    if (paused || load_id === null) return;
    const timer = setTimeout(() => turn(), STAY_MS);
    return () => clearTimeout(timer);
  }, [paused, load_id]);

  return {
    load_id,
    paused,
    show,
    forward: () => go(1),
    back: () => go(-1),
    pause: (on: boolean) => set((before) => ({ ...before, paused: on })),
  };
}
