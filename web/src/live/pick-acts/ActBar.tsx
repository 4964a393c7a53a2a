/** What can be done with all picked rows of a list at once. */
import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconX } from '../../ui/icons.ts';
import classes from '../../ui/resource-list/ListLayout.module.css';
import shared from '../../ui/shared.module.css';
import { countText, numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import type { Picks } from '../picks.ts';
import { actOnAll, type PickAct, type PickActs, type PickDialog, type PickForm } from './pick-acts.ts';

interface ActBarProps<T> {
  readonly acts: PickActs<T>;
  /** The picked rows, at least one. */
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly words: readonly [one: string, many: string];
  readonly picks: Picks;
  /** Picks all rows shown; null: not offered. */
  readonly onAll: (() => void) | null;
}

export function ActBar<T>({ acts, rows, keyOf, words, picks, onAll }: ActBarProps<T>) {
  const phone = useLayout() === 'phone';
  const [busy, setBusy] = useState<string | null>(null);
  const [asking, setAsking] = useState<PickDialog<T> | null>(null);
  const run = async (act: PickAct<T>) => {
    setBusy(act.label);
    const done = await actOnAll(act, rows, acts.nameOf);
    setBusy(null);
    // The others stay picked.
    picks.remove(done.map(keyOf));
  };
  const open = async (act: PickForm<T>) => {
    setBusy(act.label);
    try {
      await act.open(rows.filter((row) => act.refusal(row) === null));
    } catch (error) {
      showProblem(`${act.label}: not opened`, asProblem(error));
    }
    setBusy(null);
  };
  const start = (act: PickActs<T>['list'][number]) => {
    if ('dialog' in act) setAsking(act);
    else void ('open' in act ? open(act) : run(act));
  };
  const left_out = leftOutText(acts.list, rows);
  return (
    <div className={classes.actBar} role="toolbar" aria-label={`Picked ${words[1]}`}>
      <div className={classes.acts}>
        <strong className={shared.fixed}>
          {phone ? numberText(rows.length) : countText(rows.length, words[0], words[1])} picked
        </strong>
        {onAll && (
          <Button size="compact-sm" onClick={onAll}>
            All
          </Button>
        )}
        {acts.list.map((act) => {
          const refusals = rows.map(act.refusal);
          const able = refusals.filter((refusal) => refusal === null).length;
          const nothing = able === 0 ? (refusals[0] ?? null) : null;
          const disabledReason = nothing ?? (busy === null ? null : 'Another act is running');
          return (
            <GuardedButton
              key={act.label}
              size="compact-sm"
              // The reason takes the place of the tip: both would be shown.
              data-tip={disabledReason === null ? act.tip : undefined}
              loading={busy === act.label}
              disabledReason={disabledReason}
              onClick={() => start(act)}
            >
              {able === rows.length || able === 0 ? act.label : `${act.label} (${numberText(able)})`}
            </GuardedButton>
          );
        })}
        <ActionIcon
          aria-label="Clear the selection"
          data-tip="Clear (Esc)"
          className={classes.clear}
          disabled={busy !== null}
          onClick={() => picks.clear()}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      {left_out !== '' && <p className={classes.leftOut}>{left_out}</p>}
      {asking?.dialog(rows, (done) => {
        setAsking(null);
        picks.remove(done.map(keyOf));
      })}
    </div>
  );
}

/**
 * Which of the rows each act leaves out, and why, so that it can be read before the act and without a pointer:
 * `Extend: It already lasts that long (2). Withdraw: The fleet has accepted it.` Without names when all acts say the same.
 */
function leftOutText<T>(acts: PickActs<T>['list'], rows: readonly T[]): string {
  const byReason = Map.groupBy(acts, ({ refusal }) => {
    const refusals = rows.map(refusal).filter((reason) => reason !== null);
    const counts = [...Map.groupBy(refusals, (reason) => reason)];
    const [only] = counts;
    if (only && refusals.length === rows.length && counts.length === 1) return only[0];
    return counts.map(([reason, { length }]) => `${reason} (${numberText(length)})`).join(', ');
  });
  return [...byReason]
    .filter(([reason]) => reason !== '')
    .map(([reason, those]) =>
      those.length === acts.length
        ? `${reason}.`
        : `${those.map(({ label }) => label.replace('…', '')).join(', ')}: ${reason}.`,
    )
    .join(' ');
}
