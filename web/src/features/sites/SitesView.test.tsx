// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../testing/page.tsx';
import { type Answer, draw, leaveToSignIn, type Setup } from '../../testing/render.tsx';
import { SITE, siteOf } from '../../testing/sites.ts';
import { SitesView } from './SitesView.tsx';
import type { SitesSearch } from './search.ts';

const SITES = [SITE, siteOf(2, { name: 'Denver dock' }), siteOf(3, { name: 'Tulsa plant' })];
const SHAPE = { latitude: 36.5, longitude: -101.25, radius_meters: 804.672 };

const { Page, at } = pageOf<SitesSearch>((page) => <SitesView {...page} />);

async function open(setup: Setup & { start?: SitesSearch; sites?: readonly unknown[] | Answer } = {}) {
  const { sites = SITES, start = {} } = setup;
  const page = await draw(<Page start={start} />, {
    ...setup,
    answers: {
      ...setup.answers,
      'GET /api/sites': Array.isArray(sites) ? { body: { items: sites } } : (sites as Answer),
    },
  });
  await page.frame();
  return page;
}
const rows = () => screen.queryAllByRole('row').slice(1);
const bodyOf = (page: Awaited<ReturnType<typeof open>>, line: string) => {
  const call = page.asked.mock.calls.find(([path, init]) => `${init.method} ${path}`.startsWith(line));
  return call ? JSON.parse(String(call[1].body)) : null;
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe('the list', () => {
  it('shows every site with its circle on the map, and how many there are', async () => {
    const { map } = await open();
    expect(rows().map((row) => within(row).getAllByRole('gridcell')[0]?.textContent)).toEqual([
      expect.stringContaining('Amarillo yard'),
      expect.stringContaining('Denver dock'),
      expect.stringContaining('Tulsa plant'),
    ]);
    expect(rows()[0]?.textContent).toContain('0.5 mi2 h75 USD/h');
    expect(map.engine().circles.map(({ label }) => label)).toEqual([
      'Amarillo yard',
      'Denver dock',
      'Tulsa plant',
    ]);
    expect(screen.getByText('3 sites')).toBeTruthy();
  });

  it('shows the longest rate in full', async () => {
    await open({ sites: [siteOf(1, { detention_rate: '1234567.8901' })] });
    expect(screen.getByText('1234567.8901 USD/h').className).toContain('twoLines');
  });

  it('filters list and map by the search, and offers a way back from no results', async () => {
    const { map, user } = await open({ start: { q: 'denver' } });
    expect(map.engine().circles.map(({ label }) => label)).toEqual(['Denver dock']);
    expect(screen.getByText('1 of 3 sites match')).toBeTruthy();
    await user.clear(screen.getByLabelText('Search sites'));
    await user.type(screen.getByLabelText('Search sites'), 'nowhere');
    expect(await screen.findByText('No site matches')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all sites' }));
    expect(rows()).toHaveLength(3);
  });

  it('works by keyboard: arrows, Enter, Esc', async () => {
    const { user } = await open();
    screen.getByRole('grid').focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(at().site).toBe(SITES[1]?.id);
    expect(document.activeElement?.textContent).toBe('Denver dock');
    await user.keyboard('{Escape}');
    expect(at().site).toBeUndefined();
  });

  it('offers to add a site when there are none', async () => {
    const { user } = await open({ sites: [] });
    expect(screen.getByText('No sites yet')).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'New site' })[1] as HTMLElement);
    expect(at().add).toBe('1');
  });

  it('says of a link to a deleted site that there is none', async () => {
    const { user } = await open({ start: { site: siteOf(7).id } });
    expect(screen.getByText('Site not found')).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(at().site).toBeUndefined();
    expect(screen.queryByText('Site not found')).toBeNull();
  });

  it('wraps a long name, which identifies the site', async () => {
    await open({ sites: [siteOf(1, { name: 'Very long name '.repeat(6) })] });
    expect(screen.getByText(/^Very long name/).closest('[data-grows]')).not.toBeNull();
  });

  it('says what failed, and retries', async () => {
    const { asked, user, frame } = await open({
      sites: {
        status: 503,
        body: { code: 503, message: 'The book is shut', detail: null, reason: 'internal' },
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('The book is shut');
    const previous = asked.mock.calls.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await frame();
    expect(asked.mock.calls.length).toBeGreaterThan(previous);
  });
});

describe('list and map', () => {
  it('select each other', async () => {
    const { map, user } = await open();
    await user.click(screen.getByText('Denver dock'));
    expect(map.engine().selected_circle).toBe(SITES[1]?.id);
    expect(map.engine().calls).toContain(`showCircle ${SITES[1]?.id}`);
    act(() => map.clickCircle(SITE.id));
    expect(rows()[0]?.getAttribute('aria-selected')).toBe('true');
    expect(field('Name').value).toBe('Amarillo yard');
    act(() => map.clickCircle(null));
    expect(at().site).toBeUndefined();
  });

  it('share one draft with the form: a drag changes the fields, the fields change the circle', async () => {
    const { map, user } = await open({ start: { site: SITE.id } });
    act(() => map.dragCircle(SHAPE));
    expect(field('Center').value).toBe('36.50000, -101.25000');
    await user.clear(field('Radius'));
    await user.type(field('Radius'), '2 km');
    expect(map.engine().circles.find(({ id }) => id === SITE.id)).toMatchObject({
      latitude: 36.5,
      radius_meters: 2000,
    });
    expect(screen.getByText('not saved')).toBeTruthy();
  });

  it('keep unsaved changes on a click elsewhere and when another site is opened', async () => {
    const { map, user } = await open({ start: { site: SITE.id } });
    await user.type(field('Name'), ' 2');
    act(() => map.clickCircle(null));
    expect(at().site).toBe(SITE.id);
    await user.click(screen.getByText('Denver dock'));
    await user.click(screen.getAllByText('Amarillo yard')[0] as HTMLElement);
    expect(field('Name').value).toBe('Amarillo yard 2');
  });
});

describe('editing', () => {
  it('offers no drawing when the browser cannot show the map', async () => {
    await open({ start: { site: SITE.id }, unavailable_map: new Error('no WebGL') });
    expect(field('Name').value).toBe(SITE.name);
    expect(screen.queryByRole('button', { name: /on the map/ })).toBeNull();
  });

  it('draws, names and saves a new site, to the last digit', async () => {
    const saved = siteOf(9, { ...SHAPE, name: 'New yard' });
    const page = await open({ answers: { 'POST /api/sites': { status: 201, body: saved } } });
    await page.user.click(screen.getByRole('button', { name: 'New site' }));
    expect(page.map.engine().drawing).toBe('mi');
    act(() => page.map.drawCircle(SHAPE));
    expect(page.map.engine().drawing).toBeNull();
    expect(document.activeElement).toBe(field('Name'));
    await page.user.type(field('Name'), 'New yard{Enter}');
    await page.frame();
    expect(bodyOf(page, 'POST /api/sites')).toEqual({
      name: 'New yard',
      ...SHAPE,
      free_minutes: null,
      detention_rate: null,
      detention_currency: null,
      note: null,
    });
    expect(screen.getByText('Added New yard')).toBeTruthy();
    expect(at()).toMatchObject({ site: saved.id, add: undefined });
  });

  it('shows errors under their fields, and sends nothing', async () => {
    const page = await open({ start: { add: '1' } });
    await page.user.type(field('Center'), 'Amarillo');
    await page.user.click(screen.getByRole('button', { name: 'Save site' }));
    expect(screen.getByText('Name must not be empty')).toBeTruthy();
    expect(screen.getByText(/or paste a map link/)).toBeTruthy();
    expect(screen.getByText('Radius must not be empty')).toBeTruthy();
    expect(document.activeElement).toBe(field('Name'));
    expect(bodyOf(page, 'POST')).toBeNull();
  });

  it('reports a taken name at the name field', async () => {
    const answers: Record<string, Answer> = {
      'PATCH /api/sites': {
        status: 409,
        body: { code: 409, message: 'Taken', detail: null, reason: 'conflict' },
      },
    };
    const page = await open({ start: { site: SITE.id }, answers });
    await page.user.type(field('Note optional'), '!');
    await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await page.frame();
    expect(screen.getByText('Name is already used by another site')).toBeTruthy();
    expect(field('Note optional').value).toBe('Gate 4, call ahead!');
  });

  it("sends only what was changed, and shows a colleague's change of it instead of writing over that", async () => {
    const theirs = { ...SITE, note: 'Gate 9', radius_meters: 900, updated_by_name: 'Ama' };
    const sites: { body: { items: unknown[] } } = { body: { items: SITES } };
    const answers: Record<string, Answer> = {
      'PATCH /api/sites': {
        status: 412,
        body: { code: 412, message: 'Ama has just changed this site', detail: null, reason: 'conflict' },
      },
    };
    const page = await open({ start: { site: SITE.id }, answers, sites });
    await page.user.type(field('Note optional'), '!');
    sites.body = { items: [theirs] };
    await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await page.frame();
    expect(bodyOf(page, 'PATCH')).toEqual({
      note: 'Gate 4, call ahead!',
      before: { note: 'Gate 4, call ahead' },
    });
    expect(await screen.findByText(/^Ama has changed “Note” since you began\./)).toBeTruthy();
    expect(field('Note optional').value).toBe('Gate 4, call ahead!');
    expect(field('Radius').value).toBe('0.56');
  });

  it('keeps what was typed as a new site when somebody has deleted it, and says so', async () => {
    const sites: { body: { items: unknown[] } } = { body: { items: SITES } };
    const answers: Record<string, Answer> = {
      'PATCH /api/sites': {
        status: 404,
        body: { code: 404, message: 'Site not found', detail: null, reason: 'not_found' },
      },
      'POST /api/sites': { status: 201, body: { ...SITE, id: siteOf(7).id } },
    };
    const page = await open({ start: { site: SITE.id }, answers, sites });
    await page.user.type(field('Note optional'), '!');
    sites.body = { items: SITES.slice(1) };
    await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('This site was deleted')).toBeTruthy();
    expect(at().add).toBe('1');
    expect(field('Note optional').value).toBe('Gate 4, call ahead!');
    await page.user.click(screen.getByRole('button', { name: 'Save site' }));
    await page.frame();
    expect(bodyOf(page, 'POST /api/sites')).toMatchObject({ name: SITE.name, note: 'Gate 4, call ahead!' });
  });

  it('no longer says why it was not saved once the connection is back, but that it may not be saved', async () => {
    const page = await open({
      start: { site: SITE.id },
      answers: { 'PATCH /api/sites': new Error('offline') },
    });
    await page.user.type(field('Note optional'), '!');
    await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await page.frame();
    expect(screen.getByRole('alert').textContent).toContain('The Waypost server is not responding');
    act(() => page.connection.set({ phase: 'offline', since: null }));
    act(() => page.connection.set({ phase: 'live' }));
    expect(screen.getByRole('alert').textContent).toBe(
      'No response, so it may have gone through. Check before you try again. The connection was lost. You are connected again. ',
    );
  });

  it('keeps what was typed across a reload', async () => {
    const first = await open({ start: { add: '1' } });
    await first.user.type(field('Name'), 'Half written');
    first.unmount();
    await open({ start: { add: '1' } });
    expect(field('Name').value).toBe('Half written');
  });

  it('warns of another site at the same place, and an edit can be undone', async () => {
    const saved = { ...SITE, free_minutes: 30 };
    const page = await open({
      start: { site: SITE.id },
      sites: [SITE, siteOf(2, { name: 'Amarillo gate' })],
      answers: { 'PATCH /api/sites': { body: saved } },
    });
    expect(screen.queryByText(/^Same place as/)).toBeNull();
    await page.user.clear(field('Free minutes'));
    await page.user.type(field('Free minutes'), '30');
    expect(screen.getByText(/^Same place as .*Amarillo gate/)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Save changes' }));
    await page.frame();
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await page.frame();
    const bodies = page.asked.mock.calls.flatMap(([, { method, body }]) =>
      method === 'PATCH' ? [JSON.parse(String(body))] : [],
    );
    expect(bodies).toEqual([
      { free_minutes: 30, before: { free_minutes: 120 } },
      { free_minutes: 120, before: { free_minutes: 30 } },
    ]);
  });

  it('deletes with undo', async () => {
    const page = await open({
      start: { site: SITE.id },
      answers: {
        'DELETE /api/sites': { status: 204 },
        'POST /api/sites': { status: 201, body: { ...SITE, id: siteOf(7).id } },
      },
    });
    await page.user.click(screen.getByRole('button', { name: 'Delete' }));
    await page.frame();
    expect(at().site).toBeUndefined();
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await page.frame();
    expect(bodyOf(page, 'POST /api/sites')).toMatchObject({
      name: SITE.name,
      radius_meters: SITE.radius_meters,
    });
    expect(screen.getByText('Restored Amarillo yard')).toBeTruthy();
  });

  it('shows a viewer everything but disables changes, with the reason', async () => {
    const { map } = await open({ roles: ['viewer'], start: { site: SITE.id } });
    expect(field('Name').disabled).toBe(true);
    expect(
      screen.getAllByText(/View-only access. Ask a Waypost administrator for dispatcher access/).length,
    ).toBeTruthy();
    expect(map.engine().circles.every(({ editable }) => !editable)).toBe(true);
    expect(screen.getByRole('button', { name: 'New site' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('import', () => {
  const CSV =
    'name,latitude,longitude,radius_meters\nNew one,35,-101,0.5 mi\namarillo  YARD,35,-102,500\nBad,95,-102,5 yd';
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('Sites file'), {
      target: { files: [new File([text], 'sites.csv', { type: 'text/csv' })] },
    });

  it('keeps the rows of a file when the session ends, and reads them in the same unit', async () => {
    const page = await open();
    const openImport = async ({ user }: Pick<typeof page, 'user'>) => {
      await user.click(screen.getByRole('button', { name: 'Import and export' }));
      await user.click(await screen.findByText('Import CSV or GeoJSON'));
    };
    await openImport(page);
    choose('name,latitude,longitude,radius_meters\nNew one,35,-101,2');
    await page.user.selectOptions(screen.getByLabelText(/unit/i), 'mi');
    expect(await screen.findByRole('button', { name: 'Import 1 site' })).toBeTruthy();
    leaveToSignIn(page);
    const again = await open({
      answers: { 'POST /api/sites/import': { body: { added: 1, replaced: 0, kept: 0, items: SITES } } },
    });
    await openImport(again);
    await again.user.click(await screen.findByRole('button', { name: 'Import 1 site' }));
    await again.frame();
    expect(bodyOf(again, 'POST /api/sites/import').items[0]).toMatchObject({
      name: 'New one',
      radius_meters: 3218.688,
    });
  });

  it('shows every bad row before anything is sent, then sends the others', async () => {
    const page = await open({
      answers: { 'POST /api/sites/import': { body: { added: 1, replaced: 1, kept: 0, items: SITES } } },
    });
    await page.user.click(screen.getByRole('button', { name: 'Import and export' }));
    await page.user.click(await screen.findByText('Import CSV or GeoJSON'));
    choose(CSV);
    expect(await screen.findByText(/can be imported: 1 new, 1 exists and is kept as it is\./)).toBeTruthy();
    expect(screen.getByText('Line 4, Bad').parentElement?.textContent).toContain(
      'radius_meters must be in m, km, ft or mi, not in “yd”; latitude must be from -90 to 90.',
    );
    expect(bodyOf(page, 'POST')).toBeNull();
    await page.user.selectOptions(screen.getByLabelText('Site with the same name'), 'replace');
    await page.user.click(screen.getByRole('button', { name: 'Import 1 site, replace 1' }));
    await page.frame();
    const sent = bodyOf(page, 'POST /api/sites/import');
    expect(sent.on_conflict).toBe('replace');
    expect(sent.items.map(({ name, radius_meters }: typeof SITE) => [name, radius_meters])).toEqual([
      ['New one', 804.672],
      ['amarillo  YARD', 500],
    ]);
    expect(screen.getByText('1 site added, 1 replaced, 1 row left out.')).toBeTruthy();
  });

  it('says what is wrong with a file in another format', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Import and export' }));
    await user.click(await screen.findByText('Import CSV or GeoJSON'));
    choose('just some words');
    expect(await screen.findByText(/Line 1 must have column names/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true);
  });
});
