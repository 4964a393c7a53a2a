/** What can be done with all picked rows of a list at once. */
import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconX } from '../../ui/icons.ts';
import classes from '../../ui/resource-list/ListLayout.module.css';
import shared from '../../ui/shared.module.css';
import { countText, numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import type { Picks } from '../picks.ts';
import { actOnAll, type PickAct, type PickActs, type PickDialog } from './pick-acts.ts';

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
  // A reason that takes all acts of a list away can be read, without a pointer too.
  const reasons = acts.list.map((act) => rows.map(act.refusal));
  const nothing_to_do = reasons.every((of) => of.every((reason) => reason !== null))
    ? (reasons[0]?.[0] ?? null)
    : null;
  return (
    <div className={classes.acts} role="toolbar" aria-label={`Picked ${words[1]}`}>
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
            onClick={() => ('dialog' in act ? setAsking(act) : void run(act))}
          >
            {able === rows.length || able === 0 ? act.label : `${act.label} (${numberText(able)})`}
          </GuardedButton>
        );
      })}
      {nothing_to_do !== null && <span className={shared.small}>{nothing_to_do}.</span>}
      <ActionIcon
        aria-label="Clear the selection"
        data-tip="Clear (Esc)"
        className={classes.clear}
        disabled={busy !== null}
        onClick={() => picks.clear()}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {asking?.dialog(rows, (done) => {
        setAsking(null);
        picks.remove(done.map(keyOf));
      })}
    </div>
  );
}
