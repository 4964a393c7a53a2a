/** Rules 8 and 16: the HTML is public and never redirects to sign-in, and every response carries its policy. */
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.ts';
import { useServer } from '../../testing/server.ts';

const server = await useServer();
const HTML = { Accept: 'text/html' };

describe('the page after the callback arrives without its Strict cookie', () => {
  it('and is the same HTML anyway: it never redirects to sign-in, so there is no loop', async () => {
    const stranger = new TestBrowser();
    const signedIn = await server.signedIn();
    for (const path of ['/', '/sign-in', '/loads/anything', '/?load=1']) {
      const without = await stranger.request(server.url + path, { headers: HTML });
      const withCookie = await signedIn.request(server.url + path, { headers: HTML });
      expect([without.status, withCookie.status]).toEqual([200, 200]);
      const plain = (text: string) => text.replace(/content="[^"]+"/, '');
      expect(plain(without.text)).toBe(plain(withCookie.text));
      expect(without.headers.getSetCookie()).toEqual([]);
    }
  });

  it('and fetches the session, which responds "not signed in" with 200', async () => {
    const { status, json } = await new TestBrowser().api(`${server.url}/bff/session`);
    expect({ status, json }).toEqual({ status: 200, json: { signed_in: false } });
  });
});

describe('a client that accepts anything', () => {
  const get = (path: string) => new TestBrowser().request(server.url + path, { headers: { Accept: '*/*' } });

  it.each(['/', '/loads/new', '/?load=1'])('gets the page at %s', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toContain('text/html');
  });

  it.each(['/missing.js', '/assets/missing.css', '/icons/missing.png', '/machine/v1/nothing'])(
    'gets no page in place of %s',
    async (path) => {
      expect((await get(path)).headers.get('Content-Type')).not.toContain('text/html');
    },
  );
});

describe('machine and health routes', () => {
  it.each(['/healthz', '/readyz', '/machine/v1/loads'])('(%s) respond on every host', async (path) => {
    const there = server.url.replace('localhost', '127.0.0.1') + path;
    expect((await new TestBrowser().request(there, { headers: HTML })).status).not.toBe(302);
  });
});

describe('every answer', () => {
  it.each([
    ['the page', '/', 200],
    ['a file of the page', '/assets/a.js', 200],
    ['a refusal', '/api/loads', 401],
    ['nothing', '/api/nothing', 401],
    ['health', '/healthz', 200],
  ])('(%s) carries its policy, nosniff and no framing', async (_, path, status) => {
    const page = await new TestBrowser().request(server.url + path, { headers: { ...HTML, 'X-CSRF': '1' } });
    expect(page.status).toBe(status);
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|__NONCE__/);
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(page.headers.get('X-Frame-Options')).toBe('DENY');
    expect(page.headers.get('X-Powered-By')).toBeNull();
  });

  it('of the API has no nonce, and no two pages share one', async () => {
    const policy = async (path: string) => {
      const page = await new TestBrowser().request(server.url + path, {
        headers: { ...HTML, 'X-CSRF': '1' },
      });
      return page.headers.get('Content-Security-Policy') ?? '';
    };
    expect(await policy('/bff/session')).not.toContain('nonce');
    const nonces = await Promise.all(
      Array.from({ length: 20 }, async () => /nonce-([^']+)/.exec(await policy('/'))?.[1]),
    );
    expect(new Set(nonces).size).toBe(20);
  });
});
