/**
 * Searches every byte that a browser, the log and the metrics received for every token, secret and password that the sandbox
 * knows. Runs after every journey, for all journeys together: a secret issued in one must not occur in a later one.
 */
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Response } from '@playwright/test';
import type { Stack } from './stack.ts';

/** For responses of which the browser reports neither an end nor a failure. */
const MAX_WAIT_MS = 15_000;
/** Shorter secrets would match by chance. */
const MIN_SECRET_LENGTH = 12;

/** Everything that the browser of one journey receives from our servers. */
export class Received {
  readonly #parts: string[] = [];
  readonly #pending = new Set<Promise<unknown>>();

  async watch(context: BrowserContext, isOwnServer: (url: string) => boolean): Promise<void> {
    context.on('response', (response) => {
      if (isOwnServer(response.url())) this.#track(this.#record(response));
    });
    for (const page of context.pages()) await this.#watchStreams(page);
    context.on('page', (page) => this.#track(this.#watchStreams(page)));
  }

  /** Resolves when every response that has started is complete, or after a timeout: a closed page takes its responses with it. */
  async all(): Promise<string> {
    await Promise.race([Promise.all(this.#pending), setTimeout(MAX_WAIT_MS, null, { ref: false })]);
    return this.#parts.join('\n');
  }

  #track(work: Promise<unknown>): void {
    // Navigation discards the previous page's pending responses.
    const one = work.catch(() => undefined).finally(() => this.#pending.delete(one));
    this.#pending.add(one);
  }

  async #record(response: Response): Promise<void> {
    // Without the URL: the browser sent it, and a sign-in's code is in it by design.
    const headers = await response.headersArray();
    this.#parts.push(JSON.stringify(headers));
    // Event streams do not end: see below. Build files contain no user data.
    const isStream = headers.some(({ value }) => value.startsWith('text/event-stream'));
    if (response.url().includes('/assets/') || isStream) return;
    this.#parts.push(await response.text());
  }

  async #watchStreams(page: Page): Promise<void> {
    // Only Chromium reports stream messages.
    if (page.context().browser()?.browserType().name() !== 'chromium') return;
    const session = await page.context().newCDPSession(page);
    session.on('Network.eventSourceMessageReceived', ({ eventName, eventId, data }) => {
      this.#parts.push(`${eventName} ${eventId} ${data}`);
    });
    await session.send('Network.enable');
  }
}

/** Places where a secret of these stacks occurs, with the preceding text but never the secret itself. */
export async function leaks(stacks: readonly Stack[], received: Received): Promise<string[]> {
  const secrets = new Set<string>();
  const addresses = new Set<string>();
  for (const { sandbox, server } of stacks) {
    await sandbox.collectSecrets();
    await server.scrapeMetrics();
    for (const one of [...sandbox.secrets, ...server.secrets]) secrets.add(one);
    for (const one of sandbox.addresses) addresses.add(one);
  }
  const unlogged = new Set([...secrets, ...addresses]);
  const found = search('browser', await received.all(), secrets);
  for (const { server } of stacks)
    found.push(
      ...search('log', unsearchedText(server.log), unlogged),
      ...search('metrics', unsearchedText(server.metrics), unlogged),
    );
  return found;
}

/** Parts of each log that were searched before, and the incomplete last line. */
const searched = new WeakMap<readonly string[], { parts: number; rest: string }>();

/** Log text not searched yet: a secret cannot be written before it is issued, so older lines need no second search. */
function unsearchedText(log: readonly string[]): string {
  const { parts, rest } = searched.get(log) ?? { parts: 0, rest: '' };
  const text = rest + log.slice(parts).join('');
  searched.set(log, { parts: log.length, rest: text.slice(text.lastIndexOf('\n') + 1) });
  return text;
}

function search(place: string, text: string, secrets: ReadonlySet<string>): string[] {
  return [...secrets].flatMap((secret) => {
    const at = secret.length < MIN_SECRET_LENGTH ? -1 : text.indexOf(secret);
    return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 100), at)}<${secret.length} characters>`];
  });
}
