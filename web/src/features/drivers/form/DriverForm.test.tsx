// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Role } from '@waypost/contract/api/session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, WithQueries } from '../../../api/queries.tsx';
import {
  agreementOf,
  connectionOf,
  detailOf,
  failedOf,
  idOf,
  operationOf,
  SOURCES,
} from '../../../testing/drivers.ts';
import { ago } from '../../../testing/loads.ts';
import { type Answer, type Answers, draw } from '../../../testing/render.tsx';
import type { NewDriverSearch } from '../search.ts';
import { oneTimePasswords } from '../use-operations.ts';
import { NewDriver } from './DriverForm.tsx';

afterEach(() => localStorage.clear());

const [able, unable] = [connectionOf(900, 'CARRIER-1000'), connectionOf(901, 'CARRIER-1001')];

interface Open {
  readonly search?: NewDriverSearch;
  readonly roles?: readonly Role[];
  readonly post?: Answers[string];
  readonly answers?: Answers;
}

const intent = (state: string, result_id: string | null = null) => ({
  id: idOf(1),
  kind: 'user',
  state,
  subject: 'jdoe',
  message: state === 'unknown' ? 'No answer within 10 s' : null,
  result_id,
  service_status: null,
  created_by_name: 'Dana Ortiz',
  created_at: ago(0),
  updated_at: ago(0),
  next_check_at: null,
});
const created: Answer = {
  status: 202,
  body: { intent: intent('done'), result: { id: idOf(77), status: 'pending' } },
};

let keys = 0;
async function open({ search = {}, roles = ['onboarding'], post = created, answers }: Open = {}) {
  const onCreated = vi.fn();
  const form = (
    <WithQueries client={makeQueryClient(0)}>
      <NewDriver search={search} onCreated={onCreated} newId={() => idOf(8000 + ++keys)} />
    </WithQueries>
  );
  const view = await draw(form, {
    roles,
    answers: {
      ...answers,
      'GET /api/connections': answers?.['GET /api/connections'] ?? {
        body: { items: [unable, able], known: 'yes', read_at: null, read_problem: null },
      },
      'GET /api/agreements': {
        body: {
          items: [agreementOf(10, able, 'read_write'), agreementOf(11, unable, null)],
          read_at: null,
          read_problem: null,
          lists: { agreements: 'yes', connections: 'yes', freshness: 'yes' },
          loads_of_unknown_fleet: 0,
        },
      },
      'GET /api/operations': {
        body: { items: [operationOf(1, { subject: 'jdoe' })], sources: SOURCES },
      },
      'POST /api/users': post,
    },
  });
  await view.frame();
  const sent = () =>
    view.asked.mock.calls
      .filter(([path, { method }]) => method === 'POST' && path.startsWith('/api/users'))
      .map(([path, { body, headers }]) => ({
        path,
        body: JSON.parse(String(body)),
        key: (headers as Record<string, string>)['Idempotency-Key'],
      }));
  const create = async () => {
    await view.user.click(screen.getByRole('button', { name: /Create user|Send again/ }));
    await view.frame();
  };
  return { ...view, onCreated, sent, create };
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: true }), { target: { value: text } });

async function choose(
  user: Awaited<ReturnType<typeof open>>['user'],
  label: string,
  query: string,
  option: RegExp,
) {
  const field = screen.getByRole('combobox', { name: label });
  await user.click(field);
  type(label, query);
  await user.click(screen.getByRole('option', { name: option }));
}

describe('the form', () => {
  it('says before anything is typed that a provider cannot create users, and from when it is known', async () => {
    const { user } = await open({
      search: { connection: able.id },
      answers: {
        'GET /api/connections': {
          body: {
            items: [{ ...able, users_refused: { at: ago(3_600_000), by_name: 'Kim Lee' } }],
            known: 'yes',
            read_at: null,
            read_problem: null,
          },
        },
      },
    });
    const field = screen.getByRole('combobox', { name: 'Connection' });
    const described = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toMatch(
      /^Milemarker cannot create users through Waypost: it refused on .*, when Kim Lee tried\. The tracking service does not say so/,
    );
    await user.click(field);
    expect(screen.getByText("Users can't be created now")).toBeTruthy();
  });

  it('shows no bare ID of a connection whose name is still being read', async () => {
    const read = Promise.withResolvers<void>();
    const { frame } = await open({
      search: { connection: able.id },
      answers: {
        'GET /api/connections': async () => {
          await read.promise;
          return { body: { items: [able], known: 'yes', read_at: null, read_problem: null } };
        },
      },
    });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Connection' });
    expect([field.value, field.placeholder]).toEqual(['', 'Loading…']);
    read.resolve();
    await frame();
    expect(field.value).toBe('CARRIER-1000 Trucking · Milemarker');
  });

  it('sends the typed and chosen values to the connection found by its fleet', async () => {
    const { user, create, sent, onCreated } = await open();
    await choose(user, 'Connection', 'carrier-1000', /CARRIER-1000 Trucking · Milemarker/);
    type('First name', 'Jane');
    type('Last name', 'Doe');
    type('License expires', '3/1/29');
    await choose(user, 'Ruleset', 'texas oil well', /70 hours in 7 days/);
    await choose(user, 'Time zone', 'chicago', /America\/Chicago/);
    await user.click(within(screen.getByRole('group', { name: 'Yard moves' })).getByLabelText('Allowed'));
    await user.click(within(screen.getByRole('group', { name: 'Compliance' })).getByLabelText('Exempt'));
    await user.click(screen.getByLabelText('Right away'));
    expect(screen.getByText(/^Create driver user/).textContent).toBe(
      'Create driver user Jane Doe at CARRIER-1000 Trucking · Milemarker, right away',
    );
    await create();
    expect(sent()).toEqual([
      {
        path: '/api/users?is_sync=true',
        key: expect.any(String),
        body: {
          connection_id: idOf(900),
          first_name: 'Jane',
          last_name: 'Doe',
          is_driver: true,
          license_expiration: '2029-03-01',
          hos_ruleset_code: 'US_TX_INTRA_OILWL_70_7',
          default_time_zone: 'America/Chicago',
          allow_yard_move: true,
          hos_tracking_config: { compliance_classification: 'exempt' },
        },
      },
    ]);
    expect(onCreated).toHaveBeenCalledWith(idOf(77));
    expect(localStorage.length).toBe(0);
  });

  it('takes a connection whose reference is typed in full when the field is left, and else asks to choose', async () => {
    const { user, create, sent } = await open();
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Connection' });
    await user.click(field);
    type('Connection', 'CARRIER-100');
    await user.tab();
    expect(field.value).toBe('CARRIER-100');
    await create();
    expect(screen.getByText('Choose a connection from the list')).toBeTruthy();
    await user.click(field);
    type('Connection', 'carrier-1000');
    await user.tab();
    expect(field.value).toBe('CARRIER-1000 Trucking · Milemarker');
    await create();
    expect(sent()).toMatchObject([{ body: { connection_id: idOf(900) } }]);
  });

  it('shows errors at their fields and sends nothing', async () => {
    const { create, sent } = await open();
    type('Email', 'jdoe');
    type('Country', 'Atlantis');
    type('License expires', '29.02.2028');
    type('Phone country code', '1');
    type('Phone number', 'abc');
    type('Time zone', 'Mars/Base');
    await create();
    const errorOf = (label: string) =>
      document.getElementById(`${screen.getByLabelText(label, { exact: true }).id}-error`)?.textContent;
    expect(errorOf('Connection')).toBe('Choose a connection');
    expect(errorOf('Email')).toBe('Must be an email address, such as ops@example.com');
    expect(errorOf('Country')).toBe('Must be a country name or code, not “Atlantis”');
    expect(errorOf('License expires')).toBe('Must be a date with its year, such as 2/29/2028');
    expect(errorOf('Phone country code')).toBe('Must be a country code such as +1');
    expect(errorOf('Phone number')).toMatch(/^Must be a phone number such as /);
    expect(screen.queryByText(/is not a phone number/), 'an error is said once').toBeNull();
    expect(errorOf('Time zone')).toMatch(/^Must be one of the listed time zones/);
    expect(document.activeElement).toBe(screen.getByLabelText('Connection'));
    expect(sent()).toEqual([]);
  });

  it('shows a rejection of the service at its field until the field changes', async () => {
    const { create, sent } = await open({
      search: { connection: idOf(900) },
      post: {
        status: 422,
        body: {
          code: 422,
          message: 'The service refuses what was sent',
          reason: 'invalid',
          detail: [
            { path: 'body.user_email', input: 'a@b.co', message: 'is taken', error_type: 'value_error' },
          ],
        },
      },
    });
    type('Email', 'a@b.co');
    await create();
    expect(screen.getByText('Rejected: is taken')).toBeTruthy();
    expect(screen.getByText(/See the marked field/)).toBeTruthy();
    type('Email', 'c@b.co');
    expect(screen.queryByText('Rejected: is taken')).toBeNull();
    await create();
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  });

  it('warns about a taken username, but sends', async () => {
    const { create, sent } = await open({ search: { connection: idOf(900) } });
    type('Username', 'JDoe');
    expect(screen.getByText(/This username was already created on this connection/)).toBeTruthy();
    await create();
    expect(sent()).toHaveLength(1);
  });

  it('creates nothing at a fleet that cannot have users, and says why beside the button', async () => {
    const { create, sent } = await open({ search: { connection: unable.id } });
    const button = screen.getByRole('button', { name: 'Create user' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.parentElement?.textContent).toContain(
      'This fleet does not share its users. Ask it to share them with read and write access.',
    );
    expect(screen.queryByText(/^Create driver user/)).toBeNull();
    await create();
    expect(sent()).toEqual([]);
    type('Connection', able.id);
    await create();
    expect(sent()).toHaveLength(1);
  });

  it('starts with the data of an operation', async () => {
    const failed = failedOf(5, { subject: 'skim' });
    const { create, sent } = await open({
      search: { from: failed.id },
      answers: {
        [`GET /api/operations/${failed.id}`]: {
          body: detailOf(failed, {
            request: {
              connection_id: idOf(900),
              username: 'skim',
              allow_yard_move: false,
              hos_tracking_config: { tracking_method: 'manual' },
            },
          }),
        },
      },
    });
    type('Username', 'skim2');
    await create();
    expect(sent()[0]?.body).toEqual({
      connection_id: idOf(900),
      username: 'skim2',
      allow_yard_move: false,
      hos_tracking_config: { tracking_method: 'manual' },
    });
  });
});

it('starts with what is known of a user that was requested outside Waypost, and says what is not', async () => {
  const failed = failedOf(5, { subject: 'june.haddad91', connection_id: idOf(900), partner_ref: 'HR-7' });
  const { create, sent } = await open({
    search: { from: failed.id },
    answers: {
      [`GET /api/operations/${failed.id}`]: {
        body: detailOf(failed, {
          request: null,
          payload: {
            username: 'june.haddad91',
            first_name: 'June',
            is_driver: true,
            last_name: null,
            odd: {},
          },
        }),
      },
    },
  });
  expect(screen.getByText(/Not known: Last name, Email, Password\./)).toBeDefined();
  await create();
  expect(sent()[0]?.body).toEqual({
    connection_id: idOf(900),
    partner_ref: 'HR-7',
    username: 'june.haddad91',
    first_name: 'June',
    is_driver: true,
  });
});

describe('a draft', () => {
  it('survives a reload with its key but without its password, and says so', async () => {
    const first = await open({ post: new Error('no network') });
    type('Connection', idOf(900));
    type('Username', 'jane');
    type('Password', 'correct horse');
    await first.create();
    expect(screen.getByText(/We don't know whether it arrived/)).toBeTruthy();
    first.unmount();
    const kept =
      JSON.stringify(Object.entries(localStorage)) + JSON.stringify(Object.entries(sessionStorage));
    expect(kept).toContain('jane');
    expect(kept).not.toContain('correct horse');

    const second = await open();
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jane');
    expect(screen.getByText('The last attempt to send this draft got no response.')).toBeTruthy();
    expect(screen.getByText(/Not saved when the page reloaded/)).toBeTruthy();
    await second.create();
    expect(second.sent()).toEqual([]);
    await second.user.click(screen.getByRole('button', { name: 'Send no password' }));
    await second.create();
    expect(second.sent()[0]?.key).toBe(first.sent()[0]?.key);
    expect(second.sent()[0]?.body).not.toHaveProperty('password');
    expect(second.onCreated).toHaveBeenCalledWith(idOf(77));
  });

  it('keeps its password while the outcome is unknown', async () => {
    const { create, onCreated } = await open({
      search: { connection: idOf(900) },
      post: { status: 202, body: { intent: intent('unknown'), result: null } },
    });
    type('Password', 'correct horse');
    await create();
    expect(screen.getByText('This draft was sent.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse');
    expect(onCreated).not.toHaveBeenCalled();
  });

  it('passes its password to the operation, to be shown once', async () => {
    const { create, user, sent } = await open({ search: { connection: idOf(900) } });
    await user.click(screen.getByRole('button', { name: 'Generate' }));
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    expect(field.type).toBe('text');
    const generated = field.value;
    await create();
    expect(sent()[0]?.body.password).toBe(generated);
    expect(oneTimePasswords.get(idOf(77))).toBe(generated);
    oneTimePasswords.remove(idOf(77));
  });
});

describe('sending', () => {
  it('waits out a 429 and then sends automatically', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const answers: Answer[] = [
      {
        status: 429,
        body: {
          code: 429,
          message: 'The service asks us to wait',
          reason: 'service_paused',
          detail: { retry_after_seconds: 7, message: 'wait' },
        },
      },
      created,
    ];
    const { create, sent, onCreated } = await open({
      search: { connection: idOf(900) },
      post: () => answers.shift() as Answer,
    });
    await create();
    expect(screen.getByText(/Sends automatically in 7 s/)).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(7_100));
    expect(sent()).toHaveLength(2);
    expect(onCreated).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('is disabled without the right and says whom to ask', async () => {
    const { create, sent } = await open({ roles: ['viewer'], search: { connection: idOf(900) } });
    expect(screen.getByText(/^View-only access\./)).toBeTruthy();
    for (const field of [screen.getByLabelText('Username'), screen.getByRole('button', { name: 'Generate' })])
      expect(field.closest<HTMLFieldSetElement>('fieldset:disabled')).not.toBeNull();
    await create();
    expect(sent()).toEqual([]);
  });
});
