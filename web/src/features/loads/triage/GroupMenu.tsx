/** What can be done about the exceptions of a whole group, at the place where it was asked for. Loaded when first used. */
import { Menu } from '@mantine/core';
import { MAX_TRIAGE_AT_ONCE } from '@waypost/contract/api/triage';
import { useDisabledReason } from '../../../api/context.ts';
import { useLive } from '../../../live/context.ts';
import { IconArrowsExchange, IconClock, IconList } from '../../../ui/icons.ts';
import { personLocale } from '../../../ui/locale.ts';
import classes from '../LoadRow.module.css';
import { listsDoor } from '../lists/lists-door.ts';
import { useTriage } from './commands.ts';
import { SNOOZE_CHOICES, snoozeAct } from './snooze.ts';

export interface GroupMenuProps {
  readonly load_ids: readonly string[];
  /** Pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const loadsText = (count: number) =>
  count === 1 ? '1 load' : `${count.toLocaleString(personLocale())} loads`;

export default function GroupMenu({ load_ids, point, onClose }: GroupMenuProps) {
  const { store, clock } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const act = useTriage();
  const open = load_ids
    .filter((load_id) => store.get(load_id)?.triage?.closed === null)
    .slice(0, MAX_TRIAGE_AT_ONCE);
  // What somebody has already is not taken away in passing.
  const free = open.filter((load_id) => store.get(load_id)?.triage?.owner === null);
  const awake = open.filter((load_id) => store.get(load_id)?.triage?.snooze === null);
  return (
    <Menu
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
        <Menu.Item
          data-autofocus
          leftSection={<IconArrowsExchange size={16} />}
          disabled={disabledReason !== null || free.length === 0}
          onClick={() => void act(free, { kind: 'assign' })}
        >
          {free.length === 0 ? 'Take: all have an owner' : `Take ${loadsText(free.length)} without an owner`}
          {disabledReason !== null && <span className={classes.reason}>{disabledReason}</span>}
        </Menu.Item>
        <Menu.Item leftSection={<IconList size={16} />} onClick={() => listsDoor.put(load_ids)}>
          Add {loadsText(load_ids.length)} to a list
        </Menu.Item>
        <Menu.Label>
          {awake.length === 0 ? 'All are snoozed or closed' : `Snooze ${loadsText(awake.length)}`}
        </Menu.Label>
        {awake.length > 0 &&
          SNOOZE_CHOICES.map(({ label, ms }) => (
            <Menu.Item
              key={label}
              leftSection={<IconClock size={16} />}
              disabled={disabledReason !== null}
              onClick={() => void act(awake, snoozeAct(ms, clock.now()))}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
