/** What can be done with all picked loads at once. Loaded with the first pick. */
import { ActionIcon, Button } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import type { ListedPart } from '../../live/attention.ts';
import { useLive } from '../../live/context.ts';
import { usePickedIds, usePicks } from '../../live/picks.ts';
import type { LoadView } from '../../live/view.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconDots, IconX } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { countText, numberText, plural } from '../../ui/units.ts';
import classes from './CauseIndex.module.css';
import { ListKeys, type OpenGroupMenu, useLoadActs } from './list-keys.tsx';
import type { GroupPart } from './triage/GroupMenu.tsx';

interface PickBarProps {
  readonly opened: boolean;
  /** The list below, or the part of it that is shown: a picked load may have left it. */
  readonly view: LoadView;
  readonly part: ListedPart | undefined;
  readonly onMenu: OpenGroupMenu;
}

export default function PickBar({ opened, view, part, onMenu }: PickBarProps) {
  const { store } = useLive();
  const picks = usePicks();
  usePickedIds();
  const acts = useLoadActs();
  // Loads that have left the board are no longer picked.
  useSyncExternalStore(store.subscribeCounts, () => store.size);
  const ids = acts.picked();
  const all_listed = useSyncExternalStore(view.subscribe, () => view.snapshot().ids);
  const listed = useMemo(() => new Set(part?.ids ?? all_listed), [part, all_listed]);
  const unlisted = ids.filter((load_id) => !listed.has(load_id));
  const denied = useDisabledReason('manage_loads');
  const { open, free } = acts.openOf(ids);
  const nothing = open.length === 0 ? 'None of these loads has an exception' : null;
  const taken = free.length === 0 ? 'All of these loads have an owner' : null;
  const menu = (part?: GroupPart) => (event: { currentTarget: HTMLElement }) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    onMenu(ids, { x: left, y: top }, part);
  };
  if (ids.length === 0) return null;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Picked loads">
      <ListKeys opened={opened} onMenu={onMenu} />
      {unlisted.length > 0 && (
        <span className={classes.unlisted} role="status">
          {numberText(unlisted.length)} of them not in this list{' '}
          <button type="button" className={shared.linkButton} onClick={() => picks?.remove(unlisted)}>
            Unpick {plural(unlisted.length, 'it', 'them')}
          </button>
        </span>
      )}
      <strong className={shared.fixed}>{countText(ids.length, 'load')} picked</strong>
      <GuardedButton
        size="compact-sm"
        disabledReason={denied ?? nothing ?? taken}
        data-tip="Take (t)"
        onClick={() => acts.take(free, ids)}
      >
        {[0, open.length].includes(free.length) ? 'Take' : `Take ${numberText(free.length)}`}
      </GuardedButton>
      <GuardedButton
        size="compact-sm"
        disabledReason={denied ?? nothing}
        data-tip="Snooze until something changes (z)"
        onClick={() => acts.snooze(open, ids)}
      >
        Snooze
      </GuardedButton>
      <Button size="compact-sm" data-tip="Add a note (n)" disabled={denied !== null} onClick={menu('note')}>
        Note
      </Button>
      <ActionIcon
        aria-label="More for the picked loads"
        aria-haspopup="menu"
        data-tip="More"
        onClick={menu()}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Clear the selection"
        data-tip="Clear (Esc)"
        ml="auto"
        onClick={() => picks?.clear()}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
