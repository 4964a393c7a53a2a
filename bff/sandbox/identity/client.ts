/** The sandbox's only client. Its secret is intentionally public: it protects only simulated data. */
import { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE, TELEMATICS_READ } from '@waypost/contract/token';

export const CLIENT_ID = 'waypost';
/** Constant, so that a running client's credentials stay valid when the sandbox restarts. */
export const CLIENT_SECRET = 'sandbox-only-secret';
export const CLIENT_NAME = 'Waypost';

export { CLIENT_CREDENTIALS, ORGANIZATION_SCOPE };

/** Scopes of sign-ins. `organization` stands for the service's own scopes. */
export const LOGIN_SCOPES = ['openid', 'profile', 'email', 'offline_access', ORGANIZATION_SCOPE] as const;

/** Scopes of a token for the organization: those that the interface gives as examples, and write scopes. */
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

/** Service scopes granted by a person's login scopes. */
export function serviceScopesOf(granted: string | undefined): ReadonlySet<string> {
  return granted?.split(' ').includes(ORGANIZATION_SCOPE) ? SERVICE_SCOPES : NO_SCOPES;
}

/** Accepts any http or https URL on this machine. Suitable for a sandbox only. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (username !== '' || password !== '' || hash !== '') return false;
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
