/**
 * What can be done about the exceptions of a group, or of one load, at the place where it was asked for: each choice that has
 * more to choose takes the place of the menu. Loaded when first used.
 */
import { Menu, Modal } from '@mantine/core';
import { MAX_TRIAGED_LOADS_PER_REQUEST, type TriageAct } from '@waypost/contract/api/triage';
import { type ReactNode, useState } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { useLive } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import {
  IconArrowsExchange,
  IconCheck,
  IconClock,
  IconList,
  IconPencil,
  IconUserCircle,
} from '../../../ui/icons.ts';
import { countText } from '../../../ui/units.ts';
import classes from '../LoadRow.module.css';
import { listsDoor } from '../lists/load-lists.ts';
import { useTriage } from './commands.ts';
import { CloseItems, NoteForm, PeopleItems, SnoozeForm, SnoozeItems } from './TriageForms.tsx';

interface GroupMenuProps {
  readonly load_ids: readonly string[];
  /** Pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

type Part = 'assign' | 'snooze' | 'until' | 'note' | 'close';

export default function GroupMenu({ load_ids, point, onClose }: GroupMenuProps) {
  const { store } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const send = useTriage();
  const [part, setPart] = useState<Part | null>(null);
  const triageOf = (load_id: string) => store.get(load_id)?.triage;
  const some = load_ids.slice(0, MAX_TRIAGED_LOADS_PER_REQUEST);
  const open = load_ids
    .filter((load_id) => triageOf(load_id)?.closed === null)
    .slice(0, MAX_TRIAGED_LOADS_PER_REQUEST);
  // What somebody has already is not taken away in passing.
  const free = open.filter((load_id) => triageOf(load_id)?.owner === null);
  const awake = open.filter((load_id) => triageOf(load_id)?.snooze === null);
  const asleep = open.filter((load_id) => triageOf(load_id)?.snooze);
  const nameOf = (ids: readonly string[]): string => {
    const [load_id = ''] = ids;
    if (ids.length === 1) return isolated(store.get(load_id)?.load_ref ?? load_id);
    return countText(ids.length, 'load');
  };
  const act = (ids: readonly string[], what: TriageAct) => {
    onClose();
    return send(ids, what);
  };
  if (part === 'note' || part === 'until') {
    const title = part === 'note' ? `Add a note to ${nameOf(some)}` : `Snooze ${nameOf(awake)}`;
    return (
      <Modal opened onClose={onClose} title={title} size={440}>
        {part === 'note' ? (
          <NoteForm
            draft={load_ids.length === 1 ? (load_ids[0] ?? '') : 'group'}
            onSend={(text) => send(some, { kind: 'note', text })}
            onClose={onClose}
          />
        ) : (
          <SnoozeForm onSnooze={(until) => void act(awake, { kind: 'snooze', until })} onCancel={onClose} />
        )}
      </Modal>
    );
  }
  const item = (label: string, icon: ReactNode, ids: readonly string[], then: TriageAct | Part) => (
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
        // Another one for each part: the focus begins anew.
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
          {part === 'assign' && <PeopleItems onAct={(what) => void act(open, what)} />}
          {part === 'snooze' && (
            <SnoozeItems onAct={(what) => void act(awake, what)} onUntil={() => setPart('until')} />
          )}
          {part === 'close' && <CloseItems onAct={(what) => void act(open, what)} />}
          {part === null && (
            <>
              {disabledReason !== null && <Menu.Label>{disabledReason}</Menu.Label>}
              {item(
                free.length === 0 ? 'Take: all have an owner' : `Take ${nameOf(free)} without an owner`,
                <IconArrowsExchange size={16} />,
                free,
                { kind: 'assign' },
              )}
              {item(`Assign ${nameOf(open)}…`, <IconUserCircle size={16} />, open, 'assign')}
              {item(`Add a note to ${nameOf(some)}…`, <IconPencil size={16} />, some, 'note')}
              {item(
                awake.length === 0 ? 'Snooze: all are snoozed' : `Snooze ${nameOf(awake)}…`,
                <IconClock size={16} />,
                awake,
                'snooze',
              )}
              {asleep.length > 0 &&
                item(`End the snooze of ${nameOf(asleep)}`, <IconClock size={16} />, asleep, {
                  kind: 'wake',
                })}
              {item(`Close ${nameOf(open)}…`, <IconCheck size={16} />, open, 'close')}
              <Menu.Divider />
              <Menu.Item leftSection={<IconList size={16} />} onClick={() => listsDoor.put(load_ids)}>
                Add {nameOf(load_ids)} to a list
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </WithQueries>
  );
}
