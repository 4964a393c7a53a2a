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
