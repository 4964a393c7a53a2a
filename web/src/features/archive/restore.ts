/** Bringing loads back to the board. What is done says so. */
import type { ArchivedLoad } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { personLocale } from '../../ui/units.ts';

type Named = Pick<ArchivedLoad, 'load_id' | 'load_ref'>;

/** `LD-4711`, or `3 loads`. */
export function loadsText(loads: readonly Named[]): string {
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
