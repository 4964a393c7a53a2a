/**
 * Undo and redo of one value: every state it was in, as it was. Changes of one group that follow each other (the letters of a
 * word, the steps of a drag) are one step back.
 */

export interface History<T> {
  /** Oldest first. */
  readonly past: readonly T[];
  readonly present: T;
  /** Next first. */
  readonly future: readonly T[];
  /** Group of the last change; null: the next change is a step of its own. */
  readonly group: string | null;
}

/** Steps that are kept: more than anyone goes back, and states share what they have in common. */
export const MOST_STEPS = 2000;

export function beginHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], group: null };
}

/** The value itself when nothing changed, so that nothing is drawn again. */
export function record<T>(history: History<T>, next: T, group: string | null = null): History<T> {
  if (Object.is(next, history.present)) return history;
  if (group !== null && group === history.group) return { ...history, present: next, future: [] };
  const past = [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present: next, future: [], group };
}

/** What comes next is a step of its own: the field was left, the drag has ended. */
export function settle<T>(history: History<T>): History<T> {
  return history.group === null ? history : { ...history, group: null };
}

export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    group: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.present], present: after, future, group: null };
}
