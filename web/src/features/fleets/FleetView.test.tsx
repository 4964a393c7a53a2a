// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { Contact, FleetDetail, FleetSummary } from '@waypost/contract/api/contacts';
import { RUNNING_LATE } from '@waypost/triage/testing/states';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { ago, list, load } from '../../testing/loads.ts';
import { draw, NO_UUID, type Setup } from '../../testing/render.tsx';
import { FleetView } from './FleetView.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const JOE: Contact = {
  contact_id: id(11),
  fleet_id: id(1),
  name: 'Joe Dispatch',
  role: 'Dispatch',
  phone: '+1 806 555 0142',
  email: 'joe@x.example',
  is_primary: true,
  created_at: ago(0),
  updated_at: ago(0),
  updated_by_name: 'Ann',
};
const FLEET: FleetDetail = {
  fleet_id: id(1),
  fleet_ref: 'CARRIER-1',
  name: 'Ironwood Transport',
  phone: null,
  email: 'office@x.example',
  contacts: [JOE],
  agreements: [],
  connections: [],
  invitations: [],
  load_ids: [],
  loads_of_unknown_fleet: 2,
  read_at: ago(0),
  read_problem: null,
};
const NO_LINES = { agreement: () => null, connection: () => null, invitation: () => null };

function Page() {
  const [client] = useState(() => makeQueryClient(0));
  return (
    <WithQueries client={client}>
      <FleetView
        fleet_id={id(1)}
        lines={NO_LINES}
        nextStep={({ name }) => ({ rank: 1, text: `Carrier to fix: call ${name}` })}
        causeText={(cause) => `Cause ${cause}`}
        frame={({ title, children }) => (
          <>
            <h1>{title}</h1>
            {children}
          </>
        )}
      />
    </WithQueries>
  );
}

async function open(fleet: FleetDetail = FLEET, setup: Setup = {}) {
  const page = await draw(<Page />, {
    ...setup,
    answers: { [`GET /api/fleets/${id(1)}`]: { body: fleet }, ...setup.answers },
  });
  await page.frame();
  return page;
}
const sent = (page: Awaited<ReturnType<typeof open>>, line: string) => {
  const call = page.asked.mock.calls.find(([path, init]) => `${init.method} ${path}` === line);
  return call && (call[1].body === undefined ? null : JSON.parse(String(call[1].body)));
};

it('links to call, text and email each contact, and the company itself', async () => {
  await open();
  const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href(/^Call Joe Dispatch/)).toBe('tel:+18065550142');
  expect(href(/^Text Joe Dispatch/)).toBe('sms:+18065550142');
  expect(href(/^Email Joe Dispatch/)).toBe('mailto:joe@x.example');
  expect(href(/^Email Company/)).toBe('mailto:office@x.example');
  expect(screen.getByText(/fleet not known yet for 2 loads/)).toBeTruthy();
});

const SUMMARY: FleetSummary = {
  fleet_id: id(1),
  fleet_ref: 'CARRIER-1',
  name: 'Ironwood Transport',
  phone: null,
  email: null,
  loads_by_health: { live: 4, stale: 2, check: 1 },
  contacts: 1,
  agreement: null,
  connections: [],
};

it("leads with the list's next step and the loads that are its reason", async () => {
  const list = { items: [SUMMARY], loads_of_unknown_fleet: 0, read_at: ago(0), read_problem: null };
  await open(FLEET, { answers: { 'GET /api/fleets': { body: list } } });
  const [first] = screen.getAllByRole('heading', { level: 2 });
  expect(first?.textContent).toBe('Next step');
  expect(screen.getByText('Carrier to fix: call Ironwood Transport')).toBeDefined();
  expect(screen.getByText('Its loads: 1 truck in doubt, 2 stale.')).toBeDefined();
});

it('sorts the loads worst first once the board is there, and says what is wrong with a live one', async () => {
  const loads = [
    load({ load_id: id(101), load_ref: 'LD-1' }),
    load({ load_id: id(102), load_ref: 'LD-2', ...RUNNING_LATE }),
  ];
  const page = await open({ ...FLEET, load_ids: loads.map(({ load_id }) => load_id) });
  const names = () =>
    within(screen.getByRole('grid', { name: 'Watched loads' }))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent?.match(/LD-\d/)?.[0]);
  act(() => page.store.replaceAll(list(loads)));
  await page.frame();
  expect(names()).toEqual(['LD-2', 'LD-1']);
  expect(screen.getByText('Cause running_late')).toBeDefined();
});

it('deletes a contact, and creates it again on undo', async () => {
  const page = await open(FLEET, {
    answers: {
      [`DELETE /api/contacts/${JOE.contact_id}`]: { status: 204 },
      'POST /api/contacts': { status: 201, body: JOE },
    },
  });
  await page.user.click(screen.getByRole('button', { name: 'Delete Joe Dispatch' }));
  expect(sent(page, `DELETE /api/contacts/${JOE.contact_id}`)).toBeNull();
  await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await page.frame();
  expect(sent(page, 'POST /api/contacts')).toEqual({
    fleet_id: id(1),
    name: 'Joe Dispatch',
    role: 'Dispatch',
    phone: '+1 806 555 0142',
    email: 'joe@x.example',
    is_primary: true,
  });
});

it('adds a contact, with errors under their fields and nothing typed lost', async () => {
  const page = await open(FLEET, {
    answers: {
      'POST /api/contacts': {
        status: 409,
        body: {
          code: 409,
          message: 'The fleet already has a contact named Al',
          detail: null,
          reason: 'conflict',
        },
      },
    },
  });
  await page.user.click(screen.getByRole('button', { name: 'Add contact' }));
  const dialog = await screen.findByRole('dialog');
  await page.user.type(within(dialog).getByLabelText('Name'), 'Al');
  await page.user.click(within(dialog).getByRole('button', { name: 'Save contact' }));
  expect(within(dialog).getByText('Phone must not be empty unless there is an email')).toBeTruthy();
  await page.user.type(within(dialog).getByLabelText(/^Phone/), '806 555 0199');
  await page.user.click(within(dialog).getByRole('button', { name: 'Save contact' }));
  await page.frame();
  expect(within(dialog).getByRole('alert').textContent).toContain('already has a contact named Al');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Al');
});

describe('while a contact is edited', () => {
  const edit = async (code: 404 | 412, theirs: Contact[]) => {
    const fleet = { body: FLEET };
    const page = await draw(<Page />, {
      answers: {
        [`GET /api/fleets/${id(1)}`]: fleet,
        [`PATCH /api/contacts/${JOE.contact_id}`]: {
          status: code,
          body: { code, message: 'Changed', detail: null, reason: code === 404 ? 'not_found' : 'conflict' },
        },
        'POST /api/contacts': { status: 201, body: JOE },
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit Joe Dispatch' }));
    await page.user.type(await screen.findByLabelText(/^Role/), ', nights');
    fleet.body = { ...FLEET, contacts: theirs };
    await page.user.click(screen.getByRole('button', { name: 'Save contact' }));
    return page;
  };

  it("a colleague's change of the same field is shown, and can be decided", async () => {
    const page = await edit(412, [{ ...JOE, role: 'Night dispatch' }]);
    expect(await screen.findByText(/^Somebody has changed “Role” since you began\./)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await page.user.click(screen.getByRole('button', { name: 'Save contact' }));
    await page.frame();
    const [, last] = page.asked.mock.calls.filter(([, { method }]) => method === 'PATCH');
    expect(JSON.parse(String(last?.[1].body))).toEqual({
      role: 'Dispatch, nights',
      before: { role: 'Night dispatch' },
    });
  });

  it('what was typed is kept as a new contact when somebody has deleted it, and says so', async () => {
    const page = await edit(404, []);
    expect(await screen.findByText('This contact was deleted')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Role/).value).toBe('Dispatch, nights');
    await page.user.click(screen.getByRole('button', { name: 'Save contact' }));
    await page.frame();
    expect(sent(page, 'POST /api/contacts')).toMatchObject({
      name: 'Joe Dispatch',
      role: 'Dispatch, nights',
    });
  });
});

it('a viewer can call contacts but change nothing', async () => {
  await open(FLEET, { roles: ['viewer'] });
  expect(screen.getByRole('link', { name: /^Call Joe Dispatch/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Joe Dispatch' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Add contact' }).getAttribute('aria-disabled')).toBe('true');
});

it('says when the fleet is not found', async () => {
  const { unmount } = await draw(<Page />);
  expect(await screen.findByText('Fleet not found')).toBeTruthy();
  unmount();
  await draw(<Page />, { answers: { [`GET /api/fleets/${id(1)}`]: { status: 422, body: NO_UUID } } });
  expect(await screen.findByText('Fleet not found')).toBeTruthy();
});

describe('an import of contacts', () => {
  const choose = async (setup: Setup) => {
    const page = await open(FLEET, setup);
    await page.user.click(screen.getByRole('button', { name: 'Import CSV' }));
    const text = 'name,phone,email\njoe  dispatch,#N/A,joe@y.example\nAnn,806 555 0142,\nBo,call first,\n';
    await page.user.upload(
      await screen.findByLabelText('Contacts file'),
      new File([text], 'a.csv', { type: 'text/csv' }),
    );
    await page.frame();
    return page;
  };
  const check = () =>
    screen.getByText(/^(2 contacts|Nothing to import)$/, { selector: 'strong' }).parentElement?.textContent;
  const button = () => screen.getByRole('button', { name: /^(Import [^C]|Update|Nothing)/ });

  it('says how many are new, and what becomes of those that exist', async () => {
    const page = await choose({ answers: { 'GET /api/contacts': { body: { items: [JOE] } } } });
    expect(check()).toBe(
      '2 contacts can be imported: 1 new, 1 exists and is updated: the values of its row replace its own, the rest stays.',
    );
    expect(button().textContent).toBe('Import 1 contact, update 1');
    await page.user.selectOptions(screen.getByLabelText('Contact with the same name'), 'keep');
    expect(check()).toBe('2 contacts can be imported: 1 new, 1 exists and is kept as it is.');
    expect(button().textContent).toBe('Import 1 contact');
  });

  it('is none when all are known and kept', async () => {
    const known = { body: { items: [JOE, { ...JOE, contact_id: JOE.fleet_id, name: 'Ann' }] } };
    const page = await choose({ answers: { 'GET /api/contacts': known } });
    expect(button().textContent).toBe('Update 2 contacts');
    expect(check()).toBe(
      '2 contacts are known and updated: the values of their rows replace their own, the rest stays.',
    );
    await page.user.selectOptions(screen.getByLabelText('Contact with the same name'), 'keep');
    expect(check()).toBe('Nothing to import: all 2 are known and kept as they are.');
    expect(button()).toMatchObject({ textContent: 'Nothing to import', disabled: true });
  });

  it('says so without their number while the contacts are not known', async () => {
    await choose({});
    expect(check()).toBe(
      '2 contacts can be imported: those that exist are updated: the values of their rows replace their own, the rest stays.',
    );
  });

  it('takes another column, or another line of column names, as a person chooses', async () => {
    const page = await choose({});
    await page.user.selectOptions(screen.getByLabelText(/^.?phone/), '');
    expect(screen.getByText('1 contact', { selector: 'strong' })).toBeTruthy();
    await page.user.selectOptions(screen.getByLabelText('Line with the column names'), '2');
    expect(screen.getByText('Line 2 must have column names; name is missing.')).toBeTruthy();
    await page.user.selectOptions(screen.getByLabelText('Line with the column names'), '1');
    expect(check()).toContain('2 contacts can be imported');
  });

  it('says that a workbook is none, and keeps the file before', async () => {
    const page = await choose({});
    const workbook = new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'a.csv');
    await page.user.upload(screen.getByLabelText('Contacts file'), workbook);
    await page.frame();
    expect(await screen.findByText(/^This is an Excel workbook/)).toBeTruthy();
    expect(check()).toContain('2 contacts can be imported');
  });

  it('lists what is left out, and offers the rows that are not imported as a file', async () => {
    await choose({});
    expect(screen.getByText('Line 2').parentElement?.textContent).toBe(
      'Line 2 phone left out: “#N/A” is an error of the spreadsheet.',
    );
    expect(screen.getByText('Line 4, Bo').parentElement?.textContent).toContain(
      'phone left out: “call first” is not a phone number.',
    );
    expect(screen.getByRole('button', { name: 'Problems CSV' })).toBeTruthy();
  });
});
