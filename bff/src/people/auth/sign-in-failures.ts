import * as oidc from 'openid-client';
import { Counter } from 'prom-client';
import type { Activity } from '../../platform/activity/activity.ts';
import { networkOf } from '../../platform/http/rate-limits.ts';
import type { Person } from '../../platform/lib/person.ts';
import { UnknownPerson } from './identity.ts';

const MINUTE_MS = 60_000;
/** Further addresses share one entry a minute. */
const MAX_ADDRESSES = 10_000;

interface Failure {
  readonly outcome: 'refused' | 'failed' | 'cancelled';
  /** In words. */
  readonly reason: string;
  /** Null: nobody is known. */
  readonly person: Person | null;
  readonly address: string;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  last: Failure | null;
  attempts: number;
}

/** Records failed sign-ins in the activity log: the first of an address at once, further ones together a minute later. */
export class SignInFailures {
  readonly count = new Counter({
    name: 'waypost_failed_sign_ins_total',
    help: 'Sign-ins that failed, were refused or cancelled, at this server',
    registers: [],
  });
  readonly #activity: Pick<Activity, 'recordRefusal'>;
  /** Failures since the last entry, by address and person. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(activity: Pick<Activity, 'recordRefusal'>) {
    this.#activity = activity;
  }

  async add(failure: Omit<Failure, 'address'>, ip = ''): Promise<void> {
    this.count.inc();
    const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
    const wanted = `${networkOf(ip)} ${failure.person?.sub ?? ''}`;
    const key = this.#waiting.has(wanted) || this.#waiting.size < MAX_ADDRESSES ? wanted : '';
    const waiting = this.#waiting.get(key);
    if (waiting) {
      waiting.last = { ...failure, address };
      waiting.attempts += 1;
    } else {
      this.#wait(key);
      await this.#record({ ...failure, address }, 1);
    }
  }

  /** Records what is still waiting. */
  async stop(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer, last, attempts } of waiting) {
      clearTimeout(timer);
      await this.#record(last, attempts);
    }
  }

  #wait(key: string): void {
    const end = () => {
      const { last, attempts } = waiting;
      this.#waiting.delete(key);
      if (last) this.#wait(key);
      void this.#record(last, attempts);
    };
    const waiting: Waiting = { timer: setTimeout(end, MINUTE_MS).unref(), last: null, attempts: 0 };
    this.#waiting.set(key, waiting);
  }

  async #record(last: Failure | null, attempts: number): Promise<void> {
    if (!last) return;
    const { person, reason, address, outcome } = last;
    const detail = { reason, address, ...(attempts > 1 ? { attempts } : {}) };
    await this.#activity.recordRefusal(person, 'sign_in', null, detail, outcome);
  }
}

/** Codes of OAuth; what else a callback contains is anybody's. */
const CODE = /^[a-z_]{1,40}$/;
const codeText = (code: string) => (CODE.test(code) ? code : 'an unknown error');

/** Why a callback failed, for administrators. Contains nothing that the browser has sent but the provider's error code. */
export function callbackFailure(error: unknown): Pick<Failure, 'outcome' | 'reason'> {
  if (error instanceof oidc.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? { outcome: 'cancelled', reason: 'Cancelled or denied at the identity provider' }
      : { outcome: 'failed', reason: `The identity provider answered ${codeText(error.error)}` };
  if (error instanceof UnknownPerson)
    return { outcome: 'failed', reason: 'The identity provider did not say who it is' };
  if (error instanceof oidc.ResponseBodyError)
    return { outcome: 'failed', reason: `The token endpoint answered ${codeText(error.error)}` };
  return { outcome: 'failed', reason: 'The answer of the identity provider could not be had or verified' };
}
