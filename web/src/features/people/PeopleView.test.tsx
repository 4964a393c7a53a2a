// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { Person } from '@waypost/contract/api/people';
import { expect, it } from 'vitest';
import { ago } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw } from '../../testing/render.tsx';
import { PeopleView } from './PeopleView.tsx';
import type { PeopleSearch } from './search.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const session = (n: number): Person['sessions'][number] => ({
  session_id: id(n),
  created_at: ago(3_600_000),
  last_seen_at: ago(n * 60_000),
  expires_at: ago(-3_600_000),
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  current: false,
  address: `203.0.113.${n}`,
});
const ANN: Person = {
  sub: 'auth0|ann',
  name: 'Ann Lee',
  roles: ['dispatcher', 'onboarding'],
  last_seen_at: ago(60_000),
  sessions: [session(1), session(2)],
};
const BOB: Person = {
  ...ANN,
  sub: 'bob',
  name: 'Bob',
  roles: ['viewer'],
  last_seen_at: ago(7_200_000),
  sessions: [],
};
const { Page } = pageOf<PeopleSearch>((page) => <PeopleView {...page} />);

async function open(start: PeopleSearch = {}, more: Answers = {}) {
  const page = await draw(<Page start={start} />, {
    roles: ['admin'],
    answers: { ...more, 'GET /api/people': { body: { items: [ANN, BOB] } } },
  });
  await page.frame();
  return page;
}

it('lists people with role, sessions and when they were last seen', async () => {
  await open();
  const [, ann, bob] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(ann).toMatch(/Ann Lee.*Dispatcher, Onboarding.*Signed in on 2 browsers.*1 min ago/);
  expect(bob).toMatch(/Bob.*Viewer.*Signed out.*2 h ago/);
});

it.each([
  ['one browser', 'Sign out', { session_id: id(1) }],
  ['all browsers', 'Sign out everywhere', {}],
])('signs a person out on %s after confirmation', async (_, action, body) => {
  const { user, frame, asked } = await open(
    { person: ANN.sub },
    { 'POST /api/people/': { body: { ended: 1 } } },
  );
  expect(screen.getAllByText('Firefox on Linux')).toHaveLength(2);
  const address = screen.getByText('203.0.113.2');
  const everywhere = screen.getByRole('button', { name: 'Sign out everywhere' });
  expect(everywhere.compareDocumentPosition(address)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getAllByRole('button', { name: action })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('They can sign in again');
  await user.click(within(dialog).getByRole('button', { name: action }));
  await frame();
  const call = asked.mock.calls.find(([, init]) => init.method === 'POST');
  expect(call?.[0]).toBe('/api/people/auth0%7Cann/sign-out');
  expect(JSON.parse(String(call?.[1].body))).toEqual(body);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('is for administrators', async () => {
  await draw(<Page start={{}} />, { roles: ['dispatcher'] });
  expect(screen.getByText('People and their sessions are for administrators')).toBeTruthy();
});
