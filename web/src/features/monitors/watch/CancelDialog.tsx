/** Ends the watch at the service, after saying what is lost with it. */
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useApi } from '../../../api/context.ts';
import { ConfirmDialog, ImpactList } from '../../../live/ConfirmDialog.tsx';
import { useNow } from '../../../live/context.ts';
import { stopName } from '../../../live/journey-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { toast } from '../../../ui/toasts.ts';
import { wordsOfJourney } from './live-texts.ts';
import { monitorName } from './names.ts';

export interface CancelDialogProps {
  readonly monitor: BoardMonitor;
  readonly onClose: () => void;
  readonly onCancelled: (monitor: BoardMonitor) => void;
}

export function CancelDialog({ monitor, onClose, onCancelled }: CancelDialogProps) {
  const { http } = useApi();
  const where = useNow((now) => wordsOfJourney(monitor, now).text);
  const left = monitor.stops.filter(({ departed_at }) => departed_at === null);
  const loads = monitor.links.filter(({ state }) => state === 'linked');
  const name = isolated(monitorName(monitor));
  return (
    <ConfirmDialog
      title={`Cancel monitor ${name}?`}
      action="Cancel monitor"
      keep="Keep monitor"
      not_done="Not cancelled"
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
          {left.length === 1
            ? 'arrivals and departures at 1 stop'
            : `arrivals and departures at ${left.length} stops`}{' '}
          not reached yet
          {left.length > 0 &&
            `: ${left
              .slice(0, 4)
              .map((stop) => isolated(stopName(stop, monitor.stops)))
              .join(', ')}${left.length > 4 ? ` and ${left.length - 4} more` : ''}`}
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
