/** How monitors come to be known, in one line; what is missing is said with who can mend it. */
import type { MonitorSources } from '@waypost/contract/api/monitors';
import { agoText } from '../../../ui/time.ts';

const EVENTS: Readonly<Record<MonitorSources['events'], string>> = {
  active: 'events of the service',
  pending: 'events, being subscribed to',
  by_hand: 'events, once an administrator has registered our address',
  none: 'no events yet: the first monitor subscribes to them',
};

/** @param now the server's clock */
export function sourceWords(sources: MonitorSources, now: number): string {
  const { events, reads, last_event_at, last_read_at } = sources;
  const parts = [EVENTS[events] + (last_event_at ? ` (last ${agoText(last_event_at, now)})` : '')];
  if (reads === 'yes') parts.push(`reads${last_read_at ? ` (last ${agoText(last_read_at, now)})` : ''}`);
  if (reads === 'no') parts.push('no reads: the service offers none');
  return `Known by ${parts.join(' and ')}`;
}
