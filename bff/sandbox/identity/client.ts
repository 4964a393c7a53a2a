/** The one client that the sandbox knows. The secret is public on purpose: it guards simulated data only. */
import { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE, TELEMATICS_READ } from '@waypost/contract/token';

export const CLIENT_ID = 'waypost';
/** The same after every start, so that a running client finds its credentials valid when the sandbox comes back. */
export const CLIENT_SECRET = 'sandbox-only-secret';
export const CLIENT_NAME = 'Waypost';

export { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE };

/** Scopes of people's sign-in. `organization` represents what the service itself grants. */
export const LOGIN_SCOPES = ['openid', 'profile', 'email', 'offline_access', ORGANIZATION_SCOPE] as const;

/** What a token for the organization may do: the three scopes that the interface gives as an example. */
export const SERVICE_SCOPES: ReadonlySet<string> = new Set([
  'fleet:read',
  'share-agreement:read',
  'share-agreement:write',
  TELEMATICS_READ,
  'telematics:write',
  'visibility:write',
  'notifications:write',
]);
const NO_SCOPES: ReadonlySet<string> = new Set();

/** Service scopes that a person's granted login scopes carry. */
export function serviceScopesOf(granted: string | undefined): ReadonlySet<string> {
  return granted?.split(' ').includes(ORGANIZATION_SCOPE) ? SERVICE_SCOPES : NO_SCOPES;
}

/** True for any http or https address on this very machine, whatever its port and path. Right for a sandbox only. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (username !== '' || password !== '' || hash !== '') return false;
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
