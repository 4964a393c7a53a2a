/**
 * HTTP exchanges with the service and its token endpoint: limited in time and size, without following redirects (a token must not reach
 * an unlisted host, rule 18).
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
  /** A longer response is not read to its end. */
  readonly maxBytes?: number;
  /** Called with status and headers, before the body is read. */
  readonly onHead?: (head: Pick<Answer, 'status' | 'headers'>) => void;
  /**
   * Called when a connection is free, right before the request is sent. If it throws, the exchange throws the same and nothing is sent.
   */
  readonly onSend?: () => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

const MB = 1024 * 1024;
/** Parsing a larger response would block the server for too long. */
export const MAX_RECORD_BYTES = MB;
/** Enough for a page of 1,000 rows with raw provider data. */
export const MAX_LIST_BYTES = 16 * MB;

export class AnswerTooLarge extends ServiceError {
  constructor(status: number, maxBytes: number) {
    const message = `The tracking service sent a response larger than ${maxBytes / MB} MB, which Waypost does not read`;
    super('unexpected_answer', message, { status });
  }
}

const DEFAULT_TIMEOUT_MS = 10_000;

export class Http {
  readonly #agent: Agent;
  constructor(connections = 32) {
    this.#agent = new Agent({ connections, connect: { timeout: 5_000 }, keepAliveTimeout: 20_000 });
  }

  /** Throws ServiceError `timeout` or `unreachable`, AnswerTooLarge, or what `onSend` throws; every status is a normal result. */
  exchange(call: Exchange): Promise<Answer> {
    const { method, url, headers, body, signal, timeoutMs = DEFAULT_TIMEOUT_MS, onHead, onSend } = call;
    const { maxBytes = MAX_RECORD_BYTES } = call;
    return new Promise<Answer>((resolve, reject) => {
      let controller: Dispatcher.DispatchController | null = null;
      let answer: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} };
      const parts: Buffer[] = [];
      let size = 0;
      let settled = false;
      /** True for the first caller. Removes the listener: the signal may live as long as the server. */
      const settle = () => {
        if (settled) return false;
        settled = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        return true;
      };
      const fail = (error: unknown) => {
        if (!settle()) return;
        reject(error);
        controller?.abort(new Error('aborted'));
      };
      const onAbort = () => fail(signal?.reason);
      const timer = setTimeout(
        () => fail(new ServiceError('timeout', 'The tracking service did not respond in time')),
        timeoutMs,
      );
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      // Direct dispatch without a stream costs half as much per call.
      this.#agent.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method: method as 'GET', headers, body },
        {
          onRequestStart: (one) => {
            controller = one;
            // Aborted or timed out while it waited for a connection.
            if (settled) return one.abort(new Error('aborted'));
            try {
              onSend?.();
            } catch (error) {
              if (settle()) reject(error);
              // Rethrown, so that undici keeps the connection.
              throw error;
            }
          },
          onResponseStart: (_one, status, answered) => {
            answer = { status, headers: answered };
            if (!settled) onHead?.(answer);
            if (Number(answered['content-length']) > maxBytes) fail(new AnswerTooLarge(status, maxBytes));
          },
          onResponseData: (_one, part) => {
            size += part.length;
            if (size <= maxBytes) parts.push(part);
            else fail(new AnswerTooLarge(answer.status, maxBytes));
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

interface RetryAfterOptions {
  /** Our clock, ms since 1970; used when a dated wait comes without a Date header. */
  readonly now: number;
  readonly maxSeconds: number;
}

/** Larger numbers are points in time (epoch seconds or finer), not durations: 31 years. */
const MIN_EPOCH = 1_000_000_000;

/**
 * Announced wait in seconds, 0 to `maxSeconds`: the longest of header and body, null when neither has one. A number too large for a
 * duration counts as the maximum, and only if there is no other.
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
  const lengths = waits.filter((seconds) => seconds < MIN_EPOCH);
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

/** Parses an HTTP or ISO date to milliseconds since 1970. Requires a time, because `Date.parse` finds a date in "soon 7" as well. */
function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/\d\d:\d\d:\d\d/.test(value)) return null;
  // A date without a zone is GMT, not the machine's zone.
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
