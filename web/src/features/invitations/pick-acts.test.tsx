// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { intentOf } from '../../testing/intents.ts';
import { invitation } from '../../testing/invitations.ts';
import { LINK, LIST, openInvitations as open, refused, SOON } from '../../testing/invitations-view.tsx';
import { ago, HOUR } from '../../testing/loads.ts';

beforeEach(() => localStorage.clear());

describe('several picked invitations', () => {
  const pick = (names: readonly RegExp[]) => {
    for (const name of names) fireEvent.click(screen.getByRole('row', { name }), { ctrlKey: true });
  };
  const bodies = (calls: readonly (readonly [string, RequestInit])[]) =>
    calls.map(([path, init]) => [path, init.body === undefined ? null : JSON.parse(String(init.body))]);
  const button = (name: string) =>
    within(screen.getByRole('toolbar', { name: 'Picked invitations' })).getByRole('button', { name });

  it('are renewed with the details they have, and one outcome tells which were refused', async () => {
    const ACCEPTED = invitation(5, { status: 'accepted', accepted_at: ago(HOUR) });
    const { user, calls } = await open({
      items: [...LIST, ACCEPTED],
      answers: {
        'POST /api/invitations': ({ body }) => {
          const { fleet_ref } = JSON.parse(String(body));
          if (fleet_ref === 'CARRIER-3') return refused(409, { message: 'Try it later', reason: 'conflict' });
          const before = LIST.find((one) => one.fleet_ref === fleet_ref);
          return {
            body: {
              intent: intentOf('invitation', { subject: fleet_ref }),
              result: { ...before, status: 'active', expires_at: ago(-72 * HOUR), version: 2 },
              refreshed: true,
              changed: [],
            },
          };
        },
      },
    });
    pick([/CARRIER-1/, /CARRIER-3/, /CARRIER-4/, /CARRIER-5/]);
    await user.click(button('Renew… (3)'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew 3 invitations?' }));
    expect(calls('POST /api/invitations')).toEqual([]);
    expect(dialog.getByText(/Each keeps its details.*Nothing is sent to the fleets/)).toBeDefined();
    expect(dialog.getByText(/^1 of those picked is left out: accepted already/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Renew 3 invitations' }));
    expect(await screen.findByText('2 renewed, 1 refused, 1 left out')).toBeDefined();
    expect(
      screen.getByText(/CARRIER-5: The fleet has accepted it\. CARRIER-3: Try it later\./).textContent,
    ).toContain('share the links');
    const sent = calls('POST /api/invitations');
    expect(sent).toHaveLength(3);
    expect(bodies(sent)[0]?.[1]).toMatchObject({ fleet_name: 'Blue Mesa', expires_in_hours: 72 });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are emailed after a look at who gets an email and who does not, and the others stay picked', async () => {
    const keys = [SOON, ...LIST.filter(({ key }) => key !== SOON.key)].map(({ key }) => key);
    const [can, unsubscribed] = keys;
    const item = (n: number, block: string | null) => ({
      n,
      invitation_key: keys[n],
      to: 'ops@mesa.example',
      block,
      email: null,
    });
    const { user, calls, frame } = await open({
      answers: {
        'GET /api/messages': {
          body: { items: [], company: 'Northbound', email_from: 'us@northbound.example' },
        },
        'POST /api/invitations/emails/check': { body: { items: [item(0, null), item(1, 'opted_out')] } },
        'POST /api/invitations/emails': { status: 202, body: { items: [] } },
      },
    });
    pick([/CARRIER-1/, /CARRIER-3/]);
    await user.click(button('Email…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Email 1 fleet?' }));
    expect(
      dialog.getByText(/1 fleet of 2 gets an email with the link\..*can't be taken back\./),
    ).toBeDefined();
    expect(dialog.getByText(/^Unsubscribed from emails: .*CARRIER-3/)).toBeDefined();
    expect(bodies(calls('POST /api/invitations/emails/check'))[0]?.[1]).toEqual({
      keys: [can, unsubscribed],
    });
    await user.click(dialog.getByRole('button', { name: 'Send 1 email' }));
    await frame();
    const [sent] = bodies(calls('POST /api/invitations/emails')).filter(
      ([path]) => !/check/.test(String(path)),
    );
    expect(sent?.[1]).toMatchObject({ keys: [can], language: null });
    expect(screen.getByText('Sending 1 email')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.getByText('1 invitation picked')).toBeDefined();
  });

  const SETTINGS = { items: [], company: 'Northbound', email_from: 'us@northbound.example' };
  const SENT = { id: SOON.key, state: 'sent', message: null, at: ago(HOUR) };

  it('that were emailed before are emailed again, without those that unsubscribed, at addresses entered for those without one', async () => {
    const [again, out, none] = [SOON, invitation(3), invitation(6)];
    const item = (n: number, key: string, block: string | null, emailed: boolean) => ({
      n,
      invitation_key: key,
      to: block === 'no_address' ? null : 'ops@mesa.example',
      block,
      email: emailed ? { ...SENT, to: 'ops@mesa.example' } : null,
    });
    const checked = [
      item(0, again.key, null, true),
      item(1, out.key, 'opted_out', true),
      item(2, none.key, 'no_address', false),
    ];
    const { user, calls, frame } = await open({
      items: [again, out, none],
      answers: {
        'POST /api/email-opt-outs/check': { body: { addresses: ['stop@six.example'] } },
        'GET /api/messages': { body: SETTINGS },
        'POST /api/invitations/emails/check': { body: { items: checked } },
        'POST /api/invitations/emails': { status: 202, body: { items: [] } },
      },
    });
    pick([/CARRIER-1/, /CARRIER-3/, /CARRIER-6/]);
    await user.click(button('Email…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Email 1 fleet again?' }));
    expect(dialog.getByText(/^1 fleet was emailed already, /).textContent).toMatch(/1 h ago\.$/);
    expect(dialog.getByText(/^Unsubscribed from emails: .*CARRIER-3/)).toBeDefined();
    expect(dialog.getByText(/Blue Mesa.*: .*ops@mesa\.example/)).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Email again (1)' })).toBeDefined();
    const field = dialog.getByLabelText(/^Email of .*CARRIER-6/);
    await user.type(field, 'stop@six.example');
    expect(await dialog.findByText(/stop@six\.example.* has unsubscribed/)).toBeDefined();
    await user.clear(field);
    expect(dialog.getByText(/^It has none/)).toBeDefined();
    await user.type(field, 'ops@six');
    expect(dialog.getByText(/^Email must be an address/)).toBeDefined();
    await user.type(field, '.example');
    expect(dialog.queryByText(/^It has none/)).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Email it again' }));
    await user.click(dialog.getByRole('button', { name: 'Send 2 emails' }));
    await frame();
    const [sent] = bodies(calls('POST /api/invitations/emails')).filter(
      ([path]) => !/check/.test(String(path)),
    );
    expect(sent?.[1]).toMatchObject({
      keys: [none.key, again.key],
      again: expect.stringMatching(/^[\da-f-]{36}$/),
      addresses: [{ key: none.key, to: 'ops@six.example' }],
    });
  });

  it('without an address are asked for one, under a title that does not say that nobody gets an email', async () => {
    const to_enter = { n: 0, invitation_key: SOON.key, to: null, block: 'no_address', email: null };
    const { user } = await open({
      answers: {
        'GET /api/messages': { body: SETTINGS },
        'POST /api/invitations/emails/check': { body: { items: [to_enter] } },
      },
    });
    pick([/CARRIER-1/]);
    await user.click(button('Email…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Email fleets?' }));
    await user.type(await dialog.findByLabelText(/^Email of /), 'ops@mesa.example');
    expect(screen.getByRole('dialog', { name: 'Email 1 fleet?' })).toBeDefined();
  });

  it('that were renewed stay picked, and their message offers to email them', async () => {
    const renewed = { ...SOON, expires_at: ago(-72 * HOUR), version: 2 };
    const { user, calls } = await open({
      answers: {
        'GET /api/messages': { body: SETTINGS },
        'POST /api/invitations/emails/check': { body: { items: [] } },
        'POST /api/invitations': {
          body: {
            intent: intentOf('invitation', { subject: 'CARRIER-1' }),
            result: renewed,
            refreshed: true,
            changed: [],
          },
        },
      },
    });
    pick([/CARRIER-1/]);
    await user.click(button('Renew…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew 1 invitation?' }));
    await user.click(dialog.getByRole('button', { name: 'Renew 1 invitation' }));
    expect(await screen.findByText('1 renewed')).toBeDefined();
    expect(screen.getByText('1 invitation picked')).toBeDefined();
    const [offered] = screen
      .getAllByRole('button', { name: 'Email…' })
      .filter((one) => !one.closest('[role="toolbar"]'));
    await user.click(offered as HTMLElement);
    expect(await screen.findByRole('dialog', { name: /fleet/ })).toBeDefined();
    expect(bodies(calls('POST /api/invitations/emails/check'))[0]?.[1]).toEqual({ keys: [SOON.key] });
  });

  it('are marked as shared without those whose link is dead or known to be sent, and that is undone at once', async () => {
    const SENT = invitation(5, { shared_how: 'emailed' });
    const shareOf = `/api/invitations/${SOON.key}/share`;
    const { user, calls } = await open({
      items: [...LIST, SENT],
      answers: {
        [`POST ${shareOf}`]: { body: { ...SOON, shared_how: 'marked', shared_at: ago(0), version: 2 } },
        [`DELETE ${shareOf}`]: { body: { ...SOON, version: 3 } },
      },
    });
    pick([/CARRIER-1/, /CARRIER-4/, /CARRIER-5/]);
    await user.click(button('Mark as shared (1)'));
    expect(await screen.findByText('1 marked as shared, 2 left out')).toBeDefined();
    expect(bodies(calls(`POST ${shareOf}`))).toEqual([[shareOf, { how: 'marked', to: null }]]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 undone')).toBeDefined();
    expect(calls(`DELETE ${shareOf}`)).toHaveLength(1);
  });

  const linkOf = (n: number) => ({
    body: { ...LINK, magic_link: `https://service.example.com/invite/${n}` },
  });
  it.each([
    ['One link per line', /^https:\S+\/1\nhttps:\S+\/2$/],
    [
      'CSV with reference, name and email',
      /^Fleet reference,Fleet name,Email,Link\r\nCARRIER-1,Blue Mesa,.*,https:\S+\/1\r\nCARRIER-2,.*,https:\S+\/2\r\n$/,
    ],
  ])('have their links copied at once: %s', async (format, copied) => {
    const SECOND = invitation(2);
    const { user, calls } = await open({
      items: [SOON, SECOND, invitation(3)],
      answers: {
        [`POST /api/invitations/${SOON.key}/link`]: linkOf(1),
        [`POST /api/invitations/${SECOND.key}/link`]: linkOf(2),
        [`POST /api/invitations/${SOON.key}/share`]: { body: { ...SOON, version: 2 } },
        [`POST /api/invitations/${SECOND.key}/share`]: { body: { ...SECOND, version: 2 } },
        'POST /api/invitations/': refused(502, { message: 'There is no link', reason: 'assumption_failed' }),
      },
    });
    pick([/CARRIER-1/, /CARRIER-2/, /CARRIER-3/]);
    await user.click(button('Copy links…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy 3 invitation links?' }));
    await user.click(dialog.getByRole('radio', { name: format }));
    await user.click(dialog.getByRole('button', { name: 'Copy 3 links' }));
    expect(await screen.findByText('2 copied, 1 refused')).toBeDefined();
    expect(screen.getByText(/CARRIER-3: There is no link/)).toBeDefined();
    expect(await navigator.clipboard.readText()).toMatch(copied);
    expect(bodies(calls(`POST /api/invitations/${SOON.key}/share`))[0]?.[1]).toEqual({
      how: 'copied',
      to: null,
    });
    expect(screen.getByText('1 invitation picked')).toBeDefined();
  });

  it('are withdrawn after a typed confirmation, without those that were answered with yes', async () => {
    const ACCEPTED = invitation(5, { status: 'accepted', accepted_at: ago(HOUR) });
    const { user, calls } = await open({
      items: [...LIST, ACCEPTED],
      answers: { 'DELETE /api/invitations/': { body: { ...SOON, status: 'deleted', version: 2 } } },
    });
    pick([/CARRIER-1/, /CARRIER-5/]);
    await user.click(button('Withdraw… (1)'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw 1 invitation?' }));
    expect(dialog.getByText("1 of those picked is left out: can't be withdrawn.")).toBeDefined();
    await user.type(dialog.getByRole('textbox'), 'withdraw');
    await user.click(dialog.getByRole('button', { name: 'Withdraw 1 invitation' }));
    expect(await screen.findByText('1 withdrawn, 1 left out')).toBeDefined();
    expect(calls('DELETE /api/invitations/').map(([path]) => path)).toEqual([`/api/invitations/${SOON.key}`]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are followed up with at once, and all of that is undone at once', async () => {
    const { user, calls } = await open({
      answers: {
        [`POST /api/invitations/${SOON.key}/chase`]: {
          body: { ...SOON, chases: 1, chased_at: ago(0), version: 2, logged_at: ago(0) },
        },
        'POST /api/invitations/': refused(409, { message: 'It has just ended', reason: 'conflict' }),
        'DELETE /api/invitations/': { body: { ...SOON, version: 3 } },
      },
    });
    pick([/CARRIER-1/, /CARRIER-3/, /CARRIER-4/]);
    await user.click(button('Log follow-up… (2)'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Log a follow-up with 2 fleets?' }));
    expect(dialog.getByText('1 of those picked is left out: no answer is awaited.')).toBeDefined();
    await user.type(dialog.getByLabelText('Note (optional)'), 'left a message');
    fireEvent.change(dialog.getByLabelText(/^Next follow-up/), { target: { value: 'tomorrow 9:00' } });
    await user.click(dialog.getByRole('button', { name: 'Log follow-up' }));
    expect(await screen.findByText('1 followed up, 1 refused, 1 left out')).toBeDefined();
    expect(screen.getByText(/CARRIER-3: It has just ended/)).toBeDefined();
    expect(bodies(calls(`POST /api/invitations/${SOON.key}/chase`))).toEqual([
      [
        `/api/invitations/${SOON.key}/chase`,
        { note: 'left a message', follow_up_at: expect.stringMatching(/^2026-/), contacted: true },
      ],
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 undone')).toBeDefined();
    expect(calls(`DELETE /api/invitations/${SOON.key}/chase`)).toHaveLength(1);
  });
});
