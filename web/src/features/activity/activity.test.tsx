// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { describe, expect, it } from 'vitest';
import {
  actionText,
  changeOf,
  changeText,
  fieldText,
  isFailure,
  oncePerAct,
  oncePerCopy,
  oncePerEmail,
  outcomeText,
  particulars,
  targetText,
  valueText,
  whoText,
} from '../../live/activity-log.ts';
import { activityText, sentenceOf } from '../../live/activity-sentences.ts';
import { ago, id, NOW } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, draw, type Setup } from '../../testing/render.tsx';
import { daysBefore, instantsOf } from '../../ui/zoned.ts';
import { ActivityView } from './ActivityView.tsx';
import { type ActivitySearch, activitySearch } from './search.ts';

function entryOf(at: number, over: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    id: id(at),
    at: ago(at * 60_000),
    sub: 'dana',
    name: 'Dana Ortiz',
    action: 'update_agreement',
    target: 'CARRIER-1000',
    outcome: 'done',
    detail: {
      id: id(700),
      before: { expiration_date: null, permissions: { vehicle: 'read' }, status: 'active' },
      after: {
        expiration_date: '2026-12-10T17:00:00Z',
        permissions: { vehicle: 'read_write' },
        status: 'active',
      },
    },
    ...over,
  };
}

it('who signed in without success is unknown, and what nobody did is automatic', () => {
  const by = (action: string, name: string | null = null) =>
    whoText(entryOf(1, { action, name, sub: name && 'ann-1' }));
  expect([
    by('sign_in', 'Ann'),
    by('sign_in'),
    by('refuse_api_key'),
    by('archive_loads'),
    by('opt_out_of_emails'),
  ]).toEqual(['Ann', 'Unknown', 'Unknown', 'Waypost (automatic)', 'The fleet']);
});

it('tells why an act failed, before what it would have changed', () => {
  const failed = entryOf(1, {
    outcome: 'failed',
    detail: { reason: 'Already accepted', wanted: { status: 'x' } },
  });
  expect(changeText(failed)).toMatch(/^Already accepted; Requested: Status/);
  expect(actionText('delete_invitation')).toBe('Withdrew an invitation');
});

it('a copied link is one entry; a link that was only shown, or by someone else, is another', () => {
  const about = { target: 'F-1', sub: 'dana', detail: {} };
  const copied = entryOf(1, { ...about, action: 'share_invitation', detail: { how: 'copied' }, at: ago(0) });
  const read = entryOf(2, { ...about, action: 'show_invitation_link', at: ago(1_000) });
  const earlier = entryOf(3, { ...about, action: 'show_invitation_link', at: ago(600_000) });
  const others = entryOf(4, { ...read, id: id(4), sub: 'kim' });
  expect(oncePerCopy([copied, read, others, earlier])).toEqual([copied, others, earlier]);
  const marked = { ...copied, detail: { how: 'marked' } };
  expect(oncePerCopy([marked, read])).toEqual([marked, read]);
});

it('an email is one entry, which says what became of it', () => {
  const about = { target: 'F-1', sub: 'dana' };
  const request = (n: number, to: string) =>
    entryOf(n, {
      ...about,
      action: 'email_invitation',
      outcome: 'asked for',
      detail: { to },
      at: ago(n * 1_000),
    });
  const [mesa, other, again] = [request(3, 'ops@mesa'), request(4, 'sam@mesa'), request(5, 'ops@mesa')];
  const sent = entryOf(1, {
    ...about,
    action: 'share_invitation',
    detail: { how: 'emailed', to: 'ops@mesa' },
    at: ago(0),
  });
  const failed = entryOf(2, { ...sent, id: id(2), action: 'email_invitation', outcome: 'failed' });
  expect(oncePerEmail([sent, mesa, other, again])).toEqual([sent, other, again]);
  expect(oncePerEmail([failed, mesa, other])).toEqual([failed, other]);
});

it('a copied link is no email, and a group says of addresses and dates only what is true of all', () => {
  const shared = (n: number, target: string, detail: object) =>
    entryOf(n, { action: 'share_invitation', sub: 'dana', target, detail: { ...detail }, at: ago(n * 100) });
  const emailed = (n: number, target: string, to: string) => shared(n, target, { how: 'emailed', to });
  const said = (entries: readonly ActivityEntry[]) => oncePerAct(entries).map(activityText);
  expect(said([emailed(1, 'F-1', 'a@b'), shared(2, 'F-1', { how: 'copied', to: null })])).toEqual([
    'Emailed: F-1: to a@b',
    'Link copied: F-1',
  ]);
  expect(said([emailed(1, 'F-1', 'a@b'), emailed(2, 'F-2', 'c@d')])).toEqual(['Emailed 2 invitations']);
  expect(said([emailed(1, 'F-1', 'a@b'), emailed(2, 'F-2', 'a@b')])).toEqual([
    'Emailed 2 invitations: to a@b',
  ]);
  expect(said([emailed(1, 'F-1', 'a@b'), emailed(2, 'F-1', 'c@d')])).toEqual([
    'Emailed: F-1: to a@b',
    'Emailed: F-1: to c@d',
  ]);
  const asked = (n: number, outcome: string) => [
    entryOf(n, { ...emailed(n, `F-${n}`, 'a@b'), action: 'email_invitation', outcome }),
    entryOf(n + 1, { ...emailed(n + 1, `F-${n + 1}`, 'c@d'), action: 'email_invitation', outcome }),
  ];
  expect(said(asked(1, 'asked for'))).toEqual(['Emailed 2 invitations']);
  expect(said(asked(1, 'failed'))).toEqual(['Failed: emailed 2 invitations']);
});

it('what was done with many at once is one row, and acts of others or of another time are rows of their own', () => {
  const renewed = (n: number, at: number, over = {}) =>
    entryOf(n, {
      action: 'chase_invitation',
      target: `F-${n}`,
      sub: 'dana',
      detail: {},
      at: ago(at),
      ...over,
    });
  const [first, second, kims, third, earlier] = [
    renewed(1, 0),
    renewed(2, 900),
    renewed(3, 1_000, { sub: 'kim' }),
    renewed(4, 1_500),
    renewed(5, 600_000),
  ] as const;
  const rows = oncePerAct([first, second, kims, third, earlier]);
  expect(rows).toEqual([{ ...first, others: [second, third] }, kims, earlier]);
  expect(rows.map((row) => sentenceOf(row).head)).toEqual([
    'Followed up with F-1 and 2 more',
    'Followed up with F-3',
    'Followed up with F-5',
  ]);
  const single = [1, 2].map((n) => entryOf(n, { action: 'delete_agreement', sub: 'dana', at: ago(n) }));
  expect(oncePerAct(single)).toEqual(single);
});

it('targets are shown by name, never by id', () => {
  expect(targetText(entryOf(1))).toBe('CARRIER-1000');
  expect(targetText(entryOf(1, { fleet_name: 'Mesa Haulage' }))).toBe('Mesa Haulage, CARRIER-1000');
  expect(targetText(entryOf(1, { target: id(9), detail: { name: 'Night shift' } }))).toBe('Night shift');
  expect(targetText(entryOf(1, { target: id(9), detail: null }))).toBe('');
  for (const action of ['subscribe_hook', 'verify_deliveries', 'request_replay'])
    expect(targetText(entryOf(1, { action, target: 'geofence_monitor' }))).toBe('Monitors');
});

describe('a change', () => {
  it('lists only differing fields, also in nested values', () => {
    expect(changeOf(entryOf(1).detail)).toEqual({
      kind: 'changed',
      differences: [
        { field: 'expiration_date', before: null, after: '2026-12-10T17:00:00Z' },
        { field: 'permissions.vehicle', before: 'read', after: 'read_write' },
      ],
    });
    expect(changeText(entryOf(1))).toMatch(
      /^Expiration date: none → Dec 10, 2026.*; Permissions, vehicle: read → read write$/,
    );
  });

  it('describes a failed change as requested, not as done', () => {
    const detail = { before: { expiration_date: null, status: 'active' }, wanted: { expiration_date: 'x' } };
    expect(changeOf(detail)).toEqual({
      kind: 'wanted',
      differences: [{ field: 'expiration_date', before: null, after: 'x' }],
    });
    expect(changeText({ detail })).toBe('Requested: Expiration date: none → x');
    expect(changeOf({ before: { status: 'active' } }).kind).toBe('gone');
    expect(changeOf(null)).toEqual({ kind: 'none', differences: [] });
  });

  it('formats its values and lists the remaining details', () => {
    const textOf = (value: unknown) => valueText(value, () => 'a time');
    expect([null, '', true, [], ['a', 2], '2026-12-10T17:00:00Z', 'a text', 7].map(textOf)).toEqual([
      'none',
      'none',
      'yes',
      'none',
      'a, 2',
      'a time',
      'a text',
      '7',
    ]);
    expect(particulars({ before: {}, after: {}, rows: 3, counts: { done: 2 } })).toEqual([
      ['rows', 3],
      ['counts.done', 2],
    ]);
    expect(fieldText('permissions.vehicle_location')).toBe('Permissions, vehicle location');
  });
});

it('shows unknown actions as received and recognizes failures', () => {
  expect(actionText('update_agreement')).toBe('Changed an agreement');
  expect(actionText('paint_truck')).toBe('Paint truck');
  expect(actionText('constructor')).toBe('Constructor');
  expect(['failed', 'unknown', 'done', 'created'].map(isFailure)).toEqual([true, true, false, false]);
});

it('says of an act at the tracking service that was never confirmed that its outcome is not known', () => {
  expect(outcomeText('started')).toBe('Started; outcome not known');
  expect(isFailure('started')).toBe(true);
  expect(outcomeText('not_offered')).toBe('Not offered');
});

it("days are those of the person's time zone, also across clock changes", () => {
  const zone = 'America/Chicago';
  expect(daysBefore(NOW, 6, zone)).toBe('2026-11-14');
  expect(instantsOf({ from: '2026-11-01', to: '2026-11-01' }, zone)).toEqual({
    since: '2026-11-01T05:00:00.000Z',
    until: '2026-11-02T06:00:00.000Z',
  });
  expect(instantsOf({}, zone)).toEqual({ since: undefined, until: undefined });
});

it('falls back field by field for a malformed URL', () => {
  const search = { q: 'dana', action: 'sign_in', from: '2026-11-01', to: '2026-11-20', entry: id(1) };
  expect(activitySearch.parse(search)).toEqual(search);
  expect(activitySearch.parse({ q: '', action: 'A B', from: 'today', to: '1', entry: '7' })).toEqual({});
});

const { Page } = pageOf<ActivitySearch>((page) => <ActivityView {...page} />);

async function open(answer: Answer | (() => Answer), setup: Setup & { start?: ActivitySearch } = {}) {
  const page = await draw(<Page start={setup.start ?? {}} />, {
    roles: ['admin'],
    ...setup,
    answers: { 'GET /api/activity': answer },
  });
  await page.frame();
  const questions = () =>
    page.asked.mock.calls.flatMap(([path]) =>
      path.startsWith('/api/activity') ? [Object.fromEntries(new URLSearchParams(path.split('?')[1]))] : [],
    );
  return { ...page, questions };
}

describe('the page', () => {
  const listed = (items: readonly ActivityEntry[], next_page: string | null = null): Answer => ({
    body: { items, next_page },
  });

  it('is for administrators and tells others whom to ask without a request', async () => {
    const { questions } = await open(listed([]), { roles: ['onboarding'] });
    expect(screen.getByText('The activity log is for administrators')).toBeTruthy();
    expect(screen.getByText(/Ask a Waypost administrator/)).toBeTruthy();
    expect(questions()).toEqual([]);
  });

  it('opens an entry with before and after side by side', async () => {
    const { user } = await open(
      listed([entryOf(1), entryOf(2, { action: 'sign_in', target: null, detail: null })]),
    );
    await user.click(screen.getByText('Changed the agreement with CARRIER-1000'));
    const panel = within(screen.getByRole('complementary', { name: 'Entry' }));
    const cells = panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells[0]).toEqual(['Field', 'Before', 'After']);
    expect(cells[2]).toEqual(['Permissions, vehicle', 'read', 'read write']);
    expect(panel.getByRole('link', { name: 'Open the agreement' })).toBeTruthy();
  });

  it('sends filters to the server and loads the next page', async () => {
    const pages = [listed([entryOf(1)], 'next'), listed([entryOf(2, { target: 'older' })])];
    const {
      user,
      questions,
      frame: settle,
    } = await open(() => pages.shift() ?? listed([]), {
      start: { q: 'carrier', from: '2026-11-20' },
    });
    expect(questions()[0]).toMatchObject({ q: 'carrier', since: expect.stringMatching(/^2026-11-(19|20)T/) });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await settle();
    expect(questions()[1]).toMatchObject({ cursor: 'next' });
    expect(screen.getByText('Changed the agreement with older')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Filter by action'), { target: { value: 'sign_in' } });
    await settle();
    expect(questions()[2]).toMatchObject({ action: 'sign_in' });
    expect(screen.getByText('No entry matches')).toBeTruthy();
  });

  it('says of a first day in the future that it has not begun', async () => {
    await open(listed([]), { start: { from: '2027-01-05' } });
    expect(screen.getByText('This day has not begun')).toBeTruthy();
  });

  it('shows a failure with its request id', async () => {
    await open({
      status: 503,
      body: { code: 503, message: 'The store is shut', detail: null, reason: 'internal' },
    });
    expect(screen.getByRole('alert').textContent).toMatch(/The store is shut.*req-1/);
  });
});
