/** The pages that this person has, by group. */
import { useMemo } from 'react';
import { useSession } from '../api/context.ts';
import { mayNow } from '../api/session.ts';
import { PAGE_GROUPS, PAGES, type Page } from './pages.ts';

export interface PagesOfGroup {
  readonly group: string;
  readonly label: string;
  readonly pages: readonly Page[];
}

export function usePages(): readonly PagesOfGroup[] {
  const session = useSession();
  return useMemo(() => {
    const shown = PAGES.filter((page) => !('right' in page) || mayNow(session, page.right));
    return PAGE_GROUPS.map(([group, label]) => ({
      group,
      label,
      pages: shown.filter((page) => page.group === group),
    })).filter(({ pages }) => pages.length > 0);
  }, [session]);
}
