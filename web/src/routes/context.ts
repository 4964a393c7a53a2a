/** What routes may use: who is signed in. */
import type { SessionStore } from '../api/session.ts';

export interface RouterContext {
  readonly session: SessionStore;
}
