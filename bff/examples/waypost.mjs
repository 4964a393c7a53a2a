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
const MOST_ROWS = 100;
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

  /** Posts a load, or corrects the one with its load_ref. Safe to repeat. */
  put(load) {
    return this.#send('PUT', 'posted-loads', load);
  }

  /** The same with any number of loads; a result for each. */
  async *putAll(loads) {
    for (let start = 0; start < loads.length; start += MOST_ROWS) {
      const rows = { loads: loads.slice(start, start + MOST_ROWS) };
      yield* (await this.#send('POST', 'posted-loads/bulk', rows)).items;
    }
  }

  /** Posts a new load. Keep `key`, any text, with your own record: the same one makes a retry safe. */
  post(load, key = randomUUID()) {
    return this.#send('POST', 'posted-loads', load, { 'Idempotency-Key': key });
  }

  /** The load that has this load_ref, or the request to post it. */
  find(load_ref) {
    return this.#send('GET', `posted-loads?${new URLSearchParams({ load_ref })}`);
  }

  /** What changed after a version, and the version to ask for next. */
  async changes(version) {
    const found = { loads: [], removed: [], version };
    let cursor = null;
    do {
      const page = { changed_after: version, size: '1000', ...(cursor ? { cursor } : {}) };
      const answer = await this.#send('GET', `loads?${new URLSearchParams(page)}`);
      found.loads.push(...answer.items);
      found.removed.push(...answer.removed);
      found.version = answer.version;
      cursor = answer.next_page;
    } while (cursor !== null);
    return found;
  }

  /** Adds a note to a load, in the name of the key. */
  note(load_id, text) {
    const act = { kind: 'note', text };
    const items = [{ load_id, version: 0 }];
    return this.#send('POST', 'triage/acts', { act_id: randomUUID(), act, items });
  }

  /** Has events sent to a URL; the answer holds the secret, once. Needs a key that manages webhooks. */
  webhook(url, ...events) {
    return this.#send('POST', 'outgoing-webhooks', { url, events });
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
 * @param signatures headers X-Webhook-Signature, and X-Webhook-Signature-Previous if there is one
 */
export function verifyWebhook(secret, body, timestamp, ...signatures) {
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const is_signed = signatures.some((signature) => {
    const given = Buffer.from(signature ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return is_signed && Math.abs(Date.now() - Date.parse(timestamp)) <= OLDEST_MS;
}

const USAGE = `WAYPOST_URL and WAYPOST_KEY say where and with which API key.
  list [name=value …]            watched loads, such as health=stale
  exceptions [name=value …]      exceptions, such as state=open
  add LOAD_ID …                  watches loads that the tracking service knows
  remove LOAD_ID                 stops watching one
  put JSON                       posts a load, or corrects the one with its load_ref; safe to repeat
  bulk JSON                      the same with a list of loads
  find LOAD_REF                  the load that has it
  changes VERSION                loads that changed or left since, and the next version
  post JSON [KEY]                posts a new load; the same KEY, any text, makes a retry safe
  note LOAD_ID TEXT              adds a note
  webhook URL EVENT …            has events sent to a URL, and prints the secret
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
    case 'put':
      return waypost.put(JSON.parse(first));
    case 'bulk':
      return Array.fromAsync(waypost.putAll(JSON.parse(first)));
    case 'find':
      return waypost.find(first);
    case 'changes':
      return waypost.changes(first);
    case 'note':
      return waypost.note(first, second);
    case 'webhook':
      return waypost.webhook(...values);
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
