/** The words for failed connections. People read these, never the system's code, which is in the log. */

interface NetworkError {
  readonly code: string;
  /** For people: "connection refused". */
  readonly problem: string;
  /** For operators: what to check. */
  readonly advice: string;
}

const NAME = 'its name is not found: check the spelling, and the DNS of this machine';
export const NO_ANSWER_ADVICE = 'it does not answer: check the firewalls between it and this machine';
const ENDS = 'it ends the connection: check whether it expects TLS (https) or not';
const NO_TLS = 'it speaks no TLS on this port: check the port, or https';
const UNKNOWN_AUTHORITY =
  'its certificate is from an authority that this machine does not know: set NODE_EXTRA_CA_CERTS to the file of your private CA';

/** By the code of the system's or of the TLS library's error. */
const NETWORK_ERRORS: readonly (readonly [code: string, problem: string, advice: string])[] = [
  ['ENOTFOUND', 'host name not found', NAME],
  ['EAI_AGAIN', 'host name could not be resolved', NAME],
  ['ECONNREFUSED', 'connection refused', 'nothing listens there: check host and port, and whether it runs'],
  ['ECONNRESET', 'connection closed before a response', ENDS],
  ['EPIPE', 'connection closed before a response', ENDS],
  ['ETIMEDOUT', 'connection timed out', NO_ANSWER_ADVICE],
  ['UND_ERR_CONNECT_TIMEOUT', 'connection timed out', NO_ANSWER_ADVICE],
  ['EHOSTUNREACH', 'host not reachable', NO_ANSWER_ADVICE],
  ['ENETUNREACH', 'network not reachable', NO_ANSWER_ADVICE],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed', UNKNOWN_AUTHORITY],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate is signed by an unknown authority', UNKNOWN_AUTHORITY],
  [
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'its certificate is signed by an unknown authority',
    UNKNOWN_AUTHORITY,
  ],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is signed by an unknown authority', UNKNOWN_AUTHORITY],
  [
    'CERT_HAS_EXPIRED',
    'its certificate has expired',
    'its certificate has expired: renew it, or set the clock of this machine',
  ],
  [
    'CERT_NOT_YET_VALID',
    'its certificate is not valid yet',
    'its certificate is not valid yet: set the clock of this machine',
  ],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate is for another host name',
    'its certificate is for another name: use that name, or another certificate',
  ],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no TLS on this port', NO_TLS],
  ['EPROTO', 'no TLS on this port', NO_TLS],
];

/** The errors below an error, the nearest first. */
export function causesOf(error: unknown): readonly unknown[] {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [error, ...causesOf(error.errors[0])];
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The failed connection in an error or below it; null for any other error. */
export function networkErrorOf(error: unknown): NetworkError | null {
  for (const cause of causesOf(error)) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // Some libraries keep only the words of the system's error.
    for (const known of [code, /\bE[A-Z_]{4,}\b/.exec(message)?.[0]]) {
      const row = NETWORK_ERRORS.find(([code]) => code === known);
      if (row) return { code: row[0], problem: row[1], advice: row[2] };
    }
  }
  return null;
}
