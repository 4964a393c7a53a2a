/** Turns every failure between the page and our server into a Problem, and `explain` puts it into words. */
import { type ProblemBody, type ProblemReason, problem as problemBody } from '@waypost/contract/api/problem';
import { readablePath } from '../ui/readable-name.ts';

/** Reasons known only to the browser, in addition to the server's. */
type BrowserReason = 'offline' | 'not_sent' | 'server_unreachable' | 'unexpected_answer';

export class Problem extends Error {
  override readonly name = 'Problem';
  /** HTTP status; 0 when there was no answer. */
  readonly code: number;
  readonly reason: ProblemReason | BrowserReason | (string & {});
  readonly detail: ProblemBody['detail'];
  /** Quoted when asking for help. */
  readonly request_id: string | null;
  /** Status of the tracking service's response, when the service caused the failure. */
  readonly service_status: number | null;

  constructor(
    body: Pick<ProblemBody, 'code' | 'message'> &
      Partial<Pick<Problem, 'detail' | 'request_id' | 'service_status'>> & { readonly reason: string },
  ) {
    super(body.message);
    this.code = body.code;
    this.reason = body.reason;
    this.detail = body.detail ?? null;
    this.request_id = body.request_id ?? null;
    this.service_status = body.service_status ?? null;
  }

  /** Null when the response sets no delay. */
  get retry_after_seconds(): number | null {
    const { detail } = this;
    return detail !== null && typeof detail === 'object' && !Array.isArray(detail)
      ? detail.retry_after_seconds
      : null;
  }
}

/** @param sent false: of a write without a network, which cannot have arrived */
export function noAnswer(online: boolean, sent = true): Problem {
  return online
    ? new Problem({ code: 0, reason: 'server_unreachable', message: 'The Waypost server is not responding' })
    : new Problem({ code: 0, reason: sent ? 'offline' : 'not_sent', message: 'This device is offline' });
}

/** Reads the problem from a failed response, including a proxy's HTML page. */
export async function problemOf(response: Response): Promise<Problem> {
  const request_id = response.headers.get('X-Request-Id');
  const parsed = problemBody.safeParse(await response.json().catch(() => null));
  if (parsed.success) return new Problem({ request_id, ...parsed.data });
  return new Problem({
    code: response.status,
    reason: response.status >= 500 ? 'internal' : 'unexpected_answer',
    message:
      response.status >= 500
        ? 'The Waypost server has a problem'
        : `Unexpected server response (${response.status})`,
    request_id,
  });
}

/** Error messages of browsers and the bundler when a script or style sheet of a page cannot be loaded. */
const NOT_LOADED = /dynamically imported module|importing a module script|preload css/i;

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { message = '' } = error instanceof Error ? ((error.cause as Error | undefined) ?? error) : {};
  if (NOT_LOADED.test(message))
    return new Problem({ code: 0, reason: 'not_loaded', message: 'This page did not load' });
  return new Problem({
    code: 0,
    reason: 'internal',
    message: 'Something on this page failed',
    detail: error instanceof Error ? error.message : null,
  });
}

/** Without a response the action may still have succeeded: only a new read shows it. */
export const mayHaveHappened = ({ code, reason }: Problem): boolean =>
  (code === 0 && reason !== 'not_sent') || code === 504;

interface Explanation {
  /** Without a final period. */
  readonly title: string;
  /** Why it happened or what to do, in full sentences; null when the title is enough. */
  readonly text: string | null;
  readonly retry: boolean;
}

const ADVICE: Readonly<Record<string, string>> = {
  offline: 'Waypost resumes automatically when the network is back.',
  not_sent: 'Try again when the network is back.',
  server_unreachable: 'Waypost keeps trying. If this continues, tell your Waypost administrator.',
  unexpected_answer: 'Something on the network may be blocking it.',
  signed_out: 'Sign in again to continue.',
  forbidden: 'Ask a Waypost administrator for access.',
  forgery: 'Reload the page. If this continues, tell your Waypost administrator.',
  too_many_requests: 'Too many requests. Wait a moment.',
  service_error: 'The tracking service has a problem. Retrying automatically.',
  service_unreachable: 'The tracking service is not responding. Retrying automatically.',
  service_unauthorized: 'The tracking service rejects our credentials. Tell your Waypost administrator.',
  service_unexpected: 'The tracking service sent an unexpected response.',
  starting: 'Waypost keeps trying and opens in a moment.',
  not_loaded: 'The connection may be down, or Waypost was updated. Trying again brings you back here.',
  internal: 'Try again. If this continues, give your Waypost administrator the request ID.',
};
/** Retrying these would fail again. */
const FINAL: readonly string[] = ['signed_out', 'forbidden', 'forgery'];

/** Adds a final period when the text has none. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The server's own text comes first; our advice is used only when there is none. */
export function explain(problem: Problem): Explanation {
  const seconds = problem.retry_after_seconds;
  const advice = ADVICE[problem.reason];
  const retry = advice === undefined ? problem.code >= 500 : !FINAL.includes(problem.reason);
  const title = problem.message.replace(/\.$/, '');
  if (seconds !== null) return { title, text: `Try again in ${Math.ceil(seconds)} s.`, retry: true };
  if (Array.isArray(problem.detail))
    return {
      title,
      text: problem.detail
        .map(({ path, message }) => sentence(`${readablePath(path)}: ${message}`))
        .join(' '),
      retry,
    };
  if (typeof problem.detail === 'string') return { title, text: sentence(problem.detail), retry };
  return { title, text: advice ?? null, retry };
}
