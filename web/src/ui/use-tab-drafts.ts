/** Half-made things by their id, kept for this tab: nothing typed is lost by an error, a reload, a sign-in or a look at another thing. */
import { useCallback, useState } from 'react';
import { z } from 'zod';

export type TabDrafts<T> = Readonly<Record<string, T>>;

/** With null it forgets the one. */
export type PutDraft<T> = (id: string, draft: T | null) => void;

/**
 * @param key of the session storage; what is there and of another shape is as if it were not
 * @param schema of one draft; the same at each drawing
 */
export function useTabDrafts<T>(key: string, schema: z.ZodType<T>): readonly [TabDrafts<T>, PutDraft<T>] {
  const [drafts, setDrafts] = useState(() => read(key, schema));
  const put = useCallback<PutDraft<T>>(
    (id, draft) =>
      setDrafts((before) => {
        const { [id]: _, ...others } = before;
        const next = draft === null ? others : { ...others, [id]: draft };
        write(key, next);
        return next;
      }),
    [key],
  );
  return [drafts, put];
}

function read<T>(key: string, schema: z.ZodType<T>): TabDrafts<T> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return z.record(z.string(), schema).safeParse(stored).data ?? {};
  } catch {
    return {};
  }
}

function write(key: string, drafts: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage: the drafts hold until the page is closed.
  }
}
