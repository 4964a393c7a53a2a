/** What can be done with a monitor: read it, prove with it, go on from it, end it. In a menu where there is little room. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useDisabledReason } from '../../../api/context.ts';
import { GuardedButton } from '../../../ui/GuardedButton.tsx';
import { IconChevronDown, IconDots, IconDownload, IconPrinter, IconRefresh } from '../../../ui/icons.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { LinkMenuItem } from '../../../ui/LinkMenuItem.tsx';
import { useLayout } from '../../../ui/use-media.ts';
import type { MonitorFacts } from './facts.ts';

export interface MonitorActionsProps {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
  readonly reading: boolean;
  readonly onRead: () => void;
  readonly onCsv: () => void;
  readonly onPrint: () => void;
  readonly onCancel: () => void;
}

export function MonitorActions(props: MonitorActionsProps) {
  const { monitor, facts, reading, onRead, onCancel } = props;
  const disabledReason = useDisabledReason('manage_monitors');
  const layout = useLayout();
  const small = layout === 'phone' || layout === 'tablet';
  const active = facts.state === 'active';
  const has_left = monitor.stops.some(({ departed_at }) => departed_at === null);
  if (small)
    return (
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon aria-label="Monitor actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onRead}>Refresh</Menu.Item>
          <EvidenceItems {...props} />
          <Menu.Divider />
          <LinkMenuItem to="/monitors/new" search={{ copy: monitor.id }} disabledReason={disabledReason}>
            Copy as new
          </LinkMenuItem>
          {has_left && (
            <LinkMenuItem to="/monitors/new" search={{ follow: monitor.id }} disabledReason={disabledReason}>
              Create follow-on monitor
            </LinkMenuItem>
          )}
          {active && (
            <Menu.Item onClick={onCancel} disabled={disabledReason !== null}>
              Cancel monitor
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <>
      <Tooltip label="Refresh">
        <ActionIcon aria-label="Refresh" loading={reading} onClick={onRead}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Menu width={200}>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} aria-hidden />}>Evidence</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <EvidenceItems {...props} />
        </Menu.Dropdown>
      </Menu>
      <LinkButton to="/monitors/new" search={{ copy: monitor.id }} disabledReason={disabledReason}>
        Copy as new
      </LinkButton>
      {has_left && (
        <LinkButton to="/monitors/new" search={{ follow: monitor.id }} disabledReason={disabledReason}>
          Follow-on
        </LinkButton>
      )}
      {active && (
        <GuardedButton disabledReason={disabledReason} onClick={onCancel}>
          Cancel monitor
        </GuardedButton>
      )}
    </>
  );
}

function EvidenceItems({ onCsv, onPrint }: Pick<MonitorActionsProps, 'onCsv' | 'onPrint'>) {
  return (
    <>
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onCsv}>
        Evidence as CSV
      </Menu.Item>
      <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
        Print evidence
      </Menu.Item>
    </>
  );
}
