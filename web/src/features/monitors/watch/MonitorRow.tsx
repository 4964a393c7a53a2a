/** Row of the table of monitors. Draws again only when its monitor, or a word of it, changes. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { memo } from 'react';
import { isolated } from '../../../ui/bidi.ts';
import { GridCell } from '../../../ui/Grid.tsx';
import { IconAlertTriangle, IconAlertTriangleFilled, IconClockExclamation } from '../../../ui/icons.ts';
import { useWritingKey } from '../../../ui/prefs.ts';
import { fullDateTime } from '../../../ui/time.ts';
import { COLUMNS, type ColumnKey } from './columns.ts';
import type { MonitorFacts } from './facts.ts';
import type { Flag } from './integrity.ts';
import { JourneyLine } from './JourneyLine.tsx';
import classes from './MonitorRow.module.css';
import { monitorName, vehicleText } from './names.ts';
import { StateBadge } from './StateBadge.tsx';
import type { MonitorStore } from './store.ts';
import { useFlagWords, useJourneyText, useNextExpected, useTimeLeft } from './told.ts';
import { useMonitor, useMonitorFacts } from './use-monitors.ts';

export interface MonitorRowProps {
  readonly store: MonitorStore;
  readonly id: string;
}

export const MonitorRow = memo(function MonitorRow({ store, id }: MonitorRowProps) {
  useWritingKey();
  const monitor = useMonitor(store, id);
  const facts = useMonitorFacts(store, id);
  if (!monitor || !facts) return <GridCell />;
  return (
    <>
      {COLUMNS.map(({ name, figure }) => (
        <GridCell key={name} data-figure={figure} data-column={name}>
          <Cell column={name} monitor={monitor} facts={facts} />
        </GridCell>
      ))}
    </>
  );
});

interface PartProps {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

function Cell({ column, monitor, facts }: PartProps & { readonly column: ColumnKey }) {
  switch (column) {
    case 'state':
      return <StateBadge state={facts.state} raw={monitor.status} />;
    case 'name':
      return <Name monitor={monitor} />;
    case 'vehicle':
      return <Vehicle monitor={monitor} />;
    case 'journey':
      return (
        <>
          <JourneyLine monitor={monitor} facts={facts} />
          <JourneyText monitor={monitor} />
        </>
      );
    case 'next':
      return <Next monitor={monitor} />;
    case 'left':
      return <TimeLeft monitor={monitor} facts={facts} />;
    case 'flag':
      return <WorstFlag monitor={monitor} facts={facts} />;
  }
}

export function Name({ monitor }: Pick<PartProps, 'monitor'>) {
  const loads = monitor.links.filter(({ state }) => state === 'linked');
  const asks = monitor.links.some(({ state }) => state === 'suggested');
  const text =
    loads.length > 0
      ? loads.map(({ load_ref, load_id }) => isolated(load_ref ?? load_id.slice(0, 8))).join(', ')
      : asks
        ? 'a load is suggested'
        : 'no load';
  return (
    <>
      <strong title={monitorName(monitor)}>{monitorName(monitor)}</strong>
      <span className={classes.second} title={text}>
        {loads.length > 0 ? `Load ${text}` : text}
      </span>
    </>
  );
}

function Vehicle({ monitor }: Pick<PartProps, 'monitor'>) {
  const name = vehicleText(monitor);
  const more = [monitor.vin, monitor.license_plate_number].find((one) => one && one !== name);
  return (
    <>
      <span title={name}>{name}</span>
      <span className={classes.second} title={more ?? undefined}>
        {more ?? ''}
      </span>
    </>
  );
}

export function JourneyText({ monitor }: Pick<PartProps, 'monitor'>) {
  const text = useJourneyText(monitor);
  return (
    <span className={classes.second} title={text}>
      {text}
    </span>
  );
}

export function Next({ monitor }: Pick<PartProps, 'monitor'>) {
  const next = useNextExpected(monitor);
  if (!next) return null;
  return (
    <>
      <span title={next.name}>{next.name}</span>
      <span className={classes.second} data-late={next.late || undefined}>
        {next.late && <IconClockExclamation size={14} aria-hidden />}
        {next.planned === null ? 'no plan' : `${next.planned}, ${next.standing}`}
      </span>
    </>
  );
}

export function TimeLeft({ monitor, facts }: PartProps) {
  const left = useTimeLeft(facts);
  return left === null || monitor.expires_at === null ? null : (
    <time dateTime={monitor.expires_at} title={`Watched until ${fullDateTime(monitor.expires_at)}`}>
      {left}
    </time>
  );
}

export function WorstFlag({ monitor, facts }: PartProps) {
  const [worst, ...rest] = facts.flags;
  if (!worst) return null;
  return <FlagLine flag={worst} more={rest.length} monitor={monitor} attention={facts.attention} />;
}

interface FlagLineProps {
  readonly flag: Flag;
  readonly more: number;
  readonly monitor: BoardMonitor;
  readonly attention: boolean;
}

function FlagLine({ flag, more, monitor, attention }: FlagLineProps) {
  const { what, why } = useFlagWords(flag, monitor);
  return (
    <span className={classes.flag} data-attention={attention || undefined} title={`${what}. ${why}`}>
      <FlagIcon flag={flag} />
      <span className={classes.flagWords}>
        <b>
          {what}
          {more > 0 && <span className={classes.more}> and {more} more</span>}
        </b>
        <span className={classes.second}>{why}</span>
      </span>
    </span>
  );
}

/** The wrong truck bears the mark and colour of its health on the board; other flags have none. */
export function FlagIcon({ flag, size = 16 }: { readonly flag: Flag; readonly size?: number }) {
  if (flag.kind === 'check_truck')
    return <IconAlertTriangleFilled size={size} aria-hidden className={classes.check} />;
  const Icon = flag.kind === 'late' ? IconClockExclamation : IconAlertTriangle;
  return <Icon size={size} aria-hidden className={classes.flagIcon} />;
}
