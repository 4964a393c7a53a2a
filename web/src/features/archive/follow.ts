/** Says that loads have left the board by themselves, with the way back. Loaded after the first screen is on its way. */
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { Api } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { mayNow } from '../../api/session.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { ChangeFeed } from '../../live/change-feed.ts';
import { ARCHIVE_WORDS } from '../../live/load-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { personLocale } from '../../ui/units.ts';

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

/** Bringing loads back to the board. What is done says so. */
type Named = Pick<ArchivedLoad, 'load_id' | 'load_ref'>;

/** `LD-4711`, or `3 loads`. */
function loadsText(loads: readonly Named[]): string {
  const [first] = loads;
  if (first && loads.length === 1) return isolated(first.load_ref ?? first.load_id);
  return `${loads.length.toLocaleString(personLocale())} loads`;
}

/** True when they are on the board. Says what went wrong. */
export async function restoreLoads(http: Http, loads: readonly Named[]): Promise<boolean> {
  const name = loadsText(loads);
  try {
    await http.call(ARCHIVE_ROUTES.restoreLoads, { body: { load_ids: loads.map(({ load_id }) => load_id) } });
    toast({ title: `${name} ${loads.length === 1 ? 'is' : 'are'} back on the board` });
    return true;
  } catch (error) {
    showProblem(`${name} could not be restored`, asProblem(error));
    return false;
  }
}
