/** What Waypost needs from an identity provider. */
import type { JWTVerifyGetKey } from 'jose';

export interface Person {
  readonly sub: string;
  readonly name: string;
  /** Unprocessed value of the roles claim; undefined when it is missing. */
  readonly roles: unknown;
  /** Where the roles claim was looked for last. */
  readonly rolesFrom: RolesSource;
  /** Session id at the provider. */
  readonly sid: string | null;
  /** Where fleets reply to what this person sends; absent when the provider does not say. */
  readonly email?: string | null;
}

/** The provider rejects a token that has not expired: the account was disabled or deleted, or its sign-in was revoked. */
export class PersonGone extends Error {}

/** The provider signed somebody in without identifying the person. `message` names the missing setting. */
export class UnknownPerson extends Error {}

export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type RolesSource = 'id_token' | 'userinfo';

export interface IdentityProvider {
  /** True when people's tokens are accepted by the tracking service, so that clicks can use them. */
  issuesServiceTokens(): Promise<boolean>;
  /** Why people may not be able to sign in, for the operator; null when no problem is known. */
  signInWarning(): Promise<string | null>;
  /** URL to redirect the browser to. `forcePassword`: ask for credentials even if the provider remembers the person. */
  authorizationUrl(secrets: LoginSecrets, forcePassword: boolean): Promise<URL>;
  /** Exchanges the callback's query for tokens. Throws when it does not match the started sign-in (rule 2). */
  exchange(callbackQuery: string, secrets: LoginSecrets): Promise<{ person: Person; tokens: FreshTokens }>;
  /**
   * The tokens, and the person when the response identifies them with their roles. Throws RefreshTokenDead if and only if the provider
   * responds with invalid_grant.
   */
  refresh(refresh_token: string): Promise<FreshTokens>;
  /** The owner of an access token; null when the provider has no way to tell. Throws PersonGone. */
  personOf(access_token: string): Promise<Person | null>;
  /**
   * URL that signs the browser out at the provider (RP-initiated logout), without a token; null when that is not wanted or not offered.
   */
  endSessionUrl(person: Pick<Person, 'sub' | 'sid'>): Promise<URL | null>;
  /** RFC 7009. Throws when the provider could not be notified. */
  revoke(refresh_token: string): Promise<void>;
  /** Requirements for a back-channel logout token; null when the provider has no key set. */
  logoutTokenExpectations(): Promise<LogoutTokenExpectations | null>;
}

export interface FreshTokens {
  readonly access_token: string;
  /** Absent when the provider does not rotate. */
  readonly refresh_token?: string;
  readonly expires_in: number;
  /** Of a refresh, when its response identifies the person with their roles. */
  readonly person?: Person;
}

export const REFRESH_TIMEOUT_MS = 30_000;

/** The provider rejects the refresh token (`invalid_grant`), which ends the session (rule 12). */
export class RefreshTokenDead extends Error {}

/** Verified claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
export interface LogoutToken {
  readonly jti: string;
  /** Until this time (ms since 1970) it must be remembered as used; afterward it is too old to be accepted. */
  readonly forget_after: number;
  readonly sub?: string;
  readonly sid?: string;
}

export interface LogoutTokenExpectations {
  readonly issuer: string;
  readonly clientId: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  readonly now?: Date;
}
