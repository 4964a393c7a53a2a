/**
 * Sites that are half written, by their id or `new`: kept for this tab, so that nothing typed is lost by an error, a reload,
 * a sign-in or a look at another site.
 */
import { useCallback, useState } from 'react';
import { z } from 'zod';
import { type SiteDraft, siteDraft } from './site-draft.ts';

const KEY = 'waypost.site-drafts';
const schema = z.record(z.string(), siteDraft);
export type SiteDrafts = Readonly<Record<string, SiteDraft>>;

function read(): SiteDrafts {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

function write(drafts: SiteDrafts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage: the drafts hold until the page is closed.
  }
}

/** `put` with null forgets one. */
export function useDrafts(): readonly [SiteDrafts, (key: string, draft: SiteDraft | null) => void] {
  const [drafts, setDrafts] = useState(read);
  const put = useCallback((key: string, draft: SiteDraft | null) => {
    setDrafts((before) => {
      const { [key]: _, ...others } = before;
      const next = draft === null ? others : { ...others, [key]: draft };
      write(next);
      return next;
    });
  }, []);
  return [drafts, put];
}
