/** Shows a failed action that has no form or page of its own as a toast, with the id to quote. */
import { useState } from 'react';
import { toast } from '../ui/toasts.ts';
import { asProblem, explain, type Problem } from './problem.ts';

export function showProblem(did_not: string, problem: Problem): void {
  const { title, text } = explain(problem);
  const quote = problem.request_id ? `Request ID ${problem.request_id}.` : '';
  toast({ title: did_not, text: [`${title}.`, text, quote].filter((part) => part).join(' ') });
}

/** @returns false: it was not done, and said so */
export async function attempt(did_not: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showProblem(did_not, asProblem(error));
    return false;
  }
}

interface Deletion {
  readonly name: string;
  readonly text?: string;
  readonly remove: () => Promise<unknown>;
  readonly restore: () => Promise<unknown>;
}

/** Deletes, with the way back in a toast, which outlives the part of the page. @returns false: it was not done, and said so */
export async function deleteWithUndo({ name, text, remove, restore }: Deletion): Promise<boolean> {
  try {
    await remove();
  } catch (error) {
    const problem = asProblem(error);
    // Gone already: a colleague was quicker, and the end is the same.
    if (problem.code !== 404) {
      showProblem(`Couldn't delete ${name}`, problem);
      return false;
    }
  }
  const undo = () =>
    attempt(`Couldn't restore ${name}`, async () => {
      await restore();
      toast({ title: `Restored ${name}` });
    });
  toast({
    title: `Deleted ${name}`,
    ...(text !== undefined && { text }),
    action: { label: 'Undo', run: () => void undo() },
  });
  return true;
}

/** Actions of a part of the page that say themselves why they failed, and which of them is under way. */
export function useAttempt<What extends string = never>(): {
  readonly busy: What | boolean;
  /** As `attempt`; `what` tells buttons apart. */
  readonly attempt: (did_not: string, work: () => Promise<unknown>, what?: What) => Promise<boolean>;
} {
  const [busy, setBusy] = useState<What | boolean>(false);
  return {
    busy,
    attempt: async (did_not, work, what) => {
      setBusy(what ?? true);
      const done = await attempt(did_not, work);
      setBusy(false);
      return done;
    },
  };
}
