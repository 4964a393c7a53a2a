// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { AgreementList, BoardAgreement } from '@waypost/contract/api/agreements';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { agreementOf, connectionOf, inHours, listOf, needs } from '../../testing/agreements.ts';
import { id } from '../../testing/loads.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw, type Setup } from '../../testing/render.tsx';
import { prefs } from '../../ui/prefs.ts';
import { toWall, wallText } from '../../ui/zoned.ts';
import { AgreementsView } from './AgreementsView.tsx';
import type { AgreementsSearch } from './search.ts';

const { Page, at } = pageOf<AgreementsSearch>((page) => <AgreementsView {...page} />);

const SHORT = agreementOf(2, { expiration_date: inHours(24), dependents: needs(24) });
const LIST = [agreementOf(1), SHORT, agreementOf(3, { status: 'cancelled' })];

interface Open extends Setup {
  /** In place of the list. */
  readonly unlisted?: Answers[string];
  readonly start?: AgreementsSearch;
  readonly items?: readonly BoardAgreement[];
  readonly list?: Partial<AgreementList>;
}

const CHANGE: ActivityEntry = {
  id: id(900),
  at: inHours(-2),
  sub: 'dana',
  name: 'Dana Ortiz',
  action: 'cancel_agreement',
  target: 'CARRIER-1',
  outcome: 'done',
  detail: null,
};

async function open({
  start = {},
  items = LIST,
  list,
  roles = ['onboarding'],
  answers,
  unlisted,
}: Open = {}) {
  const known: Answers = Object.fromEntries(
    items.flatMap((one) => [
      [`GET /api/agreements/${one.id}/history`, { body: { items: [CHANGE] } }],
      [`GET /api/agreements/${one.id}`, { body: one }],
    ]),
  );
  const page = await draw(<Page start={start} />, {
    roles,
    answers: {
      ...answers,
      ...known,
      ...answers,
      'GET /api/agreements': unlisted ?? { body: listOf(items, list) },
    },
  });
  await page.frame();
  return page;
}
const sent = (page: Awaited<ReturnType<typeof open>>, method: string) =>
  page.asked.mock.calls
    .filter(([, init]) => init.method === method)
    .map(([path, init]) => [path, init.body === undefined ? null : JSON.parse(String(init.body))]);
const panel = () => screen.getByRole('complementary', { name: /^Agreement/ });
const zone = 'America/Chicago';
beforeEach(() => prefs.set({ time_zone: zone }));

describe('the page of agreements', () => {
  it('never cuts the name of a fleet: the row grows', async () => {
    const name = `Very long name ${'of a fleet '.repeat(10)}`.trim();
    await open({ items: [agreementOf(1, { fleet_name: name })] });
    expect(screen.getByText(name).closest('[data-grows]')).not.toBeNull();
  });

  it('shows the history to people who may change agreements and does not request it for others', async () => {
    await open({ start: { agreement: SHORT.id } });
    expect((await within(panel()).findByText('Dana Ortiz')).closest('li')?.textContent).toContain('2 h ago');
    cleanup();
    const page = await open({ start: { agreement: SHORT.id }, roles: ['dispatcher'] });
    expect(page.asked.mock.calls.filter(([path]) => path.endsWith('/history'))).toEqual([]);
    expect(within(panel()).queryByText('History')).toBeNull();
  });

  it('shows agreements that end too soon with what they affect', async () => {
    await open();
    const region = screen.getByRole('region', { name: 'Agreements that end too soon' });
    expect(region.textContent).toContain('before 1 watched load delivers and 1 monitor expires');
    expect(region.textContent).toContain('LD-101, monitor Denver run');
  });

  it('calls such an agreement "Ends too soon", first in the list, and counts alike in row, banner and panel', async () => {
    const newer = {
      ...SHORT,
      dependents: { ...SHORT.dependents, loads: 9, loads_at_risk: 9, monitors_at_risk: 0 },
    };
    await open({
      start: { agreement: SHORT.id },
      answers: { [`GET /api/agreements/${SHORT.id}`]: { body: newer } },
    });
    const [, first] = screen.getAllByRole('row');
    expect(first?.textContent).toMatch(/^Ends too soon.*9 after it ends/);
    expect(screen.getByRole('region', { name: 'Agreements that end too soon' }).textContent).toContain(
      'before 9 watched loads deliver',
    );
    expect(within(panel()).getByText(/before 9 watched loads deliver\./)).toBeTruthy();
  });

  it('does not call an agreement without locations a calm "Active", and lists it before those with them', async () => {
    const untracked = agreementOf(4, { scopes: { vehicle: 'read', user: 'read' } });
    await open({ items: [agreementOf(1), untracked] });
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toMatch(/^Active, no locations,its trucks have no position/);
    expect(first?.textContent).toContain('Vehicles, no locations +1');
    expect(second?.textContent).toMatch(/^Active,access/);
  });

  it('shows no number instead of zero while the list is not known', async () => {
    await open({ unlisted: new Error('offline') });
    expect(screen.getByRole('button', { name: 'Ends too soon …' })).toBeTruthy();
  });

  it('says that nothing is known of what needs an agreement while fleets are unknown', async () => {
    await open({ items: [agreementOf(1)], list: { loads_of_unknown_fleet: 4 } });
    expect(screen.getByText('Not known yet')).toBeTruthy();
    cleanup();
    await open({ items: [agreementOf(1)] });
    expect(screen.getByText('No loads')).toBeTruthy();
  });

  it('shows that nothing ends too soon, and what is unknown', async () => {
    await open({ items: [agreementOf(1)], list: { loads_of_unknown_fleet: 4 } });
    const line = screen.getByText(/^As far as known, 1 active agreement lasts as long as/);
    expect(line.textContent).toContain('4 watched loads may depend on any of these');
    const tick = () => document.querySelector('.tabler-icon-circle-check');
    expect(tick()).toBeNull();
    cleanup();
    await open({ items: [agreementOf(1)] });
    expect(screen.getByText(/^1 active agreement lasts as long as/)).toBeTruthy();
    expect(tick()).not.toBeNull();
  });

  it('says that what needed an agreement is not known once its trucks are no longer shared', async () => {
    const ended = agreementOf(1, { expiration_date: inHours(-1) });
    const text = /^Not known: its trucks are no longer shared/;
    await open({ items: [ended], start: { agreement: ended.id }, list: { loads_of_unknown_fleet: 10 } });
    expect(within(panel()).getByText(text)).toBeTruthy();
    expect(within(screen.getByRole('grid')).getByText('Not known')).toBeTruthy();
    cleanup();
    await open({ items: [ended], start: { agreement: ended.id } });
    expect(within(panel()).getByText(text)).toBeTruthy();
    cleanup();
    // Another agreement of the fleet shares them.
    await open({
      items: [ended, agreementOf(2, { fleet_id: ended.fleet_id })],
      start: { agreement: ended.id },
    });
    expect(within(panel()).getByText('No load or monitor needs it.')).toBeTruthy();
  });

  it('extends to a day after the last need, with a preview, and sends only the end', async () => {
    const after = { ...SHORT, expiration_date: inHours(72), dependents: needs(72) };
    const page = await open({ answers: { [`PATCH /api/agreements/${SHORT.id}`]: { body: after } } });
    await page.user.click(screen.getByRole('button', { name: /^Extend the access of/ }));
    await page.frame();
    expect(at().agreement).toBe(SHORT.id);
    const field = within(panel()).getByLabelText<HTMLInputElement>('Access ends');
    expect(field.value).toBe(wallText(toWall(inHours(72), zone), '2026-11-20'));
    expect(document.activeElement).toBe(field);
    expect(within(panel()).getByText(/^Times CST\/CDT\. /)).toBeTruthy();
    const preview = within(panel()).getByRole('region', { name: 'What this changes' });
    expect(preview.textContent).toContain('LD-101, Denver run');
    expect(preview.textContent).toContain('Every load and monitor that needs it keeps access');
    expect(sent(page, 'PATCH')).toEqual([]);
    await page.user.click(within(panel()).getByRole('button', { name: /^Extend access to/ }));
    await page.frame();
    const before = { expiration_date: SHORT.expiration_date };
    expect(sent(page, 'PATCH')).toEqual([
      [`/api/agreements/${SHORT.id}`, { expiration_date: inHours(72), before }],
    ]);
    expect(screen.queryByRole('region', { name: 'What this changes' })).toBeNull();
    expect(screen.getByText('Access to Fleet 2 updated')).toBeTruthy();
  });

  it('removes the end by sending only null', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: { [`PATCH /api/agreements/${SHORT.id}`]: { body: { ...SHORT, expiration_date: null } } },
    });
    await page.user.click(within(panel()).getByLabelText('No end'));
    await page.user.click(screen.getByRole('button', { name: 'Remove end date' }));
    await page.frame();
    const before = { expiration_date: SHORT.expiration_date };
    expect(sent(page, 'PATCH')).toEqual([[`/api/agreements/${SHORT.id}`, { expiration_date: null, before }]]);
  });

  it('rejects an empty start with a reason', async () => {
    const page = await open({ start: { agreement: SHORT.id } });
    fireEvent.change(within(panel()).getByLabelText('Access starts'), { target: { value: '' } });
    expect(within(panel()).getByText(/needs a start date/)).toBeTruthy();
    await page.user.click(within(panel()).getByRole('button', { name: 'Change access' }));
    expect(sent(page, 'PATCH')).toEqual([]);
  });

  it('keeps the input when the service rejects it and shows the message at the field', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: {
        [`PATCH /api/agreements/${SHORT.id}`]: {
          status: 422,
          body: {
            code: 422,
            message: 'The service refuses this',
            reason: 'service_error',
            detail: [
              { path: 'body.expiration_date', input: '', message: 'is too far away', error_type: 'value' },
            ],
          },
        },
      },
    });
    await page.user.click(within(panel()).getByRole('button', { name: '30 more days' }));
    await page.user.click(screen.getByRole('button', { name: /^Extend access to/ }));
    await page.frame();
    expect(within(panel()).getByText('is too far away')).toBeTruthy();
    const { value } = within(panel()).getByLabelText<HTMLInputElement>('Access ends');
    expect(value).toBe(wallText(toWall(inHours(24 + 30 * 24), zone), '2026-11-20'));
    window.dispatchEvent(new Event('pagehide'));
    expect(Object.keys(sessionStorage).join()).toContain(SHORT.id);
  });

  it('ends access now, and Undo gives the agreement the end that it had', async () => {
    const one = agreementOf(1, { expiration_date: inHours(48) });
    const answer = { body: { ...one, expiration_date: inHours(0) } };
    const page = await open({
      items: [one],
      start: { agreement: one.id },
      answers: { [`PATCH /api/agreements/${one.id}`]: answer },
    });
    await page.user.click(within(panel()).getByRole('button', { name: 'End now' }));
    await page.user.click(within(panel()).getByRole('button', { name: 'End access now' }));
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(sent(page, 'PATCH').at(-1)).toEqual([
      `/api/agreements/${one.id}`,
      { expiration_date: inHours(48), before: { expiration_date: inHours(0) } },
    ]);
  });

  it('does not say that loads keep access when data stop and no load is known', async () => {
    const page = await open({ items: [agreementOf(1)], start: { agreement: agreementOf(1).id } });
    await page.user.click(within(panel()).getByRole('button', { name: 'End now' }));
    const preview = within(panel()).getByRole('region', { name: 'What this changes' }).textContent;
    expect(preview).toContain('Data stops right away');
    expect(preview).toContain('No load or monitor is known to need it.');
    expect(preview).not.toContain('keeps access');
  });

  it('does not say that what already has no access loses it by another end in the past', async () => {
    const over = agreementOf(1, { expiration_date: inHours(-2), dependents: needs(-2) });
    const page = await open({ items: [over], start: { agreement: over.id } });
    await page.user.click(within(panel()).getByRole('button', { name: 'End now' }));
    const preview = within(panel()).getByRole('region', { name: 'What this changes' }).textContent;
    expect(preview).toContain('3 still have no access: LD-100');
    expect(preview).not.toContain('lose');
  });

  it('counts down after a 429 and sends nothing until then', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: {
        [`PATCH /api/agreements/${SHORT.id}`]: {
          status: 429,
          body: {
            code: 429,
            message: 'The service asked to wait',
            reason: 'service_paused',
            detail: { retry_after_seconds: 12, message: '' },
          },
        },
      },
    });
    await page.user.click(within(panel()).getByRole('button', { name: '30 more days' }));
    const button = screen.getByRole('button', { name: /^Extend access to/ });
    await page.user.click(button);
    await page.frame();
    expect(within(panel()).getByRole('alert').textContent).toContain('Try again in 12 s');
    await page.user.click(button);
    expect(sent(page, 'PATCH')).toHaveLength(1);
  });

  it('reports a lost response as possibly done and refetches', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: { [`PATCH /api/agreements/${SHORT.id}`]: new Error('gone') },
    });
    const reads = () => sent(page, 'GET').filter(([path]) => path === '/api/agreements').length;
    await page.user.click(within(panel()).getByRole('button', { name: '30 more days' }));
    const before = reads();
    await page.user.click(screen.getByRole('button', { name: /^Extend access to/ }));
    await page.frame();
    expect(within(panel()).getByRole('alert').textContent).toContain('may have been made');
    expect(reads()).toBe(before + 1);
  });

  it('deletes only after the fleet reference is typed, and lists what is lost', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: { [`DELETE /api/agreements/${SHORT.id}`]: { status: 204 } },
    });
    await page.user.click(screen.getByRole('button', { name: 'Delete agreement' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('the tracking of 2 watched loads: LD-100, LD-101');
    expect(within(dialog).getByRole('link', { name: 'Denver run' })).toBeTruthy();
    const button = within(dialog).getByRole('button', { name: 'Delete agreement' });
    const field = within(dialog).getByRole('textbox');
    await page.user.type(field, 'CARRIER-3{Enter}');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(sent(page, 'DELETE')).toEqual([]);
    await page.user.clear(field);
    await page.user.type(field, 'CARRIER-2');
    await page.user.click(button);
    await page.frame();
    expect(sent(page, 'DELETE')).toEqual([[`/api/agreements/${SHORT.id}`, { confirm: 'CARRIER-2' }]]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(at().agreement).toBeUndefined();
  });

  it('asks for the id when the reference is too long to type', async () => {
    const long = { ...SHORT, fleet_ref: 'R'.repeat(609) };
    const page = await open({
      start: { agreement: SHORT.id },
      items: [long],
      answers: { [`DELETE /api/agreements/${SHORT.id}`]: { status: 204 } },
    });
    await page.user.click(screen.getByRole('button', { name: 'Delete agreement' }));
    const dialog = await screen.findByRole('dialog');
    const confirmation = SHORT.fleet_id ?? SHORT.id;
    await page.user.type(within(dialog).getByRole('textbox'), confirmation);
    await page.user.click(within(dialog).getByRole('button', { name: 'Delete agreement' }));
    await page.frame();
    expect(sent(page, 'DELETE')).toEqual([[`/api/agreements/${SHORT.id}`, { confirm: confirmation }]]);
  });

  it('says that it is final, and keeps the dialog and the typed text when it fails', async () => {
    const page = await open({
      start: { agreement: SHORT.id },
      answers: {
        [`POST /api/agreements/${SHORT.id}/cancel`]: {
          status: 409,
          body: { code: 409, message: 'It is cancelled already', reason: 'conflict', detail: null },
        },
      },
    });
    await page.user.click(screen.getByRole('button', { name: 'Cancel agreement' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain("This can't be undone");
    await page.user.type(within(dialog).getByRole('textbox'), 'CARRIER-2{Enter}');
    await page.frame();
    expect(within(dialog).getByRole('alert').textContent).toContain('Not cancelled: It is cancelled already');
    expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('CARRIER-2');
  });

  it('is readable without the right to change and says whom to ask', async () => {
    const page = await open({ roles: ['viewer'], start: { agreement: SHORT.id } });
    expect(within(panel()).getByText(/Ask a Waypost administrator/)).toBeTruthy();
    expect(within(panel()).getByLabelText<HTMLInputElement>('Access ends').readOnly).toBe(true);
    for (const name of [/^Extend the access of/, 'Delete agreement']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      await page.user.click(button);
    }
    await page.user.click(within(panel()).getByRole('button', { name: /^More actions for/ }));
    const remove = await screen.findByRole('menuitem', {
      name: /^Delete connection.*Ask a Waypost administrator/,
    });
    expect(remove.hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(within(panel()).queryByLabelText('No end')).toBeNull();
  });

  it('does not let dates of an ended agreement change', async () => {
    await open({ start: { agreement: id(2003) } });
    expect(within(panel()).getByLabelText<HTMLInputElement>('Access ends').readOnly).toBe(true);
    expect(within(panel()).getByText(/Invite the fleet again/)).toBeTruthy();
    expect(within(panel()).queryByRole('button', { name: 'Cancel agreement' })).toBeNull();
  });

  it('calls a draft not saved only until a colleague has saved the same', async () => {
    const list = { body: listOf(LIST) };
    const page = await open({ start: { agreement: SHORT.id }, unlisted: () => list });
    await page.user.click(within(panel()).getByLabelText('No end'));
    expect(screen.getByText(/^Not saved/)).toBeDefined();
    list.body = listOf(LIST.map((one) => (one.id === SHORT.id ? { ...one, expiration_date: null } : one)));
    act(() => page.live.changes.publish('agreements', { changed_at: inHours(0) }));
    await page.frame();
    expect(screen.queryByText(/^Not saved/)).toBeNull();
  });

  it('refetches after a stream event', async () => {
    const page = await open();
    const reads = () => sent(page, 'GET').filter(([path]) => path === '/api/agreements').length;
    const before = reads();
    act(() => page.live.changes.publish('agreements', { changed_at: inHours(0) }));
    await page.frame();
    expect(reads()).toBe(before + 1);
  });

  it("opens the agreement of a load's fleet", async () => {
    await open({ start: { load: id(101) } });
    expect(at()).toMatchObject({ agreement: SHORT.id, load: undefined });
  });

  it("lists the agreements without locations when the load's fleet is unknown", async () => {
    await open({ start: { load: id(999) } });
    expect(at().show).toBe('no_location');
    expect(screen.getByText(/has not said which fleet this truck belongs to/)).toBeTruthy();
  });

  it('shows the next step for connections and deletes one after a typed confirmation', async () => {
    const stale = connectionOf(2, { id: id(4999), status: 'stale', source_name: 'RoadLedger' });
    const items = [agreementOf(1), { ...SHORT, connections: [stale] }];
    const page = await open({
      items,
      start: { tab: 'connections' },
      answers: {
        'GET /api/connections': {
          body: {
            items: [connectionOf(1), stale],
            known: 'yes',
            read_at: inHours(0),
            read_problem: null,
          },
        },
        [`DELETE /api/connections/${stale.id}`]: { status: 204 },
      },
    });
    const [, first] = screen.getAllByRole('row');
    expect(first?.textContent).toMatch(
      /Fleet 2.*RoadLedger.*Stale.*Carrier to fix: Sign in to the provider again/,
    );
    await page.user.click(within(first as HTMLElement).getByRole('button', { name: /^More actions for/ }));
    await page.user.click(await screen.findByRole('menuitem', { name: /^Delete connection/ }));
    const dialog = await screen.findByRole('dialog');
    await page.user.type(within(dialog).getByRole('textbox'), 'CARRIER-2{Enter}');
    await page.frame();
    expect(sent(page, 'DELETE')).toEqual([[`/api/connections/${stale.id}`, { confirm: 'CARRIER-2' }]]);
  });

  it.each<[string, Partial<AgreementList>, RegExp]>([
    ['none yet', {}, /No agreements yet/],
    [
      'a service without such a list',
      { lists: { agreements: 'no', connections: 'no', freshness: 'no' } },
      /has no list of agreements/,
    ],
    [
      'a service that is away',
      { read_problem: 'The service is not responding', read_at: null },
      /Couldn't load agreements/,
    ],
  ])('explains an empty list: %s', async (_, list, words) => {
    await open({ items: [], list });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('says that the list is outdated when the last read failed', async () => {
    await open({ list: { read_problem: 'The service is not responding' } });
    expect(screen.getByText('Not up to date: The service is not responding')).toBeTruthy();
    expect(screen.getByRole('grid', { name: 'Agreements' })).toBeTruthy();
  });

  it('counts agreements that could not be read, with their raw values', async () => {
    const none = { left_out: 0, incomplete: 0, items: [] };
    const value = { path: '', reason: 'cannot be used without: id', raw: '{"fleet_ref":"F-9"}' };
    const agreements = { ...none, left_out: 1, items: [{ id: null, used: false, values: [value] }] };
    await open({ list: { unread: { agreements, connections: none } } });
    const line = screen.getByRole('group', { name: "Couldn't be read" });
    expect(line.textContent).toContain('1 agreement could not be read.');
    expect(line.textContent).toContain('{"fleet_ref":"F-9"}');
  });

  it('reports an unknown agreement', async () => {
    const gone = {
      code: 404,
      message: 'Share agreement not found',
      detail: null,
      reason: 'not_found',
    };
    await open({
      start: { agreement: id(77) },
      answers: { [`GET /api/agreements/${id(77)}`]: { status: 404, body: gone } },
    });
    expect(within(panel()).getByRole('alert').textContent).toContain('Share agreement not found');
  });
});

describe('several picked agreements', () => {
  it('are extended until no longer needed, never shortened, and one undo gives all their ends back', async () => {
    const NEEDED = agreementOf(4, { expiration_date: inHours(24), dependents: needs(47) });
    const LONG = agreementOf(5, { expiration_date: inHours(2000), dependents: needs(47) });
    const page = await open({
      items: [...LIST, NEEDED, LONG],
      answers: {
        [`PATCH /api/agreements/${NEEDED.id}`]: {
          status: 409,
          body: { code: 409, message: 'Changed since', reason: 'conflict', detail: null },
        },
        [`PATCH /api/agreements/${SHORT.id}`]: { body: { ...SHORT, expiration_date: inHours(72) } },
      },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Pick all shown' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Picked agreements' }));
    await page.user.click(bar.getByRole('button', { name: 'Extend as needed (2)' }));
    expect(await screen.findByText('1 extended, 1 refused, 3 left out')).toBeDefined();
    const reasons = screen.getByText(/Changed since/).textContent;
    expect(reasons).toContain('It already lasts that long');
    expect(reasons).toContain('Its status gives no access, whatever its dates');
    expect(sent(page, 'PATCH')).toContainEqual([
      `/api/agreements/${SHORT.id}`,
      { expiration_date: inHours(72), before: { expiration_date: SHORT.expiration_date } },
    ]);
    expect(sent(page, 'PATCH')).toHaveLength(2);
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 undone')).toBeDefined();
    expect(sent(page, 'PATCH').at(-1)).toEqual([
      `/api/agreements/${SHORT.id}`,
      { expiration_date: SHORT.expiration_date, before: { expiration_date: inHours(72) } },
    ]);
  });
});
