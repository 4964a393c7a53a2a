#!/usr/bin/env node
/**
 * Waypost for a TMS, in one file without dependencies. As a program, `node waypost.mjs` says what it can do; as a module:
 *
 *   import { Waypost, verifyWebhook } from './waypost.mjs';
 *   const waypost = new Waypost('https://waypost.example.com', process.env.WAYPOST_KEY);
 *   for await (const load of waypost.loads({ health: 'stale' })) …
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const MOST_TRIES = 3;
/** A delivery is signed anew at each try, so an old one has been kept by somebody. */
const OLDEST_MS = 5 * 60_000;

export class Waypost {
  #url;
  #key;

  /** `key`: an administrator creates it on the page /api-keys. */
  constructor(url, key) {
    this.#url = url;
    this.#key = key;
  }

  /** Watched loads, page after page. */
  loads(filters = {}) {
    return this.#pages('loads', filters);
  }

  /** By id, so that none is missed between two pages; without `sort` they come worst first, as on the board. */
  exceptions(filters = {}) {
    return this.#pages('exceptions', { sort: 'load_id', ...filters });
  }

  /** Watches loads that the tracking service knows, by their ids. */
  add(...load_ids) {
    return this.#send('POST', 'loads', { load_ids });
  }

  /** Stops watching a load; it stays at the tracking service. */
  remove(load_id) {
    return this.#send('DELETE', `loads/${load_id}`);
  }

  /** Posts a new load and watches it. Keep `id` with your own record: the same one makes a retry safe. */
  post(load, id = randomUUID()) {
    return this.#send('POST', 'posted-loads', load, { 'Idempotency-Key': id });
  }

  /** Changes `load_ref`, `vehicle` or `stops`. Fails with status 412 when somebody else was quicker. */
  async correct(load_id, change) {
    const { version } = await this.#send('GET', `posted-loads/${load_id}`);
    return this.#send('PATCH', `posted-loads/${load_id}`, { version, ...change });
  }

  async *#pages(path, filters) {
    let cursor = null;
    do {
      const query = new URLSearchParams({ size: '100', ...filters, ...(cursor ? { cursor } : {}) });
      const { items, next_page } = await this.#send('GET', `${path}?${query}`);
      yield* items;
      cursor = next_page;
    } while (cursor !== null);
  }

  async #send(method, path, body, headers = {}) {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(new URL(`/machine/v1/${path}`, this.#url), {
        method,
        headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json', ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.text();
      if (answer.ok) return text === '' ? null : JSON.parse(text);
      // Nothing was done: the server says when to come again.
      const wait = Number(answer.headers.get('Retry-After'));
      if (answer.status !== 429 || tries === MOST_TRIES)
        throw Object.assign(new Error(`${method} ${path}: ${answer.status} ${text}`), {
          status: answer.status,
        });
      await setTimeout(Math.max(1, wait) * 1000);
    }
  }
}

/**
 * Whether an outgoing webhook comes from Waypost and is fresh.
 * @param body as it came, before it is parsed: a Buffer
 * @param timestamp header X-Webhook-Timestamp
 * @param signature header X-Webhook-Signature
 */
export function verifyWebhook(secret, body, timestamp, signature, now = Date.now()) {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  const is_signed = given.length === expected.length && timingSafeEqual(given, expected);
  return is_signed && Math.abs(now - Date.parse(timestamp)) <= OLDEST_MS;
}

const USAGE = `WAYPOST_URL and WAYPOST_KEY say where and with which API key.
  list [name=value …]            watched loads, such as health=stale
  exceptions [name=value …]      exceptions, such as state=open
  add LOAD_ID …                  watches loads that the tracking service knows
  remove LOAD_ID                 stops watching one
  post JSON [UUID]               posts a new load and watches it; the same UUID makes a retry safe
  correct LOAD_ID JSON           changes load_ref, vehicle or stops at the tracking service
  verify TIMESTAMP SIGNATURE     checks the body of an outgoing webhook on standard input;
                                 its secret is in WAYPOST_WEBHOOK_SECRET
`;

async function run([command, ...values]) {
  const { WAYPOST_URL, WAYPOST_KEY, WAYPOST_WEBHOOK_SECRET } = process.env;
  if (command === 'verify') {
    const body = await buffer(process.stdin);
    if (!verifyWebhook(WAYPOST_WEBHOOK_SECRET, body, ...values))
      throw new Error('The signature is wrong or old: do not trust this body');
    return 'The signature is right';
  }
  const waypost = new Waypost(WAYPOST_URL, WAYPOST_KEY);
  const filters = () => Object.fromEntries(values.map((value) => value.split('=', 2)));
  const [first, second] = values;
  switch (command) {
    case 'list':
      return Array.fromAsync(waypost.loads(filters()));
    case 'exceptions':
      return Array.fromAsync(waypost.exceptions(filters()));
    case 'add':
      return waypost.add(...values);
    case 'remove':
      return waypost.remove(first);
    case 'post':
      return waypost.post(JSON.parse(first), second);
    case 'correct':
      return waypost.correct(first, JSON.parse(second));
    default:
      throw new Error(USAGE);
  }
}

if (import.meta.main) {
  try {
    process.stdout.write(`${JSON.stringify(await run(process.argv.slice(2)), null, 2)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
