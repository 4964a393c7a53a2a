/**
 * The identity provider, on openid-client 6: either any OpenID Connect issuer (LOGIN_*), or the service's own authorization-code flow, whose
 * issuer is searched for near its authorization endpoint.
 *
 * The provider is discovered at first use and again until it responds, so that the board starts even while it is down.
 */
import { emailAddress } from '@waypost/contract/api/messages';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import type { Config } from '../../platform/config/config.ts';
import { isLoopback } from '../../platform/config/config.ts';
import {
  type FreshTokens,
  type LoginSecrets,
  type LogoutTokenExpectations,
  type Person,
  PersonGone,
  REFRESH_TIMEOUT_MS,
  RefreshTokenDead,
  type RolesSource,
  UnknownPerson,
} from './identity.ts';
import { claimAt } from './roles.ts';

const SET_ADDRESS =
  'Set SERVICE_USERINFO_URL or SERVICE_INTROSPECTION_URL, and SUBJECT_CLAIM where the identifier is not called sub';

/** For a refresh token. */
const OFFLINE = 'offline_access';

interface Provider {
  readonly configuration: oidc.Configuration;
  /** False for plain OAuth 2.0 without ID tokens. */
  readonly openid: boolean;
  readonly own: boolean;
}

export class OidcProvider {
  readonly #config: Config;
  #provider: Promise<Provider> | null = null;
  #keys: JWTVerifyGetKey | null = null;

  constructor(config: Config) {
    this.#config = config;
  }

  /** True when people's tokens are accepted by the tracking service, so that clicks can use them. */
  async issuesServiceTokens(): Promise<boolean> {
    return (await this.#get()).own;
  }

  /** Discovers the provider again: its addresses may have changed. Rejects while it cannot be used; what is known stays in use. */
  async rediscover(): Promise<void> {
    const provider = await this.#connect();
    this.#provider = Promise.resolve(provider);
  }

  /** Why people may not be able to sign in, for the operator; null when no problem is known. */
  async signInWarning(): Promise<string | null> {
    const { userinfoUrl, introspectionUrl } = this.#config.service;
    if ((await this.#get()).openid || userinfoUrl || introspectionUrl) return null;
    return `people may not be able to sign in: the service offers plain OAuth without OpenID Connect, so only a JWT access token identifies the person. ${SET_ADDRESS}`;
  }

  /** URL to redirect the browser to. `forcePassword`: ask for credentials even if the provider remembers the person. */
  async authorizationUrl(secrets: LoginSecrets, forcePassword: boolean): Promise<URL> {
    const provider = await this.#get();
    const { configuration, openid } = provider;
    return oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri(),
      scope: this.#scope(provider),
      state: secrets.state,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ...(openid ? { nonce: secrets.nonce } : {}),
      ...(forcePassword ? { prompt: 'login' } : {}),
    });
  }

  /** Exchanges the callback's query for tokens. Throws when it does not match the started sign-in (rule 2). */
  async exchange(
    callbackQuery: string,
    secrets: LoginSecrets,
  ): Promise<{ person: Person; tokens: FreshTokens }> {
    const { configuration, openid } = await this.#get();
    // openid-client takes redirect_uri from this URL: built from our public origin, never from the request (rule 3).
    const callback = new URL(this.#redirectUri());
    callback.search = callbackQuery;
    if (!openid) callback.searchParams.delete('iss');
    const answer = await oidc.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: secrets.verifier,
      expectedState: secrets.state,
      ...(openid ? { expectedNonce: secrets.nonce, idTokenExpected: true } : {}),
    });
    const claims = answer.claims();
    const person = claims
      ? await this.#withRoles(configuration, this.#toPerson(claims, 'id_token', 'sub'), answer.access_token)
      : this.#toPerson(
          await this.#claimsOf(configuration, answer.access_token),
          'userinfo',
          this.#config.subjectClaim,
        );
    return { person, tokens: freshTokens(answer) };
  }

  /**
   * The tokens, and the person when the response identifies them with their roles. Throws RefreshTokenDead if and only if the provider
   * responds with invalid_grant.
   */
  async refresh(refresh_token: string): Promise<FreshTokens> {
    const { configuration } = await this.#get();
    try {
      const answer = await oidc.refreshTokenGrant(configuration, refresh_token);
      const claims = answer.claims();
      const person = claims && this.#toPerson(claims, 'id_token', 'sub');
      const complete =
        person && (person.roles !== undefined || !configuration.serverMetadata().userinfo_endpoint);
      return { ...freshTokens(answer), ...(complete ? { person } : {}) };
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant')
        throw new RefreshTokenDead('the provider answered invalid_grant', { cause: error });
      throw error;
    }
  }

  /** The owner of an access token; null when the provider has no way to tell. Throws PersonGone. */
  async personOf(access_token: string): Promise<Person | null> {
    const { configuration, openid } = await this.#get();
    if (!openid)
      return this.#toPerson(
        await this.#claimsOf(configuration, access_token),
        'userinfo',
        this.#config.subjectClaim,
      );
    if (!configuration.serverMetadata().userinfo_endpoint) return null;
    const claims = await userinfo(configuration, access_token, oidc.skipSubjectCheck);
    return this.#toPerson(claims, 'userinfo', 'sub');
  }

  /**
   * URL that signs the browser out at the provider (RP-initiated logout), without a token; null when that is not wanted or not offered.
   */
  async endSessionUrl({ sub, sid }: Pick<Person, 'sub' | 'sid'>): Promise<URL | null> {
    if (!this.#config.endSessionAtProvider) return null;
    const { configuration } = await this.#get();
    if (!configuration.serverMetadata().end_session_endpoint) return null;
    // Never with id_token_hint: no token reaches a browser (rule 17).
    return oidc.buildEndSessionUrl(configuration, {
      logout_hint: sid ?? sub,
      post_logout_redirect_uri: new URL('/signed-out', this.#config.publicUrl).href,
    });
  }

  /** RFC 7009. Throws when the provider could not be notified. */
  async revoke(refresh_token: string): Promise<void> {
    const { configuration } = await this.#get();
    if (!configuration.serverMetadata().revocation_endpoint) return;
    await oidc.tokenRevocation(configuration, refresh_token, { token_type_hint: 'refresh_token' });
  }

  /** Requirements for a back-channel logout token; null when the provider has no key set. */
  async logoutTokenExpectations(): Promise<LogoutTokenExpectations | null> {
    const { configuration } = await this.#get();
    const { issuer, jwks_uri, id_token_signing_alg_values_supported } = configuration.serverMetadata();
    if (!jwks_uri) return null;
    this.#keys ??= createRemoteJWKSet(new URL(jwks_uri));
    const algorithms = (id_token_signing_alg_values_supported as string[] | undefined) ?? ['RS256'];
    return { issuer, clientId: configuration.clientMetadata().client_id, keys: this.#keys, algorithms };
  }

  /** Throws UnknownPerson. */
  #toPerson(claims: Record<string, unknown>, rolesFrom: RolesSource, subjectClaim: string): Person {
    const subject = claimAt(claims, subjectClaim);
    if ((typeof subject !== 'string' && typeof subject !== 'number') || subject === '')
      throw new UnknownPerson(`the provider does not identify the person. ${SET_ADDRESS}`);
    const sub = String(subject);
    const name = [claims.name, claims.preferred_username, claims.username, claims.email].find(
      (one) => typeof one === 'string' && one,
    );
    return {
      sub,
      name: typeof name === 'string' ? name : sub,
      roles: claimAt(claims, this.#config.rolesClaim),
      rolesFrom,
      sid: typeof claims.sid === 'string' ? claims.sid : null,
      // An address that the provider has not verified could be anybody's.
      email: claims.email_verified === false ? null : (emailAddress.safeParse(claims.email).data ?? null),
    };
  }

  /** Adds the roles of the userinfo endpoint when the ID token has none. */
  async #withRoles(configuration: oidc.Configuration, person: Person, access_token: string): Promise<Person> {
    if (person.roles !== undefined || !configuration.serverMetadata().userinfo_endpoint) return person;
    try {
      const claims = await userinfo(configuration, access_token, person.sub);
      return { ...person, roles: claimAt(claims, this.#config.rolesClaim), rolesFrom: 'userinfo' };
    } catch (error) {
      // An endpoint that never serves this client has no roles. After a temporary failure the person has to try again: starting with
      // too few roles, or none, would look like a decision about them.
      const status = statusOf(error);
      if (status === null || status >= 500 || status === 429) throw error;
      return person;
    }
  }

  /** Claims about the owner of a token, without OpenID Connect. */
  async #claimsOf(configuration: oidc.Configuration, token: string): Promise<Record<string, unknown>> {
    const { userinfoUrl, introspectionUrl } = this.#config.service;
    if (userinfoUrl) {
      const answer = await oidc.fetchProtectedResource(configuration, token, userinfoUrl, 'GET');
      if (answer.status === 401) throw new PersonGone('SERVICE_USERINFO_URL rejects the token');
      if (!answer.ok) throw new Error(`SERVICE_USERINFO_URL answered ${answer.status}`);
      const claims: unknown = await answer.json();
      return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
    }
    if (introspectionUrl) {
      const claims = await oidc.tokenIntrospection(configuration, token);
      if (!claims.active) throw new PersonGone('the token is not active');
      return claims;
    }
    return claimsOfAccessToken(token);
  }

  #redirectUri(): string {
    return new URL('/bff/callback', this.#config.publicUrl).href;
  }

  #scope({ configuration, openid, own }: Provider): string {
    if (own)
      return this.#config.assumptions.login_scope
        .split(' ')
        .filter((scope) => openid || scope !== 'openid')
        .join(' ');
    // Google refuses a sign-in with a scope that it does not offer, and a list of scopes is optional.
    const offered = configuration.serverMetadata().scopes_supported ?? [OFFLINE];
    return ['openid', 'profile', 'email', ...(offered.includes(OFFLINE) ? [OFFLINE] : [])].join(' ');
  }

  #get(): Promise<Provider> {
    this.#provider ??= this.#connect().catch((error) => {
      this.#provider = null;
      throw error;
    });
    return this.#provider;
  }

  async #connect(): Promise<Provider> {
    const { login, service } = this.#config;
    if (login) {
      const configuration = await discover(login.issuer, login.clientId, login.clientSecret).catch(
        (error: unknown) => {
          const named = issuerNamedBy(error);
          if (named === null) throw error;
          throw new Error(
            `LOGIN_ISSUER is ${login.issuer.href}, but the issuer calls itself ${named}. Set LOGIN_ISSUER=${named}`,
            { cause: error },
          );
        },
      );
      return {
        configuration,
        openid: true,
        own: configuration.serverMetadata().token_endpoint === service.tokenUrl.href,
      };
    }
    const authorizationUrl = service.authorizationUrl as URL;
    for (const issuer of candidateIssuers(authorizationUrl)) {
      const configuration = await discover(issuer, service.clientId, service.clientSecret).catch(
        nullIfMissing,
      );
      if (configuration?.serverMetadata().authorization_endpoint === authorizationUrl.href)
        return { configuration, openid: true, own: true };
    }
    const configuration = new oidc.Configuration(
      {
        issuer: authorizationUrl.origin,
        authorization_endpoint: authorizationUrl.href,
        token_endpoint: service.tokenUrl.href,
        ...(service.revocationUrl ? { revocation_endpoint: service.revocationUrl.href } : {}),
        ...(service.introspectionUrl ? { introspection_endpoint: service.introspectionUrl.href } : {}),
      },
      service.clientId,
      undefined,
      oidc.ClientSecretPost(service.clientSecret),
    );
    configuration.timeout = REFRESH_TIMEOUT_MS / 1000;
    if (isLoopback(authorizationUrl)) oidc.allowInsecureRequests(configuration);
    return { configuration, openid: false, own: true };
  }
}

async function discover(issuer: URL, clientId: string, clientSecret: string): Promise<oidc.Configuration> {
  const configuration = await oidc.discovery(
    issuer,
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
    {
      // Plain http is accepted on loopback only; config.ts rejects every other URL.
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      timeout: REFRESH_TIMEOUT_MS / 1000,
    },
  );
  // Without this openid-client relies on TLS and does not verify the ID token's signature.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** What the issuer calls itself, when discovery failed because that is not its URL; else null. */
function issuerNamedBy(error: unknown): string | null {
  const details = error instanceof oidc.ClientError ? (error.cause as { body?: { issuer?: unknown } }) : null;
  const issuer = details?.body?.issuer;
  return typeof issuer === 'string' ? issuer : null;
}

/** Possible issuers of an authorization endpoint: every parent path, nearest first. */
function candidateIssuers(authorizationUrl: URL): URL[] {
  const parts = authorizationUrl.pathname.split('/').filter(Boolean);
  const issuers: URL[] = [];
  for (let keep = parts.length - 1; keep >= 0; keep -= 1)
    issuers.push(new URL(`/${parts.slice(0, keep).join('/')}`, authorizationUrl.origin));
  return issuers;
}

/** Null only when the document does not exist, so that the next candidate is tried; rethrows when the provider is down. */
function nullIfMissing(error: unknown): null {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Response || (error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT'))
    return null;
  throw error;
}

function freshTokens(answer: oidc.TokenEndpointResponse): FreshTokens {
  return {
    access_token: answer.access_token,
    ...(answer.refresh_token === undefined ? {} : { refresh_token: answer.refresh_token }),
    // RFC 6749 recommends expires_in; without it, assume five minutes.
    expires_in: answer.expires_in ?? 300,
  };
}

/** Claims of a JWT received directly from the token endpoint; unverified, so used for identity only, never for rights. */
function claimsOfAccessToken(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >;
  } catch {
    return {};
  }
}

async function userinfo(
  configuration: oidc.Configuration,
  access_token: string,
  subject: string | typeof oidc.skipSubjectCheck,
): Promise<Record<string, unknown>> {
  try {
    return await oidc.fetchUserInfo(configuration, access_token, subject);
  } catch (error) {
    if (statusOf(error) === 401)
      throw new PersonGone('the userinfo endpoint rejects the token', { cause: error });
    throw error;
  }
}

/** HTTP status of a failed response; null when there was none. */
function statusOf(error: unknown): number | null {
  if (error instanceof PersonGone) return 401;
  if (error instanceof oidc.WWWAuthenticateChallengeError) return error.status;
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Response ? cause.status : null;
}
