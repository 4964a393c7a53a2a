// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf, SOURCES } from '../../testing/invitations.ts';
import { ago, HOUR } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { InvitationsView } from './InvitationsView.tsx';
import type { InvitationsSearch } from './search.ts';

const { Page, at } = pageOf<InvitationsSearch>((page) => <InvitationsView {...page} />);

async function open({ start, answers }: { readonly start: InvitationsSearch; readonly answers: Answers }) {
  const page = await draw(<Page start={start} />, {
    roles: ['onboarding'],
    answers: { ...answers, 'GET /api/invitations': { body: { items: [], sources: SOURCES } } },
  });
  await page.frame();
  const calls = (line: string) =>
    page.asked.mock.calls.filter(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return { ...page, calls };
}

beforeEach(() => localStorage.clear());

describe('TMS invitations', () => {
  it('are a separate list; without a list they can be deleted by id', async () => {
    const { user, calls, frame } = await open({
      start: { tab: 'tms' },
      answers: {
        'GET /api/tms-invitations': { body: { known: false, items: [], unread: SOURCES.unread } },
        'POST /api/tms-invitations/delete': { status: 204 },
      },
    });
    expect(screen.getByText('The tracking service has no list of TMS invitations')).toBeTruthy();
    await user.type(screen.getByLabelText('Delete by ID'), 'x');
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    expect(screen.getByText('The ID must be a UUID')).toBeTruthy();
    await user.clear(screen.getByLabelText('Delete by ID'));
    await user.type(screen.getByLabelText('Delete by ID'), keyOf(1));
    await user.click(screen.getByRole('button', { name: 'Delete…' }));
    await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete');
    await user.click(screen.getByRole('button', { name: 'Delete TMS invitation' }));
    await frame();
    expect(calls('POST /api/tms-invitations/delete')[0]?.[1].body).toBe(
      `{"tms_invitation_id":"${keyOf(1)}"}`,
    );
  });

  const TMS = [
    { key: keyOf(71), status: 'active', created_at: ago(30 * HOUR), expires_at: ago(-HOUR) },
    { key: keyOf(72), status: 'accepted', created_at: ago(20 * HOUR), expires_at: ago(-HOUR) },
    { key: keyOf(73), status: 'active', created_at: ago(10 * HOUR), expires_at: ago(HOUR) },
    { key: keyOf(74), status: 'humming', created_at: null, expires_at: null },
  ];
  const listed = {
    'GET /api/tms-invitations': { body: { known: true, items: TMS, unread: SOURCES.unread } },
  };
  const tmsRows = () =>
    within(screen.getByRole('grid', { name: 'TMS invitations' }))
      .getAllByRole('row')
      .slice(1);

  it('are listed newest first with their current state, without an id field', async () => {
    const { user } = await open({ start: { tab: 'tms' }, answers: listed });
    expect(tmsRows().map((row) => within(row).getAllByRole('gridcell')[1]?.textContent)).toEqual([
      'Expired',
      'Accepted',
      'Waiting for an answer',
      'humming',
    ]);
    expect(screen.queryByLabelText('Delete by ID')).toBeNull();
    await user.type(screen.getByLabelText('Filter TMS invitations'), 'waiting');
    await vi.waitFor(() => expect(tmsRows()).toHaveLength(1));
    // The search does not carry over to the fleets.
    await user.click(screen.getByRole('button', { name: 'Fleets' }));
    expect(at()).toEqual({});
  });

  it('can be deleted from the panel while open; an accepted one shows what to do instead', async () => {
    const { user, calls, frame } = await open({
      start: { tab: 'tms', invitation: keyOf(72) },
      answers: { ...listed, 'DELETE /api/tms-invitations': { status: 204 } },
    });
    expect(screen.getByText(/Accepted, so it can't be deleted/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete invitation…' })).toBeNull();
    await user.click(within(tmsRows()[2] as HTMLElement).getAllByRole('gridcell')[0] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Delete invitation…' }));
    await user.type(await screen.findByLabelText('Type delete to confirm'), 'delete');
    await user.click(screen.getByRole('button', { name: 'Delete TMS invitation' }));
    await frame();
    expect(calls('DELETE')[0]?.[0]).toBe(`/api/tms-invitations/${keyOf(71)}`);
  });
});
