import { describe, expect, it } from 'vitest';
import { deliveryOf, webhookOf } from '../../testing/deliveries.ts';
import {
  duplicateOf,
  eventWords,
  firstOutcomeText,
  outcomeText,
  shortenIds,
  webhooksSummary,
} from './deliveries.ts';
import { deliveriesSearch } from './search.ts';

describe('events in words', () => {
  it('are parsed, so that new names are readable too', () => {
    expect(eventWords('geofence_monitor.stop_arrived')).toBe('The truck arrived at a stop');
    expect(eventWords('invitation.deleted')).toBe('Invitation withdrawn');
    expect(eventWords('share_agreement.paused_next_year')).toBe('Agreement: paused next year');
    expect(eventWords('toll_road.passed')).toBe('Toll road: passed');
    expect(eventWords('ping')).toBe('Ping');
    expect(eventWords('constructor.x')).toBe('Constructor: x');
    expect(eventWords(null)).toBe('Unreadable event');
  });
});

describe('the result of a delivery', () => {
  it('is described for each state', () => {
    expect(outcomeText(deliveryOf(1))).toBe('Recorded: arrived at stop 1');
    expect(outcomeText(deliveryOf(1, { outcome: 'kept' }))).toBe('Stored; not needed yet');
    expect(outcomeText(deliveryOf(1, { state: 'stored', outcome: null, tries: 0 }))).toBe(
      'Not processed yet',
    );
    expect(outcomeText(deliveryOf(1, { state: 'stored', outcome: 'failed: busy', tries: 2 }))).toBe(
      'Failed: busy; retrying automatically',
    );
    expect(outcomeText(deliveryOf(1, { state: 'failed', outcome: null }))).toBe('Failed');
  });

  it.each([
    ['handled: 1 of 1 changed something', 'Updated here'],
    ['handled: 0 of 1 changed something', 'Nothing new'],
    ['handled: 1 of 3 changed something', 'Updated 1 of 3 here; the others were known'],
    ['handled: 1 to refresh', 'Read again from the tracking service'],
    ['handled: 1 of 1 are about unknown invitations', 'Not about an invitation known here'],
    [
      'handled: settled user intent 8af9733b-b1c9-4ebc-8d3a-9b34adafd693; handled: 1 of 1 changed something',
      'Confirmed that the driver user was created. Updated here',
    ],
    ['handled: arrived at stop 1, monitor LD-1 to Denver', 'Recorded: arrived at stop 1'],
    ['handled: expired, monitor A; expired, monitor B', 'Recorded: expired, monitor A; expired, monitor B'],
  ])('says what came of it: %s', (outcome, words) => {
    expect(outcomeText(deliveryOf(1, { outcome }))).toBe(words);
  });

  it('includes the first and the latest result after processing again', () => {
    const again = deliveryOf(1, { outcome: 'handled: arrived at stop 1\nagain: handled: nothing new' });
    expect(firstOutcomeText(again)).toBe('Recorded: arrived at stop 1');
    expect(outcomeText(again)).toBe('Nothing new');
    expect(firstOutcomeText(deliveryOf(1))).toBeNull();
    const waiting = deliveryOf(1, { state: 'stored', outcome: 'kept\nagain: ', tries: 0 });
    expect(outcomeText(waiting)).toBe('Not processed yet');
  });

  it('names the delivery that it duplicates', () => {
    const again = deliveryOf(1, { outcome: `duplicate of ${deliveryOf(2).id}` });
    expect(duplicateOf(again)).toBe(deliveryOf(2).id);
    expect(outcomeText(again)).toBe('Duplicate of an earlier delivery');
    expect(duplicateOf(deliveryOf(1))).toBeNull();
  });
});

it('summarizes the addresses, those that need attention first', () => {
  const refused = { count: 2, last_at: null, reason: null };
  const webhooks = [webhookOf({ refused }), webhookOf({ purpose: 'connection', state: 'by_hand' })];
  expect(webhooksSummary(webhooks)).toBe(
    '1 to register manually, 2 deliveries rejected, 1 active, 3 not subscribed',
  );
});

it('shortens ids', () => {
  expect(shortenIds('of monitor 8af9733b-b1c9-4ebc-8d3a-9b34adafd693; done')).toBe(
    'of monitor 8af9733b…d693; done',
  );
});

it('falls back field by field for a malformed URL', () => {
  const search = { state: 'done', event: 'connection.*', delivery: deliveryOf(1).id };
  expect(deliveriesSearch.parse(search)).toEqual(search);
  expect(deliveriesSearch.parse({ state: 'lost', event: 'x', delivery: '7' })).toEqual({ event: 'x' });
});
