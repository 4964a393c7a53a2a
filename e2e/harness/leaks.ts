/**
 * Must show 7: every byte that a browser, the log and the metrics received, searched for every token, secret and password that the
 * sandbox knows. Searched after every journey, for all of them together: what was issued in one must not be seen in a later one.
 */
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Response } from '@playwright/test';
import type { Stack } from './stack.ts';

/** For answers of which the browser reports neither an end nor a failure. */
const LONGEST_WAIT_MS = 15_000;
/** Shorter ones would be found by chance. */
const SHORTEST = 12;

/** Everything that the browser of one journey receives from our servers. */
export class Received {
  readonly #parts: string[] = [];
  readonly #pending = new Set<Promise<unknown>>();

  async watch(context: BrowserContext, ours: (url: string) => boolean): Promise<void> {
    context.on('response', (response) => {
      if (ours(response.url())) this.#wait(this.#keep(response));
    });
    for (const page of context.pages()) await this.#watchStreams(page);
    context.on('page', (page) => this.#wait(this.#watchStreams(page)));
  }

  /** Ends when all that has begun to arrive is here. An answer that a closed page has taken with it is waited for no longer than so. */
  async all(): Promise<string> {
    await Promise.race([Promise.all(this.#pending), setTimeout(LONGEST_WAIT_MS, null, { ref: false })]);
    return this.#parts.join('\n');
  }

  #wait(work: Promise<unknown>): void {
    // A page that is left takes its last answers with it.
    const one = work.catch(() => undefined).finally(() => this.#pending.delete(one));
    this.#pending.add(one);
  }

  async #keep(response: Response): Promise<void> {
    // Not the address: that the browser has sent, and the code of a sign-in is in it because the provider put it there.
    const headers = await response.headersArray();
    this.#parts.push(JSON.stringify(headers));
    // Event streams do not end: see below. Files of the build know nobody.
    const isStream = headers.some(({ value }) => value.startsWith('text/event-stream'));
    if (response.url().includes('/assets/') || isStream) return;
    this.#parts.push(await response.text());
  }

  async #watchStreams(page: Page): Promise<void> {
    // Only Chromium says what arrives on a stream.
    if (page.context().browser()?.browserType().name() !== 'chromium') return;
    const session = await page.context().newCDPSession(page);
    session.on('Network.eventSourceMessageReceived', ({ eventName, eventId, data }) => {
      this.#parts.push(`${eventName} ${eventId} ${data}`);
    });
    await session.send('Network.enable');
  }
}

/** Where one of the secrets of these stacks was seen, with a little of what stands before it; never the secret itself. */
export async function leaks(stacks: readonly Stack[], received: Received): Promise<string[]> {
  const secrets = new Set<string>();
  const addresses = new Set<string>();
  for (const { sandbox, server } of stacks) {
    await sandbox.learn();
    await server.measure();
    for (const one of [...sandbox.secrets, ...server.secrets]) secrets.add(one);
    for (const one of sandbox.addresses) addresses.add(one);
  }
  const unlogged = new Set([...secrets, ...addresses]);
  const found = search('browser', await received.all(), secrets);
  for (const { server } of stacks)
    found.push(
      ...search('log', newIn(server.log), unlogged),
      ...search('metrics', newIn(server.metrics), unlogged),
    );
  return found;
}

/** How many parts of a log were searched before, and the line that had not ended. */
const searched = new WeakMap<readonly string[], { parts: number; rest: string }>();

/** What was not searched yet: no secret is written before it is issued, so that older lines need no second look. */
function newIn(log: readonly string[]): string {
  const { parts, rest } = searched.get(log) ?? { parts: 0, rest: '' };
  const text = rest + log.slice(parts).join('');
  searched.set(log, { parts: log.length, rest: text.slice(text.lastIndexOf('\n') + 1) });
  return text;
}

function search(place: string, text: string, secrets: ReadonlySet<string>): string[] {
  return [...secrets].flatMap((secret) => {
    const at = secret.length < SHORTEST ? -1 : text.indexOf(secret);
    return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 100), at)}<${secret.length} characters>`];
  });
}
