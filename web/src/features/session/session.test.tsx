// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { Session } from '@waypost/contract/api/session';
import { VIEW_ROUTES } from '@waypost/contract/api/view-routes';
import { describe, expect, it, vi } from 'vitest';
import { SessionGate } from '../../routes/root.tsx';
import { draw, personSession } from '../../testing/render.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { SignInPage } from './SignInPage.tsx';
import { SIGN_IN_PROBLEMS } from './search.ts';

describe('the sign-in page', () => {
  it.each(SIGN_IN_PROBLEMS)('explains why the person must sign in: %s', async (problem) => {
    await draw(<SignInPage search={{ problem, return_to: '/?tab=all' }} sandbox={false} />);
    expect(screen.getByRole('alert').textContent?.length).toBeGreaterThan(40);
    expect(screen.getByRole('link', { name: /^Sign in/ }).getAttribute('href')).toMatch(
      /^\/bff\/login\?return_to=%2F%3Ftab%3Dall(&prompt=login)?$/,
    );
  });
  it('says whom to ask when the account has no role, and offers another account', async () => {
    await draw(
      <SignInPage search={{ problem: 'no_access' }} sandbox={false} access_contact="help@example.com" />,
    );
    expect(screen.getByRole('alert').textContent).toContain('Ask help@example.com for a role');
    expect(screen.getByRole('link', { name: 'Sign in with another account' }).getAttribute('href')).toContain(
      'prompt=login',
    );
  });
  it('asks for the password again after a sign-out', async () => {
    await draw(<SignInPage search={{ signed_out: '1' }} sandbox={false} />);
    expect(screen.getByText('You have been signed out')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('prompt=login');
  });
  it('redirects to the provider when there is nothing to read', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    for (const search of [{ signed_out: '1' }, { problem: 'denied' }] as const) {
      const { unmount } = await draw(<SignInPage search={search} sandbox={false} config_loaded />);
      unmount();
    }
    await draw(<SignInPage search={{}} sandbox config_loaded />);
    await draw(<SignInPage search={{ return_to: '/fuel' }} sandbox={false} />);
    expect(replace).not.toHaveBeenCalled();
    await draw(<SignInPage search={{ return_to: '/fuel' }} sandbox={false} config_loaded />);
    expect(replace).toHaveBeenCalledWith('/bff/login?return_to=%2Ffuel');
    replace.mockRestore();
  });
  it('shows the name and logo of the company that runs it', async () => {
    const company = { name: 'Northbound Freight', logo_url: '/company-logo/1.png' };
    await draw(<SignInPage search={{}} sandbox={false} company={company} />);
    expect(screen.getByText('Northbound Freight').querySelector('img')?.getAttribute('src')).toBe(
      '/company-logo/1.png',
    );
  });
  it('lists the sandbox users only when people sign in there', async () => {
    const { unmount } = await draw(<SignInPage search={{}} sandbox={false} />);
    expect(screen.queryByText(/dispatcher/)).toBeNull();
    unmount();
    await draw(<SignInPage search={{}} sandbox />);
    expect(screen.getByText(/Simulated data. Sign in as dispatcher/)).toBeDefined();
  });
});

describe('a session that ends', () => {
  it('shows a dialog over the intact page, and signing in returns to the same address', async () => {
    const { session, frame } = await draw(
      <>
        <input aria-label="Half-typed" defaultValue="kept" />
        <SessionGate here="/?tab=all&load=1" />
      </>,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => session.end());
    await frame();
    const overlay = within(screen.getByRole('dialog', { name: 'Your session has ended' }));
    expect(overlay.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
      '/bff/login?return_to=%2F%3Ftab%3Dall%26load%3D1',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Half-typed').value).toBe('kept');
    const cover = document.querySelector<HTMLElement>('.mantine-Modal-overlay')?.style;
    expect(cover?.getPropertyValue('--overlay-bg')).toMatch(/var\(--wp-page\)(, transparent 0%\))?$/);
  });

  it('says why the server ended it', async () => {
    const ended = 'Your account no longer has access to Waypost';
    let answer: Session = personSession(['dispatcher']);
    const { http, frame } = await draw(<SessionGate here="/" />, {
      answers: {
        'GET /bff/session': () => ({ body: answer }),
        'GET /api/views': {
          status: 401,
          body: { code: 401, message: 'Your session has ended', detail: ended, reason: 'signed_out' },
        },
      },
    });
    answer = { signed_in: false, ended };
    await act(() => http.call(VIEW_ROUTES.listViews).catch(() => undefined));
    await frame();
    expect(screen.getByRole('dialog').textContent).toContain(`${ended}. You were signed in as Dana Ortiz.`);
  });

  it('closes the dialog when the person has signed in again elsewhere', async () => {
    const { session, frame } = await draw(<SessionGate here="/" />, {
      answers: { 'GET /bff/session': { body: personSession(['dispatcher']) } },
    });
    act(() => session.end());
    await frame();
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
    });
    await frame();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the account menu', () => {
  it('signs out at the identity provider too if the server says where', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    const end_session_url = 'https://id.example.com/sign-out?client_id=waypost';
    const { user, frame } = await draw(<PersonMenu onSignedOut={vi.fn()} onKeyboardHelp={vi.fn()} />, {
      answers: { 'POST /bff/logout': { body: { end_session_url } } },
    });
    await user.click(screen.getByRole('button', { name: /^You: / }));
    await frame();
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await frame();
    expect(assign).toHaveBeenCalledExactlyOnceWith(end_session_url);
    assign.mockRestore();
  });

  it('signs out, then calls onSignedOut', async () => {
    const left = vi.fn();
    const { user, frame, asked, session } = await draw(
      <PersonMenu onSignedOut={left} onKeyboardHelp={vi.fn()} />,
      {
        answers: { 'POST /bff/logout': { status: 204 } },
      },
    );
    await user.click(screen.getByRole('button', { name: 'You: Dana Ortiz' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await frame();
    expect(asked).toHaveBeenCalledWith('/bff/logout', expect.objectContaining({ method: 'POST' }));
    expect(session.get().phase).toBe('out');
    expect(left).toHaveBeenCalledOnce();
  });

  it('signs out where the browser blocks storage', async () => {
    const left = vi.fn();
    const { user, frame } = await draw(<PersonMenu onSignedOut={left} onKeyboardHelp={vi.fn()} />, {
      answers: { 'POST /bff/logout': { status: 204 } },
    });
    const blocked = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('Storage is blocked', 'SecurityError');
    });
    await user.click(screen.getByRole('button', { name: 'You: Dana Ortiz' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await frame();
    expect(left).toHaveBeenCalledOnce();
    blocked.mockRestore();
  });

  it('says the person is still signed in when the server cannot be reached', async () => {
    const left = vi.fn();
    const { user, frame, session } = await draw(<PersonMenu onSignedOut={left} onKeyboardHelp={vi.fn()} />, {
      answers: { 'POST /bff/logout': new TypeError('Failed to fetch') },
    });
    await user.click(screen.getByRole('button', { name: 'You: Dana Ortiz' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await frame();
    expect(screen.getByText('You are still signed in')).toBeDefined();
    expect(session.get().phase).toBe('in');
    expect(left).not.toHaveBeenCalled();
  });
});
