import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION_GROUPS, actionsSaying, saidWords, storedSaying } from '@waypost/contract/api/activity-words';
import { OUTGOING_EVENTS } from '@waypost/contract/api/outgoing-events';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { describe, expect, it } from 'vitest';
import { activityText, SENTENCES, sentenceOf } from './activity-sentences.ts';
import { CALL_WORDS, CLOSE_WORDS } from './outcome-words.ts';

const LOAD = '3f2c9a52-6d1e-4c7b-9f0a-1b2c3d4e5f60';
const AT = '2026-11-24T20:30:00Z';

const entry = (action: string, over: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: LOAD,
  at: AT,
  sub: 'dana',
  name: 'Dana Ortiz',
  action,
  target: LOAD,
  outcome: 'done',
  detail: null,
  ...over,
});
const said = (action: string, detail: object, over: Partial<ActivityEntry> = {}) =>
  activityText(entry(action, { ...over, detail: { ...detail } }));

/** Every field that the server logs beside what changed. */
const EVERYTHING = {
  added: 2,
  address: '10.0.0.0/24',
  by: 'identity provider',
  count: 1,
  emails: 3,
  eta: { stop_sequence: 1, at: AT },
  events: ['stop.departed'],
  expires_at: AT,
  fleet_name: 'Blue Mesa',
  fleets: ['CARRIER-1'],
  follow_up_at: AT,
  from: AT,
  host: 'tms.example.com',
  how: 'copied',
  kind: 'invitation',
  leaving: 'monitor_completed',
  links: 2,
  load_ref: 'LD-1',
  load_refs: ['LD-1'],
  loads: 1,
  message: null,
  method: 'POST',
  name: 'Night shift',
  note: 'Spoke to Sam',
  opened: 2,
  outcome: 'left_message',
  overlap_hours: 24,
  owner: 'Kim',
  path: '/machine/v1/loads',
  paused_until: AT,
  reminder: 2,
  replaced: 1,
  rights: ['manage_loads'],
  rows: 4,
  sessions: 2,
  signed: true,
  snooze_until: AT,
  text: 'Driver is at the dock',
  to: 'ops@mesa.example',
  undone: 'clear_eta',
  until: AT,
  url: 'https://tms.example.com/x',
  was: 'failed',
};
const OWN: Readonly<Record<string, object>> = {
  archive_loads: { loads: ['LD-1: monitor_completed'] },
  restore_loads: { loads: ['LD-1'] },
  watch_loads: { added: 1 },
  close_exception: { reason: 'carrier_confirmed' },
  refuse_api_key: { reason: 'missing_right' },
  finish_bulk_job: { job_id: LOAD, done: 3, failed: 1 },
  request_replay: { from: AT, to: AT },
  replay_outgoing_events: { events: 3, since: AT, until: AT },
  chase_invitation: { to: null },
};

describe('the kinds of entries', () => {
  const actions = ACTION_GROUPS.flatMap((group) => Object.keys(group.actions));

  it('are those of the server, each with its sentence', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../../bff/src/platform/activity/activity.ts'),
      'utf8',
    );
    const [, union = ''] = /export type Action =([^;]+);/.exec(source) ?? [];
    const logged = [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name);
    expect(logged.length).toBeGreaterThan(80);
    expect([...actions].sort()).toEqual([...logged].sort());
    expect(Object.keys(SENTENCES).sort()).toEqual([...logged].sort());
  });

  it.each(actions)('%s reads as a sentence, with and without its details', (action) => {
    const about =
      action === 'retry_job' ? 'email' : /_hook|deliver|replay/.test(action) ? 'invitation' : LOAD;
    for (const detail of [{ ...EVERYTHING, ...OWN[action] }, null]) {
      const { head, more } = sentenceOf(entry(action, { target: about, detail }));
      const sentence = `${head} | ${more}`;
      expect(head).toMatch(/^[A-Z][^{}]*[^ :]$/);
      // No field names, no codes, no ids, nothing that is not there.
      expect(sentence).not.toMatch(/[a-z]_[a-z]|undefined|null|NaN|\bLoads: |References?: |Outcome: |Text: /);
      expect(sentence).not.toContain(LOAD);
    }
  });

  it.each(actions)('%s is found by the words that its sentence begins with', (action) => {
    const one = entry(action, { target: 'LD-1', detail: { ...EVERYTHING, ...OWN[action] } });
    const stored = JSON.stringify(one).toLowerCase();
    const words = saidWords(sentenceOf(one).head);
    expect(words.filter((word) => !stored.includes(word) && !actionsSaying(word).includes(action))).toEqual(
      [],
    );
  });

  it.each<[string, object]>([
    ...Object.keys(CLOSE_WORDS).map((reason): [string, object] => ['close_exception', { reason }]),
    ...Object.keys(CALL_WORDS).map((outcome): [string, object] => [
      'call_carrier',
      { outcome, ...(outcome === 'eta' && { eta: { stop_sequence: 1, at: AT } }) },
    ]),
    ...ARCHIVE_REASONS.map((reason): [string, object] => [
      'archive_loads',
      { loads: [`LD-1: ${reason}`], count: 1 },
    ]),
    ...OUTGOING_EVENTS.map((event_name): [string, object] => ['resend_outgoing_delivery', { event_name }]),
  ])('%s with %j is found by each word after its head', (action, detail) => {
    const one = entry(action, { target: 'LD-1', detail: { ...detail } });
    const stored = JSON.stringify(one).toLowerCase();
    // Times are found by the days of the filter.
    const words = saidWords(sentenceOf(one).more.replace(/, Nov 24.*/, ''));
    expect(words.length).toBeGreaterThan(0);
    const isFound = (word: string) =>
      [word, ...storedSaying(word)].some((text) => stored.includes(text)) ||
      actionsSaying(word).includes(action);
    expect(words.filter((word) => !isFound(word))).toEqual([]);
  });
});

it('says which load was acted on, and what came of it', () => {
  const of = { loads: 1, load_refs: ['LD-40821'] };
  expect(said('call_carrier', { ...of, outcome: 'eta', eta: { stop_sequence: 1, at: AT } })).toMatch(
    /^Called the carrier of LD-40821: ETA given, Nov 24, 2026, \d\d:30/,
  );
  expect(said('call_carrier', { ...of, outcome: 'left_message' })).toBe(
    'Called the carrier of LD-40821: Left message',
  );
  expect(said('note_exception', { ...of, text: 'Asked for locations' })).toBe(
    'Added a note to LD-40821: Asked for locations',
  );
  expect(said('close_exception', { ...of, reason: 'carrier_confirmed' })).toBe(
    'Closed LD-40821: Carrier confirmed it is fine',
  );
  expect(
    said('assign_exception', { loads: 7, load_refs: ['LD-1', 'LD-2', 'LD-3', 'LD-4'], owner: 'Kim' }),
  ).toBe('Assigned LD-1, LD-2, LD-3 and 4 more to Kim');
  expect(said('watch_loads', { added: 3, load_refs: ['LD-1', 'LD-2'] })).toBe(
    'Added LD-1, LD-2 and 1 more to the board',
  );
  // The numbers of new loads are not known yet.
  expect(said('watch_loads', { added: 2 })).toBe('Added 2 loads to the board');
  expect(said('update_message', {}, { target: 'fr' })).toBe('Changed the message to fleets in French');
  expect(said('archive_loads', { count: 1, loads: ['LD-1: not_found'] })).toBe(
    'Archived LD-1: Not found at the tracking service',
  );
});

it('names a fleet, an address and a job, and tells apart how a link was given out', () => {
  const fleet = { target: 'CARRIER-1', fleet_name: 'Blue Mesa' };
  expect(said('share_invitation', { how: 'copied', to: null }, fleet)).toBe(
    'Link copied: Blue Mesa, CARRIER-1',
  );
  expect(said('share_invitation', { how: 'emailed', to: 'ops@mesa.example' }, fleet)).toBe(
    'Emailed: Blue Mesa, CARRIER-1: to ops@mesa.example',
  );
  expect(said('chase_invitation', { note: 'called Sam', follow_up_at: null }, fleet)).toBe(
    'Followed up with Blue Mesa, CARRIER-1: called Sam',
  );
  expect(said('finish_bulk_job', { job_id: LOAD, done: 60, failed: 1 }, { target: 'fleets.csv' })).toBe(
    'The bulk job fleets.csv ended: 60 created or renewed; 1 not created',
  );
  expect(said('paint_truck', {}, { target: 'T-1' })).toBe('Paint truck T-1');
});

it('says of which fleet a contact is, and which webhook was changed, tested or turned off', () => {
  expect(said('update_contact', { name: 'Pat Primary', fleet_id: LOAD, fleet_name: 'Blue Mesa' })).toBe(
    'Changed the contact Pat Primary of Blue Mesa',
  );
  // As logged by earlier versions.
  expect(said('update_contact', { name: 'Pat Primary', fleet_id: LOAD })).toBe(
    'Changed the contact Pat Primary',
  );
  const url = 'https://tms.example.com/x';
  expect(said('update_outgoing_webhook', { url, active: true })).toBe(
    `Changed the outgoing webhook to ${url}: turned on`,
  );
  expect(said('turn_off_outgoing_webhook', { url })).toBe(`Turned off the outgoing webhook to ${url}`);
  expect(said('turn_off_outgoing_webhook', { host: 'tms.example.com' })).toBe(
    'Turned off the outgoing webhook to tms.example.com',
  );
  expect(said('test_outgoing_webhook', { url })).toBe(`Sent a test event to ${url}`);
  expect(said('resend_outgoing_delivery', { url, event_name: 'stop.arrived' })).toBe(
    `Sent an outgoing event again to ${url}: Arrival`,
  );
});

it('says in words which events a webhook gets, and the same of the rows of a job at its start and end', () => {
  const events = ['exception.opened', 'exception.changed'];
  expect(said('create_outgoing_webhook', { url: 'https://tms.example.com', events })).toMatch(
    /: Exception opened, Exception changed$/,
  );
  expect(said('resend_outgoing_delivery', { event_name: 'stop.arrived' })).toMatch(/: Arrival$/);
  const job = { target: 'fleets.csv' };
  const left_out = '11 not sent because of problems in the file';
  expect(said('create_bulk_job', { kind: 'invitation', rows: 60, invalid: 11 }, job)).toContain(left_out);
  expect(said('finish_bulk_job', { done: 49, invalid: 11 }, job)).toContain(left_out);
  const held = { kind: 'invitation', invalid: 13, held: 2 };
  expect(said('create_bulk_job', { ...held, rows: 60 }, job)).toContain(`2 held; ${left_out}`);
  expect(said('finish_bulk_job', { ...held, done: 47 }, job)).toContain(`2 held; ${left_out}`);
  expect(said('finish_bulk_job', { done: 1, invalid: 1, held: 1 }, job)).not.toContain('problems');
  expect(
    said(
      'finish_bulk_job',
      { kind: 'invitation', done: 50, failed: 2, held: 1, invalid: 7, skipped: 1 },
      job,
    ),
  ).toMatch(
    /50 created or renewed; 2 not created; 1 held; 6 not sent because of problems in the file; 1 not sent because the fleet already shares$/,
  );
});

it('says a change of the company settings in the words of the settings, and of a logo only that it changed', () => {
  const change = (before: object, after: object) =>
    said('update_company', { before, after }, { target: null });
  const days = (remind_after_days: number) => ({ thresholds: { remind_after_days } });
  expect(change(days(0), days(1))).toBe('Changed company settings: Remind fleets after: 0 → 1 day');
  const logo = (path: string | null) => ({ logo: path && `/company-logo/${path}.png` });
  expect(change(logo(null), logo('a1'))).toBe('Changed company settings: Logo added');
  expect(change(logo('a1'), logo('b2'))).toBe('Changed company settings: Logo changed');
});

it('says that imported contacts were updated, because each keeps what its row does not name', () => {
  expect(said('import_contacts', { added: 1, replaced: 8, kept: 0 }, { target: null })).toMatch(
    /1 added; 8 updated/,
  );
});

it('says of a job of users that they were created, because none is renewed', () => {
  expect(said('finish_bulk_job', { kind: 'user', done: 4 }, { target: 'drivers.csv' })).toBe(
    'The bulk job drivers.csv ended: 4 created',
  );
});

it('says of an act that failed that it did', () => {
  const failed = { target: 'tb.driver', outcome: 'failed' };
  expect(said('create_user', { reason: 'The tracking service does not offer this' }, failed)).toBe(
    'Failed: created the driver user tb.driver: The tracking service does not offer this',
  );
});

it('leaves out the addresses that Waypost adds to a renewed invitation', () => {
  const sides = (value: string | null, name: string) => ({ success_redirect_url: value, fleet_name: name });
  const change = { before: sides(null, 'Old'), after: sides('http://localhost/onboarding', 'New') };
  expect(said('refresh_invitation', change, { target: 'F-1' })).toBe(
    'Renewed the invitation of F-1: Fleet name: Old → New',
  );
});
