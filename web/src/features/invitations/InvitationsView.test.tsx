// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { beforeEach, describe, expect, it } from 'vitest';
import { rowOf as bulkRowOf, jobOf } from '../../testing/bulk.ts';
import { intentOf } from '../../testing/intents.ts';
import { invitation, SOURCES } from '../../testing/invitations.ts';
import { at, LINK, openInvitations as open, refused, SOON } from '../../testing/invitations-view.tsx';
import { ago, HOUR } from '../../testing/loads.ts';
import { type Answers, leaveToSignIn } from '../../testing/render.tsx';
import { toast, toasts } from '../../ui/toasts.ts';
import { aboutOf } from './FollowUpForm.tsx';

const AGREEMENTS = {
  items: [
    {
      id: '00000000-0000-4000-8000-000000000601',
      fleet_ref: 'CARRIER-1',
      effective_date: ago(HOUR),
      expiration_date: null,
      scopes: { vehicle: 'read' },
      status: 'active',
      effective: { state: 'active', shared: true, changes_at: null },
      fleet_name: 'Blue Mesa',
      invitation_key: SOON.key,
      connections: [
        {
          id: '00000000-0000-4000-8000-000000000602',
          source_name: 'Milemarker',
          status: 'connected',
          freshness: null,
        },
      ],
      dependents: {
        loads: 35,
        monitors: 0,
        loads_at_risk: 0,
        monitors_at_risk: 0,
        needed_until: null,
        load_list: [],
        monitor_list: [],
      },
    },
  ],
  read_at: ago(0),
  read_problem: null,
  lists: { agreements: 'yes', connections: 'yes', freshness: 'yes' },
  loads_of_unknown_fleet: 0,
};
const rows = () =>
  within(screen.getByRole('grid', { name: 'Invitations' }))
    .getAllByRole('row')
    .slice(1);

beforeEach(() => localStorage.clear());

describe('the list', () => {
  it('shows due follow-ups first with the reason, and counts the funnel', async () => {
    const { user } = await open();
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Blue MesaCARRIER-1Link copiedExpires in 3 h, not opened yet'),
      expect.stringContaining('CARRIER-3Link copiedLink copied 2 h ago by Dana Ortiz, not opened yet'),
      expect.stringContaining('CARRIER-4DeclinedDeclined: Sold the fleet'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Follow up today 1' }));
    expect(at().show).toBe('chase');
    expect(rows()).toHaveLength(1);
  });

  it('applies streamed changes and new invitations without a refetch', async () => {
    const { live, calls, frame } = await open();
    await act(async () =>
      live.changes.publish('invitations', {
        items: [invitation(3, { status: 'accepted', accepted_at: ago(1_000), version: 2 }), invitation(9)],
      }),
    );
    await frame();
    expect(screen.getByRole('button', { name: 'Accepted 1' })).toBeTruthy();
    expect(screen.getByText('CARRIER-9')).toBeTruthy();
    expect(calls('GET /api/invitations').filter(([path]) => path === '/api/invitations')).toHaveLength(1);
  });

  it('has an invitation that was created while the list was read for the first time', async () => {
    const first = Promise.withResolvers<void>();
    let items: readonly BoardInvitation[] = [SOON];
    const { live, frame } = await open({
      answers: {
        'GET /api/invitations': async () => {
          const body = { items, sources: SOURCES };
          await first.promise;
          return { body };
        },
      },
    });
    items = [...items, invitation(9)];
    act(() => live.changes.publish('invitations', { items: [invitation(9)] }));
    first.resolve();
    await frame();
    expect(await screen.findByText('CARRIER-9')).toBeTruthy();
  });

  it('holds only the invitations of a bulk job that leads here, and shows all on request', async () => {
    const job = jobOf([
      bulkRowOf(0, { state: 'done', invitation_key: SOON.key }),
      // Its fleet has an invitation already, which the job has not touched.
      bulkRowOf(1, { state: 'skipped', invitation_key: invitation(3).key }),
    ]);
    const { user } = await open({
      start: { job: job.id },
      answers: { [`GET /api/bulk/${job.id}`]: { body: job } },
    });
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(at().job).toBeUndefined();
    expect(rows()).toHaveLength(3);
  });

  it('offers to invite when empty, and a way out of a filter', async () => {
    await open({ items: [] });
    expect(screen.getByText('No invitations yet')).toBeTruthy();
  });

  it('says when no follow-up is due', async () => {
    const { user } = await open({ start: { show: 'chase' }, items: [invitation(3)] });
    expect(screen.getByText('No follow-ups due')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all invitations' }));
    expect(rows()).toHaveLength(1);
  });

  it('shows an error with its request id in place of the list', async () => {
    await open({
      answers: { 'GET /api/invitations': refused(503, { message: 'The store is shut', reason: 'internal' }) },
    });
    expect(screen.getByRole('alert').textContent).toContain('The store is shut');
  });
});

describe('the open invitation', () => {
  const start = { invitation: SOON.key };

  it('fetches the link only on request, and drops it when hidden', async () => {
    const { user, calls, frame } = await open({
      start,
      answers: { 'POST /api/invitations': { body: LINK } },
    });
    expect(calls('POST')).toHaveLength(0);
    expect(document.body.textContent).not.toContain('s3cret');
    await user.click(screen.getByRole('button', { name: 'Link, QR code and message' }));
    await frame();
    expect(calls(`POST /api/invitations/${SOON.key}/link`)).toHaveLength(1);
    expect(screen.getByDisplayValue(LINK.magic_link)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'QR code of the invitation link' })).toBeTruthy();
    expect(screen.getByText(/Dana Ortiz invites Blue Mesa/).textContent).toContain(LINK.magic_link);
    await user.click(screen.getByRole('button', { name: 'Link, QR code and message' }));
    expect(screen.queryByDisplayValue(LINK.magic_link)).toBeNull();
  });

  const NOT_SHARED = { shares: 0, shared_at: null, shared_by_name: null, shared_how: null } as const;
  const shareOf = `/api/invitations/${SOON.key}/share`;
  const markButtons = () =>
    screen.getAllByRole('button', { name: /^Mark as (not )?shared/ }).map(({ textContent }) => textContent);

  it('copies the link, records that as no more than copied, and undoes it', async () => {
    const { user, frame, calls } = await open({
      start,
      items: [{ ...SOON, ...NOT_SHARED }],
      answers: {
        [`POST ${shareOf}`]: { body: { ...SOON, version: 2 } },
        [`DELETE ${shareOf}`]: { body: { ...SOON, ...NOT_SHARED, shares: 1, version: 3 } },
        'POST /api/invitations': { body: LINK },
      },
    });
    expect(screen.getByText('Not shared yet: Waypost sent nothing to the fleet.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Not shared yet 1' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await frame();
    expect(await navigator.clipboard.readText()).toBe(LINK.magic_link);
    expect(calls(`POST ${shareOf}`)[0]?.[1].body).toBe('{"how":"copied","to":null}');
    expect(
      screen.getByText('Recorded as copied, not as sent. Anyone with this link can accept for the fleet.'),
    ).toBeTruthy();
    expect(screen.getByText(/^Link copied 2 h ago by Dana Ortiz\./)).toBeTruthy();
    expect(screen.getByText(/Not known to be sent/)).toBeTruthy();
    expect(markButtons()).toEqual(['Mark as shared…']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await frame();
    expect(calls(`DELETE ${shareOf}`)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Not shared yet 1' })).toBeTruthy();
  });

  it.each([
    ['opened', { viewed_at: ago(HOUR) }],
    ['accepted', { status: 'accepted', accepted_at: ago(HOUR) }],
  ])('does not doubt that a link was sent that the fleet has %s', async (_, over) => {
    await open({ start, items: [{ ...SOON, ...over }] });
    expect(screen.getByText(/^Link copied 2 h ago/)).toBeTruthy();
    expect(screen.queryByText(/Not known to be sent/)).toBeNull();
  });

  it('does not show the link as shared when recording failed', async () => {
    const { user, frame } = await open({
      start,
      items: [{ ...SOON, ...NOT_SHARED }],
      answers: {
        [`POST ${shareOf}`]: refused(503, { message: 'The store is shut', reason: 'internal' }),
        'POST /api/invitations': { body: LINK },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await frame();
    expect(screen.getByText(/Link provided, but not recorded/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Not shared yet 1' })).toBeTruthy();
  });

  it('writes the domain of an email as it was typed, in list, panel and search', async () => {
    const address = 'ops@xn--mller-kva.de';
    await open({
      start: { ...start, q: 'müller' },
      items: [{ ...SOON, ...NOT_SHARED, fleet_name: null, fleet_email: address }],
    });
    expect(screen.getAllByText('ops@müller.de').length).toBeGreaterThanOrEqual(2);
    expect(screen.queryByText(address)).toBeNull();
  });

  it('can be marked as shared, with the recipient, and then as not shared', async () => {
    const after = { ...SOON, shared_how: 'marked', shared_to: 'Sam by phone', version: 2 } as const;
    const { user, frame, calls } = await open({
      start,
      items: [{ ...SOON, ...NOT_SHARED, fleet_email: 'ops@mesa.example' }],
      answers: {
        [`POST ${shareOf}`]: { body: after },
        [`DELETE ${shareOf}`]: { body: { ...SOON, ...NOT_SHARED, shares: 1, version: 3 } },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Mark as shared…' }));
    const field = screen.getByLabelText<HTMLInputElement>('Shared with (optional)');
    expect(field.value).toBe('ops@mesa.example');
    await user.clear(field);
    await user.type(field, 'Sam by phone');
    await user.click(screen.getByRole('button', { name: 'Mark as shared' }));
    await frame();
    expect(calls(`POST ${shareOf}`)[0]?.[1].body).toBe('{"how":"marked","to":"Sam by phone"}');
    expect(screen.getByText('Marked as shared 2 h ago by Dana Ortiz, to Sam by phone')).toBeTruthy();
    expect(markButtons()).toEqual(['Mark as not shared']);
    await user.click(screen.getByRole('button', { name: 'Mark as not shared' }));
    await frame();
    expect(calls(`DELETE ${shareOf}`)).toHaveLength(1);
    // The message that offered to undo the marking is over.
    expect(toasts.get().map(({ title }) => title)).toEqual(['Marked as not shared']);
  });

  it('of a fleet whose address has unsubscribed says so in its row, in its panel and before an email is sent', async () => {
    const answers: Answers = {
      'GET /api/messages': {
        body: { items: [], company: 'Northbound', email_from: 'us@northbound.example' },
      },
      'POST /api/email-opt-outs/check': ({ body }) => {
        asked.push(JSON.parse(String(body)).addresses);
        return { body: { addresses: ['ops@mesa.example'] } };
      },
    };
    const asked: string[][] = [];
    const items = [
      { ...SOON, ...NOT_SHARED, fleet_email: 'Ops@mesa.example' },
      invitation(2, { fleet_email: 'ops@ridge.example' }),
    ];
    const { user } = await open({ start, items, answers });
    const said = /Ops@mesa\.example.* has unsubscribed from emails: call/;
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getAllByTitle(said).length).toBeGreaterThan(0);
    // All at once.
    expect(asked).toEqual([expect.arrayContaining(['ops@mesa.example', 'ops@ridge.example'])]);
    await user.click(await screen.findByRole('button', { name: 'Email invitation…' }));
    expect(screen.getAllByText(said)).toHaveLength(2);
    const send = () => screen.getByRole('button', { name: 'Send email' }).getAttribute('aria-disabled');
    expect(send()).toBe('true');
    await user.type(screen.getByLabelText('To'), '.mx');
    expect(screen.getAllByText(said)).toHaveLength(1);
    expect(send()).toBeNull();
  });

  it.each([
    ['was sent', 'sent', 'typed@mesa.example'],
    ['failed', 'failed', 'ops@mesa.example'],
  ] as const)(
    'whose last email %s is emailed again where that went, else at the address of the fleet',
    async (_, state, to) => {
      const email = { id: SOON.key, state, to: 'typed@mesa.example', message: null, at: SOON.created_at };
      const items = [{ ...SOON, fleet_email: 'ops@mesa.example', email } as BoardInvitation];
      const { user } = await open({
        start,
        items,
        answers: {
          'GET /api/messages': {
            body: { items: [], company: 'Northbound', email_from: 'us@northbound.example' },
          },
        },
      });
      await user.click(await screen.findByRole('button', { name: 'Email again…' }));
      expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe(to);
    },
  );

  it.each([
    ['dana@northbound.example', 'onboarding', /^Replies go to .*dana@northbound\.example/, null],
    [null, 'onboarding', /^Replies go nowhere: an administrator sets .* Settings, Company\.$/, null],
    [null, 'admin', /^Replies go nowhere: /, '/settings?section=company'],
  ] as const)('says where replies to its email go: %s, %s', async (reply_to, role, said, href) => {
    const logo_url = role === 'admin' ? '/logo' : null;
    await open({
      config: { company: { name: null, logo_url } },
      start,
      items: [{ ...SOON, ...NOT_SHARED }],
      roles: [role],
      answers: {
        'GET /api/messages': {
          body: { items: [], company: 'Northbound', email_from: 'us@northbound.example', reply_to },
        },
      },
    }).then(async ({ user }) => user.click(await screen.findByRole('button', { name: 'Email invitation…' })));
    expect(screen.getByText(said).tagName).toBe('P');
    const includes = logo_url ? 'your logo and an' : 'an';
    expect(screen.getByText(new RegExp(`^From .* It includes ${includes} unsubscribe link`))).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Settings, Company' })?.getAttribute('href') ?? null).toBe(
      href,
    );
  });

  it('keeps a follow-up, an email and a recipient that were typed when the session ends', async () => {
    const answers: Answers = {
      'GET /api/messages': {
        body: {
          items: [],
          company: 'Northbound',
          email_from: 'us@northbound.example',
          reply_to: 'dana@northbound.example',
        },
      },
    };
    const items = [{ ...SOON, ...NOT_SHARED }];
    const page = await open({ start, items, answers });
    await page.user.type(screen.getByLabelText('Follow-up note'), 'called, spoke');
    await page.user.click(await screen.findByRole('button', { name: 'Email invitation…' }));
    await page.user.type(screen.getByLabelText('To'), 'ops@mesa');
    await page.user.click(screen.getByRole('button', { name: 'Mark as shared…' }));
    await page.user.type(screen.getByLabelText('Shared with (optional)'), 'Sam by');
    leaveToSignIn(page);
    await open({ start, items, answers });
    const typed = ['Follow-up note', 'To', 'Shared with (optional)'].map((label) =>
      screen.findByLabelText<HTMLInputElement>(label),
    );
    expect((await Promise.all(typed)).map(({ value }) => value)).toEqual([
      'called, spoke',
      'ops@mesa',
      'Sam by',
    ]);
  });

  it('keeps the order of its parts when it was renewed and its link copied', async () => {
    const share = `POST /api/invitations/${SOON.key}/share`;
    const { user } = await open({
      start,
      items: [{ ...SOON, ...NOT_SHARED }],
      answers: {
        [`POST /api/invitations/${SOON.key}/link`]: { body: LINK },
        [share]: { body: { ...SOON, version: 3 } },
        'POST /api/invitations': {
          status: 201,
          body: {
            intent: intentOf('invitation', { state: 'done' }),
            result: { ...SOON, version: 2 },
            refreshed: true,
            changed: [],
          },
        },
      },
    });
    const parts = () =>
      screen
        .getAllByRole('heading', { level: 3 })
        .flatMap(({ textContent: title }) => (title === 'Link' || title === 'Follow-up' ? [title] : []));
    expect(parts()).toEqual(['Link', 'Follow-up']);
    await user.click(screen.getByRole('button', { name: /^Renew/ }));
    await user.click(await screen.findByRole('button', { name: 'Renew and copy link' }));
    expect(await screen.findByRole('complementary', { name: 'Invitation' })).toBeDefined();
    await waitFor(() => expect(screen.getAllByText(/^Link copied/).length).toBeGreaterThan(0));
    expect(parts()).toEqual(['Link', 'Follow-up']);
  });

  it('offers renewal first once expired, and no dead link', async () => {
    await open({ start, items: [{ ...SOON, expires_at: ago(HOUR) }] });
    expect(screen.getByRole('button', { name: 'Renew invitation' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(screen.getByText(/The link no longer works. Renew the invitation/)).toBeTruthy();
  });

  it('shows the decline reason and offers to invite again', async () => {
    await open({ start, items: [{ ...SOON, status: 'declined', decline_reason: 'Sold the fleet' }] });
    expect(screen.getAllByText(/Declined: Sold the fleet/).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Invite again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it('shows agreement and fleet first once accepted', async () => {
    await open({
      start,
      items: [{ ...SOON, status: 'accepted' }],
      answers: { 'GET /api/agreements': { body: AGREEMENTS } },
    });
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 3)).toEqual(['Now', 'Agreement and fleet', 'Link']);
    expect(screen.getByText('Milemarker, connected')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open agreement' })).toBeTruthy();
  });

  it('can be followed up with a note and is then no longer due', async () => {
    const logged_at = ago(0);
    const after = { ...SOON, chases: 1, chased_at: logged_at, chased_by_name: 'Dana Ortiz', version: 2 };
    const { user, calls, frame } = await open({
      start,
      answers: { 'POST /api/invitations': { body: { ...after, logged_at } } },
    });
    await user.type(screen.getByLabelText('Follow-up note'), 'called Sam');
    await user.click(screen.getByRole('button', { name: 'Log follow-up' }));
    await frame();
    expect(calls(`POST /api/invitations/${SOON.key}/chase`)[0]?.[1].body).toBe(
      '{"note":"called Sam","follow_up_at":null,"contacted":true}',
    );
    expect(screen.getByRole('button', { name: 'Follow up today 0' })).toBeTruthy();
    await user.keyboard('u');
    await frame();
    const [undone] = calls(`DELETE /api/invitations/${SOON.key}/chase`);
    expect(String(undone?.[0])).toContain(encodeURIComponent(logged_at));
  });

  it('is never postponed past the end of its link', async () => {
    const { user, frame, calls } = await open({
      start,
      answers: {
        [`POST /api/invitations/${SOON.key}/chase`]: { body: { ...SOON, version: 2, logged_at: ago(0) } },
      },
    });
    const postpone = () => screen.getByRole('button', { name: /^Postpone/ });
    expect(postpone().textContent).toBe('Postpone');
    expect(postpone().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/^The link expires .*: choose an earlier time, or renew it$/)).toBeTruthy();
    await user.keyboard('z');
    fireEvent.change(screen.getByLabelText(/^Next follow-up/), { target: { value: '+1h' } });
    expect(postpone().textContent).toMatch(/^Postpone to .+/);
    expect(calls(`POST /api/invitations/${SOON.key}/chase`)).toHaveLength(0);
    await user.click(postpone());
    await frame();
    expect(calls(`POST /api/invitations/${SOON.key}/chase`)).toHaveLength(1);
  });

  it('stays open after an act in the follow-up list, which offers the next one', async () => {
    const other = invitation(2, {
      expires_at: ago(-4 * HOUR),
      valid_from: ago(68 * HOUR),
      fleet_name: 'Canyon',
    });
    const logged_at = ago(0);
    const after = { ...SOON, chases: 1, chased_at: logged_at, chased_by_name: 'Dana Ortiz', version: 2 };
    const { user, frame } = await open({
      start: { show: 'chase', invitation: SOON.key },
      items: [SOON, other],
      answers: { 'POST /api/invitations': { body: { ...after, logged_at } } },
    });
    expect(screen.getByText('Follow-up 1 of 2')).toBeTruthy();
    await user.type(screen.getByLabelText('Follow-up note'), 'called Sam');
    await user.click(screen.getByRole('button', { name: 'Log follow-up' }));
    await frame();
    expect(rows()).toHaveLength(1);
    expect(at().invitation).toBe(SOON.key);
    expect(screen.getByText('No longer due, but not known to be sent')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next follow-up' }));
    expect(at().invitation).toBe(other.key);
    expect(screen.getByText('Follow-up 1 of 1. No others are due')).toBeTruthy();
  });

  it('says that a follow-up is still due after an act that leaves it in the list', async () => {
    const { user, frame } = await open({
      start: { show: 'chase', invitation: SOON.key },
      items: [SOON],
      answers: {
        [`POST /api/invitations/${SOON.key}/share`]: { body: { ...SOON, version: 2 } },
        'POST /api/invitations': { body: LINK },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    await frame();
    expect(screen.getByText(/^Follow-up 1 of 1, still due/)).toBeTruthy();
    expect(screen.queryByText(/^Done/)).toBeNull();
  });

  it('is withdrawn only after its reference is typed, and reports an acceptance in the meantime', async () => {
    const { user, calls, frame } = await open({
      start,
      answers: {
        'DELETE /api/invitations': refused(409, {
          message: "The fleet has accepted this invitation, so it can't be withdrawn",
          reason: 'conflict',
        }),
      },
    });
    await user.click(screen.getByRole('button', { name: 'Withdraw invitation…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/can't be undone/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Withdraw invitation' }));
    expect(calls('DELETE')).toHaveLength(0);
    await user.type(dialog.getByLabelText('Type CARRIER-1 to confirm'), 'CARRIER-1');
    await user.click(dialog.getByRole('button', { name: 'Withdraw invitation' }));
    await frame();
    expect(dialog.getByRole('alert').textContent).toContain('The fleet has accepted this invitation');
  });

  it('once withdrawn, is not said to be due again', async () => {
    const { user, frame } = await open({
      start,
      answers: { 'DELETE /api/invitations': { body: { ...invitation(1), status: 'deleted' } } },
    });
    toast({ about: aboutOf(invitation(1).key), title: 'Follow-up logged', text: 'It is due again tomorrow' });
    await user.click(screen.getByRole('button', { name: 'Withdraw invitation…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Type CARRIER-1 to confirm'), 'CARRIER-1');
    await user.click(dialog.getByRole('button', { name: 'Withdraw invitation' }));
    await frame();
    expect(screen.getByText(/^Withdrew the invitation/)).toBeTruthy();
    expect(screen.queryByText('It is due again tomorrow')).toBeNull();
  });

  it('cannot be withdrawn once accepted', async () => {
    await open({ start, items: [{ ...SOON, status: 'accepted' }] });
    expect(screen.queryByRole('button', { name: 'Withdraw invitation…' })).toBeNull();
    expect(screen.getByText(/can't be withdrawn/)).toBeTruthy();
  });

  it('tells a viewer whom to ask and changes nothing', async () => {
    const { user, calls } = await open({ start, roles: ['viewer'] });
    const copy = screen.getByRole('button', { name: 'Copy link' });
    expect(copy.getAttribute('aria-disabled')).toBe('true');
    await user.click(copy);
    expect(calls('POST')).toHaveLength(0);
    for (const label of ['Follow-up note', 'Next follow-up (optional)'])
      expect(screen.getByLabelText<HTMLInputElement>(label).disabled, label).toBe(true);
    expect(screen.getByLabelText('Follow-up note').getAttribute('aria-describedby')).toBeTruthy();
  });
});

describe('conversion', () => {
  it('is a tab beside the list: by week, by person, with reasons for declining', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Conversion' }));
    expect(at().tab).toBe('conversion');
    const people = within(screen.getByRole('region', { name: 'By person' }));
    expect(people.getAllByRole('row')[1]?.textContent).toMatch(/^Dana Ortiz31/);
    const reasons = within(screen.getByRole('region', { name: 'Reasons for declining' }));
    expect(reasons.getByRole('row', { name: /Sold the fleet/ }).textContent).toBe('Sold the fleet1');
    expect(screen.getByRole('button', { name: 'By week: CSV' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'By month' }));
    expect(at().by).toBe('month');
    const months = within(screen.getByRole('region', { name: 'By month' }));
    expect(months.getAllByRole('row')[1]?.textContent).toMatch(/^November 2026/);
    expect(screen.getByText(/Expired is not a refusal/)).toBeTruthy();
  });

  it('shows nothing while invitations are not known', async () => {
    await open({
      start: { tab: 'conversion' },
      answers: { 'GET /api/invitations': refused(503, { message: 'The store is shut', reason: 'internal' }) },
    });
    expect(screen.getByRole('alert').textContent).toContain('The store is shut');
    expect(screen.queryByRole('table')).toBeNull();
  });
});
