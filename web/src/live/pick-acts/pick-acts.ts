/** One act on several rows: a request for each row, one outcome for all, and one undo where the single act has one. */
import { INTENT_HEADER, type Intent } from '@waypost/contract/api/intents';
import { type ReactNode, useState } from 'react';
import { asProblem, explain, mayHaveHappened } from '../../api/problem.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import { numberText } from '../../ui/units.ts';

export interface RowResult {
  /** It may have happened. */
  readonly not_confirmed?: boolean;
  /** Left out when it can't be undone. */
  readonly undo?: () => Promise<unknown>;
}

interface ActButton<T> {
  /** On the button: `Renew`. */
  readonly label: string;
  readonly tip: string;
  /** Why this row is left out; null: it is not. */
  readonly refusal: (row: T) => string | null;
}

/** Asks first, and does it by one request. */
export interface PickDialog<T> extends ActButton<T> {
  /** @param onClose with the rows for which it was done */
  readonly dialog: (rows: readonly T[], onClose: (done: readonly T[]) => void) => ReactNode;
}

/** Opens a form for all of them. */
export interface PickForm<T> extends ActButton<T> {
  /** @param rows those that are not left out. Rejects with a Problem. */
  readonly open: (rows: readonly T[]) => Promise<void>;
}

export interface PickAct<T> extends ActButton<T> {
  /** What has been done: `renewed`. */
  readonly done: string;
  /** What follows from it, when at least one was done. */
  readonly after?: string;
  /** Offered in the outcome when at least one was done and nothing can be undone. */
  readonly next?: { readonly label: string; readonly run: () => void };
  /** Rejects with a Problem. */
  readonly run: (row: T) => Promise<RowResult>;
  /** Called once after all rows, also after an undo. */
  readonly onEnd?: () => void;
}

export interface PickActs<T> {
  /** Names the row in the outcome. */
  readonly nameOf: (row: T) => string;
  /** Null when the person may act; otherwise the rows have no boxes. */
  readonly disabledReason: string | null;
  readonly list: readonly (PickAct<T> | PickDialog<T> | PickForm<T>)[];
}

/** Everybody shares the rate limit of the tracking service. */
const AT_ONCE = 4;
const MAX_NAMED = 3;

/** At most four rows at once. */
export async function forEachRow<T>(rows: readonly T[], run: (row: T) => Promise<void>): Promise<void> {
  const waiting = rows.values();
  const worker = async () => {
    for (const row of waiting) await run(row);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const reasonOf = (error: unknown) => explain(asProblem(error)).title;

/** `LD-1, LD-2, LD-3 and 2 more` */
export function namedText(names: readonly string[], max = MAX_NAMED): string {
  const more = names.length - max;
  const named = names.slice(0, max).map(isolated).join(', ');
  return `${named}${more > 0 ? ` and ${numberText(more)} more` : ''}`;
}

type Refusal = readonly [reason: string, name: string];

/** `CARRIER-1, CARRIER-2 and 3 more: The fleet accepted it.` for each reason. */
const reasonsText = (refused: readonly Refusal[]): string =>
  [...Map.groupBy(refused, ([reason]) => reason)]
    .map(([reason, those]) => `${namedText(those.map(([, name]) => name))}: ${reason}.`)
    .join(' ');

/**
 * Acts on each row, at most four at once, and shows one outcome: `12 renewed, 1 refused, 2 left out`. The button has counted those left out.
 * @returns the rows for which it was done
 */
export async function actOnAll<T>(
  act: Omit<PickAct<T>, 'label' | 'tip'>,
  rows: readonly T[],
  nameOf: (row: T) => string,
): Promise<readonly T[]> {
  const left_out: Refusal[] = [];
  const refused: Refusal[] = [];
  const done: { readonly row: T; readonly undo: RowResult['undo'] }[] = [];
  let not_confirmed = 0;
  await forEachRow(rows, async (row) => {
    const refusal = act.refusal(row);
    if (refusal !== null) return void left_out.push([refusal, nameOf(row)]);
    try {
      const result = await act.run(row);
      if (result.not_confirmed) not_confirmed += 1;
      else done.push({ row, undo: result.undo });
    } catch (error) {
      const problem = asProblem(error);
      if (mayHaveHappened(problem)) not_confirmed += 1;
      else refused.push([reasonOf(problem), nameOf(row)]);
    }
  });
  act.onEnd?.();
  const undos = done.flatMap(({ row, undo }) => (undo ? [{ row, undo }] : []));
  const undo = async () => {
    const kept: Refusal[] = [];
    await forEachRow(undos, async (one) => {
      try {
        await one.undo();
      } catch (error) {
        kept.push([reasonOf(error), nameOf(one.row)]);
      }
    });
    act.onEnd?.();
    toast({
      title: outcomeText([
        [undos.length - kept.length, 'undone'],
        [kept.length, 'not undone'],
      ]),
      text: reasonsText(kept),
    });
  };
  toast({
    title: outcomeText([
      [done.length, act.done],
      [not_confirmed, 'not confirmed yet'],
      [refused.length, 'refused'],
      [left_out.length, 'left out'],
    ]),
    text: [reasonsText(left_out), reasonsText(refused), done.length > 0 ? act.after : null]
      .filter(Boolean)
      .join(' '),
    ...(undos.length > 0
      ? { action: { label: 'Undo', run: () => void undo() } }
      : done.length > 0 && act.next && { action: act.next }),
  });
  return done.map(({ row }) => row);
}

/** Sends with an idempotency key for each row, kept until the outcome is known: acting again never does it twice. */
export function useKeyedSend() {
  const [keys] = useState(() => new Map<string, string>());
  return async (
    row_key: string,
    send: (headers: Readonly<Record<string, string>>) => Promise<{ readonly intent: Pick<Intent, 'state'> }>,
  ): Promise<RowResult> => {
    const intent_id = keys.get(row_key) ?? crypto.randomUUID();
    keys.set(row_key, intent_id);
    try {
      const { intent } = await send({ [INTENT_HEADER]: intent_id });
      if (intent.state !== 'done') return { not_confirmed: true };
      keys.delete(row_key);
      return {};
    } catch (error) {
      const { code } = asProblem(error);
      // A rejected request was not stored, so the next attempt is a new one.
      if (code >= 400 && code < 500) keys.delete(row_key);
      throw error;
    }
  };
}

/** `12 renewed, 1 refused` */
const outcomeText = (counts: readonly (readonly [count: number, word: string])[]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${numberText(count)} ${word}`)
    .join(', ');
