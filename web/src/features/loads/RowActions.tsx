/** What can be done with a row, in a cell of its own: its one action as an icon, a call, and the menu. Reached by Tab from the active row. */
import { ActionIcon } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import type { MouseEvent } from 'react';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { IconCopy, IconDots, IconPhone, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { CALL_CARRIER, canCall, useCallCarrier } from './actions.ts';
import { type Action, actionWords, CAUSE_WORDS } from './explain.ts';
import classes from './LoadRow.module.css';

export const ACTION_ICONS = { message: IconCopy, read_now: IconRefresh, remove: IconTrash } as const;

export interface RowActionsProps {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
  readonly reachable: boolean;
  readonly onAction: (load_id: string, action: Action) => void;
  readonly onMenu: (load_id: string, point: { readonly x: number; readonly y: number }) => void;
}

export function RowActions({ load, facts, reachable, onAction, onMenu }: RowActionsProps) {
  const call = useCallCarrier();
  const { load_id } = load;
  const name = isolated(load.load_ref ?? load_id);
  const { action } = CAUSE_WORDS[facts.cause];
  const Icon = action && ACTION_ICONS[action.kind];
  const tabIndex = reachable ? 0 : -1;
  const openMenu = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    onMenu(load_id, { x: left, y: bottom });
  };
  return (
    <GridCell className={classes.actions} data-reachable={reachable || undefined}>
      {action && Icon && (
        <ActionIcon
          size={28}
          variant="default"
          tabIndex={tabIndex}
          className={classes.first}
          aria-label={`${actionWords(action)}, ${name}`}
          data-tip={actionWords(action)}
          onClick={(event) => {
            event.stopPropagation();
            onAction(load_id, action);
          }}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      )}
      {canCall(load) && (
        <ActionIcon
          size={28}
          variant="default"
          tabIndex={tabIndex}
          className={classes.first}
          aria-label={`${CALL_CARRIER}, ${name}`}
          data-tip={CALL_CARRIER}
          onClick={(event) => {
            event.stopPropagation();
            call(load);
          }}
        >
          <IconPhone size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        size={28}
        variant="default"
        tabIndex={tabIndex}
        aria-label={`More actions, ${name}`}
        aria-haspopup="menu"
        data-tip="More actions (m)"
        onClick={openMenu}
      >
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </GridCell>
  );
}
