import { useState } from 'react';
import { attempt } from './show-problem.ts';

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
