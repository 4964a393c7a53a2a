/** What the soaks with several servers share. */
import { TestBrowser } from '../src/testing/browser.ts';
import { pause } from './kill-traffic.ts';
import type { Served } from './serve.ts';

export const METRICS_TOKEN = 'metrics-of-the-soak';
const SETTLE_WITHIN_MS = 60_000;

/** A browser that is signed in to all servers with the same session. */
export async function signedIn(urls: readonly string[], username: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const [first = ''] = urls;
  await browser.signIn(first, username);
  const cookie = browser.cookie(first, '__Host-waypost')?.value ?? '';
  for (const url of urls) browser.setCookie(url, '__Host-waypost', cookie);
  return browser;
}

/** False when it does not hold within the time limit. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  withinMs = SETTLE_WITHIN_MS,
): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(100)) if (await holds()) return true;
  return false;
}

export interface NamedServer {
  readonly name: string;
  /** Another one after a restart. */
  served: Served;
}

/** Names of the servers that do not become ready. */
export async function notReady(members: readonly NamedServer[]): Promise<string[]> {
  const late: string[] = [];
  for (const { served, name } of members) {
    const ready = async () =>
      (await fetch(`${served.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null))
        ?.status === 200;
    if (!(await until(ready))) late.push(name);
  }
  return late;
}

export async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).text();
}
