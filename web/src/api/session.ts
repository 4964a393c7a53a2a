/** The sign-in session. Outside React, because the stream and every request can detect that it has ended. */
import { may, type Right, type Session, WALL_ROLE } from '@waypost/contract/api/session';
import { SESSION_ROUTES } from '@waypost/contract/api/session-routes';
import { Signal } from '../ui/signal.ts';
import type { Http } from './http.ts';
import { asProblem, type Problem } from './problem.ts';

type SignedIn = Extract<Session, { signed_in: true }>;

export type SessionState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'in'; readonly session: SignedIn }
  /** Nobody was signed in when the page opened. `was_wall_screen`: the link of this browser was revoked. */
  | { readonly phase: 'out'; readonly was_wall_screen?: boolean }
  /** The session ended while this page was open. `reason`: why, in a sentence, when the server ended it. */
  | { readonly phase: 'ended'; readonly session: SignedIn; readonly reason: string | null }
  | { readonly phase: 'unreachable'; readonly problem: Problem };

/** Published to the other tabs, so that a sign-in or sign-out applies to all of them. */
type Message = 'signed_in' | 'signed_out';

export interface SessionChannel {
  postMessage(message: Message): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export class SessionStore {
  readonly #http: Http;
  readonly #channel: SessionChannel | null;
  readonly #changes = new Signal();
  #state: SessionState = { phase: 'loading' };
  #fetching: Promise<SessionState> | null = null;

  constructor(http: Http, channel: SessionChannel | null) {
    this.#http = http;
    this.#channel = channel;
    http.onSignedOut(() => {
      const { phase } = this.#state;
      this.end();
      // The session says why it ended.
      if (phase === 'in') void this.refresh();
    });
    channel?.addEventListener('message', ({ data }) => {
      if (data === 'signed_out') this.end();
      else if (this.#state.phase === 'ended') void this.refresh();
    });
  }

  readonly subscribe = this.#changes.subscribe;
  readonly get = () => this.#state;

  /** Fetches the session; concurrent calls share one request. Never rejects. */
  refresh(): Promise<SessionState> {
    this.#fetching ??= this.#http
      .call(SESSION_ROUTES.session, { background: true })
      .then(
        (session) => this.#learn(session),
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#fetching = null;
      });
    return this.#fetching;
  }

  ready(): Promise<SessionState> {
    const { phase } = this.#state;
    return phase === 'loading' || phase === 'unreachable' ? this.refresh() : Promise.resolve(this.#state);
  }

  /** The server reports that the session has ended. */
  end(reason: string | null = null): void {
    if (this.#state.phase === 'in') {
      this.#set({ phase: 'ended', session: this.#state.session, reason });
    } else if (this.#state.phase === 'loading') this.#set({ phase: 'out' });
  }

  /**
   * Returns where to go to sign out at the identity provider too, or null.
   * @throws Problem when the server is unreachable; the person is then still signed in.
   */
  async signOut(): Promise<string | null> {
    const answer = await this.#http.call(SESSION_ROUTES.logout);
    this.#set({ phase: 'out' });
    this.#channel?.postMessage('signed_out');
    return answer?.end_session_url ?? null;
  }

  #learn(session: Session): SessionState {
    if (session.signed_in) {
      this.#http.resume();
      const resumed = this.#state.phase !== 'in';
      this.#set({ phase: 'in', session });
      if (resumed) this.#channel?.postMessage('signed_in');
    } else if (this.#state.phase === 'in' || this.#state.phase === 'ended')
      this.#set({ phase: 'ended', session: this.#state.session, reason: session.ended ?? null });
    else this.#set({ phase: 'out', was_wall_screen: session.was_wall_screen === true });
    return this.#state;
  }

  #fail(error: unknown): SessionState {
    // An unreachable server says nothing about a session that is already known.
    if (this.#state.phase === 'loading' || this.#state.phase === 'unreachable')
      this.#set({ phase: 'unreachable', problem: asProblem(error) });
    return this.#state;
  }

  #set(state: SessionState): void {
    this.#state = state;
    this.#changes.emit();
  }
}

/** A session that has ended keeps its person's rights, so that the page under the overlay does not change. */
export function mayNow(state: SessionState, right: Right): boolean {
  return (state.phase === 'in' || state.phase === 'ended') && may(state.session.user.roles, right);
}

/** This browser shows the wall board from a link, and nobody is signed in. */
export function isWallScreen(state: SessionState): boolean {
  return (state.phase === 'in' || state.phase === 'ended') && state.session.user.roles.includes(WALL_ROLE);
}

/** Address of the sign-in page, for a top-level navigation. `again` makes the identity provider ask for the password. */
export function signInAddress(return_to: string, again = false): string {
  const query = new URLSearchParams({ return_to });
  if (again) query.set('prompt', 'login');
  return `/bff/login?${query}`;
}

const SIGNING_IN = 'waypost.signing_in';

/** Set by the sign-in page when no other page redirected the person there; the preferred start view may open then. */
export function noteSigningIn(): void {
  try {
    sessionStorage.setItem(SIGNING_IN, '1');
  } catch {
    // Without storage the default page opens.
  }
}

/** True between `noteSigningIn` and `consumeSigningIn`. */
export function isSigningIn(): boolean {
  try {
    return sessionStorage.getItem(SIGNING_IN) !== null;
  } catch {
    return false;
  }
}

/** Returns true once after `noteSigningIn`. */
export function consumeSigningIn(): boolean {
  const noted = isSigningIn();
  if (noted) sessionStorage.removeItem(SIGNING_IN);
  return noted;
}
