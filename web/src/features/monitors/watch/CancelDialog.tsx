/** Ends the watch at the service, after saying what is lost with it. */
import { Button, Modal } from '@mantine/core';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { asProblem, explain, type Problem } from '../../../api/problem.ts';
import { useTold } from '../../../live/context.ts';
import { stopName } from '../../../live/journey.ts';
import { toast } from '../../../ui/toasts.ts';
import classes from './CancelDialog.module.css';
import { monitorName } from './names.ts';
import { wordsOfJourney } from './told.ts';

export interface CancelDialogProps {
  readonly monitor: BoardMonitor;
  readonly onClose: () => void;
  readonly onCancelled: (monitor: BoardMonitor) => void;
}

export function CancelDialog({ monitor, onClose, onCancelled }: CancelDialogProps) {
  const { http } = useApi();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const where = useTold((now) => wordsOfJourney(monitor, now).text);
  const left = monitor.stops.filter(({ departed_at }) => departed_at === null);
  const loads = monitor.links.filter(({ state }) => state === 'linked');
  const cancel = async () => {
    setBusy(true);
    setProblem(null);
    try {
      onCancelled(await http.call(MONITOR_ROUTES.cancelMonitor, { params: { monitor_id: monitor.id } }));
      toast({ title: `${monitorName(monitor)} is no longer watched` });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Cancel the monitor ${monitorName(monitor)}?`}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.where}>{where}.</p>
      <p className={classes.lost}>With it is lost:</p>
      <ul className={classes.list}>
        <li>
          {left.length === 1 ? 'the times at 1 stop' : `the times at ${left.length} stops`} that are still to
          come
          {left.length > 0 &&
            `: ${left
              .slice(0, 4)
              .map((stop) => stopName(stop, monitor.stops))
              .join(', ')}${left.length > 4 ? ` and ${left.length - 4} more` : ''}`}
        </li>
        {loads.length > 0 && (
          <li>
            actual times from now on for{' '}
            {loads.map(({ load_ref, load_id }) => load_ref ?? load_id.slice(0, 8)).join(', ')}
          </li>
        )}
      </ul>
      <p className={classes.kept}>
        What has been seen so far is kept. A cancelled monitor cannot be taken up again; a follow-on monitor
        can watch the stops that are left.
      </p>
      {problem && (
        <p role="alert" className={classes.problem}>
          <strong>It is still watched: {explain(problem).title}.</strong> {explain(problem).text}{' '}
          {problem.request_id && `Request id ${problem.request_id}.`}
        </p>
      )}
      <div className={classes.bar}>
        <Button onClick={onClose} data-autofocus>
          Go on watching
        </Button>
        <Button variant="filled" loading={busy} onClick={() => void cancel()}>
          Cancel the monitor
        </Button>
      </div>
    </Modal>
  );
}
