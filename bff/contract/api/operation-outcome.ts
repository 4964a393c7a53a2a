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
  waiting: { say: 'Waiting to be written at the provider.', act: null, again: false },
  retrying: {
    say: 'The provider did not take it yet; the service tries again by itself.',
    act: null,
    again: false,
  },
  done: { say: 'Written at the provider.', act: null, again: false },
  duplicate: {
    say: 'The provider has this record already.',
    act: 'Check the login name; if it is another person, choose another one.',
    again: false,
  },
  rejected: {
    say: 'The provider refused what was sent.',
    act: 'Read its answer below, correct the data and create the user anew.',
    again: false,
  },
  denied: {
    say: 'The provider did not let us write.',
    act: 'Ask the fleet to sign in at its provider again by its invitation link, and to allow writing.',
    again: true,
  },
  provider_down: {
    say: 'The provider did not answer, or had an error of its own.',
    act: 'Try again later with the same data.',
    again: true,
  },
  failed: {
    say: 'It could not be written, for a reason that we do not know.',
    act: 'Read the attempts below, then try again.',
    again: true,
  },
  unknown: { say: 'The service gives a status that we do not know.', act: null, again: false },
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
