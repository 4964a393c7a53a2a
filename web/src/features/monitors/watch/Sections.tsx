import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, MonitorEvent, MonitorLink } from '@waypost/contract/api/monitors';
import { type ReactNode, useState } from 'react';
import { useApi, useDisabledReason } from '../../../api/context.ts';
import { undoAction, useAttempt } from '../../../api/show-problem.ts';
import { Age } from '../../../live/Age.tsx';
import { useFleet, useNow } from '../../../live/context.ts';
import { stopName } from '../../../live/load-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.ts';
import { IdFact, MonoId } from '../../../ui/MonoId.tsx';
import { LongText } from '../../../ui/page-frame.tsx';
import { coordinatesText } from '../../../ui/quantities.ts';
import { Fact, Facts, Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { durationText, fullDateTime, shortDateTime, utcText } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { placeText } from '../../../ui/units.ts';
import { StateBadge } from './columns.tsx';
import type { MonitorFacts, MonitorWithFacts } from './facts.ts';
import classes from './MonitorDetail.module.css';
import { describeJourney, LINK_WORDS, plateText, vehicleText } from './words.ts';

interface LinksSectionProps {
  readonly monitor: BoardMonitor;
  readonly onChanged: (monitor: BoardMonitor) => void;
}

const ORDER: readonly MonitorLink['state'][] = ['suggested', 'linked', 'rejected'];

/** Loads that take their actual times from this monitor, with the reason for each link and the person's decision. */
export function LinksSection({ monitor, onChanged }: LinksSectionProps) {
  const links = monitor.links.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  return (
    <Section title="Loads">
      {links.length === 0 ? (
        'No load linked, and no watched load has its name or truck.'
      ) : (
        <ul className={`${shared.list} ${shared.columnTight}`}>
          {links.map((link) => (
            <LinkRow key={link.load_id} link={link} monitor={monitor} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function LinkRow({ link, monitor, onChanged }: LinksSectionProps & { readonly link: MonitorLink }) {
  const { http } = useApi();
  const disabledReason = useDisabledReason('manage_monitors');
  const { busy, attempt } = useAttempt();
  const name = isolated(link.load_ref ?? link.load_id.slice(0, 8));
  const write = async (state: MonitorLink['state']) => {
    const body = { load_id: link.load_id, state };
    onChanged(await http.call(MONITOR_ROUTES.linkMonitor, { params: { monitor_id: monitor.id }, body }));
  };
  const before = link.source === 'person' ? link.state : 'suggested';
  const decide = (state: 'linked' | 'rejected') =>
    attempt(`Link to ${name} not changed`, async () => {
      await write(state);
      toast({
        title: state === 'linked' ? `${name} linked to this monitor` : `${name} unlinked from this monitor`,
        action: undoAction('Not undone', () => write(before), `Link to ${name} restored`),
      });
    });
  return (
    <li className={`${shared.row} ${classes.link}`} data-state={link.state}>
      <div className={shared.fillWords}>
        <Link to="/" search={{ load: link.load_id }} className={classes.load}>
          {name}
        </Link>
        <span className={shared.small}>
          {link.state === 'rejected' ? 'not this load' : LINK_WORDS[link.source]}
          {link.state === 'suggested' && ': is it for this load?'}
        </span>
      </div>
      {link.state !== 'linked' && (
        <GuardedButton
          disabledReason={disabledReason}
          disabled={busy}
          variant={link.state === 'suggested' ? 'filled' : 'default'}
          onClick={() => void decide('linked')}
        >
          {link.state === 'suggested' ? 'Yes, link it' : 'Link it anyway'}
        </GuardedButton>
      )}
      {link.state !== 'rejected' && (
        <GuardedButton
          disabledReason={disabledReason}
          disabled={busy}
          onClick={() => void decide('rejected')}
        >
          {link.state === 'suggested' ? 'No' : 'Not this load'}
        </GuardedButton>
      )}
    </li>
  );
}

const KIND_WORD: Readonly<Record<MonitorEvent['kind'], string>> = {
  arrived: 'Arrived',
  departed: 'Departed',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  other: 'Other event',
};
const NOTABLE_DELAY_MS = 60_000;

/** Groups deliveries by event id; keeps the first delivery and counts the rest. */
export function deduplicateEvents(history: readonly MonitorEvent[]) {
  const byId = Map.groupBy(history, ({ event_id }) => event_id);
  return [...byId.values()].map((same) => ({
    event: same.reduce((first, one) => (one.received_at < first.received_at ? one : first)),
    times: same.length,
  }));
}

interface EventsSectionProps {
  readonly monitor: BoardMonitor;
  readonly history: readonly MonitorEvent[];
}

/** Events as received: when each happened and when it was delivered. Repeated deliveries are counted, not listed. */
export function EventsSection({ monitor, history }: EventsSectionProps) {
  const events = deduplicateEvents(history);
  return (
    <Section title={`Events as received (${events.length})`}>
      {events.length === 0 ? (
        monitor.last_read_at ? (
          'None. Times come from regular checks.'
        ) : (
          'None yet.'
        )
      ) : (
        <ol className={shared.list}>
          {events.map((entry) => (
            <EventRow key={entry.event.event_id} {...entry} monitor={monitor} />
          ))}
        </ol>
      )}
    </Section>
  );
}

type EventRowProps = ReturnType<typeof deduplicateEvents>[number] & { readonly monitor: BoardMonitor };

function EventRow({ event, times, monitor }: EventRowProps) {
  const [open, setOpen] = useState(false);
  const stop = monitor.stops.find(({ sequence }) => sequence === event.stop_sequence);
  const at = event.occurred_at ?? event.received_at;
  const when = useNow((now) => shortDateTime(at, now));
  const delay = event.occurred_at ? Date.parse(event.received_at) - Date.parse(event.occurred_at) : 0;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const where = stop
    ? ` ${event.kind === 'arrived' ? 'at ' : ''}${isolated(stopName(stop, monitor.stops))}`
    : '';
  return (
    <Box component="li" py={2}>
      <button
        type="button"
        className={shared.rowTight}
        style={{ width: '100%', padding: '2px 0', textAlign: 'left' }}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={14} aria-hidden className={shared.secondary} />
        <span className={`${shared.ellipsis} ${shared.fill}`}>
          {event.kind === 'other' ? event.event_name : `${KIND_WORD[event.kind]}${where}`}
        </span>
        <time className={shared.fixedSmall} dateTime={at} title={fullDateTime(at)}>
          {when}
        </time>
      </button>
      <Box component="p" className={shared.small} pl={18}>
        {delay > NOTABLE_DELAY_MS && `received ${durationText(delay)} later`}
        {delay > NOTABLE_DELAY_MS && times > 1 && ', '}
        {times > 1 && `delivered ${times} times, counted once`}
      </Box>
      {open && (
        <Box className={classes.raw} pt={4} pb={8} pl={18} fz={12}>
          <p className={`${shared.plain} ${shared.anywhere}`}>
            {event.event_name} <MonoId label="event ID" value={event.event_id} />
          </p>
          <p className={shared.plain}>Received {fullDateTime(event.received_at)}</p>
          <LongText boxed>{JSON.stringify(event.record, null, 2)}</LongText>
        </Box>
      )}
    </Box>
  );
}

export function StateHead({ monitor, facts }: MonitorWithFacts) {
  const journey = useNow((now) => describeJourney(monitor, now));
  const window = useNow((now) => windowWords(monitor, facts, now));
  return (
    <Box px={16} py={12}>
      <div className={`${shared.row} ${shared.wrapped}`} style={{ gap: '4px 12px' }}>
        <StateBadge monitor={monitor} facts={facts} large />
        <span className={shared.small} title={untilTitle(monitor)}>
          {window}
        </span>
      </div>
      <Box component="h2" mt={4}>
        {journey}
      </Box>
    </Box>
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

export function TruckSection({ monitor }: Pick<MonitorWithFacts, 'monitor'>) {
  const { last_position: position, place, rhythm_seconds } = monitor;
  const plate = plateText(monitor);
  // The service sends only the fleet's reference; a watched load of that fleet has its name.
  const fleet = useFleet(monitor.fleet_id)?.fleet.name;
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
              </span>
              {' · '}
              <Age at={position.occurred_at} ago />
            </>
          ) : (
            'no position'
          )}
        </Fact>
        <Fact name="Ping rate">
          {rhythm_seconds === null ? null : `every ${durationText(rhythm_seconds * 1000)}`}
        </Fact>
        <IdFact name="Plate" value={plate} max={24} />
        <IdFact name="VIN" value={monitor.vin} />
        <Fact name="Fleet">{[fleet, monitor.fleet_ref].filter(Boolean).join(' · ')}</Fact>
        <IdFact name="Vehicle ID" value={monitor.vehicle_id} />
      </Facts>
    </Section>
  );
}

export function AboutSection({ monitor }: Pick<MonitorWithFacts, 'monitor'>) {
  return (
    <Section title="About">
      <Facts>
        <Fact name="Tracked from">{localAndUtc(monitor.starts_at)}</Fact>
        <Fact name="Until">{localAndUtc(monitor.expires_at)}</Fact>
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
        <IdFact name="Monitor ID" value={monitor.id} />
        <IdFact name="Webhook group" label="webhook group ID" value={monitor.webhook_group_id} />
      </Facts>
    </Section>
  );
}

function localAndUtc(at: string | null): ReactNode {
  return at === null ? null : (
    <>
      <time dateTime={at}>{fullDateTime(at)}</time>
      <br />
      <span className={shared.small}>{utcText(at)}</span>
    </>
  );
}
