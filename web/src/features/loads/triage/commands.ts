/**
 * What people do about exceptions, from a row, a selection or the panel: one act on one load or many, said in passing with the way
 * back. Where somebody was quicker the load is left alone, and what the other did is said.
 */
import type { TriageAct, TriageResult } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useCallback } from 'react';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { asProblem, mayHaveHappened } from '../../../api/problem.ts';
import { showProblem } from '../../../api/show-problem.ts';
import { type Live, useLive } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { type Toast, toast } from '../../../ui/toasts.ts';
import { doneText, refusedText } from './words.ts';

/** True when it was done on all of them. */
export type Act = (load_ids: readonly string[], act: TriageAct) => Promise<boolean>;

/** The act of the signed-in person; who may not act sees why. */
export function useTriage(): Act {
  const { http } = useApi();
  const live = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  return useCallback(
    async (load_ids, act) => {
      if (disabledReason !== null) {
        toast({ about: aboutOf(load_ids), title: 'Nothing was changed', text: disabledReason });
        return false;
      }
      return actOnExceptions(http, live, load_ids, act);
    },
    [http, live, disabledReason],
  );
}

type Here = Pick<Live, 'store' | 'clock'>;

/** One message for each load: the newest says how it is now. */
const aboutOf = (load_ids: readonly string[]): string =>
  load_ids.length === 1 ? `triage ${load_ids[0]}` : 'triage';

async function actOnExceptions(
  http: Http,
  here: Here,
  load_ids: readonly string[],
  act: TriageAct,
  act_id: string = crypto.randomUUID(),
): Promise<boolean> {
  const { store } = here;
  const items = load_ids.map((load_id) => ({
    load_id,
    version: store.get(load_id)?.triage?.version ?? 0,
  }));
  const first = load_ids[0] ?? '';
  const name = isolated(store.get(first)?.load_ref ?? first);
  const about = aboutOf(load_ids);
  try {
    const result = await http.call(TRIAGE_ROUTES.actOnExceptions, { body: { act_id, act, items } });
    sayResult(http, here, result, { about, title: doneText(act, result.done.length, name) });
    return result.refused.length === 0;
  } catch (error) {
    const problem = asProblem(error);
    // With the same id it is done once, whether or not it has arrived.
    if (mayHaveHappened(problem))
      toast({
        about,
        title: 'Not confirmed: the connection was lost',
        text: problem.message,
        action: {
          label: 'Try again',
          run: () => void actOnExceptions(http, here, load_ids, act, act_id),
        },
      });
    else showProblem('Nothing was changed', problem);
    return false;
  }
}

function sayResult(
  http: Http,
  here: Here,
  { act_id, done, refused }: TriageResult,
  { about, title }: Pick<Toast, 'title'> & { readonly about: string },
): void {
  const text = refusedText(refused, here.clock.now());
  if (done.length === 0)
    toast({
      about,
      title: refused.length === 1 ? 'Nothing was changed' : `${refused.length} loads not changed`,
      text,
    });
  else
    toast({
      about,
      title: refused.length === 0 ? title : `${title}, ${refused.length} not changed`,
      text,
      action: { label: 'Undo', run: () => void undo(http, here, act_id, about) },
    });
}

async function undo(http: Http, { clock }: Here, act_id: string, about: string): Promise<void> {
  try {
    const { refused } = await http.call(TRIAGE_ROUTES.undoTriage, { body: { act_id } });
    if (refused.length === 0) toast({ about, title: 'Undone' });
    else
      toast({
        about,
        title: refused.length === 1 ? 'Not changed' : `${refused.length} loads not changed`,
        text: refusedText(refused, clock.now()),
      });
  } catch (error) {
    showProblem('Not undone', asProblem(error));
  }
}
