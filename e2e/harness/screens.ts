/** Every page, panel, dialog and state of the product, for the audit and the gallery. */
import { expect, type Locator, type Page } from '@playwright/test';
import { idOf, loadId } from '@waypost/bff/testing/foreign-service/records';
import { invitationList } from '@waypost/contract/api/invitations';
import type { Role } from '@waypost/contract/api/session';
import { callApi } from './fixtures.ts';

/** One record of each kind that has a panel or a page. */
export interface ScreenIds {
  readonly load: string;
  /** The load with the longest texts. */
  readonly long_load: string;
  readonly load_list: string;
  readonly monitor: string;
  readonly agreement: string;
  readonly operation: string;
  readonly invitation: string;
  readonly site: string;
  readonly job: string;
  readonly delivery: string;
  readonly entry: string;
  readonly fleet: string;
  readonly api_key: string;
  readonly person: string;
  readonly wall_screen: string;
  readonly outgoing_webhook: string;
  /** Token of a link to the load with the longest texts, which shows its truck. */
  readonly share_token: string;
}

const UNKNOWN_LIST = idOf(0xe1, 99);

/** Search text that matches the hostile texts and the sandbox's. */
const SEARCH_TEXT = 're';

export interface Screen {
  readonly name: string;
  readonly path: string | ((ids: ScreenIds) => string);
  /** Visible once the page is rendered. */
  readonly shows: (page: Page) => Locator;
  /** Steps before the audit. */
  readonly first?: (page: Page) => Promise<void>;
  /** Other roles whose view differs from an administrator's. */
  readonly also?: readonly Role[];
}

const rows = (page: Page) => page.getByRole('grid').getByRole('row').first();
const panel = (page: Page) => page.getByRole('complementary').last();
const dialog = (page: Page) => page.getByRole('dialog').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const textOf = (text: string | RegExp) => (page: Page) => page.getByText(text).first();

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Chooses an item in the menu of saved views and lists. */
const fromViews = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name }).click();
};

/** Pastes a row that matches an existing invitation. */
async function pasteKnownFleet(page: Page): Promise<void> {
  const known = invitationList.parse((await callApi(page, '/api/invitations')).body).items;
  const quoted = (text: string | null | undefined) => `"${(text ?? '').replaceAll('"', '""')}"`;
  const text = `Carrier ref,Company\n${quoted(known[0]?.fleet_ref)},Another name`;
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
  await press(/^Review \d+ row/)(page);
}

const WATCHING: readonly Screen[] = [
  { name: 'board', path: '/?tab=all', shows: rows, also: ['dispatcher'] },
  { name: 'board, needs attention', path: '/', shows: rows },
  {
    name: 'board as a table',
    path: '/?tab=all&columns=ref,vehicle,place,stop,arrival,late,eta,owner',
    shows: rows,
  },
  { name: 'load', path: ({ load }) => `/?load=${load}`, shows: textOf('Arrivals and departures') },
  {
    name: 'load with 600 characters',
    path: ({ long_load }) => `/?load=${long_load}`,
    shows: textOf('Arrivals and departures'),
    also: ['dispatcher'],
  },
  {
    name: 'load with its history',
    path: ({ load }) => `/?load=${load}`,
    first: (page) => page.getByRole('button', { name: 'Show history' }).click(),
    shows: (page) => page.getByRole('region', { name: 'History' }),
  },
  {
    name: 'call popover',
    path: ({ load }) => `/?load=${load}`,
    first: (page) => page.getByRole('complementary').getByRole('button', { name: 'Call carrier' }).click(),
    shows: (page) => dialog(page).getByRole('region', { name: 'Numbers' }),
    also: ['viewer'],
  },
  {
    name: 'share links',
    path: ({ long_load }) => `/?load=${long_load}`,
    first: (page) => page.getByRole('button', { name: 'Share', exact: true }).click(),
    shows: (page) => dialog(page).getByText(/^Active, expires/),
  },
  { name: 'shared load', path: ({ share_token }) => `/share#${share_token}`, shows: heading },
  {
    name: 'a saved view that is gone',
    path: ({ load }) => `/?saved=${load}`,
    shows: textOf('This view was deleted or is private'),
  },
  {
    name: 'save view',
    path: '/?tab=all',
    first: fromViews('Save this view'),
    shows: dialog,
  },
  {
    name: 'board with a list',
    path: ({ load_list }) => `/?tab=all&list=${load_list}`,
    shows: textOf(/^Team list, \d+ loads?/),
  },
  {
    name: 'a list that is gone',
    path: `/?tab=all&list=${UNKNOWN_LIST}`,
    shows: textOf(/^This list was deleted/),
  },
  {
    name: 'lists',
    path: '/?tab=all',
    first: fromViews('Manage lists'),
    shows: (page) => page.getByRole('dialog', { name: 'Lists' }).getByRole('listitem').first(),
  },
  {
    name: 'add to a list',
    path: '/?tab=all',
    first: fromViews(/^Add \d+ loads shown to a list/),
    shows: (page) => page.getByRole('dialog').getByRole('listitem').first(),
  },
  { name: 'add loads', path: '/?add=1', shows: dialog },
  { name: 'post a load', path: '/loads/new', shows: heading, also: ['dispatcher'] },
  { name: 'correct a load', path: ({ load }) => `/loads/new?load=${load}`, shows: textOf('Change stops') },
  {
    name: 'more',
    path: '/?view=more',
    // Phones only.
    shows: (page) =>
      (page.viewportSize()?.width ?? 0) < 640
        ? page.getByRole('button', { name: 'Sign out' })
        : page.getByRole('main'),
  },
  { name: 'archive', path: '/archive', shows: heading, also: ['dispatcher'] },
  { name: 'handover', path: '/handover', shows: heading },
  { name: 'shift report', path: '/shift-report', shows: textOf('By cause') },
  { name: 'wall', path: '/wall', shows: textOf(/loads watched|Nothing needs attention|No loads yet/) },
  { name: 'monitors', path: '/monitors', shows: rows },
  { name: 'monitor', path: ({ monitor }) => `/monitors/${monitor}`, shows: textOf('Webhook group') },
  {
    name: 'builder',
    path: ({ load }) => `/monitors/new?load=${load}`,
    shows: (page) => page.getByRole('button', { name: 'Create monitor' }),
    also: ['dispatcher'],
  },
  { name: 'sites', path: '/sites', shows: rows },
  { name: 'site', path: ({ site }) => `/sites?site=${site}`, shows: panel },
  { name: 'new site', path: '/sites?add=1', shows: panel, also: ['dispatcher'] },
];
const ONBOARDING: readonly Screen[] = [
  { name: 'invitations', path: '/invitations', shows: rows, also: ['onboarding'] },
  {
    name: 'invitation',
    path: ({ invitation }) => `/invitations?invitation=${invitation}`,
    shows: textOf('Follow-up note'),
  },
  {
    name: 'email form',
    path: ({ invitation }) => `/invitations?invitation=${invitation}`,
    shows: (page) => page.getByRole('form', { name: 'Email invitation' }),
    first: press('Email invitation…'),
  },
  {
    name: 'follow-ups',
    path: '/invitations',
    shows: textOf(/^Follow-up 1 of|^No follow-ups due/),
    first: (page) => page.keyboard.press('t'),
  },
  { name: 'declined invitations', path: '/invitations?show=declined', shows: heading },
  { name: 'new invitation', path: '/invitations?invitation=new', shows: panel },
  { name: 'conversion of invitations', path: '/invitations?tab=conversion', shows: heading },
  { name: 'TMS invitations', path: '/invitations?tab=tms', shows: heading },
  {
    name: 'TMS invitation',
    path: '/invitations?tab=tms',
    shows: panel,
    // A row may be replaced under the click while more of them arrive.
    first: (page) =>
      expect(async () => {
        await page.getByRole('grid').getByRole('row').nth(1).click();
        await expect(panel(page)).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 8_000 }),
  },
  { name: 'fleets', path: '/fleets', shows: rows, also: ['dispatcher'] },
  { name: 'fleet', path: ({ fleet }) => `/fleets/${fleet}`, shows: textOf('Contacts'), also: ['dispatcher'] },
  { name: 'agreements', path: '/agreements', shows: rows },
  {
    name: 'agreement',
    path: ({ agreement }) => `/agreements?agreement=${agreement}`,
    shows: textOf('What is shared'),
  },
  { name: 'connections', path: '/agreements?tab=connections', shows: heading },
];
const DRIVERS_AND_JOBS: readonly Screen[] = [
  { name: 'drivers', path: '/drivers', shows: rows, also: ['onboarding'] },
  { name: 'operation', path: ({ operation }) => `/drivers?operation=${operation}`, shows: panel },
  { name: 'new driver', path: '/drivers/new', shows: (page) => page.getByLabel('Username') },
  { name: 'jobs', path: '/bulk', shows: heading },
  { name: 'new job', path: '/bulk/new', shows: textOf(/Drop a CSV file here/), also: ['onboarding'] },
  { name: 'review of a row', path: '/bulk/new?kind=invitation', shows: dialog, first: pasteKnownFleet },
  { name: 'job', path: ({ job }) => `/bulk/${job}`, shows: rows },
  {
    name: 'emails of a job',
    path: ({ job }) => `/bulk/${job}`,
    shows: dialog,
    first: press(/^Email \d+ fleets?…/),
  },
  {
    name: 'links of a job',
    path: ({ job }) => `/bulk/${job}`,
    shows: dialog,
    first: press('Download links and messages…'),
  },
  {
    name: 'undo of a job',
    path: ({ job }) => `/bulk/${job}`,
    shows: textOf(/will be withdrawn\./),
    first: press('Withdraw invitations…'),
  },
  ...(['success', 'failure'] as const).flatMap((which) => [
    {
      name: `a fleet comes back, ${which}`,
      path: `/onboarding/${which}?invitation_id=${idOf(0xc1, 2)}`,
      shows: heading,
    },
    {
      name: `a fleet that is not known comes back, ${which}`,
      path: `/onboarding/${which}?invitation_id=${idOf(0xc1, 99)}&fleet_ref=${'R'.repeat(300)}`,
      shows: heading,
    },
  ]),
];
const REPORTS: readonly Screen[] = [
  { name: 'usage', path: '/usage', shows: rows },
  { name: 'usage as tables', path: '/usage?show=table', shows: rows },
  { name: 'fuel', path: '/fuel', shows: rows },
  {
    name: 'fuel transaction',
    path: '/fuel',
    shows: panel,
    // A row may be replaced under the click while more of them arrive.
    first: (page) =>
      expect(async () => {
        await page.getByRole('grid').getByRole('row').nth(1).click();
        await expect(panel(page)).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 8_000 }),
  },
  { name: 'fuel totals', path: '/fuel?view=totals', shows: heading },
  { name: 'fuel prices', path: '/fuel?view=prices', shows: heading },
  { name: 'fuel economy', path: '/fuel?view=vehicles', shows: heading },
  { name: 'fuel checks', path: '/fuel?view=checks', shows: heading },
  { name: 'fuel map', path: '/fuel?view=places', shows: heading },
  { name: 'activity', path: '/activity', shows: rows },
  { name: 'entry', path: ({ entry }) => `/activity?entry=${entry}`, shows: panel },
  { name: 'deliveries', path: '/deliveries', shows: rows },
  { name: 'delivery', path: ({ delivery }) => `/deliveries?delivery=${delivery}`, shows: panel },
  { name: 'background jobs', path: '/jobs', shows: (page) => page.getByRole('main') },
  { name: 'system status', path: '/system', shows: (page) => page.getByRole('region', { name: 'Servers' }) },
  { name: 'API keys', path: '/api-keys', shows: rows },
  { name: 'new API key', path: '/api-keys?add=1', shows: panel },
  { name: 'API key', path: ({ api_key }) => `/api-keys?key=${api_key}`, shows: panel },
  { name: 'people', path: '/people', shows: rows },
  { name: 'person', path: ({ person }) => `/people?person=${person}`, shows: panel },
  { name: 'wall screens', path: '/wall-screens', shows: rows },
  { name: 'new wall screen', path: '/wall-screens?add=1', shows: panel },
  { name: 'wall screen', path: ({ wall_screen }) => `/wall-screens?screen=${wall_screen}`, shows: panel },
  { name: 'outgoing webhooks', path: '/outgoing-webhooks', shows: rows },
  { name: 'new outgoing webhook', path: '/outgoing-webhooks?form=new', shows: panel },
  {
    name: 'outgoing webhook',
    path: ({ outgoing_webhook }) => `/outgoing-webhooks?webhook=${outgoing_webhook}`,
    shows: panel,
  },
  {
    name: 'outgoing delivery',
    path: ({ outgoing_webhook }) => `/outgoing-webhooks?webhook=${outgoing_webhook}`,
    shows: (page) => page.getByText('Back to webhook'),
    first: (page) => page.getByRole('complementary').getByRole('button', { name: /^Test/ }).first().click(),
  },
  { name: 'settings', path: '/settings', shows: heading },
  { name: 'company settings', path: '/settings?section=company', shows: textOf('Limits') },
  { name: 'alert settings', path: '/settings?section=alerts', shows: textOf('Notify me of new exceptions') },
  { name: 'setup', path: '/settings', shows: textOf(/^Set up Waypost: /) },
  {
    name: 'messages to fleets',
    path: '/settings?section=messages',
    shows: textOf('Unsubscribed addresses'),
  },
  { name: 'keyboard help', path: '/settings', shows: dialog, first: (page) => page.keyboard.press('?') },
  {
    name: 'search',
    path: '/settings',
    shows: (page) => page.getByRole('dialog').getByRole('option').first(),
    first: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(SEARCH_TEXT);
    },
  },
  { name: 'no such page', path: `/nope/${'x'.repeat(300)}`, shows: heading },
];
export const SCREENS = {
  watching: WATCHING,
  onboarding: ONBOARDING,
  'drivers, bulk jobs and the way back': DRIVERS_AND_JOBS,
  'reports and the rest': REPORTS,
};

/** A load, a monitor and a list that do not exist: the browser logs the 404 that the page then explains. */
export const ABSENT = [loadId(99), idOf(0xd1, 99), UNKNOWN_LIST] as const;

/** Pages without data or without permission, for a viewer. */
export const EMPTY: readonly Screen[] = [
  ...[
    '/?tab=all',
    '/',
    '/wall',
    '/monitors',
    '/monitors/new',
    '/sites',
    '/invitations',
    '/invitations?tab=tms',
    '/handover',
    '/fleets',
    '/agreements',
  ],
  ...[
    '/agreements?tab=connections',
    '/drivers',
    '/drivers/new',
    '/bulk',
    '/bulk/new',
    '/usage',
    '/fuel',
    '/activity',
    '/deliveries',
    '/jobs',
    '/system',
    '/api-keys',
    '/wall-screens',
    '/outgoing-webhooks',
  ],
  ...[`/?load=${ABSENT[0]}`, `/monitors/${ABSENT[1]}`],
].map((path) => ({ name: `${path} with nothing`, path, shows: (page) => page.getByRole('main') }));

/** Pages before sign-in. Without a message the sign-in page redirects to the provider at once. */
export const SIGNED_OUT: readonly Screen[] = ['?problem=failed', '?signed_out=1'].map((problem) => ({
  name: `sign-in ${problem}`,
  path: `/sign-in${problem}`,
  shows: (page) => page.getByRole('link', { name: 'Sign in' }),
}));

/** Resolves when nothing is loading: placeholder rows take no clicks. @param timeout milliseconds */
export const loaded = (page: Page, timeout?: number) =>
  expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0, { timeout });
