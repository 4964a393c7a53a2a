/** Events as they were received: when it happened, when it came; what was delivered again is counted, not shown again. */

import type { BoardMonitor, MonitorEvent } from '@waypost/contract/api/monitors';
import { useState } from 'react';
import { useNow } from '../../../live/context.ts';
import { stopName } from '../../../live/journey-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.ts';
import { MonoId } from '../../../ui/MonoId.tsx';
import { LongText } from '../../../ui/page-frame.tsx';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { durationText, fullDateTime, shortDateTime } from '../../../ui/time.ts';
import classes from './MonitorDetail.module.css';

const KIND_WORD: Readonly<Record<MonitorEvent['kind'], string>> = {
  arrived: 'Arrived',
  departed: 'Departed',
  completed: 'Completed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  other: 'Other event',
};
/** What comes later than this after it happened is worth a word. */
const DELAY_MS = 60_000;

export interface OneEvent {
  readonly event: MonitorEvent;
  /** How often it was delivered. */
  readonly times: number;
}

/** Each event once, by its id, as it came first. */
export function onceEach(history: readonly MonitorEvent[]): OneEvent[] {
  const byId = new Map<string, { event: MonitorEvent; times: number }>();
  for (const event of history) {
    const known = byId.get(event.event_id);
    if (!known) byId.set(event.event_id, { event, times: 1 });
    else {
      known.times += 1;
      if (event.received_at < known.event.received_at) known.event = event;
    }
  }
  return [...byId.values()];
}

export interface EventsSectionProps {
  readonly monitor: BoardMonitor;
  readonly history: readonly MonitorEvent[];
}

export function EventsSection({ monitor, history }: EventsSectionProps) {
  const events = onceEach(history);
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
          {events.map((one) => (
            <EventRow key={one.event.event_id} {...one} monitor={monitor} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function EventRow({ event, times, monitor }: OneEvent & { readonly monitor: BoardMonitor }) {
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
    <li className={classes.event}>
      <button
        type="button"
        className={classes.eventsSectionHead}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={14} aria-hidden />
        <span className={`${shared.ellipsis} ${shared.fill}`}>
          {event.kind === 'other' ? event.event_name : `${KIND_WORD[event.kind]}${where}`}
        </span>
        <time dateTime={at} title={fullDateTime(at)}>
          {when}
        </time>
      </button>
      <p className={classes.eventsSectionSecond}>
        {delay > DELAY_MS && `received ${durationText(delay)} later`}
        {delay > DELAY_MS && times > 1 && ', '}
        {times > 1 && `delivered ${times} times, counted once`}
      </p>
      {open && (
        <div className={classes.raw}>
          <p>
            {event.event_name} <MonoId label="event ID" value={event.event_id} />
          </p>
          <p>Received {fullDateTime(event.received_at)}</p>
          <LongText>{JSON.stringify(event.record, null, 2)}</LongText>
        </div>
      )}
    </li>
  );
}
