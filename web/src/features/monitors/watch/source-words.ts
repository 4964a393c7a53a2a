/** How monitors come to be known, in one line; what is missing is said with who can mend it. */
import type { MonitorSources } from '@waypost/contract/api/monitors';
import { agoText } from '../../../ui/time.ts';

const EVENTS: Readonly<Record<MonitorSources['events'], string>> = {
  active: 'live events',
  pending: 'live events (setting up)',
  by_hand: 'live events, once an administrator registers our address',
  none: 'no live events yet',
};

/** @param now the server's clock */
export function sourceWords(sources: MonitorSources, now: number): string {
  const { events, reads, last_event_at, last_read_at } = sources;
  const parts = [EVENTS[events] + (last_event_at ? ` (last ${agoText(last_event_at, now)})` : '')];
  if (reads === 'yes') parts.push(`checks${last_read_at ? ` (last ${agoText(last_read_at, now)})` : ''}`);
  if (reads === 'no') parts.push('no checks available');
  return `Updated by ${parts.join(' and ')}`;
}
