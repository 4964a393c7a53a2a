/** A small browser for server tests: stores cookies by the standard, follows redirects, submits forms. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

interface Cookie {
  readonly value: string;
  /** Attributes in lowercase. */
  readonly attributes: readonly string[];
  readonly path: string;
}

export class TestBrowser {
  /** By host (with port) and name. */
  readonly #jar = new Map<string, Map<string, Cookie>>();
  readonly setCookies: string[] = [];

  cookie(url: string, name: string): Cookie | undefined {
    return this.#jar.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#cookiesOf(new URL(url).host).set(name, { value, attributes: [], path: '/' });
  }

  async request(url: string, init: RequestInit & { crossSite?: boolean } = {}): Promise<Page> {
    const headers = new Headers(init.headers);
    const host = new URL(url).host;
    const cookies = [...(this.#jar.get(host) ?? [])]
      .filter(([, { path }]) => new URL(url).pathname.startsWith(path))
      .filter(([, { attributes }]) => !init.crossSite || !attributes.includes('samesite=strict'))
      .map(([name, { value }]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) this.#store(host, line);
    return { status: answer.status, url, headers: answer.headers, text: await answer.text() };
  }

  /** Follows redirects like a navigation, each as a separate request. */
  async go(url: string, init: RequestInit & { crossSite?: boolean } = {}): Promise<Page> {
    let page = await this.request(url, init);
    let crossSite = init.crossSite ?? false;
    for (let hops = 0; hops < 20 && page.status >= 300 && page.status < 400; hops += 1) {
      const next = new URL(page.headers.get('Location') ?? '', page.url).href;
      crossSite ||= new URL(next).host !== new URL(page.url).host;
      page = await this.request(next, { crossSite });
    }
    return page;
  }

  async submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const form = /<form[^>]*action="([^"]*)"/i.exec(page.text);
    if (!form) throw new Error(`there is no form on ${page.url}: ${page.status} ${page.text.slice(0, 200)}`);
    const hidden = [...page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)].map(([tag]) => [
      /name="([^"]*)"/.exec(tag)?.[1] ?? '',
      /value="([^"]*)"/.exec(tag)?.[1] ?? '',
    ]);
    return this.go(new URL((form[1] ?? '').replaceAll('&amp;', '&'), page.url).href, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }).toString(),
      crossSite: false,
    });
  }

  async signIn(server: string, username: string, returnTo = '/'): Promise<Page> {
    const page = await this.go(`${server}/bff/login?return_to=${encodeURIComponent(returnTo)}`);
    return this.submit(page, { username, password: username });
  }

  async api(
    url: string,
    init: { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) {
    const page = await this.request(url, {
      method: init.method ?? 'GET',
      headers: {
        'X-CSRF': '1',
        ...(init.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...init.headers,
      },
      body: init.body === undefined ? undefined : JSON.stringify(init.body),
      ...(init.signal ? { signal: init.signal } : {}),
    });
    // A CSV download has no JSON.
    const isJson = page.text !== '' && !page.headers.get('Content-Type')?.startsWith('text/csv');
    return { ...page, json: (isJson ? JSON.parse(page.text) : null) as Record<string, unknown> };
  }

  #cookiesOf(host: string): Map<string, Cookie> {
    const cookies = this.#jar.get(host) ?? new Map<string, Cookie>();
    this.#jar.set(host, cookies);
    return cookies;
  }

  #store(host: string, line: string): void {
    this.setCookies.push(line);
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const attributes = rest.map((one) => one.toLowerCase());
    const expires = attributes.find((one) => one.startsWith('expires='));
    const isExpired =
      attributes.includes('max-age=0') ||
      (expires && Date.parse(expires.slice('expires='.length)) <= Date.now());
    const path = rest.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    if (isExpired) this.#cookiesOf(host).delete(name);
    else this.#cookiesOf(host).set(name, { value, attributes, path });
  }
}
