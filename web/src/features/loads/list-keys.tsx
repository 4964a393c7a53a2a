/** Keys for the picked loads or, with none picked, for the row that the keyboard is on. Loaded after the board is ready. */
import type { TriageAct } from '@waypost/contract/api/triage';
import { useLayoutEffect } from 'react';
import { useDisabledReason, usePerson } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { useLineFocus } from '../../live/line-focus.ts';
import { usePicks } from '../../live/picks.ts';
import { pressKeptKeys, type ShortcutHelp, typeAhead, useShortcuts } from '../../ui/keys.ts';
import { callPopover } from './call/call.ts';
import { useTriage } from './triage/commands.ts';
import type { GroupPart } from './triage/GroupMenu.tsx';
import { snoozeAct } from './triage/TriageForms.tsx';
import { omissionOf } from './triage/words.ts';

const ACT_KEYS: ShortcutHelp = [
  [['t'], 'Take the row or the picked loads, or release them'],
  [['n'], 'Add a note to the row or the picked loads'],
  [['z'], 'Snooze the row or the picked loads until something changes, or end their snooze'],
  [['c'], 'Close the exception of the row or of the picked loads'],
];
const KEYS: ShortcutHelp = [
  ...ACT_KEYS,
  [['p'], 'Call the carrier of the row'],
  [['r', 'm', 'e', 'b'], 'While calling: reached, left a message, ETA, will call back'],
];

type Point = { readonly x: number; readonly y: number };
export type OpenGroupMenu = (load_ids: readonly string[], point: Point, part?: GroupPart) => void;

/** Acts on several loads at once; once all are done, nothing is picked. */
export function useLoadActs() {
  const { store, clock } = useLive();
  const picks = usePicks();
  const send = useTriage();
  const triageOf = (load_id: string) => store.get(load_id)?.triage;
  const me = usePerson();
  /** @param picked with loads that `ids` leaves out */
  const act = (ids: readonly string[], what: TriageAct, picked = ids) => {
    const left_out = picked
      .filter((load_id) => !ids.includes(load_id))
      .map((load_id) => omissionOf(load_id, triageOf(load_id), what, me, clock.now()));
    void send(ids, what, { left_out }).then((done) => done && picks?.clear());
  };
  return {
    picked: () => [...(picks?.get() ?? [])].filter((load_id) => store.get(load_id)),
    /** Loads with an open exception; of them, those without an owner, and those that are not snoozed. */
    openOf: (ids: readonly string[]) => {
      const open = ids.filter((load_id) => triageOf(load_id)?.closed === null);
      return {
        open,
        free: open.filter((load_id) => !triageOf(load_id)?.owner),
        awake: open.filter((load_id) => !triageOf(load_id)?.snooze),
      };
    },
    take: (ids: readonly string[], picked: readonly string[]) => act(ids, { kind: 'assign' }, picked),
    release: (ids: readonly string[]) => act(ids, { kind: 'assign', sub: null }),
    snooze: (ids: readonly string[], picked: readonly string[]) =>
      act(ids, snoozeAct(null, clock.now()), picked),
    wake: (ids: readonly string[]) => act(ids, { kind: 'wake' }),
  };
}

interface ListKeysProps {
  /** A load is open: its panel calls its carrier, and has the other keys while no load is picked. */
  readonly opened: boolean;
  readonly onMenu: OpenGroupMenu;
}

export function ListKeys({ opened, onMenu }: ListKeysProps) {
  const { store } = useLive();
  const { active } = useLineFocus();
  const me = usePerson();
  const acts = useLoadActs();
  const denied = useDisabledReason('manage_loads') !== null;
  const row = (): readonly string[] => {
    const line = active.get();
    const on_list = document.activeElement?.getAttribute('role') === 'grid';
    // The line of a heading is no load.
    return on_list && line !== null && store.get(line) ? [line] : [];
  };
  const targets = (): readonly string[] => {
    const picked = acts.picked();
    return picked.length > 0 ? picked : row();
  };
  const menu = (ids: readonly string[], part: GroupPart) => {
    if (ids.length === 0) return;
    typeAhead.start();
    onMenu(ids, pointOf(ids[0] as string), part);
  };
  const call = () => {
    const [load_id] = row();
    if (load_id === undefined) return;
    callPopover.open(load_id, pointOf(load_id));
  };
  const take = () => {
    const ids = targets();
    const { open, free } = acts.openOf(ids);
    const mine = open.filter((load_id) => store.get(load_id)?.triage?.owner?.sub === me);
    if (free.length > 0) acts.take(free, ids);
    else if (mine.length > 0) acts.release(mine);
    else if (open.length === 1) menu(open, 'take');
  };
  const snooze = () => {
    const ids = targets();
    const { open, awake } = acts.openOf(ids);
    if (awake.length > 0) acts.snooze(awake, ids);
    else if (open.length > 0) acts.wake(open);
  };
  useShortcuts(
    denied
      ? NONE
      : {
          t: take,
          n: () => menu(targets(), 'note'),
          z: snooze,
          c: () => menu(acts.openOf(targets()).open, 'close'),
          ...(!opened && { p: call }),
        },
    opened ? ACT_KEYS : KEYS,
  );
  useLayoutEffect(pressKeptKeys, []);
  return null;
}

const NONE = {};

/** Below what identifies the load, in pixels of the window. */
function pointOf(load_id: string): Point {
  const row = document.getElementById(`row-${load_id}`)?.getBoundingClientRect();
  return row ? { x: row.left + 32, y: row.bottom } : { x: 80, y: 200 };
}
