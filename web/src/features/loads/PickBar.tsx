/** What can be done with all picked loads at once. Loaded with the first pick. */
import { ActionIcon, Button } from '@mantine/core';
import { useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { usePickedIds, usePicks } from '../../live/picks.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconDots, IconX } from '../../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../../ui/keys.ts';
import shared from '../../ui/shared.module.css';
import { countText, numberText } from '../../ui/units.ts';
import classes from './CauseIndex.module.css';
import { useTriage } from './triage/commands.ts';
import type { GroupPart } from './triage/GroupMenu.tsx';

const KEYS: ShortcutHelp = [
  [['t'], 'Take the picked loads'],
  [['n'], 'Add a note to the picked loads'],
  [['z'], 'Snooze the picked loads until something changes'],
  [['Esc'], 'Clear the selection'],
];

interface PickBarProps {
  /** An open load has the keys of its own. */
  readonly with_keys: boolean;
  readonly onMenu: (
    load_ids: readonly string[],
    point: { readonly x: number; readonly y: number },
    part?: GroupPart,
  ) => void;
}

export default function PickBar({ with_keys, onMenu }: PickBarProps) {
  const { store } = useLive();
  const picks = usePicks();
  // Loads that have left the board are no longer picked.
  const ids = [...usePickedIds()].filter((load_id) => store.get(load_id));
  const act = useTriage();
  const denied = useDisabledReason('manage_loads');
  const open = ids.filter((load_id) => store.get(load_id)?.triage?.closed === null);
  const free = open.filter((load_id) => !store.get(load_id)?.triage?.owner);
  const nothing = open.length === 0 ? 'None of these loads has an exception' : null;
  const taken = free.length === 0 ? 'All of these loads have an owner' : null;
  const then = (done: boolean) => done && picks?.clear();
  const take = () => void act(free, { kind: 'assign' }).then(then);
  const snooze = () => void act(open, { kind: 'snooze', until: null }).then(then);
  const menu = (part?: GroupPart) => (event?: { currentTarget: HTMLElement }) => {
    const { left, top } = event?.currentTarget.getBoundingClientRect() ?? { left: 80, top: 200 };
    onMenu(ids, { x: left, y: top }, part);
  };
  if (ids.length === 0) return null;
  return (
    <div className={classes.bar} role="toolbar" aria-label="Picked loads">
      {with_keys && (
        <Keys take={(taken ?? nothing) ? null : take} note={() => menu('note')()} snooze={snooze} />
      )}
      <strong className={shared.fixed}>{countText(ids.length, 'load')} picked</strong>
      <GuardedButton
        size="compact-sm"
        disabledReason={denied ?? nothing ?? taken}
        data-tip="Take (t)"
        onClick={take}
      >
        {free.length === open.length ? 'Take' : `Take ${numberText(free.length)}`}
      </GuardedButton>
      <GuardedButton
        size="compact-sm"
        disabledReason={denied ?? nothing}
        data-tip="Snooze until something changes (z)"
        onClick={snooze}
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

interface KeysProps {
  readonly take: (() => void) | null;
  readonly note: () => void;
  readonly snooze: () => void;
}

function Keys({ take, note, snooze }: KeysProps) {
  useShortcuts({ ...(take && { t: take }), n: note, z: snooze }, KEYS);
  return null;
}
