/** Announces loads that left the board automatically, with undo. Loaded after the first screen. */
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { Api } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { mayNow } from '../../api/session.ts';
import { showProblem } from '../../api/show-problem.ts';
import type { ChangeFeed } from '../../live/change-feed.ts';
import { ARCHIVE_WORDS } from '../../live/outcome-words.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { numberText, plural } from '../../ui/units.ts';

type ArchivedNotice = Pick<ArchivedLoad, 'load_id' | 'load_ref' | 'reason'>;

/** Further loads are only counted. */
const MAX_NAMED = 3;

export function followArchive(
  { http, session }: Pick<Api, 'http' | 'session'>,
  changes: ChangeFeed,
): () => void {
  return changes.subscribe('archived', {
    onChange: ({ items }) => {
      const mayUndo = mayNow(session.get(), 'manage_loads');
      toast({
        // One at a time: they must not push out the undo of what people did.
        about: 'archived',
        title: `${loadsText(items)} left the board`,
        text: archivedText(items),
        ...(mayUndo ? { action: { label: 'Undo', run: () => void restoreLoads(http, items) } } : {}),
      });
    },
    onOpened: () => undefined,
  });
}

function archivedText(items: readonly ArchivedNotice[]): string {
  const [first] = items;
  if (first && items.length === 1) return `${ARCHIVE_WORDS[first.reason]}. It is in the archive.`;
  const named = items.slice(0, MAX_NAMED).map(({ load_id, load_ref }) => isolated(load_ref ?? load_id));
  const more = items.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. They are in the archive.`;
}

type Named = Pick<ArchivedLoad, 'load_id' | 'load_ref'>;

/** `LD-4711`, or `3 loads`. */
function loadsText(loads: readonly Named[]): string {
  const [first] = loads;
  if (first && loads.length === 1) return isolated(first.load_ref ?? first.load_id);
  return `${numberText(loads.length)} loads`;
}

/**
 * Restores loads to the board and reports the outcome.
 * @returns whether it succeeded
 */
export async function restoreLoads(http: Http, loads: readonly Named[]): Promise<boolean> {
  const name = loadsText(loads);
  try {
    await http.call(ARCHIVE_ROUTES.restoreLoads, { body: { load_ids: loads.map(({ load_id }) => load_id) } });
    toast({ title: `${name} ${plural(loads.length, 'is', 'are')} back on the board` });
    return true;
  } catch (error) {
    showProblem(`${name} could not be restored`, asProblem(error));
    return false;
  }
}
