// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { ShareLink } from '@waypost/contract/api/share-links';
import { expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import { ago, HOUR, id, load, NOW } from '../../../testing/loads.ts';
import { type Answers, draw } from '../../../testing/render.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const LOAD = load();
const TOKEN = 'aOV_cNaJR-5lnOm5bCQWw2FvisShBQgOH8bfhCK9nCc';
const LINK: ShareLink = {
  share_link_id: id(7),
  load_id: LOAD.load_id,
  shows_vehicle: false,
  created_at: ago(HOUR),
  created_by_name: 'Ada',
  expires_at: ago(-3 * HOUR),
  revoked_at: null,
  revoked_by_name: null,
  opened: 3,
  last_opened_at: ago(600_000),
};

async function open(items: readonly ShareLink[], more: Answers = {}) {
  const drawn = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <ShareDialog load_id={LOAD.load_id} onClose={() => undefined} />
    </WithQueries>,
    {
      answers: { [`GET /api/loads/${LOAD.load_id}/share-links`]: { body: { items } }, ...more },
    },
  );
  await screen.findAllByText(items.length === 0 ? 'No links yet.' : /^Active|^Expired|^Revoked/);
  return drawn;
}

it('shows a new link once with its expiry, hides the truck by default, and stores the token nowhere', async () => {
  const created = { ...LINK, share_link_id: id(8), opened: 0, last_opened_at: null };
  const { user, asked } = await open([], {
    [`POST /api/loads/${LOAD.load_id}/share-links`]: {
      status: 201,
      body: { share_link: created, token: TOKEN },
    },
  });
  // What the page shows, whatever of the load is over.
  expect(screen.getByText(/destination and at most one stop before it/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Link expires after'), '1 day');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(`${location.origin}/share#${TOKEN}`)).toBeTruthy();
  // Escape must close the dialog, not the load below it.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy link' }));
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(JSON.parse(String(call?.[1].body))).toEqual({
    expires_at: new Date(NOW + 24 * HOUR).toISOString(),
    shows_vehicle: false,
  });
  expect(screen.getByText('Not opened yet')).toBeTruthy();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(TOKEN);
  await user.click(screen.getByRole('button', { name: 'Create another link' }));
  expect(screen.queryByText(/share#/)).toBeNull();
});

it('says whether each link works, how often and when it was opened, and offers to revoke active ones', async () => {
  await open([
    LINK,
    { ...LINK, share_link_id: id(9), expires_at: ago(HOUR), opened: 0, last_opened_at: null },
    { ...LINK, share_link_id: id(10), revoked_at: ago(HOUR), revoked_by_name: 'Bob', shows_vehicle: true },
  ]);
  const [good, expired, revoked] = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(good).toMatch(
    /^Active, expires in 3 h, .*Opened 3 times, last 10 min ago.*Created 1 h ago by Ada.*Revoke link$/,
  );
  expect(expired).toMatch(/^Expired 1 h ago.*Not opened yet.*by Ada$/);
  expect(revoked).toMatch(/^Revoked 1 h ago by Bob.*Shows unit, VIN and plate.*by Ada$/);
});

it('revokes a link after warning that this cannot be undone', async () => {
  const { user } = await open([LINK], {
    [`POST /api/share-links/${LINK.share_link_id}/revoke`]: {
      body: { ...LINK, revoked_at: ago(0), revoked_by_name: 'Dana Ortiz' },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Revoke link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke this link?' });
  expect(dialog.textContent).toContain("This can't be undone");
  await user.click(within(dialog).getByRole('button', { name: 'Revoke link' }));
  expect(await screen.findByText(/^Revoked 0 s ago by Dana Ortiz/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Revoke link' })).toBeNull();
});

it('rejects an expiry in the past or after ninety days at its field', async () => {
  const { user } = await open([]);
  await user.selectOptions(screen.getByLabelText('Link expires after'), 'Until a time…');
  const field = screen.getByLabelText(/^Expires, /);
  for (const [value, message] of [
    ['2020-01-01T10:00', 'Choose a time in the future'],
    ['2030-01-01T10:00', 'Choose a time within 90 days'],
  ] as const) {
    await user.clear(field);
    await user.type(field, value);
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    expect(screen.getByText(message)).toBeTruthy();
  }
});
