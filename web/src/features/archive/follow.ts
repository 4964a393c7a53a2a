/** Says that loads have left the board by themselves, with the way back. Loaded after the first screen is on its way. */
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import type { Api } from '../../api/context.ts';
import { mayNow } from '../../api/session.ts';
import type { ChangeFeed } from '../../live/change-feed.ts';
import { ARCHIVE_WORDS } from '../../live/load-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { loadsText, restoreLoads } from './restore.ts';

type Left = Pick<ArchivedLoad, 'load_id' | 'load_ref' | 'reason'>;

/** More are counted, not named. */
const MOST_NAMED = 3;

export function followArchive(
  { http, session }: Pick<Api, 'http' | 'session'>,
  changes: ChangeFeed,
): () => void {
  return changes.subscribe('archived', {
    onChange: ({ items }) => {
      const mayUndo = mayNow(session.get(), 'manage_loads');
      toast({
        title: `${loadsText(items)} left the board`,
        text: leftText(items),
        ...(mayUndo ? { action: { label: 'Undo', run: () => void restoreLoads(http, items) } } : {}),
      });
    },
    onOpened: () => undefined,
  });
}

function leftText(items: readonly Left[]): string {
  const [first] = items;
  if (first && items.length === 1) return `${ARCHIVE_WORDS[first.reason]}. It is in the archive.`;
  const named = items.slice(0, MOST_NAMED).map(({ load_id, load_ref }) => isolated(load_ref ?? load_id));
  const more = items.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They are in the archive.`;
}
