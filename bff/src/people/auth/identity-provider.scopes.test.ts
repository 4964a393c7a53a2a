import { expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { CLIENT, startIssuer } from '../../testing/issuer.ts';
import { temporaryFolder } from '../../testing/server.ts';
import { OidcProvider } from './identity-provider.ts';

it.each([
  ['offers it', ['openid', 'offline_access'], 'openid profile email offline_access'],
  ['does not say what it offers', undefined, 'openid profile email offline_access'],
  ['does not offer it, as Google', ['openid', 'email', 'profile'], 'openid profile email'],
])('an issuer is asked for a refresh token if it %s', async (_, scopes_supported, scope) => {
  const folder = temporaryFolder();
  const issuer = await startIssuer();
  if (scopes_supported) issuer.describe({ scopes_supported });
  const env = {
    SERVICE_BASE_URL: 'https://api.example.com',
    SERVICE_TOKEN_URL: 'https://id.example.com/token',
    SERVICE_CLIENT_ID: 'c',
    SERVICE_CLIENT_SECRET: 's',
    LOGIN_ISSUER: issuer.url,
    LOGIN_CLIENT_ID: CLIENT.id,
    LOGIN_CLIENT_SECRET: CLIENT.secret,
  };
  const secrets = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) };
  const url = await new OidcProvider(readConfig(env, folder.dir)).authorizationUrl(secrets, false);
  expect(url.searchParams.get('scope')).toBe(scope);
  issuer.stop();
  folder.remove();
});
