/**
 * Menu of triage actions for a group or one load, opened at the pointer. Actions with further choices replace the menu. Loaded when
 * first used.
 */
import { Menu } from '@mantine/core';
import { MAX_TRIAGED_LOADS_PER_REQUEST, type TriageAct } from '@waypost/contract/api/triage';
import { type ReactNode, useEffect, useState } from 'react';
import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { useLive } from '../../../live/context.ts';
import { usePicks } from '../../../live/picks.ts';
import { isolated } from '../../../ui/bidi.ts';
import {
  IconArrowsExchange,
  IconCheck,
  IconCheckbox,
  IconClock,
  IconList,
  IconPencil,
  IconTrash,
  IconUserCircle,
} from '../../../ui/icons.ts';
import { typeAhead } from '../../../ui/keys.ts';
import { OpenModal } from '../../../ui/OpenModal.tsx';
import { countText } from '../../../ui/units.ts';
import { useGroupActions } from '../actions.ts';
import { REMOVE } from '../cause-words.ts';
import classes from '../LoadRow.module.css';
import { listsDialog } from '../lists/load-lists.ts';
import { keyOfLoads, useTriage, type Versions } from './commands.ts';
import { TakeDialog } from './TakeDialog.tsx';
import {
  CloseItems,
  NoteForm,
  PeopleItems,
  SnoozeForm,
  SnoozeItems,
  useNotes,
  useSnoozes,
} from './TriageForms.tsx';

interface GroupMenuProps {
  readonly load_ids: readonly string[];
  /** In pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  /** What is open at first; absent: the menu. */
  readonly part?: GroupPart | undefined;
}

export type GroupPart = 'assign' | 'snooze' | 'until' | 'note' | 'close' | 'take';

export default function GroupMenu({ load_ids, point, onClose, part: first = undefined }: GroupMenuProps) {
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const triage = useTriage();
  const run = useGroupActions();
  const picks = usePicks();
  /** What is done with the picked loads is done: they are picked no more. A note alone is no end. */
  const send = async (ids: readonly string[], what: TriageAct, seen?: Versions) => {
    const done = await triage(ids, what, seen && { seen });
    const is_note = what.kind === 'note' && !what.take && what.snooze_until === undefined;
    if (done && !is_note) picks?.remove(ids);
    return done;
  };
  const notes = useNotes();
  const snoozes = useSnoozes();
  const [part, setPart] = useState<GroupPart | null>(first ?? null);
  // What was typed while this was loading belongs to a note; a menu has no use for it.
  useEffect(() => {
    if (first !== 'note') typeAhead.take();
  }, [first]);
  const triageOf = (load_id: string) => store.get(load_id)?.triage;
  const limited_ids = load_ids.slice(0, MAX_TRIAGED_LOADS_PER_REQUEST);
  const open = load_ids
    .filter((load_id) => triageOf(load_id)?.closed === null)
    .slice(0, MAX_TRIAGED_LOADS_PER_REQUEST);
  // Loads that have an owner are not taken over in passing.
  const without_owner = open.filter((load_id) => triageOf(load_id)?.owner === null);
  const not_snoozed = open.filter((load_id) => triageOf(load_id)?.snooze === null);
  const snoozed = open.filter((load_id) => triageOf(load_id)?.snooze);
  const nameOf = (ids: readonly string[]): string => {
    const [load_id = ''] = ids;
    if (ids.length === 1) return isolated(store.get(load_id)?.load_ref ?? load_id);
    return countText(ids.length, 'load');
  };
  const sub = usePerson();
  const [only = ''] = open;
  // Only a single load is taken from somebody, after a question.
  const owner = load_ids.length === 1 ? triageOf(only)?.owner : null;
  const taken_from = owner && owner.sub !== sub ? owner : null;
  const act = (ids: readonly string[], what: TriageAct, seen?: Versions) => {
    onClose();
    return send(ids, what, seen);
  };
  if (part === 'note' || part === 'until') {
    const title = part === 'note' ? `Add a note to ${nameOf(limited_ids)}` : `Snooze ${nameOf(not_snoozed)}`;
    return (
      <OpenModal onClose={onClose} title={title} size={440}>
        {part === 'note' ? (
          <NoteForm
            notes={notes}
            draft={keyOfLoads(load_ids)}
            open={open.length > 0}
            onSend={(act) => send(limited_ids, act)}
            onClose={onClose}
          />
        ) : (
          <SnoozeForm
            snoozes={snoozes}
            draft={keyOfLoads(load_ids)}
            onSnooze={(until) => void act(not_snoozed, { kind: 'snooze', until })}
            onCancel={onClose}
          />
        )}
      </OpenModal>
    );
  }
  if (part === 'take' && taken_from)
    return (
      <TakeDialog
        name={nameOf(open)}
        owner={taken_from}
        onTake={() => send(open, { kind: 'assign' })}
        onClose={onClose}
      />
    );
  const item = (label: string, icon: ReactNode, ids: readonly string[], then: TriageAct | GroupPart) => (
    <Menu.Item
      leftSection={icon}
      disabled={disabledReason !== null || ids.length === 0}
      closeMenuOnClick={false}
      onClick={() => (typeof then === 'string' ? setPart(then) : void act(ids, then))}
    >
      {label}
    </Menu.Item>
  );
  return (
    <WithQueries>
      <Menu
        // A new menu for each part resets the focus.
        key={part}
        opened
        onChange={(opened) => !opened && onClose()}
        position="bottom-start"
        width={280}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <span className={classes.anchor} style={{ left: point.x, top: point.y }} />
        </Menu.Target>
        <Menu.Dropdown>
          {part === 'assign' && (
            <PeopleItems load_ids={open} onAct={(what, seen) => void act(open, what, seen)} />
          )}
          {part === 'snooze' && (
            <SnoozeItems
              load_ids={not_snoozed}
              onAct={(what) => void act(not_snoozed, what)}
              onUntil={() => setPart('until')}
            />
          )}
          {part === 'close' && <CloseItems onAct={(what) => void act(open, what)} />}
          {part === null && (
            <>
              {disabledReason !== null && <Menu.Label>{disabledReason}</Menu.Label>}
              {taken_from
                ? item(
                    `Take ${nameOf(open)} from ${isolated(taken_from.name)}…`,
                    <IconArrowsExchange size={16} />,
                    open,
                    'take',
                  )
                : item(
                    without_owner.length > 0
                      ? `Take ${nameOf(without_owner)}${load_ids.length === 1 ? '' : ` (nobody has ${without_owner.length === 1 ? 'it' : 'them'})`}`
                      : load_ids.length === 1
                        ? 'Take: already taken'
                        : 'Take: all have an owner',
                    <IconArrowsExchange size={16} />,
                    without_owner,
                    { kind: 'assign' },
                  )}
              {item(`Assign ${nameOf(open)}…`, <IconUserCircle size={16} />, open, 'assign')}
              {item(`Add a note to ${nameOf(limited_ids)}…`, <IconPencil size={16} />, limited_ids, 'note')}
              {item(
                not_snoozed.length > 0
                  ? `Snooze ${nameOf(not_snoozed)}…`
                  : load_ids.length === 1
                    ? 'Snooze: already snoozed'
                    : 'Snooze: all are snoozed',
                <IconClock size={16} />,
                not_snoozed,
                'snooze',
              )}
              {snoozed.length > 0 &&
                item(`End the snooze of ${nameOf(snoozed)}`, <IconClock size={16} />, snoozed, {
                  kind: 'wake',
                })}
              {item(`Close ${nameOf(open)}…`, <IconCheck size={16} />, open, 'close')}
              <Menu.Divider />
              <Menu.Item leftSection={<IconList size={16} />} onClick={() => listsDialog.add(load_ids)}>
                Add {nameOf(load_ids)} to a list
              </Menu.Item>
              {picks && load_ids.some((load_id) => !picks.get().has(load_id)) && (
                <Menu.Item leftSection={<IconCheckbox size={16} />} onClick={() => picks.add(load_ids)}>
                  Pick {nameOf(load_ids)}
                </Menu.Item>
              )}
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                disabled={disabledReason !== null}
                onClick={() => run(load_ids, REMOVE)}
              >
                Remove {nameOf(load_ids)} from the board
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </WithQueries>
  );
}
