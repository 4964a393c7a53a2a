import { refreshChanges, stageLabel } from '@waypost/contract/api/invitation-stage';
import type { EmailState } from '@waypost/contract/api/invitations';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { describe, expect, it } from 'vitest';
import { changeWords, permissionsText } from '../../live/invitations.ts';
import { invitation } from '../../testing/invitations.ts';
import { ago, HOUR, id, NOW } from '../../testing/loads.ts';
import { followUpText, noFollowUpsText, sharedText, statusOf, timeLeft } from './words.ts';

const DAY = 24 * HOUR;
const NOT_SHARED = { shared_at: null, shared_by_name: null, shared_how: null } as const;

const emailed = (state: EmailState) => ({
  id: id(1),
  state,
  to: 'ops@mesa.example',
  message: null,
  at: ago(HOUR),
});

describe('the status of an invitation', () => {
  it.each([
    [{}, 'Link copied 2 h ago by Dana Ortiz, not opened yet', false],
    [NOT_SHARED, 'Created 2 h ago, link not shared yet', true],
    [{ ...NOT_SHARED, email: emailed('waiting') }, 'Created 2 h ago, email waiting to be sent', true],
    [
      { ...NOT_SHARED, email: emailed('unknown') },
      'Created 2 h ago, not known whether the email was sent',
      true,
    ],
    [{ ...NOT_SHARED, email: emailed('cancelled') }, 'Created 2 h ago, link not shared yet', true],
    [{ ...NOT_SHARED, refreshes: 1 }, 'Renewed 2 h ago, link not shared yet', true],
    [{ ...NOT_SHARED, created_by_name: null }, 'No sharing recorded', false],
    [
      { ...NOT_SHARED, expires_at: ago(-5 * HOUR), valid_from: ago(67 * HOUR) },
      'Expires in 5 h, link not shared yet',
      true,
    ],
    [{ expires_at: ago(-5 * HOUR), valid_from: ago(67 * HOUR) }, 'Expires in 5 h, not opened yet', true],
    [{ viewed_at: ago(2 * DAY), expires_at: ago(-3 * DAY) }, 'Opened 2 d ago, no answer yet', true],
    [
      { valid_from: ago(4 * DAY), shared_at: ago(3 * DAY), expires_at: ago(-4 * DAY) },
      'Not opened for 3 d',
      true,
    ],
    [{ expires_at: ago(2 * DAY) }, 'Expired 2 d ago, not answered. Renew it', true],
    [
      { unsubscribed_at: ago(HOUR) },
      'Unsubscribed: call them. Link copied 2 h ago by Dana Ortiz, not opened yet',
      true,
    ],
    [
      { unsubscribed_at: ago(HOUR), chased_at: ago(0) },
      'Unsubscribed: call them. Link copied 2 h ago by Dana Ortiz, not opened yet',
      false,
    ],
    [
      { unsubscribed_at: ago(HOUR), status: 'accepted', accepted_at: ago(2 * HOUR) },
      'Accepted 2 h ago',
      false,
    ],
    [{ status: 'accepted', accepted_at: ago(2 * HOUR) }, 'Accepted 2 h ago', false],
    [
      { status: 'declined', declined_at: ago(2 * HOUR), decline_reason: 'Sold the fleet' },
      'Declined 2 h ago: Sold the fleet',
      false,
    ],
    [{ status: 'declined' }, 'Declined, no reason given', false],
    [{ status: 'on_hold' }, 'Status: on_hold', false],
  ] as const)('%o', (over, text, chase) => {
    expect(statusOf(invitation(1, over), NOW)).toEqual({ text, chase });
  });

  it.each([
    [
      { shared_how: 'mail_app', shared_to: 'ops@mesa.example' },
      'Message opened in email app 2 h ago by Dana Ortiz, to ops@mesa.example',
    ],
    [{ shared_how: 'marked' }, 'Marked as shared 2 h ago by Dana Ortiz'],
    [NOT_SHARED, null],
  ] as const)('names exactly what was done with the link: %o', (over, text) => {
    expect(sharedText(invitation(1, over), NOW)).toBe(text);
  });

  it.each([
    ['copied', 'Link copied'],
    ['mail_app', 'In email app'],
    ['emailed', 'Emailed'],
    ['marked', 'Marked as shared'],
  ] as const)('never calls a link shared that was only %s', (shared_how, label) => {
    expect(stageLabel(invitation(1, { shared_how }), NOW)).toBe(label);
    expect(stageLabel(invitation(1, { shared_how, viewed_at: ago(HOUR) }), NOW)).toBe('Viewed');
  });

  it('says which invitation ends soon although no follow-up is due', () => {
    expect(noFollowUpsText([invitation(1)], NOW)).toMatch(/^No invitation is ending soon/);
    const ending = {
      expires_at: ago(-22 * HOUR),
      valid_from: ago(50 * HOUR),
      chased_at: ago(HOUR),
      chases: 1,
    };
    const items = [invitation(1), invitation(2, { ...ending, fleet_name: 'Mesa' }), invitation(3, ending)];
    expect(noFollowUpsText(items, NOW)).toBe(
      'The invitation of Mesa ends in 22 h, and 1 more within a day. Followed up 1 h ago.',
    );
  });

  it.each(['deleted', 'accepted', 'declined'] as const)('names no next follow-up once it is %s', (status) => {
    const chased = { chases: 1, chased_at: ago(3 * HOUR), chased_by_name: 'Kim', follow_up_at: ago(-HOUR) };
    expect(followUpText(invitation(1, chased), NOW)).toMatch(/^Followed up 3 h ago by Kim; next /);
    expect(followUpText(invitation(1, { ...chased, status }), NOW)).toBe('Followed up 3 h ago by Kim');
  });

  it('says who followed up and how often', () => {
    expect(followUpText(invitation(1), NOW)).toBeNull();
    const chased = { chases: 2, chased_at: ago(3 * HOUR), chased_by_name: 'Kim' };
    expect(followUpText(invitation(1, chased), NOW)).toBe('Followed up 3 h ago by Kim, 2 in total');
  });

  it('counts down only while an answer is awaited', () => {
    expect(timeLeft(invitation(1, { expires_at: ago(-28 * HOUR) }), 'shared', NOW)).toBe('1 d 4 h');
    expect(timeLeft(invitation(1), 'accepted', NOW)).toBeNull();
  });
});

it.each([
  [null, 'Read everything'],
  [{}, 'Nothing'],
  [{ vehicle: 'read', vehicle_location: 'read' }, 'Read vehicle, vehicle location'],
  [{ vehicle: 'read', user: 'read_write' }, 'Read vehicle, read and write user'],
  [Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'read'])), 'Read everything'],
  [
    { ...Object.fromEntries(RESOURCE_NAMES.map((name) => [name, 'read'])), user: 'read_write' },
    'Read everything, write user',
  ],
  [{ vehicle: 'read', teleporter: 'admire' }, 'Read vehicle, 1 more'],
])('lists the requested permissions: %o', (permissions, text) =>
  expect(permissionsText(permissions)).toBe(text),
);

describe('the preview of a renewal', () => {
  const existing = invitation(1, {
    fleet_name: 'Old name',
    fleet_phone: '+1 806',
    limit_tsps: ['milemarker'],
  });
  const changesOf = (body: Parameters<typeof refreshChanges>[1]) =>
    Object.fromEntries(
      refreshChanges(existing, body, NOW).map((change) => {
        const { name, ...words } = changeWords(change);
        return [name, words];
      }),
    );
  it('lists field by field what changes, what stays and what the interface leaves open', () => {
    const words = changesOf({ fleet_ref: 'CARRIER-1', fleet_name: 'New name', expires_in_hours: 72 });
    expect(words['Fleet name']).toEqual({ before: 'Old name', after: 'New name', note: null });
    expect(words['Only these providers']).toMatchObject({
      after: 'milemarker',
      note: 'unchanged',
    });
    expect(words.Phone?.note).toContain('may keep or remove it');
    expect(words).toHaveProperty('Valid until');
  });
  it('distinguishes an empty list from an omitted one', () => {
    expect(
      changesOf({ fleet_ref: 'CARRIER-1', limit_tsps: [], expires_in_hours: 72 })['Only these providers'],
    ).toEqual({
      before: 'milemarker',
      after: 'none',
      note: null,
    });
  });
});
