import { ActionIcon, Button, Menu } from '@mantine/core';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { ConfirmDialog, ImpactList } from '../../../live/ConfirmDialog.tsx';
import { useNow } from '../../../live/context.ts';
import { stopName } from '../../../live/load-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton, IconButton, LinkButton } from '../../../ui/buttons.tsx';
import { IconChevronDown, IconDots, IconDownload, IconPrinter, IconRefresh } from '../../../ui/icons.ts';
import { LinkMenuItem } from '../../../ui/LinkMenuItem.tsx';
import { toast } from '../../../ui/toasts.ts';
import { countText } from '../../../ui/units.ts';
import { useLayout } from '../../../ui/use-media.ts';
import type { MonitorFacts } from './facts.ts';
import { describeJourney, monitorName } from './words.ts';

interface MonitorActionsProps {
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
  const has_remaining = monitor.stops.some(({ departed_at }) => departed_at === null);
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
          {has_remaining && (
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
      <IconButton label="Refresh" icon={IconRefresh} icon_size={18} loading={reading} onClick={onRead} />
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
      {has_remaining && (
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

interface CancelDialogProps {
  readonly monitor: BoardMonitor;
  readonly onClose: () => void;
  readonly onCancelled: (monitor: BoardMonitor) => void;
}

export function CancelDialog({ monitor, onClose, onCancelled }: CancelDialogProps) {
  const { http } = useApi();
  const where = useNow((now) => describeJourney(monitor, now));
  const remaining = monitor.stops.filter(({ departed_at }) => departed_at === null);
  const loads = monitor.links.filter(({ state }) => state === 'linked');
  const name = isolated(monitorName(monitor));
  return (
    <ConfirmDialog
      title={`Cancel monitor ${name}?`}
      action="Cancel monitor"
      keep="Keep monitor"
      failure_title="Not cancelled"
      act={async () => {
        const params = { monitor_id: monitor.id };
        onCancelled(await http.call(MONITOR_ROUTES.cancelMonitor, { params }));
        toast({ title: `Cancelled monitor ${name}` });
      }}
      onClose={onClose}
    >
      <p>{where}.</p>
      <ImpactList>
        <li>
          arrivals and departures at {countText(remaining.length, 'stop')} not reached yet
          {remaining.length > 0 &&
            `: ${remaining
              .slice(0, 4)
              .map((stop) => isolated(stopName(stop, monitor.stops)))
              .join(', ')}${remaining.length > 4 ? ` and ${remaining.length - 4} more` : ''}`}
        </li>
        {loads.length > 0 && (
          <li>
            arrivals and departures for{' '}
            {loads.map(({ load_ref, load_id }) => isolated(load_ref ?? load_id.slice(0, 8))).join(', ')}
          </li>
        )}
      </ImpactList>
      <p>
        Recorded times are kept. A cancelled monitor can't be resumed; a follow-on monitor can track the
        remaining stops.
      </p>
    </ConfirmDialog>
  );
}
