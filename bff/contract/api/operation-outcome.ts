/** Classifies an operation and explains in plain words what to do about it. Pure; used by page and server. */
import type { BoardOperation } from './operations.ts';

export const OUTCOMES = [
  'waiting', // no attempt yet
  'retrying', // attempted; the service retries
  'done',
  'duplicate', // exists already
  'rejected', // the provider rejected the data
  'denied', // the provider denied us access
  'provider_down', // no response or a server error
  'failed', // for an unknown reason
  'unknown', // unknown status
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface OutcomeWords {
  readonly outcome: Outcome;
  readonly say: string;
  /** What to do; null when nothing. */
  readonly act: string | null;
  /** Whether sending the same data again may help. */
  readonly again: boolean;
}

const WHILE_PENDING =
  'Nothing to do now: the status here updates by itself. If it waits too long, ask the fleet whether its provider works. Do not request it again: the driver could be created twice.';

const WORDS: Readonly<Record<Outcome, Omit<OutcomeWords, 'outcome'>>> = {
  waiting: {
    say: 'Waiting to be created at the provider. The tracking service tries by itself; it does not say when.',
    act: WHILE_PENDING,
    again: false,
  },
  retrying: {
    say: 'The provider has not accepted it yet. The tracking service retries by itself; it does not say when.',
    act: WHILE_PENDING,
    again: false,
  },
  done: { say: 'Created at the provider.', act: null, again: false },
  duplicate: {
    say: 'The provider already has this record.',
    act: 'Check the username. If it belongs to someone else, choose another one.',
    again: false,
  },
  rejected: {
    say: 'The provider rejected the data.',
    act: 'Check its response below, correct the data and create the user again.',
    again: false,
  },
  denied: {
    say: 'The provider did not allow us to create the user.',
    act: 'Ask the fleet to sign in to its provider again through its invitation link and allow write access.',
    again: true,
  },
  provider_down: {
    say: 'The provider did not respond, or had an error.',
    act: 'Try again later.',
    again: true,
  },
  failed: {
    say: 'The user could not be created. The reason is not known.',
    act: 'Check the attempts below, then try again.',
    again: true,
  },
  unknown: { say: 'Unknown status.', act: null, again: false },
};

/** Decided by status, then by the response to the last attempt. */
export function outcomeOf({
  status,
  attempts,
  last_attempt,
}: Pick<BoardOperation, 'status' | 'attempts' | 'last_attempt'>): OutcomeWords {
  const words = (outcome: Outcome): OutcomeWords => ({ outcome, ...WORDS[outcome] });
  if (status === 'success') return words('done');
  if (status === 'pending' || status === null || status === undefined)
    return words(attempts > 0 ? 'retrying' : 'waiting');
  if (status !== 'failed') return words('unknown');
  const code = last_attempt?.response_status_code ?? null;
  const type = last_attempt?.error_type?.toLowerCase() ?? '';
  if (code === 409 || /duplicate|exists|conflict/.test(type)) return words('duplicate');
  if (code === 401 || code === 403 || /auth|forbidden|permission|credential/.test(type))
    return words('denied');
  if (code !== null && code >= 400 && code < 500 && code !== 408 && code !== 429) return words('rejected');
  if (code !== null && (code >= 500 || code === 408 || code === 429)) return words('provider_down');
  if (/timeout|unreachable|unavailable|connection|network/.test(type)) return words('provider_down');
  return words('failed');
}
