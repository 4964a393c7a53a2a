/** A monitor on a phone: the same facts as the row of the table, one below the other. */

import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { memo } from 'react';
import { GridCell } from '../../../ui/Grid.tsx';
import { useWritingKey } from '../../../ui/prefs.ts';
import { JourneyLine } from './JourneyLine.tsx';
import classes from './MonitorCard.module.css';
import { JourneyText, type MonitorRowProps, TimeLeft, WorstFlag } from './MonitorRow.tsx';
import { monitorName, vehicleText } from './names.ts';
import { StateBadge } from './StateBadge.tsx';
import { useNextExpected } from './told.ts';
import { useMonitor, useMonitorFacts } from './use-monitors.ts';

export const MonitorCard = memo(function MonitorCard({ store, id }: MonitorRowProps) {
  useWritingKey();
  const monitor = useMonitor(store, id);
  const facts = useMonitorFacts(store, id);
  if (!monitor || !facts) return <GridCell />;
  return (
    <GridCell className={classes.card}>
      <div className={classes.line}>
        <strong className={classes.name}>{monitorName(monitor)}</strong>
        <StateBadge state={facts.state} raw={monitor.status} />
      </div>
      <div className={classes.line}>
        <span className={classes.name}>{vehicleText(monitor)}</span>
        {facts.expires !== null && (
          <span className={classes.left}>
            <TimeLeft monitor={monitor} facts={facts} /> left
          </span>
        )}
      </div>
      <JourneyLine monitor={monitor} facts={facts} />
      <div className={classes.line}>
        <JourneyText monitor={monitor} />
        <NextTime monitor={monitor} />
      </div>
      {facts.flags.length > 0 && <WorstFlag monitor={monitor} facts={facts} />}
    </GridCell>
  );
});

function NextTime({ monitor }: { readonly monitor: BoardMonitor }) {
  const next = useNextExpected(monitor);
  return next?.planned ? (
    <span className={classes.left} data-late={next.late || undefined}>
      {next.planned}, {next.standing}
    </span>
  ) : null;
}
