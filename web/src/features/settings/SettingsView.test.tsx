// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { type Company, DEFAULT_COMPANY } from '@waypost/contract/api/company';
import { DEFAULT_TEMPLATES, MESSAGE_LANGUAGES } from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import type { Role } from '@waypost/contract/api/session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { pageOf } from '../../testing/page.tsx';
import { type Answers, draw, leaveToSignIn } from '../../testing/render.tsx';
import { DEFAULT_PREFS, prefs } from '../../ui/prefs.ts';
import { SettingsView } from './SettingsView.tsx';
import { findZones, offsetText, zonesAt } from './SharedSettings.tsx';
import type { SettingsSearch } from './search.ts';
import { sync_status } from './sync.ts';

const PAGES = [
  { to: '/', label: 'Board' },
  { to: '/monitors', label: 'Monitors' },
];
const VIEWS = [{ to: '/?saved=7', label: 'Quiet Texas' }];
const COMPANY: Company = {
  ...DEFAULT_COMPANY,
  name: 'Northbound Freight',
  logo_url: null,
  updated_at: null,
  updated_by_name: null,
};
const { Page, at } = pageOf<SettingsSearch>((page) => <SettingsView {...page} pages={PAGES} views={VIEWS} />);
const show = (
  roles: readonly Role[] = ['dispatcher'],
  answers: Answers = {},
  section: SettingsSearch['section'] = undefined,
) =>
  draw(<Page start={{ section }} />, {
    roles,
    answers: { 'GET /api/company': { body: COMPANY }, ...answers },
  });

afterEach(() => {
  prefs.adopt(DEFAULT_PREFS);
  sync_status.set({ phase: 'unread' });
});

describe('the settings page', () => {
  it('applies units immediately with an example', async () => {
    const { user } = await show();
    expect(screen.getByText('12 mi W of Amarillo, TX · 62 mph · 120 gal · 6.4 mpg')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Kilometers' }));
    await user.click(screen.getByRole('radio', { name: 'Liters' }));
    expect(prefs.get()).toMatchObject({ length_unit: 'km', volume_unit: 'L' });
    expect(screen.getByText('19 km W of Amarillo, TX · 100 km/h · 454 L · 36.8 L/100 km')).toBeDefined();
  });

  it.each([
    ['company', 'Company'],
    ['messages', 'Messages to fleets'],
  ] as const)(
    'names the section %s to whom only a link leads there, and says whom to ask',
    async (section, name) => {
      await show(['viewer'], {}, section);
      expect(screen.getByRole('tab', { name, selected: true })).toBeDefined();
      expect(screen.getAllByRole('tab')).toHaveLength(3);
      expect(screen.getByText(`${name}: for administrators`)).toBeDefined();
      expect(screen.getByText(/^View-only access\. Ask a Waypost administrator/)).toBeDefined();
      expect(screen.queryByRole('combobox', { name: 'Time zone' })).toBeNull();
    },
  );

  it('applies time zone and clock immediately', async () => {
    const { user } = await show();
    const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
    await user.type(zone, 'mountain{Enter}');
    expect(zone.value).toBe('Denver (UTC−7)');
    await user.click(screen.getByRole('radio', { name: '12 hours' }));
    expect(prefs.get()).toMatchObject({ time_zone: 'America/Denver', clock: '12' });
    expect(screen.getByText(/^1:30 PM · Nov 20, 2026, 1:30:00 PM MST$/)).toBeDefined();
    await user.clear(zone);
    await user.click(screen.getByRole('option', { name: /^Computer's time zone/ }));
    expect(prefs.get().time_zone).toBeNull();
    await user.clear(zone);
    await user.type(zone, 'Atlantis');
    await user.tab();
    expect(zone.value).toBe('Atlantis');
    expect(screen.getByText(/^No such time zone; still used: Computer's time zone/)).toBeDefined();
    await user.clear(zone);
    await user.type(zone, 'honolulu');
    await user.tab();
    expect(prefs.get().time_zone).toBe('Pacific/Honolulu');
  });

  it('enables alerts only on request and explains the browser permission', async () => {
    const { user } = await show(['dispatcher'], {}, 'alerts');
    expect(screen.queryByRole('group', { name: 'Sound' })).toBeNull();
    expect(prefs.get().alert_from).toBe('off');
    await user.click(screen.getByRole('radio', { name: 'Critical' }));
    await user.click(within(screen.getByRole('group', { name: 'Sound' })).getByRole('radio', { name: 'On' }));
    expect(prefs.get()).toMatchObject({ alert_from: 'critical', alert_sound: true });
    expect(screen.getByText(/This browser doesn't support notifications/)).toBeDefined();
  });

  it("explains the alerts by the board's severities and the company's own limits of lateness", async () => {
    const thresholds = { ...COMPANY.thresholds, late_high_minutes: 120, late_critical_minutes: 270 };
    await show(['dispatcher'], { 'GET /api/company': { body: { ...COMPANY, thresholds } } }, 'alerts');
    expect(await screen.findByText(/High from 2 h and Critical from 4 h 30 min\./)).toBeDefined();
    expect(screen.queryByText(/truck/)).toBeNull();
  });

  it('names the version, for whoever asks for help', async () => {
    await show();
    expect(screen.getByText('Waypost 0')).toBeDefined();
  });

  it('applies theme, row height and motion', async () => {
    const { user } = await show();
    for (const name of ['Dark', 'Compact', 'Reduced']) await user.click(screen.getByRole('radio', { name }));
    expect(prefs.get()).toMatchObject({ theme: 'dark', density: 'compact', motion: 'reduced' });
  });

  it('accepts a page or path of this server as start page and rejects others', async () => {
    const { user } = await show();
    await user.selectOptions(screen.getByLabelText('Start page'), 'Monitors');
    expect(prefs.get().default_view).toBe('/monitors');
    await user.selectOptions(screen.getByLabelText('Start page'), 'Quiet Texas');
    expect(prefs.get().default_view).toBe('/?saved=7');
    expect(screen.queryByLabelText('Address')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Start page'), 'Another page');
    const field = screen.getByLabelText('Address');
    await user.clear(field);
    await user.type(field, '/?tab=all');
    expect(prefs.get().default_view).toBe('/?tab=all');
    await user.clear(field);
    await user.type(field, '//evil.example');
    expect(screen.getByText(/Must start with \//)).toBeDefined();
    expect(prefs.get().default_view).not.toContain('evil');
  });

  it('resets to the defaults, with undo', async () => {
    const { user } = await show();
    expect(screen.queryByRole('button', { name: 'Reset to defaults' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Kilometers' }));
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(prefs.get().length_unit).toBe('mi');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(prefs.get().length_unit).toBe('km');
  });

  it("resets to the company's defaults", async () => {
    const { user } = await show(['dispatcher'], {
      'GET /api/company': { body: { ...COMPANY, length_unit: 'km' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Reset to defaults' }));
    expect(prefs.get().length_unit).toBe('km');
  });

  it('shows whether the settings are saved, and why not', async () => {
    await show();
    act(() => sync_status.set({ phase: 'saved' }));
    expect(screen.getByText(/Saved/)).toBeDefined();
    const problem = new Problem({ code: 0, reason: 'offline', message: 'This device is offline' });
    act(() => sync_status.set({ phase: 'waiting', problem }));
    expect(screen.getByText(/This device is offline.*apply in this browser/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('company settings', () => {
  it('saves only changed fields, with undo', async () => {
    const sent: unknown[] = [];
    const { user } = await show(
      ['admin'],
      {
        'PATCH /api/company': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          return { body: { ...COMPANY, name: 'Blue Mesa Logistics' } };
        },
      },
      'company',
    );
    const company = within(await screen.findByRole('region', { name: 'Company' }));
    const name = await company.findByRole('textbox', { name: 'Company name' });
    expect(company.getByRole<HTMLButtonElement>('button', { name: 'Save company settings' }).disabled).toBe(
      true,
    );
    await user.clear(name);
    await user.type(name, ' Blue Mesa Logistics ');
    await user.click(company.getByRole('radio', { name: '12 hours' }));
    await user.click(company.getByRole('button', { name: 'Save company settings' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const changed = { name: 'Blue Mesa Logistics', clock: '12' };
    const stored = { name: 'Northbound Freight', clock: '24' };
    expect(sent).toEqual([
      { ...changed, before: stored },
      { ...stored, before: changed },
    ]);
    expect(prefs.get().clock).toBe('24');
  });

  it('validates limits in their units and ranges', async () => {
    const sent: unknown[] = [];
    const { user } = await show(
      ['admin'],
      {
        'PATCH /api/company': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          return { body: COMPANY };
        },
      },
      'company',
    );
    const late = await screen.findByRole('textbox', { name: 'Late after' });
    const save = screen.getByRole('button', { name: 'Save company settings' });
    await user.clear(late);
    await user.type(late, '2000');
    expect(screen.getByText('Enter a whole number, 0 to 1,440')).toBeDefined();
    expect(screen.getByText('To correct: Late after')).toBeDefined();
    await user.click(save);
    expect(document.activeElement, 'the button leads to the field').toBe(late);
    expect(sent).toEqual([]);
    await user.clear(late);
    await user.type(late, '30');
    await user.click(save);
    expect(sent).toMatchObject([{ thresholds: { late_after_minutes: 30 } }]);
  });

  it('refuses a limit of lateness below the one before it', async () => {
    const { user } = await show(['admin'], {}, 'company');
    const late = await screen.findByRole('textbox', { name: 'Late after' });
    await user.clear(late);
    await user.type(late, '200');
    const high = screen.getByRole('textbox', { name: 'High severity from' });
    expect(high.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter at least 200, the limit of “Late after”')).toBeDefined();
    expect(screen.getByText('To correct: High severity from')).toBeDefined();
    await user.clear(high);
    await user.type(high, '200');
    expect(screen.getByText('Enter at least 200, the limit of “High severity from”')).toBeDefined();
  });

  it('takes limits of customers and lanes, one on each line, and names the line that it cannot read', async () => {
    const sent: unknown[] = [];
    const { user } = await show(
      ['admin'],
      {
        'PATCH /api/company': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          return { body: COMPANY };
        },
      },
      'company',
    );
    const rules = await screen.findByRole('textbox', { name: 'Late after, by customer or lane' });
    await user.type(rules, 'Keystone Retail: 30{Enter}Chicago > Dallas');
    expect(screen.getByText(/“Chicago > Dallas” can't be read/)).toBeDefined();
    await user.type(rules, ': 60 min');
    await user.click(screen.getByRole('button', { name: 'Save company settings' }));
    const [keystone, lane] = [
      { name: 'Keystone Retail', late_after_minutes: 30 },
      { name: 'Chicago > Dallas', late_after_minutes: 60 },
    ];
    expect(sent).toEqual([{ late_rules: [keystone, lane], before: { late_rules: [] } }]);
  });

  it('keeps the input when the server rejects it', async () => {
    const { user } = await show(
      ['admin'],
      {
        'PATCH /api/company': {
          status: 503,
          body: { code: 503, message: 'The store is not responding', detail: null, reason: 'internal' },
        },
      },
      'company',
    );
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' });
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Save company settings' }));
    expect(await screen.findByText(/^Not saved: The store is not responding/)).toBeDefined();
    expect(name.value).toBe('');
  });

  it('keep what was typed when the session ends and the page is opened again', async () => {
    const page = await show(['admin'], {}, 'company');
    await page.user.type(await screen.findByRole('textbox', { name: 'Company name' }), ' Inc');
    await page.user.type(screen.getByRole('textbox', { name: /^Late after, by/ }), 'Keystone');
    leaveToSignIn(page);
    await show(['admin'], {}, 'company');
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' });
    expect(name.value).toBe('Northbound Freight Inc');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Late after, by/ }).value).toBe(
      'Keystone',
    );
  });

  it('keep what was typed while they were saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const page = await show(
      ['admin'],
      {
        'PATCH /api/company': { body: { ...COMPANY, name: 'Northbound' } },
      },
      'company',
    );
    const { call } = page.http;
    vi.spyOn(page.http, 'call').mockImplementation(async (route, options) => {
      if (route.method === 'PATCH') await promise;
      return call.call(page.http, route, options) as never;
    });
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' });
    await page.user.clear(name);
    await page.user.type(name, 'Northbound');
    await page.user.click(screen.getByRole('button', { name: 'Save company settings' }));
    await page.user.type(name, ' Trucking');
    await act(async () => resolve());
    expect(await screen.findByText('Company settings saved')).toBeDefined();
    expect(name.value).toBe('Northbound Trucking');
  });

  it("are not written over a colleague's change: both are shown, and the person decides", async () => {
    let stored = COMPANY;
    const sent: { name?: string; before?: unknown }[] = [];
    const page = await show(
      ['admin'],
      {
        'GET /api/company': () => ({ body: stored }),
        'PATCH /api/company': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          if (sent.length === 1) {
            stored = { ...COMPANY, name: 'Southbound', clock: '12', updated_by_name: 'Ann' };
            const message = 'Ann has just changed these settings';
            return { status: 412, body: { code: 412, reason: 'conflict', message, detail: null } };
          }
          return { body: { ...stored, name: sent.at(-1)?.name ?? null } };
        },
      },
      'company',
    );
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Company name' });
    await page.user.clear(name);
    await page.user.type(name, 'Northbound Inc');
    const company = within(screen.getByRole('region', { name: 'Company' }));
    const save = screen.getByRole('button', { name: 'Save company settings' });
    await page.user.click(save);
    const both = await screen.findByRole('region', { name: 'Company name was changed meanwhile' });
    expect(both.textContent).toContain('Southbound');
    expect([name.value, company.getByRole<HTMLInputElement>('radio', { name: '12 hours' }).checked]).toEqual([
      'Northbound Inc',
      true,
    ]);
    await page.user.click(within(both).getByRole('button', { name: 'Keep what I typed' }));
    await page.user.click(save);
    expect(sent.map(({ before }) => before)).toEqual([
      { name: 'Northbound Freight' },
      { name: 'Southbound' },
    ]);
  });
});

describe('the message to fleets', () => {
  const templates = (subject: string): MessageSettings => ({
    items: MESSAGE_LANGUAGES.map((language) => ({
      language,
      ...DEFAULT_TEMPLATES[language],
      ...(language === 'en' && { subject }),
      updated_at: null,
      updated_by_name: language === 'en' ? 'Ann' : null,
    })),
    company: 'Northbound',
    email_from: null,
    reply_to: null,
  });
  const subject = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Subject' });
  const rename = async (page: Awaited<ReturnType<typeof show>>, to: string) => {
    const field = await subject();
    await page.user.clear(field);
    await page.user.type(field, to);
    return field;
  };
  const answers: Answers = {
    'GET /api/messages': { body: templates('Join us') },
    'GET /api/email-opt-outs': { body: { items: [] } },
  };

  it('keeps what was typed when the language is switched, and when the page is opened again', async () => {
    const page = await show(['admin'], answers, 'messages');
    await rename(page, 'Share your data');
    const language = screen.getByRole('combobox', { name: 'Language' });
    await page.user.selectOptions(language, 'es');
    expect((await subject()).value).toBe(DEFAULT_TEMPLATES.es.subject);
    await rename(page, 'Comparta sus datos');
    await page.user.selectOptions(language, 'en');
    expect((await subject()).value).toBe('Share your data');
    leaveToSignIn(page);
    await show(['admin'], answers, 'messages');
    expect((await subject()).value).toBe('Share your data');
  });

  it("is not written over a colleague's change: both are shown, and the person decides", async () => {
    let stored = templates('Join us');
    const sent: { subject: string; before: { subject: string } }[] = [];
    const page = await show(
      ['admin'],
      {
        ...answers,
        'GET /api/messages': () => ({ body: stored }),
        'PATCH /api/messages/en': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          if (sent.length === 1) {
            stored = templates('Join Northbound');
            const message = 'Ann has just changed this message';
            return { status: 412, body: { code: 412, reason: 'conflict', message, detail: null } };
          }
          return { body: templates(sent.at(-1)?.subject ?? '') };
        },
      },
      'messages',
    );
    await rename(page, 'Share your data');
    const save = screen.getByRole('button', { name: 'Save message' });
    await page.user.click(save);
    const both = await screen.findByRole('region', { name: 'Subject was changed meanwhile' });
    expect(both.textContent).toContain('Join Northbound');
    await page.user.click(within(both).getByRole('button', { name: 'Keep what I typed' }));
    await page.user.click(save);
    expect(sent.map(({ before }) => before.subject)).toEqual(['Join us', 'Join Northbound']);
    expect(await screen.findByText('Message saved')).toBeDefined();
  });

  it('is reset to the default with an undo that also brings back what was typed and not saved', async () => {
    const sent: { subject: string; before: { subject: string } }[] = [];
    const page = await show(
      ['admin'],
      {
        ...answers,
        'DELETE /api/messages/en': { body: templates(DEFAULT_TEMPLATES.en.subject) },
        'PATCH /api/messages/en': ({ body }) => {
          sent.push(JSON.parse(String(body)));
          return { body: templates('Join us') };
        },
      },
      'messages',
    );
    await rename(page, 'Share your data');
    await page.user.click(screen.getByRole('button', { name: 'Reset to default' }));
    await screen.findByText('Reset to default');
    expect((await subject()).value).toBe(DEFAULT_TEMPLATES.en.subject);
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await page.frame();
    expect(sent).toMatchObject([{ subject: 'Join us', before: { subject: DEFAULT_TEMPLATES.en.subject } }]);
    expect((await subject()).value).toBe('Share your data');
    await page.user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect((await subject()).value).toBe('Join us');
  });

  it('is sent to the administrator as a test, and the answer of the mail server is shown', async () => {
    const settings = {
      ...templates('Join us'),
      email_from: 'x@north.example',
      reply_to: 'ada@north.example',
    };
    const refused = {
      code: 409,
      reason: 'conflict',
      message: 'The test email was not sent',
      detail: 'The mail server answered: 550 No such user',
      request_id: null,
    };
    const page = await show(
      ['admin'],
      { 'GET /api/messages': { body: settings }, 'POST /api/messages/test': { status: 409, body: refused } },
      'messages',
    );
    expect(screen.getByLabelText('Send to')).toHaveProperty('value', 'ada@north.example');
    expect(screen.getByText(/with the company name and an unsubscribe link/)).toBeDefined();
    const language = screen.getByRole('combobox', { name: 'Language' });
    await page.user.selectOptions(language, 'Français');
    expect(screen.getByText(/^The saved message in French /)).toBeDefined();
    await page.user.selectOptions(language, 'English');
    await page.user.click(screen.getByRole('button', { name: 'Send test email' }));
    await page.frame();
    expect(screen.getByText(/550 No such user/)).toBeDefined();
    const call = page.asked.mock.calls.find(([path]) => String(path).endsWith('/messages/test'));
    expect(JSON.parse(String(call?.[1].body))).toMatchObject({ to: 'ada@north.example', language: 'en' });
  });

  it('previews the company name that was saved a moment ago', async () => {
    const page = await show(
      ['admin'],
      {
        ...answers,
        'PATCH /api/company': { body: { ...COMPANY, name: 'Blue Mesa Logistics' } },
      },
      'messages',
    );
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(await preview.findByText('Northbound Freight')).toBeDefined();
    await page.user.click(screen.getByRole('tab', { name: 'Company' }));
    expect(at()).toEqual({ section: 'company' });
    const name = await screen.findByRole('textbox', { name: 'Company name' });
    await page.user.clear(name);
    await page.user.type(name, 'Blue Mesa Logistics');
    await page.user.click(screen.getByRole('button', { name: 'Save company settings' }));
    await screen.findByText('Company settings saved');
    await page.user.click(screen.getByRole('tab', { name: 'Messages to fleets' }));
    const after = within(screen.getByRole('region', { name: 'Preview' }));
    expect(after.getByText('Blue Mesa Logistics')).toBeDefined();
  });
});

describe('time zones', () => {
  const NOVEMBER = Date.parse('2026-11-20T20:30:00Z');
  it('show their current offset from UTC', () => {
    expect(offsetText('America/Chicago', NOVEMBER)).toBe('UTC−6');
    expect(offsetText('America/Chicago', Date.parse('2026-07-01T00:00:00Z'))).toBe('UTC−5');
    expect(offsetText('UTC', NOVEMBER)).toBe('UTC');
  });
  it('are listed by region after the common ones, by their current names, and found by old ones', () => {
    const zones = zonesAt(NOVEMBER, ['Asia/Calcutta', 'America/Argentina/Salta', 'UTC']);
    expect(new Set(zones.map(({ region }) => region))).toEqual(new Set(['Common', 'Asia', 'America']));
    expect(zones.at(-1)).toMatchObject({
      zone: 'America/Argentina/Salta',
      label: 'Argentina, Salta (UTC−3)',
    });
    expect(zones.at(-2)).toMatchObject({ zone: 'Asia/Kolkata', label: 'Kolkata (UTC+5:30)' });
    expect(findZones(zones, 'calcutta', NOVEMBER)).toMatchObject([{ zone: 'Asia/Kolkata' }]);
    expect(zones[1]).toMatchObject({ zone: 'America/Chicago', detail: 'Central Time' });
  });
  it('have no old names', () => {
    const names = zonesAt(NOVEMBER).map(({ zone }) => zone);
    expect(
      names.filter((name) => /Calcutta|Kiev|Saigon|Rangoon|Godthab|America\/Indianapolis/.test(name)),
    ).toEqual([]);
  });
});
