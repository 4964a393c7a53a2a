/** A person's sign-in at the sandbox's own identity provider, as a browser does it. */
import { personTokens, signInAs } from '../testing.ts';
import type { Target } from './client.ts';

/** The provider's addresses are beside the token endpoint. */
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

/** An access token of a person with these scopes. */
export async function personToken(target: Target, scope: string, username = 'dispatcher'): Promise<string> {
  return (await personTokens(providerOf(target), username, scope)).access_token;
}

export const personTokensOf = (target: Target, username = 'dispatcher') =>
  personTokens(providerOf(target), username);

/** Where a sign-in ends: the client's own address with a code. */
export const signInAddress = async (target: Target) =>
  (await signInAs(providerOf(target), 'dispatcher')).landed;
