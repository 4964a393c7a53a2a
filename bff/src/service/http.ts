/**
 * One HTTP exchange with the service or its token endpoint: bounded in time and size, no redirect followed
 * (a token must not travel to an address that nobody listed, rule 18).
 */
import { Agent, request } from 'undici';
import { ServiceError } from './errors.ts';

export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** Largest answer that is read: a page of 1,000 rows with raw provider data fits. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 10_000;

/** Connections to the service, kept open between calls. */
export class Http {
  readonly #agent: Agent;
  constructor(connections = 32) {
    this.#agent = new Agent({ connections, connect: { timeout: 5_000 }, keepAliveTimeout: 20_000 });
  }

  /** Throws ServiceError `timeout` or `unreachable`; any status is an answer. */
  async exchange(call: Exchange): Promise<Answer> {
    call.signal?.throwIfAborted();
    // By hand and taken down after each call: combined signals would pile up on a signal that lives as long as the server.
    const gone = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      gone.abort();
    }, call.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    const calledOff = () => gone.abort();
    call.signal?.addEventListener('abort', calledOff, { once: true });
    try {
      const answer = await request(call.url, {
        method: call.method as 'GET',
        headers: call.headers,
        body: call.body,
        signal: gone.signal,
        dispatcher: this.#agent,
      });
      return { status: answer.statusCode, headers: answer.headers, text: await readText(answer.body) };
    } catch (cause) {
      if (call.signal?.aborted) throw call.signal.reason;
      if (cause instanceof ServiceError) throw cause;
      if (late) throw new ServiceError('timeout', 'The service did not answer in time', { cause });
      throw new ServiceError('unreachable', 'The service cannot be reached', { cause });
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', calledOff);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES)
      throw new ServiceError('unexpected_answer', 'The answer of the service is larger than we read');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Seconds of a Retry-After header (a number or a date), or null. */
export function retryAfterSeconds(headers: Answer['headers'], now: number): number | null {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}
