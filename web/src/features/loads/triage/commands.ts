/**
 * Triage actions from a row, a group or the panel: one act on one load or many, reported by a toast with undo. A load that somebody else
 * has changed is left alone, and the toast says what they did.
 */
import type { TriageAct } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { asProblem, mayHaveHappened } from '../../../api/problem.ts';
import { attempt, showProblem } from '../../../api/show-problem.ts';
import { type Live, useLive } from '../../../live/context.ts';
import { type Toast, toast, toasts } from '../../../ui/toasts.ts';
import { doneText, doubtText, type LeftOut, leftOutText, refusalOf, wantedText } from './words.ts';

interface ActOptions {
  /** Shows in place of the toast that it may or may not have been done. */
  readonly onUnconfirmed?: () => void;
  /** Picked loads that are not acted on; the toast says why. */
  readonly left_out?: readonly LeftOut[];
  /** What the person decided by, if that may be older than what the board knows now. */
  readonly seen?: Versions;
}

/** Of the exceptions, by load. */
export type Versions = ReadonlyMap<string, number>;

export const versionsOf = (store: Live['store'], load_ids: readonly string[]): Versions =>
  new Map(load_ids.map((load_id) => [load_id, store.get(load_id)?.triage?.version ?? 0]));

/** Resolves to true when all of them were changed. */
type Act = (load_ids: readonly string[], act: TriageAct, options?: ActOptions) => Promise<boolean>;

/** Acts for the signed-in person; without the permission, shows why. */
export function useTriage(): Act {
  const { http } = useApi();
  const live = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  return async (load_ids, act, options) => {
    if (disabledReason !== null) {
      toast({ about: aboutOf(load_ids), title: 'Nothing was changed', text: disabledReason });
      return false;
    }
    return actOnExceptions(http, live, load_ids, act, options);
  };
}

/** The same for the same loads, in any order. */
export const keyOfLoads = (load_ids: readonly string[]): string =>
  load_ids.length === 1 ? (load_ids[0] as string) : `${load_ids.length} with ${load_ids.toSorted()[0] ?? ''}`;

/** One toast for the same loads: the newest replaces the one before. */
const aboutOf = (load_ids: readonly string[]): string => `triage ${keyOfLoads(load_ids)}`;

/** Ids of acts that may have been done, by what they were: whoever sends the same again means the same act. */
const unconfirmed = new Map<string, string>();

function onceConnected(connection: Live['connection'], then: () => void): void {
  const stop = connection.subscribe(() => {
    if (connection.get().phase !== 'live') return;
    stop();
    then();
  });
}

async function actOnExceptions(
  http: Http,
  live: Pick<Live, 'store' | 'clock' | 'connection'>,
  load_ids: readonly string[],
  act: TriageAct,
  { onUnconfirmed, left_out = [], seen = versionsOf(live.store, load_ids) }: ActOptions = {},
): Promise<boolean> {
  const { store, clock } = live;
  const sent = JSON.stringify([load_ids, act]);
  const act_id = unconfirmed.get(sent) ?? crypto.randomUUID();
  const items = load_ids.map((load_id) => ({ load_id, version: seen.get(load_id) ?? 0 }));
  const first = load_ids[0] ?? '';
  const about = aboutOf(load_ids);
  const textOf = (left_out: readonly LeftOut[]) =>
    leftOutText(left_out, (load_id) => store.get(load_id)?.load_ref ?? load_id);
  const undo = (undone: string) =>
    attempt('Not undone', async () => {
      const result = await http.call(TRIAGE_ROUTES.undoTriage, { body: { act_id: undone } });
      const kept = result.refused.map((refused) => refusalOf(refused, clock.now()));
      const count = result.done.length;
      const title =
        kept.length === 0
          ? 'Undone'
          : count === 0
            ? 'Not undone'
            : `${count} of ${count + kept.length} undone`;
      toast({ about, title, text: textOf(kept) });
    });
  try {
    const result = await http.call(TRIAGE_ROUTES.actOnExceptions, { body: { act_id, act, items } });
    unconfirmed.delete(sent);
    const { done, changed } = result;
    const refused = result.refused.map((one) => refusalOf(one, clock.now()));
    const title = doneText(act, done, store.get(done[0] ?? first), clock.now());
    const kept = [...refused, ...left_out];
    if (done.length === 0) toast({ about, title: 'Nothing was changed', text: textOf(kept) });
    else
      toast({
        about,
        title: kept.length === 0 ? title : `${title}, ${kept.length} not changed`,
        text:
          changed.length === 0
            ? 'It was so already.'
            : textOf(kept) || doubtText(act, store.get(first), clock.now()),
        ...(changed.length > 0 && { action: { label: 'Undo', run: () => void undo(result.act_id) } }),
      });
    return refused.length === 0;
  } catch (error) {
    const problem = asProblem(error);
    // With the same id it is done once, whether or not the first request has arrived.
    const is_unsent = problem.reason === 'not_sent';
    if (is_unsent || mayHaveHappened(problem)) {
      unconfirmed.set(sent, act_id);
      if (onUnconfirmed) onUnconfirmed();
      else {
        const content: Toast = {
          about,
          title: `${wantedText(act, load_ids, store.get(first))} ${is_unsent ? 'not sent' : 'not confirmed: the connection was lost'}`,
          stays: true,
          action: {
            label: 'Try again',
            run: () => void actOnExceptions(http, live, load_ids, act, { left_out, seen }),
          },
        };
        const shown = toast({ ...content, text: problem.message });
        // It is still not confirmed, but why is no longer true.
        onceConnected(live.connection, () => {
          if (toasts.get().some(({ id }) => id === shown)) toast({ ...content, text: 'Connected again.' });
        });
      }
    } else showProblem('Nothing was changed', problem);
    return false;
  }
}
