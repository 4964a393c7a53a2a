/** Everything that can be done with a row, at the place where it was asked for. Loaded when first used. */
import { Menu } from '@mantine/core';
import { isCause } from '@waypost/triage/score';
import { useDisabledReason } from '../../api/context.ts';
import { useFacts, useLive, useLoad } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import {
  IconArrowsExchange,
  IconCopy,
  IconEye,
  IconFilter,
  IconList,
  IconPhone,
  IconRefresh,
  IconTrash,
} from '../../ui/icons.ts';
import { copyText } from '../../ui/MonoId.tsx';
import { toast } from '../../ui/toasts.ts';
import { type Action, sentenceOf } from './explain.ts';
import classes from './LoadRow.module.css';
import { listsDoor } from './lists/lists-door.ts';
import { ACTION_ICONS, actionWords } from './RowActions.tsx';
import { CALL_CARRIER, canCall, useCallCarrier } from './use-call-carrier.ts';

export interface RowMenuProps {
  readonly load_id: string;
  /** Pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onOpen: (load_id: string) => void;
  readonly onAction: (load_id: string, action: Action) => void;
  readonly onFleet: (fleet_id: string) => void;
  readonly onTriage: () => void;
}

const READ_NOW: Action = { kind: 'read_now', label: 'Refresh' };
const REMOVE: Action = { kind: 'remove', label: 'Remove' };

export default function RowMenu({
  load_id,
  point,
  onClose,
  onOpen,
  onAction,
  onFleet,
  onTriage,
}: RowMenuProps) {
  const { clock } = useLive();
  const call = useCallCarrier();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const disabledReason = useDisabledReason('manage_loads');
  if (!load || !facts) return null;
  const { action } = sentenceOf(load, isCause(facts.cause) ? facts.cause : 'unknown', clock.now());
  const first = action?.kind === 'message' ? action : null;
  const FirstIcon = ACTION_ICONS[first?.kind ?? 'message'];
  const number = load.load_ref ?? load_id;
  const { fleet } = load;
  const copyNumber = () =>
    void copyText(number).then((done) =>
      toast({ title: done ? 'Load number copied' : 'Your browser blocked copying', text: number }),
    );
  return (
    <Menu opened onChange={(opened) => !opened && onClose()} position="bottom-start" width={240}>
      <Menu.Target>
        <span className={classes.anchor} style={{ left: point.x, top: point.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {first && (
          <Menu.Item leftSection={<FirstIcon size={16} />} onClick={() => onAction(load_id, first)}>
            {actionWords(first)}
          </Menu.Item>
        )}
        {canCall(load) && (
          <Menu.Item leftSection={<IconPhone size={16} />} onClick={() => call(load)}>
            {CALL_CARRIER}
          </Menu.Item>
        )}
        {load.triage?.closed === null && (
          <Menu.Item
            leftSection={<IconArrowsExchange size={16} />}
            closeMenuOnClick={false}
            onClick={onTriage}
          >
            Take, note, snooze or close…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconEye size={16} />} onClick={() => onOpen(load_id)}>
          Open load
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => onAction(load_id, READ_NOW)}>
          Refresh
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={copyNumber}>
          Copy load number
        </Menu.Item>
        {fleet && (
          <Menu.Item leftSection={<IconFilter size={16} />} onClick={() => onFleet(fleet.fleet_id)}>
            Show only {fleetName(fleet)}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconList size={16} />} onClick={() => listsDoor.put([load_id])}>
          Add to a list
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          disabled={disabledReason !== null}
          onClick={() => onAction(load_id, REMOVE)}
        >
          Remove from the board
          {disabledReason !== null && <span className={classes.reason}>{disabledReason}</span>}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
