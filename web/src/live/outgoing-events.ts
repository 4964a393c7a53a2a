/** The words of outgoing events. */
import type { OutgoingEvent } from '@waypost/contract/api/outgoing-events';

/** Event, label and meaning, in the order of the form. */
export const EVENT_WORDS: readonly (readonly [OutgoingEvent, string, string])[] = [
  ['exception.opened', 'Exception opened', 'a load needs attention'],
  ['exception.changed', 'Exception changed', 'taken, noted, snoozed, assigned'],
  ['exception.closed', 'Exception closed', 'by a person, or its cause was resolved'],
  ['stop.arrived', 'Arrival', 'a monitored truck reached a stop'],
  ['stop.departed', 'Departure', 'a monitored truck left a stop'],
  ['load.posted', 'Load posted', 'by Waypost to the tracking service'],
  ['load.delivered', 'Load delivered', 'or its truck went on with another load'],
  ['load.archived', 'Load archived', 'by Waypost, after delivery'],
  ['load.removed', 'Load removed', 'from the board, by a person or your TMS'],
  ['load.restored', 'Load restored', 'to the board, from the archive'],
  ['estimate.moved', 'Estimate moved', 'the likely arrival at a stop changed'],
  ['position.reported', 'Position', 'at most once per interval for each load'],
  ['invitation.opened', 'Invitation opened', 'a fleet viewed the link'],
  ['invitation.accepted', 'Invitation accepted', 'a fleet shares its data'],
  ['invitation.declined', 'Invitation declined', 'a fleet does not share its data'],
  ['invitation.expiring', 'Invitation expiring', 'within a day, without an answer'],
  ['agreement.ending', 'Agreement ending', 'a fleet stops sharing within a week'],
  ['agreement.ended', 'Agreement ended', 'a fleet no longer shares its data'],
];

/** Unknown names are shown as received. */
export const eventText = (event_name: string): string =>
  event_name === 'webhook.test'
    ? 'Test'
    : (EVENT_WORDS.find(([name]) => name === event_name)?.[1] ?? event_name);
