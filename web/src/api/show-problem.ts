/** Shows a failed action that has no form or page of its own as a toast, with the request ID. */
import { useState } from 'react';
import { toast } from '../ui/toasts.ts';
import { asProblem, explain, type Problem } from './problem.ts';

export function showProblem(failure_title: string, problem: Problem): void {
  const { title, text } = explain(problem);
  const quote = problem.request_id ? `Request ID ${problem.request_id}.` : '';
  toast({ title: failure_title, text: [`${title}.`, text, quote].filter((part) => part).join(' ') });
}

/** Runs an action and shows its failure as a toast. @returns false when it failed */
export async function attempt(failure_title: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showProblem(failure_title, asProblem(error));
    return false;
  }
}

/**
 * The Undo of a toast; it outlives the component.
 * @param done title of the toast once it is undone; left out: the page shows it
 */
export const undoAction = (failure_title: string, work: () => Promise<unknown>, done?: string) => ({
  label: 'Undo',
  run: (): void =>
    void attempt(failure_title, async () => {
      await work();
      if (done !== undefined) toast({ title: done });
    }),
});

interface Deletion {
  readonly name: string;
  readonly text?: string;
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}

/**
 * Deletes, and offers Undo in a toast, which outlives the component.
 * @returns false when it failed (already shown)
 */
export async function deleteWithUndo({ name, text, remove, restore }: Deletion): Promise<boolean> {
  try {
    await remove();
  } catch (error) {
    const problem = asProblem(error);
    // Already deleted by a colleague: the result is the same.
    if (problem.code !== 404) {
      showProblem(`Couldn't delete ${name}`, problem);
      return false;
    }
  }
  toast({
    title: `Deleted ${name}`,
    ...(text !== undefined && { text }),
    action: undoAction(`Couldn't restore ${name}`, restore, `Restored ${name}`),
  });
  return true;
}

/** `attempt` with the state of the running action. `busy` is its `what`, or true when it has none. */
export function useAttempt<What extends string = never>(): {
  readonly busy: What | boolean;
  /** `what` identifies the button that is busy. */
  readonly attempt: (failure_title: string, work: () => Promise<unknown>, what?: What) => Promise<boolean>;
} {
  const [busy, setBusy] = useState<What | boolean>(false);
  return {
    busy,
    attempt: async (failure_title, work, what) => {
      setBusy(what ?? true);
      const done = await attempt(failure_title, work);
      setBusy(false);
      return done;
    },
  };
}
