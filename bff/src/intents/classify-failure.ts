/** What an error says about whether something was created. In doubt: unknown (rule 25). */
import { ServiceError } from '../upstream/errors.ts';

export type FailureClass = 'failed' | 'unknown';

/** Failures before a connection stood: nothing can have arrived. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** @param sent whether the request had left; before that nothing can have happened at the service */
export function classifyFailure(error: unknown, sent: boolean): FailureClass {
  if (!sent) return 'failed';
  if (!(error instanceof ServiceError)) return 'unknown';
  switch (error.kind) {
    case 'refused':
    case 'unauthorized':
    case 'forbidden':
    case 'not_found':
    case 'rate_limited':
    case 'not_implemented':
      return 'failed';
    case 'unreachable':
      return NEVER_CONNECTED.has(codeOf(error.cause)) ? 'failed' : 'unknown';
    default:
      // A 5xx may come from something in front of the service that does not know what became of the request.
      return 'unknown';
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
