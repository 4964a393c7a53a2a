/** Who does something. */
import type { TokenSource } from '../upstream/client-credentials.ts';

export interface Person {
  readonly sub: string;
  readonly name: string;
}

/** A person who acts at the service. */
export interface Actor extends Person {
  /** The person's own token, when the login is the service's own; else the organization's credentials are used. */
  readonly token: () => Promise<TokenSource | undefined>;
}
