/** All actions of a row, opened at the pointer or the row. Loaded when first used. */
import { Menu } from '@mantine/core';
import { useDisabledReason } from '../../api/context.ts';
import { useFacts, useLoad } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { useIsPicked, usePicks } from '../../live/picks.ts';
import {
  IconArrowsExchange,
  IconCheckbox,
  IconCopy,
  IconEye,
  IconFilter,
  IconList,
  IconMapPin,
  IconPhone,
  IconRefresh,
  IconTrash,
} from '../../ui/icons.ts';
import { copyText } from '../../ui/MonoId.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { CALL_CARRIER, callPopover } from './call/call.ts';
import { type Action, actionWords, CAUSE_WORDS, REFRESH, REMOVE } from './cause-words.ts';
import classes from './LoadRow.module.css';
import { ACTION_ICONS } from './LoadRow.tsx';
import { listsDialog } from './lists/load-lists.ts';

interface RowMenuProps {
  readonly load_id: string;
  /** In pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onOpen: (load_id: string) => void;
  readonly onAction: (load_id: string, action: Action) => void;
  readonly onFleet: (fleet_id: string) => void;
  readonly onTriage: () => void;
  /** Undefined: the map is beside the list. */
  readonly onMap: ((load_id: string) => void) | undefined;
}

export default function RowMenu(props: RowMenuProps) {
  const { load_id, point, onClose, onOpen, onAction, onFleet, onTriage, onMap } = props;
  const picks = usePicks();
  const picked = useIsPicked(load_id);
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const disabledReason = useDisabledReason('manage_loads');
  if (!load || !facts) return null;
  const { action } = CAUSE_WORDS[facts.cause];
  const first = action?.kind === 'message' ? action : null;
  const number = load.load_ref ?? load_id;
  const { fleet } = load;
  const copyNumber = () =>
    void copyText(number).then((done) =>
      toast({ title: done ? 'Load number copied' : 'Your browser blocked copying', text: number }),
    );
  const item = (Icon: typeof IconEye, words: string, onClick: () => void, key?: string) => (
    <Menu.Item leftSection={<Icon size={16} />} onClick={onClick}>
      {words}
      {key && <span className={shared.key}> ({key})</span>}
    </Menu.Item>
  );
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      width={240}
      // Whole, and above the tabs at the foot of a phone.
      middlewares={{
        flip: true,
        shift: { crossAxis: true, padding: { top: 8, left: 8, right: 8, bottom: 60 } },
      }}
    >
      <Menu.Target>
        <span className={classes.anchor} style={{ left: point.x, top: point.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {first && item(ACTION_ICONS[first.kind], actionWords(first), () => onAction(load_id, first))}
        {item(IconPhone, CALL_CARRIER, () => callPopover.open(load_id, point))}
        {load.triage?.closed === null && (
          <Menu.Item
            leftSection={<IconArrowsExchange size={16} />}
            closeMenuOnClick={false}
            onClick={onTriage}
          >
            Take, note, snooze or close…
          </Menu.Item>
        )}
        {item(IconEye, 'Open load', () => onOpen(load_id))}
        {onMap && load.last_position && item(IconMapPin, 'Show on map', () => onMap(load_id))}
        {item(IconRefresh, REFRESH.label, () => onAction(load_id, REFRESH))}
        {item(IconCopy, 'Copy load number', copyNumber)}
        {fleet && item(IconFilter, `Show only ${fleetName(fleet)}`, () => onFleet(fleet.fleet_id))}
        {picks && item(IconCheckbox, picked ? 'Unpick' : 'Pick', () => picks.toggle(load_id), 'x')}
        {item(IconList, 'Add to a list', () => listsDialog.add([load_id]))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          disabled={disabledReason !== null}
          onClick={() => onAction(load_id, REMOVE)}
        >
          Remove from the board
          {disabledReason !== null && <div className={shared.small}>{disabledReason}</div>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
