/** Who a call to the service is made for. */
import type { Person } from '../../platform/lib/person.ts';
import type { TokenSource } from './token-source.ts';

export interface Actor extends Person {
  /** The person's own token when sign-in is at the service itself; undefined: use the organization's credentials. */
  readonly token: () => Promise<TokenSource | undefined>;
}

/** Uses the organization's credentials, for machines and for work that outlives a person's session. */
export const withoutToken = ({ sub, name, job_id }: Person): Actor => ({
  sub,
  name,
  ...(job_id !== undefined && { job_id }),
  token: async () => undefined,
});
