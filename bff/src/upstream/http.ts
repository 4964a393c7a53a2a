/**
 * One HTTP exchange with the service or its token endpoint: bounded in time and size, no redirect followed
 * (a token must not travel to an address that nobody listed, rule 18).
 */
import { Agent, type Dispatcher } from 'undici';
import { ServiceError } from './errors.ts';

interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Called when a connection is free, right before the request leaves on it; what it throws is thrown by the exchange, and nothing leaves. */
  readonly onSend?: () => void;
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

  /** Throws ServiceError `timeout` or `unreachable`, or what `onSend` throws; any status is an answer. */
  exchange(call: Exchange): Promise<Answer> {
    const { method, url, headers, body, signal, timeoutMs = DEFAULT_TIMEOUT_MS, onSend } = call;
    return new Promise<Answer>((resolve, reject) => {
      let controller: Dispatcher.DispatchController | null = null;
      let answer: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} };
      const parts: Buffer[] = [];
      let size = 0;
      let settled = false;
      /** True for whoever comes first. Nothing of the call stays behind on a signal that lives as long as the server. */
      const settle = () => {
        if (settled) return false;
        settled = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', calledOff);
        return true;
      };
      const breakOff = (error: unknown) => {
        if (!settle()) return;
        reject(error);
        controller?.abort(new Error('aborted'));
      };
      const calledOff = () => breakOff(signal?.reason);
      const timer = setTimeout(
        () => breakOff(new ServiceError('timeout', 'The tracking service did not respond in time')),
        timeoutMs,
      );
      if (signal?.aborted) return calledOff();
      signal?.addEventListener('abort', calledOff, { once: true });
      // The dispatcher itself, without a stream in between: half the effort of a call.
      this.#agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: method as 'GET', headers, body },
        {
          onRequestStart: (one) => {
            controller = one;
            // Called off, or too late, while it waited for a connection.
            if (settled) return one.abort(new Error('aborted'));
            try {
              onSend?.();
            } catch (error) {
              if (settle()) reject(error);
              // Thrown on, so that the connection is kept for the next one.
              throw error;
            }
          },
          onResponseStart: (_one, status, answered) => {
            answer = { status, headers: answered };
          },
          onResponseData: (_one, part) => {
            size += part.length;
            if (size <= MAX_ANSWER_BYTES) parts.push(part);
            else
              breakOff(
                new ServiceError(
                  'unexpected_answer',
                  'The tracking service sent a response that is too large',
                ),
              );
          },
          onResponseEnd: () => {
            if (settle()) resolve({ ...answer, text: Buffer.concat(parts, size).toString('utf8') });
          },
          onResponseError: (_one, cause) => {
            if (settle())
              reject(new ServiceError('unreachable', "The tracking service can't be reached", { cause }));
          },
        },
      );
    });
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** The time that a 429 asks us to wait, read leniently: what a service may mean by it is bounded, never believed blindly. */
interface RetryAfterOptions {
  /** Our own clock, ms since 1970: for a date in an answer that does not say what time it is there. */
  readonly now: number;
  /** A longer wait is cut to this. */
  readonly maxSeconds: number;
}

/** From here on a number is an instant (an epoch in seconds or smaller units), not a length of time: 31 years. */
const INSTANT_FROM = 1_000_000_000;

/**
 * Seconds from 0 to `maxSeconds`, the longest of header and body; null when neither has any. A number that cannot be a
 * length of time counts as the bound, and only where there is no other.
 */
export function retryAfterSeconds(
  answer: Pick<Answer, 'headers' | 'text'>,
  { now, maxSeconds }: RetryAfterOptions,
): number | null {
  const serviceNow = dateOf(answer.headers.date) ?? now;
  const waits = [answer.headers['retry-after'], ...bodyWaits(answer.text)]
    .flat()
    .map((value) => secondsOf(value, serviceNow))
    .filter((seconds) => seconds !== null);
  const lengths = waits.filter((seconds) => seconds < INSTANT_FROM);
  if (waits.length === 0) return null;
  return Math.min(maxSeconds, Math.max(...(lengths.length > 0 ? lengths : waits)));
}

function secondsOf(value: unknown, now: number): number | null {
  if (typeof value === 'number') return value >= 0 ? value : null;
  if (typeof value !== 'string') return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value);
  const date = dateOf(value);
  return date === null ? null : Math.max(0, (date - now) / 1000);
}

/** Milliseconds since 1970 of an HTTP date or an ISO date. `Date.parse` alone finds a date in "soon 7" as well. */
function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/\d\d:\d\d:\d\d/.test(value)) return null;
  // A date without a zone is of GMT, not of this machine's zone.
  const zoned = /(GMT|UTC|Z|[+-]\d\d:?\d\d)\s*$/i.test(value) ? value : `${value} GMT`;
  const date = Date.parse(zoned);
  return Number.isNaN(date) ? null : date;
}

function bodyWaits(text: string): unknown[] {
  const body = parseJson(text) as WaitBody | null;
  return [body?.retry_after_seconds, body?.detail?.retry_after_seconds];
}

interface WaitBody {
  readonly retry_after_seconds?: unknown;
  readonly detail?: WaitBody | null;
}

/** The value of a JSON text; null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
