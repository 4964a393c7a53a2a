/** The list of invitations, drawn with three of them, and what tests of it use. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { InvitationsView } from '../features/invitations/InvitationsView.tsx';
import type { InvitationsSearch } from '../features/invitations/search.ts';
import { DEFAULTS, invitation, SOURCES } from './invitations.ts';
import { ago, HOUR } from './loads.ts';
import { pageOf } from './page.tsx';
import { type Answer, type Answers, draw, type Setup } from './render.tsx';

export const { Page, at } = pageOf<InvitationsSearch>((page) => <InvitationsView {...page} />);

export const SOON = invitation(1, {
  expires_at: ago(-3 * HOUR),
  valid_from: ago(69 * HOUR),
  fleet_name: 'Blue Mesa',
});
export const LIST = [
  invitation(3),
  SOON,
  invitation(4, { status: 'declined', decline_reason: 'Sold the fleet' }),
];
export const LINK = {
  magic_link: 'https://service.example.com/invite/s3cret',
  expires_at: ago(-3 * HOUR),
  fresh: true,
};
export const refused = (code: number, more: object): Answer => ({
  status: code,
  body: { code, detail: null, ...more },
});

interface Open extends Setup {
  readonly start?: InvitationsSearch;
  readonly items?: readonly BoardInvitation[];
}

export async function openInvitations({
  start = {},
  items = LIST,
  answers = {},
  roles = ['onboarding'],
  ...others
}: Open = {}) {
  const page = await draw(<Page start={start} />, {
    ...others,
    roles,
    answers: {
      ...answers,
      'GET /api/intents': { body: { items: [] } },
      'GET /api/invitations/defaults': { body: DEFAULTS },
      'GET /api/invitations/': {
        body: {
          ...SOON,
          history: [{ what: 'created', at: ago(69 * HOUR), by_name: 'Dana Ortiz', note: null }],
        },
      },
      'GET /api/invitations': answers['GET /api/invitations'] ?? { body: { items, sources: SOURCES } },
    } satisfies Answers,
  });
  await page.frame();
  const calls = (line: string) =>
    page.asked.mock.calls.filter(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return { ...page, calls };
}
