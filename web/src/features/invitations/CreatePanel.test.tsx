// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { Role } from '@waypost/contract/api/session';
import { INVITATION_CASES } from '@waypost/contract/testing/onboarding-cases';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../api/queries.tsx';
import { countryCodeOf } from '../../live/countries.ts';
import { DEFAULTS, invitation } from '../../testing/invitations.ts';
import { id } from '../../testing/loads.ts';
import { type Answer, draw } from '../../testing/render.tsx';
import { CreatePanel } from './CreatePanel.tsx';

const onSent = vi.fn();
const INTENT = {
  id: id(1),
  kind: 'invitation',
  state: 'done',
  subject: 'CARRIER-7',
  message: null,
  result_id: null,
  service_status: 201,
  created_by_name: 'Dana Ortiz',
  created_at: '2026-11-20T20:30:00Z',
  updated_at: '2026-11-20T20:30:00Z',
  next_check_at: null,
};
const CREATED: Answer = {
  status: 201,
  body: { intent: INTENT, result: invitation(7), refreshed: false, changed: [] },
};
const refused = (code: number, more: object): Answer => ({
  status: code,
  body: { code, detail: null, ...more },
});

interface Open {
  readonly items?: readonly BoardInvitation[];
  readonly from?: BoardInvitation | null;
  readonly answer?: Answer | ((init: RequestInit) => Answer);
  readonly roles?: readonly Role[];
}

async function open({ items = [], from = null, answer = CREATED, roles = ['onboarding'] }: Open = {}) {
  const page = await draw(
    <WithQueries client={makeQueryClient(0)}>
      <CreatePanel
        items={items}
        defaults={DEFAULTS}
        fleet_ref={undefined}
        csv_button={null}
        from={from}
        onSent={onSent}
        onClose={() => undefined}
      />
    </WithQueries>,
    {
      roles,
      answers: {
        [`POST /api/invitations/${invitation(7).key}/link`]: {
          body: { magic_link: 'https://service.example.com/invite/x', expires_at: null, fresh: true },
        },
        [`POST /api/invitations/${invitation(7).key}/share`]: { body: invitation(7) },
        'POST /api/invitations': answer,
      },
    },
  );
  const sent = () =>
    page.asked.mock.calls
      .filter(([path, { method }]) => method === 'POST' && path === '/api/invitations')
      .map(([, { body, headers }]) => ({
        body: JSON.parse(String(body)) as Record<string, unknown>,
        key: (headers as Record<string, string>)['Idempotency-Key'],
      }));
  return { ...page, sent };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: /and copy link|Check again|Try now/ }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  onSent.mockClear();
  vi.useRealTimers();
});

describe('inviting', () => {
  it('takes one field and a click, asks for the minimum, and copies the link', async () => {
    const { sent, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    send();
    await frame();
    await frame();
    expect(sent().map(({ body }) => body)).toEqual([
      {
        fleet_ref: 'CARRIER-7',
        permissions: { vehicle: 'read', vehicle_location: 'read' },
        expires_in_hours: 72,
      },
    ]);
    expect(screen.getByText('Created the invitation of CARRIER-7 and copied the link')).toBeTruthy();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: invitation(7).key }));
  });

  it('says at the field and above the button what looks wrong, and sends it as typed', async () => {
    const { sent, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: /More fields/ }));
    expect(screen.queryByText(/looks? wrong/)).toBeNull();
    type('Phone', 'call first');
    type('Regulatory ID', 'ABC');
    type('ID type', 'DOT');
    expect(screen.getByLabelText('Phone').getAttribute('aria-describedby')).toBeTruthy();
    expect(
      screen.getByText('“call first” is not a phone number. Correct it, or send it as it is.'),
    ).toBeDefined();
    expect(screen.getByText('2 fields look wrong: Phone, Regulatory ID')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /More fields/ }));
    expect(screen.getByLabelText('Phone'), 'a field that is named is shown').toBeDefined();
    send();
    await frame();
    expect(sent()[0]?.body).toMatchObject({ fleet_phone: 'call first', fleet_regulatory_id: 'ABC' });
  });

  it('names above the button what is to be corrected, and sends nothing', async () => {
    const { sent, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: /More fields/ }));
    type('Email', 'no email');
    type('Country', 'n/a');
    type('Website', 'www.mesa.example');
    type('Regulatory ID', '123');
    send();
    await frame();
    expect(screen.getByText('Email must be an email address, such as ops@example.com')).toBeDefined();
    expect(screen.getByText('Country must be a country name or code, not “n/a”')).toBeDefined();
    expect(screen.getByText('To correct: Email, Country, ID type')).toBeDefined();
    expect(sent()).toEqual([]);
    type('Email', 'ops@mesa.example');
    type('Country', '');
    type('Regulatory ID', '');
    send();
    await frame();
    expect(sent()[0]?.body).toMatchObject({
      fleet_email: 'ops@mesa.example',
      fleet_website: 'https://www.mesa.example',
    });
  });

  it('does not fetch the link unless requested', async () => {
    const { asked, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: 'Create only' }));
    await frame();
    expect(onSent).toHaveBeenCalledOnce();
    expect(asked.mock.calls.some(([path]) => path.endsWith('/link'))).toBe(false);
  });

  it('explains what omitting the permissions asks for', async () => {
    await open();
    const meaning = (label: string) =>
      document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        ?.textContent;
    expect(meaning('Minimum: read vehicles and locations')).toBe('Enough to track loads.');
    expect(meaning('Read everything')).toMatch(/^Asks to read all 35 resources/);
  });

  it('lets the person choose individual resources', async () => {
    const { sent, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByLabelText('Custom'));
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'user' })).getByLabelText('Write'));
    fireEvent.click(within(screen.getByRole('radiogroup', { name: 'vehicle' })).getByLabelText('No'));
    send();
    await frame();
    expect(sent()[0]?.body.permissions).toEqual({ user: 'read_write', vehicle_location: 'read' });
  });
});

/** One rejected case per text field, with the field's label. */
const LABELS: Readonly<Record<string, string>> = {
  fleet_email: 'Email',
  fleet_website: 'Website',
  fleet_country_code: 'Country',
  expires_in_hours: 'Valid for (hours)',
};
const TYPED = Object.keys(LABELS).map((field) => {
  const one = INVITATION_CASES.find(
    ({ field: of, value, refused_at }) =>
      of === field &&
      refused_at === field &&
      value !== '' &&
      value !== null &&
      typeof value !== 'object' &&
      // A country may be written in several ways.
      (field !== 'fleet_country_code' || countryCodeOf(String(value)) === null),
  );
  return [field, String(one?.value)] as const;
});

describe('the rules between fields', () => {
  it.each(TYPED)('are shown at %s once it is left: %s', async (field, value) => {
    const { sent } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: 'More fields' }));
    type(LABELS[field] as string, value);
    const input = screen.getByLabelText(LABELS[field] as string);
    expect(input.getAttribute('aria-invalid')).not.toBe('true');
    fireEvent.blur(input);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    send();
    expect(sent()).toEqual([]);
  });

  it('require the type once a regulatory id is entered', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'More fields' }));
    type('Regulatory ID', '1234567');
    fireEvent.blur(screen.getByLabelText('Regulatory ID'));
    expect(screen.getByText(/must be given with a regulatory ID/)).toBeTruthy();
    type('ID type', 'DOT');
    expect(screen.queryByText(/must be given with a regulatory ID/)).toBeNull();
  });

  it.each(['After success', 'After failure', 'Callback URL'])('require a URL for %s', async (label) => {
    const { sent } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: 'More fields' }));
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'own' } });
    type(`${label}: address`, 'javascript:alert(1)');
    send();
    expect(screen.getByLabelText(`${label}: address`).getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it('offer the two provider lists as one choice', async () => {
    const { sent, frame } = await open();
    type('Fleet reference', 'CARRIER-7');
    fireEvent.click(screen.getByRole('button', { name: 'More fields' }));
    const choice = screen.getByLabelText('Providers offered to the fleet');
    fireEvent.change(choice, { target: { value: 'limit' } });
    fireEvent.click(screen.getByRole('button', { name: 'Milemarker' }));
    fireEvent.change(choice, { target: { value: 'exclude' } });
    send();
    await frame();
    expect(sent()[0]?.body).toMatchObject({ exclude_tsps: ['milemarker'] });
    expect(sent()[0]?.body).not.toHaveProperty('limit_tsps');
  });
});

describe('a fleet that has an invitation', () => {
  const existing = invitation(7, { fleet_name: 'Blue Mesa', limit_tsps: ['milemarker'], status: 'declined' });

  it('is renewed after a preview of the changes', async () => {
    await open({ items: [existing] });
    type('Fleet reference', 'CARRIER-7');
    const preview = within(screen.getByRole('region', { name: 'What renewing changes' }));
    expect(preview.getByText('The fleet declined it. Renewing reopens it.')).toBeTruthy();
    expect(preview.getByText('unchanged')).toBeTruthy();
    expect(preview.getByText(/may keep or remove it/)).toBeTruthy();
    fireEvent.click(preview.getByRole('button', { name: 'Keep existing details' }));
    expect(screen.queryByText(/may keep or remove it/)).toBeNull();
    expect((screen.getByLabelText('Fleet name') as HTMLInputElement).value).toBe('Blue Mesa');
    expect(screen.getByRole('button', { name: 'Renew and copy link' })).toBeTruthy();
  });

  it('distinguishes an empty provider list, which clears, from an omitted one', async () => {
    const { sent, frame } = await open({ items: [existing], from: existing });
    fireEvent.click(screen.getByRole('button', { name: 'More fields' }));
    const choice = screen.getByLabelText('Providers offered to the fleet');
    expect(choice.textContent).toContain('Keep as is: only milemarker');
    fireEvent.change(choice, { target: { value: 'clear' } });
    send();
    await frame();
    expect(sent()[0]?.body.limit_tsps).toEqual([]);
  });
});

describe('responses', () => {
  it('shows a rejection at its field until the field changes', async () => {
    await open({
      answer: refused(422, {
        message: 'Request rejected',
        reason: 'invalid',
        service_status: 422,
        detail: [
          { path: 'fleet_ref', input: 'CARRIER-7', message: 'is reserved', error_type: 'value_error' },
        ],
      }),
    }).then(async ({ frame }) => {
      type('Fleet reference', 'CARRIER-7');
      send();
      await frame();
    });
    expect(
      screen.getByText('Fleet reference was rejected by the tracking service: is reserved'),
    ).toBeTruthy();
    type('Fleet reference', 'CARRIER-8');
    expect(screen.queryByText(/is reserved/)).toBeNull();
  });

  it('counts down after a 429 and can be cancelled', async () => {
    const { frame } = await open({
      answer: refused(429, {
        message: 'Rate limit reached',
        reason: 'service_paused',
        detail: { retry_after_seconds: 11, message: 'wait' },
      }),
    });
    type('Fleet reference', 'CARRIER-7');
    send();
    await frame();
    expect(screen.getByText(/Sends automatically in 11 s/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Do not send' }));
    expect(screen.queryByText(/Sends automatically/)).toBeNull();
  });

  it('keeps the key after a lost response, so that a retry creates no second invitation', async () => {
    const answers = [new TypeError('Failed to fetch'), CREATED] as Answer[];
    const { sent, frame } = await open({ answer: () => answers.shift() as Answer });
    type('Fleet reference', 'CARRIER-7');
    send();
    await frame();
    expect(screen.getByText(/We don't know whether it arrived/)).toBeTruthy();
    send();
    await frame();
    const [first, second] = sent();
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toEqual(first);
    expect(onSent).toHaveBeenCalledOnce();
  });

  it('explains an unknown outcome reported by the server', async () => {
    const { frame } = await open({
      answer: {
        status: 202,
        body: {
          intent: { ...INTENT, state: 'unknown', message: 'The tracking service did not respond in time' },
          result: null,
          refreshed: false,
          changed: [],
        },
      },
    });
    type('Fleet reference', 'CARRIER-7');
    send();
    await frame();
    expect(screen.getByRole('alert').textContent).toContain(
      'Not confirmed yet: checking whether it was created',
    );
    expect(onSent).not.toHaveBeenCalled();
  });
});

it.each([
  [['expires_at', 'success_redirect_url', 'callback_url'], /^It is not sent yet/],
  [['expires_at', 'fleet_name', 'callback_url'], /^1 field changed\. It is not sent yet/],
])('says of a renewal how many fields were changed by hand: %j', async (fields, text) => {
  const changed = fields.map((field) => ({ field, before: null, after: 'x' }));
  const { frame } = await open({
    from: invitation(7),
    items: [invitation(7)],
    answer: { status: 200, body: { intent: INTENT, result: invitation(7), refreshed: true, changed } },
  });
  send();
  await frame();
  expect(screen.getByText(/^Renewed the invitation/)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('says once that nothing was sent, and no longer that this device is offline once it is connected', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { frame, connection } = await open({ answer: new Error('offline') });
  act(() => connection.set({ phase: 'offline', since: null }));
  type('Fleet reference', 'CARRIER-7');
  send();
  await frame();
  expect(screen.getByRole('alert').textContent).toBe(
    'Nothing was sent to the fleet: This device is offline. Try again when the network is back. ',
  );
  online.mockRestore();
  act(() => connection.set({ phase: 'live' }));
  expect(screen.getByRole('alert').textContent).toBe(
    'Nothing was sent to the fleet: The connection was lost. You are connected again. ',
  );
});

it('keeps the draft through a reload and drops it once sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { unmount } = await open();
  type('Fleet reference', 'CARRIER-7');
  fireEvent.click(screen.getByLabelText('Read everything'));
  await act(async () => vi.advanceTimersByTime(300));
  unmount();
  const { frame } = await open();
  expect((screen.getByLabelText('Fleet reference') as HTMLInputElement).value).toBe('CARRIER-7');
  expect((screen.getByLabelText('Read everything') as HTMLInputElement).checked).toBe(true);
  send();
  await frame();
  await frame();
  expect(onSent).toHaveBeenCalledOnce();
  expect(Object.keys(localStorage).filter((key) => key.includes('invitation_draft'))).toEqual([]);
});

it('tells a person without the right whom to ask', async () => {
  const { sent } = await open({ roles: ['viewer'] });
  expect(screen.getAllByText(/Ask a Waypost administrator/).length).toBeGreaterThan(0);
  send();
  expect(sent()).toEqual([]);
});
