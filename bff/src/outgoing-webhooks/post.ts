/** One try of a delivery: an HTTP POST that goes where it may, follows no redirect, and ends in time. */
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { AddressRefused, type Destinations } from './destination.ts';

export interface Tried {
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Why it failed; null: it did not. */
  readonly problem: string | null;
  /** Beginning of the answer's body; null: it had none that can be read. */
  readonly answer: string | null;
}

export interface PostOptions {
  readonly destinations: Destinations;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends it with an exception. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Of an answer's body, bytes; the rest is not read. */
const ANSWER_KEPT = 500;

/** Rejects only when `signal` ends it. */
export function post(url: URL, options: PostOptions): Promise<Tried> {
  const { destinations, body, headers, signal, timeoutMs = TIMEOUT_MS } = options;
  const wrong = destinations.problemOf(url);
  if (wrong !== null) return Promise.resolve({ status: null, problem: wrong, answer: null });
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestTls : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      lookup: destinations.lookup,
      agent: false,
      signal,
    });
    let answered: (() => void) | null = null;
    const slow = setTimeout(() => {
      if (answered) answered();
      else request.destroy(new Error(`no response within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const end = (tried: Tried) => {
      clearTimeout(slow);
      resolve(tried);
      request.destroy();
    };
    request.on('error', (error) => {
      clearTimeout(slow);
      if (signal.aborted) reject(error);
      else resolve({ status: null, problem: problemOf(error), answer: null });
    });
    // Taken by nobody, a change of protocol would leave the request without any end.
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      end({ status, problem: statusProblem(status), answer: null });
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const parts: Buffer[] = [];
      let bytes = 0;
      answered = () => end({ status, problem: statusProblem(status), answer: textOf(parts) });
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= ANSWER_KEPT) answered?.();
      });
      // The status is the answer: a body that breaks off, or never ends, does not change it.
      response.on('end', answered);
      response.on('error', answered);
    });
    request.end(body);
  });
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before a response',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be resolved',
  ETIMEDOUT: 'connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

function problemOf(error: Error): string {
  if (error instanceof AddressRefused) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  return CODES[code] ?? (code === '' ? error.message : `could not be reached (${code})`);
}

/** Null when there is nothing, or what is there is no text. */
function textOf(parts: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(parts).subarray(0, ANSWER_KEPT);
  const text = bytes
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
    .trim();
  return text === '' || /[\0\uFFFD]/.test(text) ? null : text;
}
