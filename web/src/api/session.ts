/**
 * Who is signed in. Lives outside React, because the stream and every request can learn that a session has ended.
 * An ended session keeps the page and what was typed: only an overlay comes over it.
 */
import { may, type Right, type Session } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import type { Http } from './http.ts';
import { asProblem, type Problem } from './problem.ts';

type SignedIn = Extract<Session, { signed_in: true }>;

export type SessionState =
  | { readonly phase: 'asking' }
  | { readonly phase: 'in'; readonly session: SignedIn }
  /** Nobody was signed in when the page opened. */
  | { readonly phase: 'out' }
  /** It was alive on this page and is over now. */
  | { readonly phase: 'ended'; readonly session: SignedIn }
  | { readonly phase: 'unreachable'; readonly problem: Problem };

/** Published to the other tabs, so that one sign-in or sign-out counts for all. */
type Message = 'signed_in' | 'signed_out';

export interface SessionChannel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export class SessionStore {
  readonly #http: Http;
  readonly #channel: SessionChannel | null;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = { phase: 'asking' };
  #asking: Promise<SessionState> | null = null;

  constructor(http: Http, channel: SessionChannel | null) {
    this.#http = http;
    this.#channel = channel;
    http.onSignedOut(() => this.end());
    channel?.addEventListener('message', ({ data }) => {
      if (data === 'signed_out') this.end();
      else if (this.#state.phase === 'ended') void this.ask();
    });
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly get = () => this.#state;

  /** Asks the server; one question at a time. Never rejects. */
  ask(): Promise<SessionState> {
    this.#asking ??= this.#http
      .call(SESSION_ROUTES.session, { background: true })
      .then(
        (session) => this.#learn(session),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  ready(): Promise<SessionState> {
    const { phase } = this.#state;
    return phase === 'asking' || phase === 'unreachable' ? this.ask() : Promise.resolve(this.#state);
  }

  /** The server says that it is over. */
  end(): void {
    if (this.#state.phase === 'in') this.#set({ phase: 'ended', session: this.#state.session });
    else if (this.#state.phase === 'asking') this.#set({ phase: 'out' });
  }

  /** @throws Problem when the server could not be reached; the person is still signed in then. */
  async signOut(): Promise<void> {
    await this.#http.call(SESSION_ROUTES.logout);
    this.#set({ phase: 'out' });
    this.#channel?.postMessage('signed_out');
  }

  #learn(session: Session): SessionState {
    if (session.signed_in) {
      this.#http.resume();
      const back = this.#state.phase !== 'in';
      this.#set({ phase: 'in', session });
      if (back) this.#channel?.postMessage('signed_in');
    } else if (this.#state.phase === 'in') this.end();
    else if (this.#state.phase !== 'ended') this.#set({ phase: 'out' });
    return this.#state;
  }

  #fail(error: unknown): SessionState {
    // A server that is away says nothing about a session that we know.
    if (this.#state.phase === 'asking' || this.#state.phase === 'unreachable')
      this.#set({ phase: 'unreachable', problem: asProblem(error) });
    return this.#state;
  }

  #set(state: SessionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** True when the person may; a session that has ended still shows what its person might do. */
export function mayNow(state: SessionState, right: Right): boolean {
  return (state.phase === 'in' || state.phase === 'ended') && may(state.session.user.roles, right);
}

/** Address of the sign-in, for a top-level navigation. `again` makes the provider ask for the password. */
export function signInAddress(return_to: string, again = false): string {
  const query = new URLSearchParams({ return_to });
  if (again) query.set('prompt', 'login');
  return `/bff/login?${query}`;
}

const SIGNING_IN = 'waypost.signing_in';

/** Noted by the sign-in page when no other page sent the person there: the view that they like first may open then. */
export function noteSigningIn(): void {
  try {
    sessionStorage.setItem(SIGNING_IN, '1');
  } catch {
    // The board opens, as for anyone.
  }
}

/** True once after `noteSigningIn`. */
export function takeSigningIn(): boolean {
  try {
    const noted = sessionStorage.getItem(SIGNING_IN) !== null;
    sessionStorage.removeItem(SIGNING_IN);
    return noted;
  } catch {
    return false;
  }
}
