/**
 * Picks what an unattended wall board shows next: it rotates through the worst loads, and shows a new exception first, however far down
 * the list it is.
 */
import { useEffect, useEffectEvent, useState } from 'react';

export interface FollowInput {
  /** Loads that need attention, worst first. */
  readonly ids: readonly string[];
  /** Those of them that arrived since somebody last looked. */
  readonly fresh: ReadonlySet<string>;
  /** Those that the map cannot show: not in the rotation, unless there are no others. */
  readonly unplaced: ReadonlySet<string>;
}

/** Loads in the rotation; the end of a long list is not for a wall. */
export const ROTATION_SIZE = 24;
/** Time per load, long enough to read a row from across a room. */
export const DWELL_MS = 12_000;

/** The load after (or before) the current one; new arrivals come first. */
export function nextLoad(
  { ids, fresh, unplaced }: FollowInput,
  current: string | null,
  step: 1 | -1 = 1,
): string | null {
  const arrived = ids.find((id) => fresh.has(id) && id !== current);
  if (step === 1 && arrived !== undefined) return arrived;
  const placed = ids.filter((id) => !unplaced.has(id));
  const rotation = (placed.length > 0 ? placed : ids).slice(0, ROTATION_SIZE);
  if (rotation.length === 0) return null;
  const at = current === null ? -1 : rotation.indexOf(current);
  if (at === -1) return step === 1 ? (rotation[0] as string) : (rotation.at(-1) as string);
  return rotation[(at + step + rotation.length) % rotation.length] as string;
}

export function useFollow(input: FollowInput, onShown: (load_id: string) => void) {
  /** The load on display; null when nothing needs attention. */
  const [load_id, setLoadId] = useState<string | null>(null);
  const [paused, pause] = useState(false);
  const show = (next: string | null) => {
    if (next === load_id) return;
    setLoadId(next);
    if (next !== null) onShown(next);
  };
  const step = (direction: 1 | -1) => show(nextLoad(input, load_id, direction));
  const advance = useEffectEvent(() => step(1));

  // Advances at once when something arrives or the current load no longer needs attention, unless somebody has paused to read.
  const resolved = load_id === null ? input.ids.length > 0 : !input.ids.includes(load_id);
  const arrived = input.ids.some((id) => input.fresh.has(id) && id !== load_id);
  useEffect(() => {
    if (!paused && (resolved || arrived)) advance();
  }, [paused, resolved, arrived]);
  useEffect(() => {
    if (paused || load_id === null) return;
    const timer = setTimeout(() => advance(), DWELL_MS);
    return () => clearTimeout(timer);
  }, [paused, load_id]);

  return { load_id, paused, show, forward: () => step(1), back: () => step(-1), pause };
}
