/** What a check of `waypost doctor` found: one line, which says what to do. */
import { messageOf } from '../platform/store/store-errors.ts';
import { ServiceError } from '../service/upstream/errors.ts';

export interface Finding {
  /** `failed`: Waypost or a part of it does not work. */
  readonly result: 'ok' | 'warning' | 'failed';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const warning = (text: string): Finding => ({ result: 'warning', text });
export const failed = (text: string): Finding => ({ result: 'failed', text });

const UNKNOWN_AUTHORITY =
  'its certificate is from an authority that this machine does not know: set NODE_EXTRA_CA_CERTS to the file of your private CA';
/** By the code of the system's or of the TLS library's error. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not found: check the spelling, and the DNS of this machine',
  EAI_AGAIN: 'its name is not found: check the spelling, and the DNS of this machine',
  ECONNREFUSED: 'nothing listens there: check host and port, and whether it runs',
  ECONNRESET: 'it ends the connection: check whether it expects TLS (https) or not',
  ETIMEDOUT: 'it does not answer: check the firewalls between it and this machine',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer: check the firewalls between it and this machine',
  EHOSTUNREACH: 'it does not answer: check the firewalls between it and this machine',
  ENETUNREACH: 'it does not answer: check the firewalls between it and this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it, or set the clock of this machine',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: set the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: use that name, or another certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS on this port: check the port, or https',
  EPROTO: 'it speaks no TLS on this port: check the port, or https',
};

/** The errors below an error, the nearest first. */
function causesOf(error: unknown): readonly unknown[] {
  if (error instanceof AggregateError && error.errors.length > 0)
    return [error, ...causesOf(error.errors[0])];
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** What is wrong with something on the network, and what to do. */
export function reasonOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // Some libraries keep only the words of the system's error.
    for (const known of [code, /\bE[A-Z]{4,}\b/.exec(message)?.[0]])
      if (known !== undefined && ADVICE[known] !== undefined) return `${ADVICE[known]} (${known})`;
  }
  if (error instanceof ServiceError && error.kind === 'timeout') return ADVICE.ETIMEDOUT as string;
  return messageOf(causesOf(error).at(-1) ?? error);
}
