/** What became of an operation and what to do about it, in plain words: pure, the same in page and server. */
import type { BoardOperation } from './operations.ts';

export const OUTCOMES = [
  'waiting', // nothing tried yet
  'retrying', // tried, and tried again by the service
  'done',
  'duplicate', // it is there already
  'rejected', // the provider refuses what was sent
  'denied', // the provider refuses us
  'provider_down', // no answer, or an error of its own
  'failed', // for a reason that nobody knows
  'unknown', // a status that nobody knows
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface OutcomeWords {
  readonly outcome: Outcome;
  /** One sentence. */
  readonly say: string;
  /** What to do, one sentence; null: nothing. */
  readonly act: string | null;
  /** True when sending the same again may help. */
  readonly again: boolean;
}

const WORDS: Readonly<Record<Outcome, Omit<OutcomeWords, 'outcome'>>> = {
  waiting: { say: 'Waiting to be created at the provider.', act: null, again: false },
  retrying: {
    say: 'The provider has not accepted it yet. Retrying automatically.',
    act: null,
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
    act: 'Try again later with the same data.',
    again: true,
  },
  failed: {
    say: 'The user could not be created. The reason is not known.',
    act: 'Check the attempts below, then try again.',
    again: true,
  },
  unknown: { say: 'Unknown status.', act: null, again: false },
};

/** By status first, then by what the last attempt was answered. */
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
