/** Works through the fleets to follow up with: what was done with one opens the next, and can be undone. */
import { chaseReason } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useLive } from '../../live/context.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';

export interface Done {
  /** As the server answered. */
  readonly invitation: BoardInvitation;
  /** Takes it back; rejects with a Problem. */
  readonly undo?: () => Promise<unknown>;
  /** True: the next one opens also where this one still is to be followed up. */
  readonly leave?: boolean;
}

export interface FollowUp {
  /** Place of the open one, from 1, and how many there are; null where the list is another. */
  readonly place: readonly [at: number, of: number] | null;
  /** Opened by this hook: the focus follows into it. */
  readonly opened: string | null;
  /** Opens the first one of another list: the focus follows into it. */
  readonly start: (first: string | undefined) => void;
  /** @returns whether the next one is opened */
  readonly done: (done: Done) => boolean;
  readonly undo: (done: Done) => void;
  /** Opens the next one and leaves this one as it is. */
  readonly skip: () => void;
}

interface Options {
  /** Whether the list holds those to follow up with. */
  readonly active: boolean;
  readonly items: readonly BoardInvitation[];
  readonly selected: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
}

const KEYS: KeyWords = [
  [['x'], 'Skip to the next follow-up'],
  [['u'], 'Undo your last action'],
];

export function useFollowUp({ active, items, selected, onOpen }: Options): FollowUp {
  const { clock } = useLive();
  const [opened, setOpened] = useState<string | null>(null);
  const [last, setLast] = useState<Done | null>(null);
  const at = items.findIndex(({ key }) => key === selected);
  const open = (key: string | undefined) => {
    setOpened(key ?? null);
    onOpen(key);
  };
  const undo = (what: Done) => {
    setLast(null);
    what.undo?.().then(
      () => active && open(what.invitation.key),
      (error: unknown) => showProblem('Not undone', asProblem(error)),
    );
  };
  const done = (what: Done): boolean => {
    setLast(what.undo ? what : null);
    if (!active || (!what.leave && chaseReason(what.invitation, clock.now()) !== null)) return false;
    const place = items.findIndex(({ key }) => key === what.invitation.key);
    const rest = items.filter(({ key }) => key !== what.invitation.key);
    open(rest[Math.max(0, place)]?.key ?? rest[0]?.key);
    return true;
  };
  const skip = () => {
    if (active && at >= 0) open(items[(at + 1) % items.length]?.key);
  };
  useShortcuts({ x: skip, u: () => last && undo(last) }, KEYS);
  return {
    place: active && at >= 0 ? [at + 1, items.length] : null,
    opened,
    start: (first) => setOpened(first ?? null),
    done,
    undo,
    skip,
  };
}
