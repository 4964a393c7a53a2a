/** Signs a person in at the sandbox's identity provider, as a browser does. */
import { personTokens, signInAs } from '../testing.ts';
import type { Target } from './client.ts';

/** The provider's endpoints are siblings of the token endpoint. */
export function providerOf(target: Target) {
  const beside = (path: string) => new URL(path, target.token_url).href;
  return {
    ...target,
    authorization_url: beside('authorize'),
    revocation_url: beside('revoke'),
    issuer: beside('.').replace(/\/$/, ''),
    users: [],
  };
}

export async function personToken(target: Target, scope: string, username = 'dispatcher'): Promise<string> {
  return (await personTokens(providerOf(target), username, scope)).access_token;
}

export const personTokensOf = (target: Target, username = 'dispatcher') =>
  personTokens(providerOf(target), username);

/** Address that a sign-in redirects to: the client's own, with a code. */
export const signInAddress = async (target: Target) =>
  (await signInAs(providerOf(target), 'dispatcher')).landed;
