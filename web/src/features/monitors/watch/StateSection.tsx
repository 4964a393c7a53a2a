/** What the monitor is doing, of which truck, until when, and how old the last word of it is. */
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import type { ReactNode } from 'react';
import { Age } from '../../../live/Age.tsx';
import { useNow } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { MonoId } from '../../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { durationText, fullDateTime, shortDateTime, utcText } from '../../../ui/time.ts';
import { coordinatesText, placeText } from '../../../ui/units.ts';
import { StateBadge } from './columns.tsx';
import type { MonitorFacts } from './facts.ts';
import classes from './MonitorDetail.module.css';
import { plateText, useJourneyText, vehicleText } from './words.ts';

export interface StateProps {
  readonly monitor: BoardMonitor;
  readonly facts: MonitorFacts;
}

export function StateHead({ monitor, facts }: StateProps) {
  const journey = useJourneyText(monitor);
  const window = useNow((now) => windowWords(monitor, facts, now));
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <StateBadge state={facts.state} raw={monitor.status} large />
        <span className={shared.small} title={untilTitle(monitor)}>
          {window}
        </span>
      </div>
      <h2 className={classes.journey}>{journey}</h2>
    </div>
  );
}

function windowWords(
  { starts_at, expires_at, completed_at, cancelled_at }: BoardMonitor,
  facts: MonitorFacts,
  now: number,
): string {
  const at = (time: string | null) => (time === null ? '' : shortDateTime(time, now));
  if (facts.state === 'completed' && completed_at) return `at ${at(completed_at)}`;
  if (facts.state === 'cancelled' && cancelled_at) return `at ${at(cancelled_at)}`;
  if (facts.state === 'expired') return `at ${at(expires_at)}`;
  if (facts.state !== 'active' || facts.expires === null) return '';
  if (starts_at !== null && Date.parse(starts_at) > now)
    return `from ${at(starts_at)} until ${at(expires_at)}`;
  return `until ${at(expires_at)}, ${durationText(facts.expires - now)} left`;
}

const untilTitle = ({ starts_at, expires_at }: BoardMonitor): string | undefined =>
  starts_at && expires_at
    ? `Tracked from ${fullDateTime(starts_at)} until ${fullDateTime(expires_at)}`
    : undefined;

export function TruckSection({ monitor }: Pick<StateProps, 'monitor'>) {
  const { last_position: position, place, rhythm_seconds } = monitor;
  const plate = plateText(monitor);
  return (
    <Section title="Truck">
      <Facts>
        <Fact name="Unit">
          <strong>{vehicleText(monitor)}</strong>
        </Fact>
        <Fact name="Last position">
          {position ? (
            <>
              <span title={coordinatesText(position)}>
                {place ? placeText(place) : coordinatesText(position)}
              </span>{' '}
              <Age at={position.occurred_at} ago />
            </>
          ) : (
            'no position'
          )}
        </Fact>
        <Fact name="Ping rate">
          {rhythm_seconds === null ? null : `every ${durationText(rhythm_seconds * 1000)}`}
        </Fact>
        <Fact name="Plate">{plate && <MonoId label="plate" value={plate} max={24} />}</Fact>
        <Fact name="VIN">{monitor.vin && <MonoId label="VIN" value={monitor.vin} />}</Fact>
        <Fact name="Fleet">{monitor.fleet_ref}</Fact>
        <Fact name="Vehicle ID">
          {monitor.vehicle_id && <MonoId label="vehicle ID" value={monitor.vehicle_id} />}
        </Fact>
      </Facts>
    </Section>
  );
}

export function AboutSection({ monitor }: Pick<StateProps, 'monitor'>) {
  return (
    <Section title="About">
      <Facts>
        <Fact name="Tracked from">{both(monitor.starts_at)}</Fact>
        <Fact name="Until">{both(monitor.expires_at)}</Fact>
        <Fact name="Created">
          {monitor.created_at && (
            <>
              <Age at={monitor.created_at} ago />
              {monitor.created_by_name ? ` by ${isolated(monitor.created_by_name)}` : ', outside Waypost'}
            </>
          )}
        </Fact>
        <Fact name="Last event">{monitor.last_event_at && <Age at={monitor.last_event_at} ago />}</Fact>
        <Fact name="Last updated">{monitor.last_read_at && <Age at={monitor.last_read_at} ago />}</Fact>
        <Fact name="Monitor ID">
          <MonoId label="monitor ID" value={monitor.id} />
        </Fact>
        <Fact name="Webhook group">
          {monitor.webhook_group_id && <MonoId label="webhook group ID" value={monitor.webhook_group_id} />}
        </Fact>
      </Facts>
    </Section>
  );
}

function both(at: string | null): ReactNode {
  return at === null ? null : (
    <>
      <time dateTime={at}>{fullDateTime(at)}</time>
      <br />
      <span className={shared.small}>{utcText(at)}</span>
    </>
  );
}
